//! Counts that the processes of a run have left, added up.
//!
//! 1. A function is identified by package, crate and path. As in a search, only functions of the
//!    libraries and binaries of the selected packages count. Functions of integration tests,
//!    examples and other packages do not.
//! 2. Executables differ in the items with `#[cfg(test)]`. A search uses the items of unit tests,
//!    so their description of a function counts: conditions of other executables alone are no
//!    goals.
//! 3. If one executable has two functions with the same identity, the first counts, as in a search.
//! 4. Unreadable files are reported and skipped: the tests have run, and the rest of the report is
//!    correct.

use super::TestedFunction;
use crate::cargo::workspace::Workspace;
use crate::mutants::{Crates, crates};
use crate::ui::console;
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use sbst_model::observed::{Executable, ObservedTarget, Tally, read_counts};
use sbst_model::target::Condition;
use sbst_model::{TargetDescription, TargetId};
use sbst_wire::{from_line, split_lines};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::io::ErrorKind;

pub fn clear(directory: &Utf8Path) -> anyhow::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            return Err(error).with_context(|| format!("failed to remove {directory}"));
        }
        _ => {}
    }
    fs::create_dir_all(directory).with_context(|| format!("failed to create {directory}"))
}

/// Returns the functions in the processes of a run, sorted, with their counts.
pub fn read(
    directory: &Utf8Path,
    workspace: &Workspace,
    unit_tests: &[&Utf8Path],
) -> anyhow::Result<Vec<TestedFunction>> {
    let mut registries = Vec::new();
    let mut counts = Vec::new();
    let failed = || format!("failed to read {directory}");
    for entry in directory.read_dir_utf8().with_context(failed)? {
        let path = entry.with_context(failed)?.into_path();
        match path.file_name() {
            Some(name) if name.starts_with("registry-") => {
                let file = fs::read(&path).with_context(|| format!("failed to read {path}"))?;
                let registry = Registry::parse(name, &file);
                registries.push(registry.with_context(|| format!("failed to parse {path}"))?);
            }
            Some(name) if name.starts_with("counts-") => counts.push(path),
            _ => {}
        }
    }
    let is_unit_test = |registry: &Registry| unit_tests.iter().any(|path| **path == registry.executable);
    registries.sort_by_key(|registry| (!is_unit_test(registry), registry.hash));

    let crates = crates(workspace);
    let mut known = KnownFunction::default();
    let places: HashMap<u64, Vec<(u32, Slot)>> = registries
        .into_iter()
        .map(|registry| (registry.hash, known.take(registry.targets, &crates)))
        .collect();
    counts.sort();
    for path in counts {
        let file = fs::read(&path).with_context(|| format!("failed to read {path}"))?;
        match read_counts(&file) {
            Ok((registry, tallies)) => {
                let places = places.get(&registry).into_iter().flatten();
                known.add(places, &tallies);
            }
            Err(error) => console::warning(format_args!("skipping {path}: {error}")),
        }
    }
    Ok(known.functions.into_values().collect())
}

/// The functions of an executable.
struct Registry {
    hash: u64,
    executable: String,
    targets: Vec<ObservedTarget>,
}

impl Registry {
    fn parse(name: &str, file: &[u8]) -> anyhow::Result<Registry> {
        let hash = name.strip_prefix("registry-").and_then(|hash| u64::from_str_radix(hash, 16).ok());
        let mut lines = split_lines(file);
        let executable: Executable = from_line(lines.next().unwrap_or_default())?;
        Ok(Registry {
            hash: hash.context("its name has no hash in it")?,
            executable: executable.path,
            targets: lines.map(from_line).collect::<Result<_, _>>()?,
        })
    }
}

/// A condition of a known function.
struct Slot {
    target: TargetId,
    condition: usize,
}

/// The functions known so far.
#[derive(Default)]
struct KnownFunction {
    functions: BTreeMap<TargetId, TestedFunction>,
}

