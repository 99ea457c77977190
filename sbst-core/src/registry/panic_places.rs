//! The places where hidden checks panic; only searches for panics have them.

use crate::mutant::trial::Mutant;
use crate::probe::site::Site;
use crate::registry::Target;
use crate::registry::TARGETS_0_1_0;
use sbst_model::messages::FindingKind;
use sbst_model::target::Place;
use sbst_model::CheckKind;
use std::{collections::HashMap, sync::OnceLock};

/// A place where a panic may be raised, and its kind of fault. Several checks may share places: an
/// operation begins at its left operand.
#[derive(Clone, Copy, Debug)]
pub struct Spot {
    file: &'static str,
    places: [(u32, u32); 2],
    kind: FindingKind,
}

impl Spot {
    pub fn is(&self, place: &Place) -> bool {
        self.places.contains(&(place.line, place.column)) && self.file == place.file
    }

    /// Returns the kind of fault of its panic.
    pub fn kind(&self) -> FindingKind {
        self.kind
    }
}

/// Returns the hidden checks of operations of a target, in the order of their goals. Each has its
/// index among all checks, its site, and the places of its panic.
pub fn sites_and_spots(target: &'static Target) -> impl Iterator<Item = (usize, &'static Site, Spot)> {
    let operations = target.active_checks().enumerate().filter(|(_, (_, check))| check.mutant.is_none());
    operations.filter_map(|(at, (index, check))| {
        let places = [(check.line, check.column), check.also];
        let spot = Spot { file: target.file, places, kind: kind(check.kind)? };
        Some((at, target.check_sites[index].site(), spot))
    })
}

/// Returns the mutants among a target's hidden checks, with the index of each among all checks.
pub fn mutants(target: &'static Target) -> impl Iterator<Item = (usize, Mutant)> {
    let checks = target.active_checks().enumerate();
    checks.filter_map(|(at, (_, check))| Some((at, check.mutant?)))
}

/// True if the executable was built for a search for panics, and has a place for one.
pub fn are_sought() -> bool {
    TARGETS_0_1_0.iter().any(|target| target.active_checks().next().is_some())
}

/// Returns the number of hidden checks of a target.
pub fn count(target: &'static Target) -> usize {
    target.active_checks().count()
}

/// Returns the kind of fault of a hidden check at a place in any target. `expect("…")` has its own
/// message, so an unwrap comes first among several.
pub fn kind_at(place: Option<&Place>) -> Option<FindingKind> {
    static KINDS: OnceLock<HashMap<(&'static str, u32, u32), FindingKind>> = OnceLock::new();
    let place = place?;
    let kinds = KINDS.get_or_init(|| {
        let checks = TARGETS_0_1_0.iter().flat_map(|target| {
            target.active_checks().flat_map(move |(_, check)| {
                let places = [(check.line, check.column), check.also];
                let kind = kind(check.kind).into_iter();
                kind.flat_map(move |kind| places.map(|(line, column)| ((target.file, line, column), kind)))
            })
        });
        let mut kinds = HashMap::new();
        for (place, kind) in checks {
            let known = kinds.entry(place).or_insert(kind);
            if kind == FindingKind::Unwrap {
                *known = kind;
            }
        }
        kinds
    });
    kinds.get(&(place.file.as_str(), place.line, place.column)).copied()
}

/// Returns the kind of fault of a failed check; `None` if it is not a fault.
fn kind(check: CheckKind) -> Option<FindingKind> {
    Some(match check {
        CheckKind::Overflow => FindingKind::Overflow,
        CheckKind::Division => FindingKind::Division,
        CheckKind::Index | CheckKind::Slice | CheckKind::Call => FindingKind::Index,
        CheckKind::Unwrap => FindingKind::Unwrap,
        CheckKind::Borrow => FindingKind::Panic,
        CheckKind::Mutant => return None,
    })
}

/// Forgets the waiting operands that an execution left behind.
#[inline]
pub fn forget() {
    crate::probe::check::forget();
}
