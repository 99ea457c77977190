//! The exchange of functions' tests between states on different machines.

use super::State;
use super::tried::Tried;
use sbst_model::TargetId;
use sbst_model::messages::BuiltValue;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// The findings about a function at one time: tests, deaths, and knowledge of goals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    pub function: TargetId,
    /// Tests that cover goals, or that show findings.
    pub covering: Vec<String>,
    /// Test cases that came nearest to uncovered goals.
    #[serde(default)]
    pub nearest: Vec<String>,
    /// The values in its tests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub built: Vec<BuiltValue>,
    /// True if its results depend on the environment.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_environmental: bool,
    #[serde(default)]
    pub deaths: Vec<SharedDeath>,
    /// The cost of the search, if it has come to its end.
    #[serde(default)]
    pub ended: Option<Cost>,
    /// The sequences that were tried for uncovered goals, by the goals' names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub tried: BTreeMap<String, Tried>,
    /// Goals that are proved infeasible, by their names, with the reasons.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub infeasible: BTreeMap<String, String>,
}

/// A test case that crashed a worker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct SharedDeath {
    pub test: String,
    pub how: String,
    pub halves: Option<u64>,
    /// The fingerprint of the executable that crashed; empty if unknown.
    pub executable: String,
}

/// The cost of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    pub evaluations: u64,
    pub seconds: f64,
}

/// A place that receives a state's stored data of functions, at the same moments, and returns the
/// results of others for them.
pub trait Mirror: Debug {
    fn take(&mut self, batches: Vec<Batch>) -> Vec<Batch>;
}

impl Batch {
    /// A batch of nothing.
    pub fn new(function: &TargetId) -> Batch {
        Batch {
            function: function.clone(),
            covering: Vec::new(),
            nearest: Vec::new(),
            built: Vec::new(),
            is_environmental: false,
            deaths: Vec::new(),
            ended: None,
            tried: BTreeMap::new(),
            infeasible: BTreeMap::new(),
        }
    }

    /// True if it has no data.
    pub fn is_empty(&self) -> bool {
        *self == Batch::new(&self.function)
    }
}

impl State {
    /// Sends all data of functions that is stored from now on to `mirror`, too.
    pub fn mirror(&mut self, mirror: Box<dyn Mirror>) {
        self.mirror = Some(mirror);
    }

    /// Sends the stored data, and returns the results of others.
    pub(super) fn tell(&mut self, batches: impl Iterator<Item = Batch>) -> Vec<Batch> {
        self.mirror.as_mut().map_or_else(Vec::new, |mirror| mirror.take(batches.collect()))
    }
}
