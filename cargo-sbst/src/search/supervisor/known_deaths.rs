//! Deaths of earlier runs, not to be repeated by a search.
//!
//! # Policy
//! 1. A search never executes their test cases: its workers get them with their orders, and report
//!    them as findings.
//! 2. One crash of each kind is executed by itself before the search, in milliseconds. If it does
//!    not come back, it is dropped, and the next one of the kind is tried.
//! 3. A hang takes its whole timeout. It stays known while the executable is the same. In another
//!    executable, hangs are executed after the search until one comes back, if the run has the
//!    time.

use super::Assignment;
use super::blame::repeat;
use crate::worker::watch::End;
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::messages::Fatal;
use std::collections::BTreeSet;

/// Deaths in a function's search by earlier runs.
#[derive(Clone, Debug, Default)]
pub struct KnownDeaths {
    pub fatal: Vec<Fatal>,
    /// True if hangs are executed again, by rule 3.
    pub tries_hangs: bool,
}

/// Returns the deaths to search with, by rule 2.
pub fn before_search(assignment: &Assignment<'_>) -> anyhow::Result<Vec<Fatal>> {
    lasting(&assignment.known_deaths.fatal, |fatal| {
        Ok(fatal.death.is_hang() || comes_back(assignment, fatal)?)
    })
}

/// Returns the hangs that do not come back after the search, by rule 3.
pub fn gone_hangs(assignment: &Assignment<'_>) -> anyhow::Result<Vec<Fatal>> {
    let KnownDeaths { fatal, tries_hangs } = &assignment.known_deaths;
    let hangs: Vec<Fatal> = fatal.iter().filter(|fatal| fatal.death.is_hang()).cloned().collect();
    if !tries_hangs || hangs.is_empty() {
        return Ok(Vec::new());
    }
    let left = lasting(&hangs, |fatal| comes_back(assignment, fatal))?;
    Ok(hangs.into_iter().filter(|fatal| !left.contains(fatal)).collect())
}

/// Returns the deaths of each kind from the first reproducible one on.
fn lasting(
    known: &[Fatal],
    comes_back: impl Fn(&Fatal) -> anyhow::Result<bool>,
) -> anyhow::Result<Vec<Fatal>> {
    let mut kinds = BTreeSet::new();
    let mut lasting = Vec::new();
    for fatal in known {
        if kinds.contains(&fatal.death) || comes_back(fatal)? {
            kinds.insert(&fatal.death);
            lasting.push(fatal.clone());
        }
    }
    Ok(lasting)
}

/// True if the test case kills a worker. Workers refuse test cases that no longer fit their
/// function.
fn comes_back(assignment: &Assignment<'_>, fatal: &Fatal) -> anyhow::Result<bool> {
    let directory = Utf8PathBuf::from(format!("{}-known", assignment.directory));
    let end = repeat(assignment, &directory, &fatal.test, fatal.halves)?;
    assignment.host.directories.keep(&directory);
    Ok(!matches!(end, Some(End::Done | End::Refused(_))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::messages::Death;
    use std::cell::RefCell;

    fn fatal(test: &str, death: &str) -> Fatal {
        let death = Death::Other(death.into());
        Fatal { test: test.into(), death, evaluations: 0, halves: None, comes_back: true }
    }

    #[test]
    fn one_of_each_kind_is_tried_until_one_comes_back() {
        let known = ["a1", "a2", "a3", "b1", "b2"].map(|test| fatal(test, &test[..1]));
        let tried = RefCell::new(Vec::new());
        let left = lasting(&known, |fatal| {
            tried.borrow_mut().push(fatal.test.clone());
            Ok(fatal.test != "a1")
        });
        let left: Vec<String> = left.unwrap().into_iter().map(|fatal| fatal.test).collect();
        assert_eq!(left, ["a2", "a3", "b1", "b2"]);
        assert_eq!(*tried.borrow(), ["a1", "a2", "b1"]);
    }
}
