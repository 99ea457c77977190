//! The sample of functions for comparing algorithms, `sample.txt`, and its drawing.
//!
//! 1. Candidates are the searchable functions with goals of twelve crates (`crates.txt`, each with
//!    the attribute on every function) and of the fixture crate `subjects`.
//! 2. Within a crate they are ordered by FNV-1a over the seed and their path, which is effectively
//!    random.
//! 3. The thirteen crates take turns, in the order of their names, each with its next function,
//!    until the sample is complete. A crate without further functions is skipped. So small ones are
//!    in completely, and large ones do not dominate.
//!
//! The difficulty of a function is ignored.

use anyhow::Context as _;
use sbst_model::fingerprint::fnv1a;
use serde::Deserialize;
use std::collections::BTreeMap;

/// The sample, which is compiled in.
const SAMPLE: &str = include_str!("../sample.txt");

/// A function of a crate.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Drawn {
    /// The crate with its version: `fen-0.1.0`; `subjects` has none.
    pub crate_: String,
    /// The function, as in `cargo sbst list`.
    pub path: String,
}

/// A line of `cargo sbst list --message-format json`.
#[derive(Debug, Deserialize)]
struct Listed {
    target: String,
    binary: Option<String>,
    not_searched: Option<String>,
    #[serde(default)]
    goals: Vec<serde::de::IgnoredAny>,
}

/// The candidates in the lines of a list (rule 1). Functions of binaries are left out: a path is
/// unique only in the library.
///
/// # Errors
/// If a line is malformed.
pub fn candidates(lines: &str) -> anyhow::Result<Vec<String>> {
    let mut paths = Vec::new();
    for line in lines.lines() {
        let listed: Listed = serde_json::from_str(line).with_context(|| format!("not a target: {line}"))?;
        if listed.not_searched.is_none() && listed.binary.is_none() && !listed.goals.is_empty() {
            paths.push(listed.target);
        }
    }
    Ok(paths)
}

/// Draws `number` candidates per crate (rules 2 and 3).
pub fn draw(candidates: BTreeMap<String, Vec<String>>, seed: u64, number: usize) -> Vec<Drawn> {
    let mut left: Vec<(String, Vec<String>)> = candidates.into_iter().collect();
    for (_, paths) in &mut left {
        paths.sort_by_key(|path| (hash(seed, path), path.clone()));
        paths.reverse();
    }
    let mut drawn = Vec::new();
    while drawn.len() < number && left.iter().any(|(_, paths)| !paths.is_empty()) {
        for (crate_, paths) in &mut left {
            if let Some(path) = paths.pop().filter(|_| drawn.len() < number) {
                drawn.push(Drawn { crate_: crate_.clone(), path });
            }
        }
    }
    drawn.sort();
    drawn
}

/// Hash of the seed and a path.
fn hash(seed: u64, path: &str) -> u64 {
    let bytes = seed.to_le_bytes().into_iter().chain(path.bytes());
    fnv1a(bytes)
}

/// The sample as a file: one function per line.
pub fn write(drawn: &[Drawn]) -> String {
    drawn.iter().map(|drawn| format!("{} {}\n", drawn.crate_, drawn.path)).collect()
}

/// The sample, by crate.
///
/// # Errors
/// If a line has no crate and path.
pub fn sample() -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let mut sample: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for line in SAMPLE.lines().filter(|line| !line.starts_with('#')) {
        let (crate_, path) = line.split_once(' ').with_context(|| format!("no crate and path: {line}"))?;
        sample.entry(crate_.to_owned()).or_default().push(path.to_owned());
    }
    Ok(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn crates(sizes: &[usize]) -> BTreeMap<String, Vec<String>> {
        let paths = |size: usize| (0..size).map(|i| format!("f{i}")).collect();
        sizes.iter().enumerate().map(|(i, &size)| (format!("crate{i}"), paths(size))).collect()
    }

    #[test]
    fn crates_take_turns_and_small_ones_are_in_as_a_whole() {
        let drawn = draw(crates(&[2, 50, 50]), 1, 32);
        let of = |name: &str| drawn.iter().filter(|drawn| drawn.crate_ == name).count();
        assert_eq!([of("crate0"), of("crate1"), of("crate2")], [2, 15, 15]);
    }

    #[test]
    fn another_seed_draws_another_sample_and_the_same_one_the_same() {
        let sample = |seed| draw(crates(&[50, 50]), seed, 20);
        assert_eq!(sample(1), sample(1));
        assert_ne!(sample(1), sample(2));
    }

    #[test]
    fn only_searchable_functions_with_goals_are_candidates() {
        let lines = r#"{"target":"a::f","binary":null,"not_searched":null,"goals":[{"goal":0}]}
{"target":"a::g","binary":null,"not_searched":"no value","goals":[{"goal":0}]}
{"target":"a::h","binary":null,"not_searched":null,"goals":[]}
{"target":"a::i","binary":"b","not_searched":null,"goals":[{"goal":0}]}"#;
        assert_eq!(candidates(lines).unwrap(), ["a::f"]);
    }

    #[test]
    fn the_sample_has_a_hundred_different_functions() {
        let sample = sample().unwrap();
        let mut all: Vec<_> =
            sample.iter().flat_map(|(name, paths)| paths.iter().map(move |path| (name, path))).collect();
        let drawn = all.len();
        all.sort();
        all.dedup();
        assert_eq!((drawn, all.len()), (100, 100));
    }
}
