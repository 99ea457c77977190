//! The coverage of a search of a whole crate, and of the crate's own tests, read from the JSON of
//! `cargo sbst`.

use sbst_model::target::{Exclusion, Obstacle};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// A function.
#[derive(Clone, Debug, Deserialize)]
pub struct Function {
    /// Its path.
    pub target: String,
    /// Its goals.
    pub goals: usize,
    /// The number of covered goals.
    pub covered: usize,
    /// Evaluations of its search.
    pub evaluations: u64,
    /// Seconds of its search.
    #[serde(default)]
    pub search_seconds: f64,
    /// The cost of templates from object construction graphs, if any.
    #[serde(default)]
    pub synthesis: Option<Synthesis>,
    /// The reason why it was not searched, if it was not.
    pub not_searched: Option<String>,
    /// Faults met.
    pub findings: Vec<Finding>,
    /// Goals that are not covered.
    pub uncovered: Vec<Goal>,
}

/// The cost of templates from object construction graphs, in seconds of a search.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Synthesis {
    /// Waiting for the graphs.
    pub graph_seconds: f64,
    /// Making tests from them.
    pub template_seconds: f64,
}

impl Function {
    /// Seconds of its search for templates.
    pub fn synthesis_seconds(&self) -> f64 {
        self.synthesis.map_or(0.0, |synthesis| synthesis.graph_seconds + synthesis.template_seconds)
    }

    /// The reason why its search never called it, without names, if it did not.
    pub fn never_called(&self) -> Option<String> {
        match &self.not_searched {
            Some(reason) => Some(without_names(reason)),
            None => (self.evaluations == 0).then(|| "searched, and never evaluated".to_owned()),
        }
    }
}

/// A fault.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub struct Finding {
    /// Its kind: `overflow`, `index`, `hang` …
    pub kind: String,
    /// The panic's message, or the event.
    pub message: String,
    /// The file of the place.
    pub file: Option<String>,
    /// Its line.
    pub line: Option<u32>,
    /// The arguments, as Rust.
    pub arguments: Vec<String>,
}

/// A goal.
#[derive(Clone, Debug, Deserialize)]
pub struct Goal {
    file: String,
    line: u32,
    column: u32,
    kind: String,
    condition: String,
    outcome: bool,
    best_distance: Option<f64>,
}

/// An entry of the report of findings.
#[derive(Clone, Debug, Deserialize)]
pub struct Shown {
    /// The kind of a fault; none for a panic with a written message.
    pub kind: Option<String>,
    /// The panic's message, or the event.
    pub message: String,
    /// The place of the fault.
    pub place: Option<Place>,
    /// The function of the shown call.
    pub function: String,
    /// Other functions that reach it.
    pub others: Vec<String>,
}

/// A place in the sources.
#[derive(Clone, Debug, Deserialize)]
pub struct Place {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
}

impl Shown {
    /// Reads the entries in a log, in their order.
    ///
    /// ```
    /// use sbst_experiments::whole_crate::Shown;
    ///
    /// let log = "{\"type\":\"findings\",\"shown\":[{\"kind\":\"overflow\",\"message\":\"too long\",\"place\":null,\
    ///     \"function\":\"c::f\",\"others\":[]}]}\n";
    /// assert_eq!(Shown::in_log(log)[0].message, "too long");
    /// ```
    pub fn in_log(log: &str) -> Vec<Shown> {
        let lines = log.lines().filter(|line| line.starts_with('{'));
        let entries = lines.filter_map(|line| match serde_json::from_str(line) {
            Ok(Message::Findings { shown }) => Some(shown),
            _ => None,
        });
        entries.flatten().collect()
    }
}

/// A line of output.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Message {
    TargetFinished(Function),
    Findings {
        shown: Vec<Shown>,
    },
    #[serde(other)]
    Other,
}

/// The functions of a crate in one run.
#[derive(Clone, Debug, Default)]
pub struct Functions(pub Vec<Function>);

/// One goal among those of a crate.
type GoalPlace<'a> = (&'a str, &'a str, u32, u32, &'a str, bool);

impl Functions {
    /// Reads the findings in the lines of a log that are JSON.
    ///
    /// ```
    /// use sbst_experiments::whole_crate::Functions;
    ///
    /// let log = "running 1 test\n{\"type\":\"target-finished\",\"target\":\"c::f\",\"goals\":4,\"covered\":4,\
    ///     \"evaluations\":7,\"not_searched\":null,\"findings\":[],\"uncovered\":[]}\n{\"type\":\"summary\"}\n";
    /// let functions = Functions::in_log(log);
    /// assert_eq!((functions.goals(), functions.covered()), (4, 4));
    /// ```
    pub fn in_log(log: &str) -> Functions {
        let lines = log.lines().filter(|line| line.starts_with('{'));
        let functions = lines.filter_map(|line| match serde_json::from_str(line) {
            Ok(Message::TargetFinished(function)) => Some(function),
            _ => None,
        });
        Functions(functions.collect())
    }

    /// The number of goals.
    pub fn goals(&self) -> usize {
        self.0.iter().map(|function| function.goals).sum()
    }

    /// The number of goals covered.
    pub fn covered(&self) -> usize {
        self.0.iter().map(|function| function.covered).sum()
    }

    /// The functions that tests cannot observe, because they stay `const`.
    pub fn constant(&self) -> BTreeSet<String> {
        let constant = Exclusion::from(Obstacle::Constant).to_string();
        let is_constant = |function: &&Function| function.not_searched.as_ref() == Some(&constant);
        self.0.iter().filter(is_constant).map(|function| function.target.clone()).collect()
    }

