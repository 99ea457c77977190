//! Messages about data prepared by the command for a search, and about templates from object
//! construction graphs.

/// The state of data prepared by the command for a search. The preparation takes time.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Supply<T> {
    #[default]
    Without,
    /// Data prepared on request of the worker, by [`Event::WantsRecipe`](super::Event::WantsRecipe)
    /// or [`Event::WantsEvents`](super::Event::WantsEvents).
    OnDemand,
    /// The data, already requested by an earlier worker.
    Given(Box<T>),
}

/// The cost and results of templates from object construction graphs, in all turns of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SynthesisSummary {
    pub graph_seconds: f64,
    pub template_seconds: f64,
    /// Tests made from them, without the repaired ones.
    pub tests: u64,
    /// Tests that were repaired and tried again.
    pub repaired: u64,
    /// Tests, repaired or not, that failed before the target was called.
    pub failed: u64,
}

impl SynthesisSummary {
    pub fn seconds(&self) -> f64 {
        self.graph_seconds + self.template_seconds
    }

    /// All seconds as a share of the seconds of a search, from 0 to 1.
    pub fn compute_share(&self, search_seconds: f64) -> f64 {
        if self.seconds() > 0.0 {
            (self.seconds() / search_seconds).min(1.0)
        } else {
            0.0
        }
    }

    pub fn add(&mut self, before: &SynthesisSummary) {
        self.graph_seconds += before.graph_seconds;
        self.template_seconds += before.template_seconds;
        self.tests += before.tests;
        self.repaired += before.repaired;
        self.failed += before.failed;
    }
}
