//! A proposal: a test that a run adds, changes or removes.

use super::pairing::{Pair, pair};
use crate::suite::changes::{FileChange, TestFile};
use crate::suite::choices::key_of_block;
use crate::suite::composition::Versions;
use crate::suite::{Block, Reason};
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::fingerprint::fnv1a;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A difference of a file, for one test.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Eight hexadecimal digits that identify it on the command line.
    pub key: String,
    pub kind: Kind,
    /// The path of the tested function.
    pub function: String,
    /// The harness's name of the later test, or else of the earlier one.
    pub test: String,
    pub file: Utf8PathBuf,
    pub old: Option<String>,
    pub new: Option<String>,
    /// The reason why the old test fails with the present code.
    pub fails: Option<Reason>,
    /// The keys of the new test.
    pub new_keys: Vec<String>,
    /// The key of the old test.
    pub old_key: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    Added,
    Changed,
    Removed,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Added => "added",
            Kind::Changed => "changed",
            Kind::Removed => "removed",
        }
    }
}

impl Proposal {
    /// Returns an added test of `demo::f`.
    #[cfg(test)]
    pub fn example() -> Proposal {
        Proposal {
            key: "3f2a91bc".to_owned(),
            kind: Kind::Added,
            function: "demo::f".to_owned(),
            test: "crate_root::f_cases".to_owned(),
            file: "/demo/tests/sbst/crate_root.rs".into(),
            old: None,
            new: None,
            fails: None,
            new_keys: Vec::new(),
            old_key: None,
        }
    }

    /// True if the old test compiles, and fails with the present code.
    pub fn result_has_changed(&self) -> bool {
        self.fails.is_some() && !self.old_does_not_compile()
    }

    pub fn old_does_not_compile(&self) -> bool {
        matches!(self.fails, Some(Reason::NotCompiled(..)))
    }
}

/// The user's answer to a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Decision {
    Accepted,
    Rejected,
}

/// Pairs the tests of a file, each with the proposal if the two differ.
pub fn proposals(
    file: &FileChange,
    facts: &TestFile,
    versions: &Versions,
    failing: &BTreeMap<String, Reason>,
) -> Vec<(Pair, Option<Proposal>)> {
    let reason = |block: &Block| failing.get(&format!("{}{}", facts.prefix, block.name));
    let pairs = pair(versions, |block| reason(block).is_some());
    let with_proposal = |pair: Pair| {
        let old = pair.before.map(|index| &versions.before.tests[index]);
        let new = pair.after.map(|index| &versions.after.tests[index]);
        let kind = match (old, new) {
            (Some(old), Some(new)) if old.text == new.text => return (pair, None),
            (Some(_), Some(_)) => Kind::Changed,
            (Some(_), None) => Kind::Removed,
            (None, _) => Kind::Added,
        };
        let block = new.or(old).expect("a pair has a test");
        let text = |block: Option<&Block>| block.map(|block| block.text.clone());
        let facts_of_new = new.and_then(|new| facts.tests.iter().find(|test| test.name == new.name));
        let proposal = Proposal {
            key: key(&block.function, old, new),
            kind,
            function: block.function.clone(),
            test: format!("{}{}", facts.prefix, block.name),
            file: file.path.clone(),
            old: text(old),
            new: text(new),
            fails: old.and_then(reason).cloned(),
            new_keys: facts_of_new.map_or_else(Vec::new, |test| test.keys.clone()),
            old_key: old.map(key_of_block),
        };
        (pair, Some(proposal))
    };
    pairs.into_iter().map(with_proposal).collect()
}

fn key(function: &str, old: Option<&Block>, new: Option<&Block>) -> String {
    let texts = [old, new].map(|block| block.map_or("", |block| &block.text));
    let bytes = [function, texts[0], texts[1]].into_iter().flat_map(|part| part.bytes().chain([0]));
    format!("{:08x}", fnv1a(bytes) as u32)
}
