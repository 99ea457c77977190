//! Faults that a search meets, and deaths of its workers.

use sbst_model::messages::{Culprit, Death, Fatal, Finding, FindingKind, Observed, TestOutline};

#[derive(Clone, Debug, Default)]
pub struct Faults {
    pub findings: Vec<Finding>,
    /// Fatal test cases.
    pub fatal: Vec<Fatal>,
    /// Fatal calls of other functions.
    pub culprits: Vec<Culprit>,
    /// The tests of findings, as of the turns that met them: later ones may not meet them again.
    outlines: Vec<TestOutline>,
}

impl Faults {
    /// Files a finding, unless one of its kind at this place is known.
    pub fn add_finding(&mut self, finding: Finding) {
        // A message may contain values. Deaths have the function's place, and differ in their
        // messages.
        let says_the_same = |other: &Finding| {
            other.message == finding.message || finding.place.is_some() && finding.kind != FindingKind::Death
        };
        let same = |other: &Finding| {
            (other.kind, &other.place) == (finding.kind, &finding.place) && says_the_same(other)
        };
        if !self.findings.iter().any(same) {
            self.findings.push(finding);
        }
    }

    /// Files a call, unless it is known: each worker repeats the fatal calls of earlier ones.
    pub fn add_culprit(&mut self, culprit: Culprit) {
        let same = |other: &Culprit| (&other.function, &other.call) == (&culprit.function, &culprit.call);
        if !self.culprits.iter().any(same) {
            self.culprits.push(culprit);
        }
    }

    /// Files a fatal test case; false if it was known already.
    pub fn add_fatal(&mut self, fatal: Fatal) -> bool {
        let is_new = self.fatal.iter().all(|other| other.test != fatal.test);
        if is_new {
            self.fatal.push(fatal);
        }
        is_new
    }

    pub fn knows_fatal(&self) -> bool {
        !self.fatal.is_empty()
    }

    /// Drops test cases that no longer cause a fault, with the findings of their kinds: the first
    /// of a kind is reported with its arguments.
    pub fn forget(&mut self, gone: &[Fatal]) {
        let is_gone = |finding: &Finding| gone.iter().any(|fatal| fatal.is_shown_by(finding));
        self.fatal.retain(|fatal| gone.iter().all(|gone| gone.test != fatal.test));
        self.findings.retain(|finding| !is_gone(finding));
        self.culprits.retain(|culprit| !is_gone(&culprit.finding));
    }

    /// Keeps the test of a finding, instead of an earlier one.
    fn keep(&mut self, test: &TestOutline) {
        let Observed::Fault(fault) = &test.observed else { return };
        // The fatal test cases are those of deaths.
        if fault.kind == FindingKind::Death {
            return;
        }
        self.outlines.retain(|other| !is_of(other, fault));
        self.outlines.push(test.clone());
    }

    /// Adopts the arguments of tests: the simplest ones that provoke a finding.
    pub fn simplify(&mut self, tests: &[TestOutline]) {
        for test in tests.iter().filter(|test| !test.test.is_empty()) {
            self.keep(test);
        }
        for test in tests {
            let Observed::Fault(simplest) = &test.observed else { continue };
            let same = |known: &&mut Finding| (known.kind, &known.place) == (simplest.kind, &simplest.place);
            let of_death = simplest.kind == FindingKind::Death;
            if let Some(known) = self.findings.iter_mut().find(same).filter(|_| !of_death) {
                known.message.clone_from(&simplest.message);
                known.before.clone_from(&simplest.before);
                known.arguments.clone_from(&simplest.arguments);
                known.test.clone_from(&simplest.test);
            }
        }
    }

    /// Files a slow test case as a death, or forgets it.
    pub fn tried_again(&mut self, test: &str, death: Option<Death>) {
        match death {
            Some(death) => {
                let slow = self.fatal.iter_mut().find(|fatal| fatal.test == test);
                slow.into_iter().for_each(|fatal| fatal.death.clone_from(&death));
            }
            None => self.fatal.retain(|fatal| fatal.test != test),
        }
    }

    /// Removes the test cases and calls that only took too long, and returns the test cases.
    pub fn take_slow(&mut self) -> Vec<Fatal> {
        self.culprits.retain(|culprit| culprit.death != Death::TooSlow);
        let (slow, fatal) = std::mem::take(&mut self.fatal).into_iter().partition(Fatal::is_slow);
        self.fatal = fatal;
        slow
    }

    /// Returns the deaths that no worker has reported as findings.
    pub fn unreported(&self) -> Vec<Fatal> {
        let is_due = |fatal: &&Fatal| fatal.comes_back && !fatal.is_slow() && !self.has_reported(fatal);
        self.fatal.iter().filter(is_due).cloned().collect()
    }

    fn has_reported(&self, fatal: &Fatal) -> bool {
        // One call may have ended several workers.
        let is_of_another = |culprit: &Culprit| culprit.death == fatal.death;
        let without_arguments = fatal.death.without_arguments();
        let is_told = |finding: &Finding| fatal.is_shown_by(finding) || finding.message == without_arguments;
        self.culprits.iter().any(is_of_another) || self.findings.iter().any(is_told)
    }

    /// Adds findings without arguments for deaths that no worker has reported as findings. Returns
    /// the number of deaths that could not be reproduced.
    pub fn report_fatal(&mut self) -> usize {
        let (fatal, lost): (Vec<Fatal>, Vec<Fatal>) =
            std::mem::take(&mut self.fatal).into_iter().partition(|fatal| fatal.comes_back);
        for fatal in fatal {
            if !self.has_reported(&fatal) {
                self.findings.push(Finding {
                    evaluations: fatal.evaluations,
                    test: fatal.test,
                    ..Finding::new(FindingKind::Death, fatal.death.to_string())
                });
            }
        }
        lost.len()
    }

    /// Adds tests of findings without one: the last worker may not have met the deaths of earlier
    /// ones.
    pub fn add_missing_tests(&self, tests: &mut Vec<TestOutline>, parameters: usize) {
        for finding in self.findings.iter().filter(|finding| finding.arguments.len() == parameters) {
            if !tests.iter().any(|test| is_of(test, finding)) {
                let kept = self.outlines.iter().find(|test| is_of(test, finding)).cloned();
                tests.push(kept.unwrap_or_else(|| TestOutline::from_fault(finding.clone())));
            }
        }
    }
}

/// True if a test shows a finding.
fn is_of(test: &TestOutline, finding: &Finding) -> bool {
    matches!(&test.observed, Observed::Fault(other) if (other.kind, &other.place) == (finding.kind, &finding.place))
}