    /// Returns the findings missing in `others`.
    pub fn but_for(mut self, others: &BTreeSet<String>) -> Functions {
        self.0.retain(|function| !others.contains(&function.target));
        self
    }

    /// Returns the functions with the goals that one run or the other covers.
    pub fn or(mut self, other: &Functions) -> Functions {
        if self.0.is_empty() {
            return other.clone();
        }
        let uncovered = other.uncovered();
        let known: BTreeSet<&str> = other.0.iter().map(|function| function.target.as_str()).collect();
        for function in self.0.iter_mut().filter(|function| known.contains(function.target.as_str())) {
            let before = function.uncovered.len();
            function.uncovered.retain(|goal| uncovered.contains(&goal.place(&function.target)));
            function.covered += before - function.uncovered.len();
        }
        self
    }

    /// Returns the functions of a type, regardless of the module or trait of their `impl` block.
    pub fn filter_type(&self, name: &str) -> Functions {
        let is_of = |function: &&Function| owner_type(&function.target) == Some(name);
        Functions(self.0.iter().filter(is_of).cloned().collect())
    }

    /// Searched functions.
    pub fn searched(&self) -> usize {
        self.0.iter().filter(|function| function.not_searched.is_none()).count()
    }

    /// The faults, one per place.
    pub fn faults(&self) -> usize {
        let findings = self.0.iter().flat_map(|function| &function.findings);
        let places = findings.map(|finding| (&finding.kind, &finding.file, finding.line));
        places.collect::<BTreeSet<_>>().len()
    }

    fn uncovered(&self) -> BTreeSet<GoalPlace<'_>> {
        let all =
            self.0.iter().flat_map(|function| function.uncovered.iter().map(move |goal| (function, goal)));
        all.map(|(function, goal)| goal.place(&function.target)).collect()
    }

    /// Goals covered there, but not here.
    pub fn behind(&self, other: &Functions) -> usize {
        let there = other.uncovered();
        self.uncovered().into_iter().filter(|goal| !there.contains(goal)).count()
    }

    /// The numbers of uncovered goals by reason.
    pub fn reasons(&self) -> BTreeMap<String, usize> {
        let mut reasons = BTreeMap::new();
        for function in &self.0 {
            for goal in &function.uncovered {
                let reason = match (&function.not_searched, goal.best_distance) {
                    // Goals covered by calls of other functions count as with functions that are
                    // searched.
                    (Some(reason), None) => without_names(reason),
                    (_, None) => "searched, and the condition was never evaluated".to_owned(),
                    (_, Some(_)) => format!("evaluated ({}), and never with this outcome", goal.kind),
                };
                *reasons.entry(reason).or_default() += 1;
            }
        }
        reasons
    }
}

impl Goal {
    fn place<'a>(&'a self, target: &'a str) -> GoalPlace<'a> {
        (target, &self.file, self.line, self.column, &self.condition, self.outcome)
    }
}

/// The name of the type in the path of a method.
///
/// ```
/// use sbst_experiments::whole_crate::owner_type;
///
/// assert_eq!(owner_type("xml::reader::Reader<&'a[u8]>::read_event"), Some("Reader"));
/// assert_eq!(owner_type("date::<crate::Date as From<a::Time>>::from"), Some("Date"));
/// assert_eq!(owner_type("date::is_leap_year"), None);
/// ```
pub fn owner_type(path: &str) -> Option<&str> {
    let (owner, _) = path.rsplit_once("::")?;
    // `<T as Trait>` begins a segment, the parameters of a type do not.
    let owner = match owner.find("::<") {
        Some(at) => owner[at + 3..].split(" as ").next()?.trim_start_matches(['&', ' ']),
        None => owner,
    };
    let without_parameters = owner.split('<').next()?;
    let name = without_parameters.rsplit("::").next()?;
    name.starts_with(|first: char| first.is_uppercase()).then_some(name)
}

/// Words in backticks, except names.
const KEYWORDS: [&str; 4] = ["async", "const", "extern", "unsafe"];

/// A reason without its advice and its names.
fn without_names(reason: &str) -> String {
    let reason = reason.split(';').next().unwrap_or_default();
    let parts = reason.split('`').enumerate();
    let mut class: String =
        parts.map(|(at, part)| if at % 2 == 0 || KEYWORDS.contains(&part) { part } else { "…" }).collect();
    // Several names are treated as one.
    while class.contains("…, …") {
        class = class.replace("…, …", "…");
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_classes() {
        let reason = "no value of type `&mut fmt::Formatter` can be built for the parameter `f`; write `x`";
        assert_eq!(without_names(reason), "no value of type … can be built for the parameter …");
        assert_eq!(without_names("it is `unsafe`"), "it is unsafe");
        assert_eq!(without_names("none for `K`, `V`, `S` meets"), "none for … meets");
    }

    #[test]
    fn goals_lost_between_runs_are_listed() {
        let function = |uncovered: &[u32]| {
            let goal = |line: &u32| Goal {
                file: "src/lib.rs".into(),
                line: *line,
                column: 1,
                kind: "comparison".into(),
                condition: "a < b".into(),
                outcome: true,
                best_distance: None,
            };
            Functions(vec![Function {
                target: "c::f".into(),
                goals: 4,
                covered: 4 - uncovered.len(),
                evaluations: 0,
                search_seconds: 0.0,
                synthesis: None,
                not_searched: None,
                findings: Vec::new(),
                uncovered: uncovered.iter().map(goal).collect(),
            }])
        };
        assert_eq!(function(&[1, 2]).behind(&function(&[2, 3])), 1);
        assert_eq!(function(&[]).behind(&function(&[2])), 0);
    }
}