impl KnownFunction {
    /// Adds the functions of an executable, and returns the condition of each slot.
    fn take(&mut self, targets: Vec<ObservedTarget>, crates: &Crates) -> Vec<(u32, Slot)> {
        let mut here = BTreeSet::new();
        let mut slots = Vec::new();
        for ObservedTarget { description, slots: own_slots } in targets {
            let TargetId { package, crate_name, binary, .. } = &description.id;
            if !crates.contains(&(package.clone(), crate_name.clone(), binary.clone())) {
                continue;
            }
            let target = description.id.clone();
            let known = self.functions.get(&target);
            if known.is_some_and(|known| known.description.place != description.place) {
                if here.contains(&target) {
                    console::warning(format_args!(
                        "two annotated functions are called `{target}`; the one at {} is left out",
                        description.place
                    ));
                }
                continue;
            }
            let own = occurrences(&description);
            let function = self
                .functions
                .entry(target.clone())
                .or_insert_with(|| TestedFunction::new(description.clone()));
            let known = occurrences(&function.description);
            for (occurrence, slot) in own.into_iter().zip(own_slots) {
                if let Some(condition) = known.iter().position(|known| *known == occurrence) {
                    slots.push((slot, Slot { target: target.clone(), condition }));
                }
            }
            here.insert(target);
        }
        slots
    }

    /// Adds the counts of a process.
    fn add<'a>(&mut self, slots: impl Iterator<Item = &'a (u32, Slot)>, tallies: &[Tally]) {
        for (slot, Slot { target, condition }) in slots {
            let tally = tallies.get(*slot as usize);
            let function = self.functions.get_mut(target);
            if let Some((own, tally)) =
                function.and_then(|function| function.tallies.get_mut(*condition)).zip(tally)
            {
                own.merge(tally);
            }
        }
    }
}

/// Returns the conditions of a function, each with the number of equal ones before it.
fn occurrences(description: &TargetDescription) -> Vec<(&Condition, usize)> {
    let conditions = &description.conditions;
    let earlier =
        |index: usize| conditions[..index].iter().filter(|other| **other == conditions[index]).count();
    conditions.iter().enumerate().map(|(index, condition)| (condition, earlier(index))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn crates() -> Crates {
        Crates::from([("d".to_owned(), "d".to_owned(), None)])
    }

    fn tally(count: u64) -> Tally {
        Tally { counts: [count, 0], ..Tally::default() }
    }

    fn observed(description: &TargetDescription, first: u32) -> ObservedTarget {
        let slots = (first..).take(description.conditions.len()).collect();
        ObservedTarget { description: description.clone(), slots }
    }

    #[test]
    fn counts_are_added_to_the_first_executables_conditions() {
        let whole = fixture::description("d::f", 3);
        let mut part = whole.clone();
        part.conditions.remove(1);
        let mut more = whole.clone();
        more.conditions[0].text = "known here alone".into();
        let mut known = KnownFunction::default();
        let first = known.take(vec![observed(&whole, 1)], &crates());
        let second = known.take(vec![observed(&part, 7)], &crates());
        let third = known.take(vec![observed(&more, 1)], &crates());
        known.add(first.iter(), &[0, 1, 2, 3].map(tally));
        known.add(second.iter(), &[0, 0, 0, 0, 0, 0, 0, 10, 20].map(tally));
        known.add(third.iter(), &[0, 100, 200, 300].map(tally));
        let function = &known.functions[&whole.id];
        assert_eq!(function.description, whole);
        assert_eq!(function.tallies, [11, 202, 323].map(tally));
    }

    #[test]
    fn equal_conditions_are_distinguished_by_their_order() {
        let mut description = fixture::description("d::f", 2);
        description.conditions[1] = description.conditions[0].clone();
        let mut known = KnownFunction::default();
        let slots = known.take(vec![observed(&description, 1)], &crates());
        known.add(slots.iter(), &[0, 5, 6].map(tally));
        assert_eq!(known.functions[&description.id].tallies, [5, 6].map(tally));
    }

    #[test]
    fn functions_of_other_crates_and_duplicates_do_not_count() {
        let ours = fixture::description("d::f", 1);
        let (mut others, mut second) = (ours.clone(), ours.clone());
        others.id.crate_name = "integration".into();
        second.place.line = 77;
        let mut known = KnownFunction::default();
        let targets = vec![observed(&others, 1), observed(&ours, 2), observed(&second, 3)];
        let slots = known.take(targets, &crates());
        assert_eq!(slots.iter().map(|(slot, _)| *slot).collect::<Vec<_>>(), [2]);
        assert_eq!(known.functions.len(), 1);
        assert_eq!(known.functions[&ours.id].description.place, ours.place);
    }
}
