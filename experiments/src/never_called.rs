//! The cost of a search of a whole crate, from its log: seconds, builds, and the functions it never
//! called.

use crate::whole_crate::Functions;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The beginning of a line printed when a search build begins again: `Building without 3 functions,
/// …`, `Building with 1 constant function as written, …`.
const AGAIN: &str = "Building with";

/// The cost of a search, or of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cost {
    /// The functions of the crate.
    pub functions: usize,
    /// Their goals.
    pub goals: usize,
    /// Seconds from beginning to end, with the builds.
    pub seconds: f64,
    /// The number of search builds.
    pub builds: usize,
    /// Functions that were never called, by reason.
    pub reasons: BTreeMap<String, Never>,
    /// The reason by the [`key`] of a function; none if a function with this key was called.
    pub by_key: BTreeMap<String, Option<String>>,
}

/// Functions that were never called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Never {
    /// The number of functions.
    pub functions: usize,
    /// Their goals without coverage by calls of other functions.
    pub goals: usize,
}

impl Cost {
    /// Reads the cost of one search.
    ///
    /// ```
    /// use sbst_experiments::never_called::Cost;
    ///
    /// let log = "    Building without 2 functions, which the compiler refuses with probes\n\
    ///     {\"type\":\"target-finished\",\"target\":\"c::f\",\"goals\":4,\"covered\":4,\"evaluations\":0,\
    ///     \"not_searched\":\"no value of type `T`; see\",\"findings\":[],\"uncovered\":[]}\n\
    ///     {\"type\":\"summary\",\"elapsed_seconds\":7.5}\n";
    /// let cost = Cost::in_log(log);
    /// assert_eq!((cost.builds, cost.goals, cost.seconds), (2, 4, 7.5));
    /// assert_eq!(cost.reasons["no value of type …"].functions, 1);
    /// ```
    pub fn in_log(log: &str) -> Cost {
        let functions = Functions::in_log(log);
        let mut reasons: BTreeMap<String, Never> = BTreeMap::new();
        let mut by_key = BTreeMap::new();
        for function in &functions.0 {
            let known = by_key.entry(key(&function.target)).or_insert_with(|| function.never_called());
            *known = known.take().and_then(|reason| function.never_called().and(Some(reason)));
            if let Some(reason) = function.never_called() {
                let never = reasons.entry(reason).or_default();
                never.functions += 1;
                never.goals += function.uncovered.len();
            }
        }
        let again = log.lines().filter(|line| line.trim_start().starts_with(AGAIN)).count();
        let end = log.lines().filter_map(|line| serde_json::from_str(line).ok()).next_back();
        let seconds = end.map_or(0.0, |Summary::Summary { elapsed_seconds }| elapsed_seconds);
        let (goals, functions) = (functions.goals(), functions.0.len());
        Cost { functions, goals, seconds, builds: 1 + again, reasons, by_key }
    }

    /// The functions of all reasons.
    pub fn never(&self) -> Never {
        self.reasons.values().copied().fold(Never::default(), Never::and)
    }

    /// Reasons, sorted by the number of functions, descending.
    pub fn by_functions(&self) -> Vec<(&str, Never)> {
        let mut all: Vec<_> = self.reasons.iter().map(|(reason, never)| (&**reason, *never)).collect();
        all.sort_by_key(|(_, never)| std::cmp::Reverse((never.functions, never.goals)));
        all
    }

    /// The sum of both.
    #[must_use]
    pub fn and(mut self, other: &Cost) -> Cost {
        for (reason, never) in &other.reasons {
            let sum = self.reasons.entry(reason.clone()).or_default();
            *sum = sum.and(*never);
        }
        self.by_key.extend(other.by_key.clone());
        Cost {
            functions: self.functions + other.functions,
            goals: self.goals + other.goals,
            seconds: self.seconds + other.seconds,
            builds: self.builds + other.builds,
            reasons: self.reasons,
            by_key: self.by_key,
        }
    }
}

/// The names of a function's type, trait and itself, which are the same in rustc and here:
/// `IndexMap as Clone::clone`. Functions of several implementations may have one key.
///
/// ```
/// use sbst_experiments::never_called::key;
///
/// assert_eq!(key("m::map::<map::IndexMap<K, V> as std::clone::Clone>::clone"), "IndexMap as Clone::clone");
/// assert_eq!(key("m::map::IndexMap<K, V>::len"), key("m::map::map::<impl IndexMap<K, V>>::len"));
/// assert_eq!(key("m::buf::<&mut T as buf::Buf>::chunk"), "T as Buf::chunk");
/// assert_eq!(key("m::util::third"), "third");
/// ```
pub fn key(path: &str) -> String {
    let Some((owner, name)) = path.rsplit_once("::") else { return path.to_owned() };
    let inside = match owner.strip_prefix('<').or_else(|| owner.find("::<").map(|at| &owner[at + 3..])) {
        Some(inside) => inside.strip_prefix("impl ").unwrap_or(inside),
        None => owner,
    };
    let names: Vec<&str> = inside.split(" as ").map(last_name).collect();
    match names[..] {
        [module] if !module.starts_with(char::is_uppercase) => name.to_owned(),
        _ => format!("{}::{name}", names.join(" as ")),
    }
}

/// `map::IndexMap<K, V>` → `IndexMap`.
fn last_name(path: &str) -> &str {
    let path = path.trim_start_matches(['&', ' ']).trim_start_matches("mut ");
    let path = path.split('<').next().unwrap_or_default().trim_end_matches('>');
    path.rsplit("::").next().unwrap_or(path)
}

impl Never {
    /// The sum of both.
    #[must_use]
    pub fn and(self, other: Never) -> Never {
        Never { functions: self.functions + other.functions, goals: self.goals + other.goals }
    }
}

/// The last line of output.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum Summary {
    Summary { elapsed_seconds: f64 },
}
