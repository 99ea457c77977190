//! The cost of a search of a whole crate, from its log: seconds, builds, and the functions that it
//! never called.

use crate::whole_crate::Functions;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The beginning of the line that a search build prints when it begins again: `Building without 3
/// functions, …`, `Building with 1 constant function as written, …`.
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
    /// How often the search build was begun.
    pub builds: usize,
    /// Functions that were never called, by reason.
    pub reasons: BTreeMap<String, Never>,
}

/// Functions that were never called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Never {
    /// The number of functions.
    pub functions: usize,
    /// Their goals that no call of another function covers.
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
        for function in &functions.0 {
            if let Some(reason) = function.never_called() {
                let never = reasons.entry(reason).or_default();
                never.functions += 1;
                never.goals += function.uncovered.len();
            }
        }
        let again = log.lines().filter(|line| line.trim_start().starts_with(AGAIN)).count();
        let end = log.lines().filter_map(|line| serde_json::from_str(line).ok()).next_back();
        let seconds = end.map_or(0.0, |Summary::Summary { elapsed_seconds }| elapsed_seconds);
        Cost { functions: functions.0.len(), goals: functions.goals(), seconds, builds: 1 + again, reasons }
    }

    /// The functions of all reasons.
    pub fn never(&self) -> Never {
        self.reasons.values().copied().fold(Never::default(), Never::and)
    }

    /// Reasons, those that cost most functions first.
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
        Cost {
            functions: self.functions + other.functions,
            goals: self.goals + other.goals,
            seconds: self.seconds + other.seconds,
            builds: self.builds + other.builds,
            reasons: self.reasons,
        }
    }
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
