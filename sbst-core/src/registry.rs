//! The registry of annotated functions, and, for a search, of how to call them.

#[cfg(feature = "search")]
mod obstacle;
#[cfg(feature = "search")]
mod callable;
#[cfg(feature = "search")]
pub mod collateral;
#[cfg(feature = "search")]
pub mod dependences;
#[cfg(feature = "search")]
pub mod literals;
#[cfg(feature = "search")]
pub mod panic_places;

#[cfg(feature = "search")]
pub use callable::objects;
#[cfg(feature = "search")]
pub use callable::{Callable, Literals, Parameter};

#[cfg(feature = "search")]
use crate::mutant::trial::Mutant;
#[cfg(feature = "search")]
use crate::probe::check::CheckSite;
use crate::probe::site::Site;
use crate::sorted::sort;
use sbst_model::target::{
    Check as CheckDescription, Condition as ConditionDescription, Infeasible, Obstacle, Place,
};
#[cfg(feature = "search")]
use sbst_model::CheckKind;
use sbst_model::{ConditionKind, TargetDescription, TargetId};
use std::collections::HashMap;
use std::sync::OnceLock;

/// All targets in the executable. The version in the name separates two versions of this crate.
#[linkme::distributed_slice]
pub static TARGETS_0_1_0: [Target];

type Position = (&'static str, u32, u32);

pub struct Target {
    /// The name of the package in cargo.
    pub package: Option<&'static str>,
    /// The name of the crate in cargo.
    pub crate_name: Option<&'static str>,
    /// The name of the binary; `None` in a library.
    pub binary: Option<&'static str>,
    pub module_path: &'static str,
    pub name: &'static str,
    pub file: &'static str,
    /// The line of its name.
    pub line: u32,
    /// The column of its name.
    pub column: u32,
    /// True if it keeps its `const`, and has no probes.
    pub is_constant: bool,
    /// One site for each condition.
    pub sites: &'static [Site],
    pub conditions: &'static [Condition],
    /// The directory for records of processes with a cleared environment, as named when the crate
    /// was compiled.
    #[cfg(not(feature = "search"))]
    pub observed: Option<&'static str>,
    /// Control dependences: the index of a condition, and the index and outcome of a condition that
    /// it depends on.
    #[cfg(feature = "search")]
    pub dependences: &'static [(u32, u32, bool)],
    #[cfg(feature = "search")]
    pub literals: Literals,
    #[cfg(feature = "search")]
    pub parameters: &'static [Parameter],
    /// The type of the result as written; empty for none.
    #[cfg(feature = "search")]
    pub result_type: &'static str,
    /// The ways to call it, one for each of its instances, or the reason why that is impossible.
    #[cfg(feature = "search")]
    pub callables: Result<&'static [Callable], Obstacle>,
    /// One site for each hidden check.
    #[cfg(feature = "search")]
    pub check_sites: &'static [CheckSite],
    #[cfg(feature = "search")]
    pub checks: &'static [Check],
}

#[cfg(feature = "search")]
pub struct Check {
    pub kind: CheckKind,
    /// The text of the operation.
    pub text: &'static str,
    pub line: u32,
    pub column: u32,
    /// Another place where its panic may be raised: line and column.
    pub also: (u32, u32),
    /// True if the `#[cfg]`s around it hold. An inactive check has a site, but no goal.
    pub active: bool,
    /// The mutant with this effect, unless it is the effect of an operation.
    pub mutant: Option<Mutant>,
}

pub struct Condition {
    pub kind: ConditionKind,
    pub text: &'static str,
    pub line: u32,
    pub column: u32,
    /// True if the `#[cfg]`s around it hold. An inactive condition has a site, but no goals.
    pub active: bool,
    /// True if it is in a closure.
    pub in_closure: bool,
    /// The reasons why no input reaches "true", and "false"; empty if one may.
    pub infeasible: [&'static str; 2],
}

impl Condition {
    /// Returns the outcomes that no input reaches.
    fn infeasible(&self) -> Vec<Infeasible> {
        let reasons = [true, false].into_iter().zip(self.infeasible);
        let proved = reasons.filter(|(_, reason)| !reason.is_empty());
        proved.map(|(outcome, reason)| Infeasible { outcome, reason: reason.to_owned() }).collect()
    }
}

impl Target {
    /// Returns its identity. Several functions with one path in a file are numbered from the second
    /// on. All expansions of a function in a macro are one function.
    pub fn id(&self) -> TargetId {
        static PLACES: OnceLock<HashMap<TargetId, Vec<Position>>> = OnceLock::new();
        let places = PLACES.get_or_init(|| {
            let mut places: HashMap<TargetId, Vec<Position>> = HashMap::new();
            for target in TARGETS_0_1_0.iter() {
                places.entry(target.path()).or_default().push(target.position());
            }
            for places in places.values_mut() {
                sort(places, Ord::cmp);
                places.dedup();
            }
            places
        });
        let mut id = self.path();
        let number =
            places.get(&id).and_then(|places| places.iter().position(|place| *place == self.position()));
        if let Some(before @ 1..) = number {
            id.path.push_str(&format!("#{}", before + 1));
        }
        id
    }

    /// Returns all expansions of one function in a macro, with a callable one first.
    #[cfg(feature = "search")]
    pub fn expansions(id: &TargetId) -> Vec<&'static Target> {
        let mut found = Target::index().get(id).cloned().unwrap_or_default();
        if found.len() > 1 {
            let is_refused = |target: &Target| target.shapes().is_err();
            sort(&mut found, |a, b| is_refused(a).cmp(&is_refused(b)));
        }
        found
    }

    /// Returns all targets by identity.
    #[cfg(feature = "search")]
    pub fn index() -> &'static HashMap<TargetId, Vec<&'static Target>> {
        static INDEX: OnceLock<HashMap<TargetId, Vec<&Target>>> = OnceLock::new();
        INDEX.get_or_init(|| {
            let mut index: HashMap<TargetId, Vec<&Target>> = HashMap::new();
            for target in TARGETS_0_1_0.iter() {
                index.entry(target.id()).or_default().push(target);
            }
            index
        })
    }

    /// Returns its path, which other functions may share.
    fn path(&self) -> TargetId {
        let root = || self.module_path.split("::").next().unwrap_or_default();
        TargetId {
            package: self.package.unwrap_or_else(root).to_owned(),
            crate_name: self.crate_name.unwrap_or_else(root).to_owned(),
            binary: self.binary.map(str::to_owned),
            path: format!("{}::{}", self.module_path, self.name),
        }
    }

    fn position(&self) -> Position {
        (self.file, self.line, self.column)
    }

    /// Returns the active conditions in the order of their goals, with the indices of their sites.
    pub fn active_conditions(&self) -> impl Iterator<Item = (usize, &'static Condition)> {
        self.conditions.iter().enumerate().filter(|(_, condition)| condition.active)
    }

    /// Returns the active hidden checks in the order of their goals, with the indices of their
    /// sites.
    #[cfg(feature = "search")]
    pub fn active_checks(&self) -> impl Iterator<Item = (usize, &'static Check)> {
        self.checks.iter().enumerate().filter(|(_, check)| check.active)
    }

    #[cfg(feature = "search")]
    fn described_checks(&self) -> Vec<CheckDescription> {
        let described = self.active_checks().map(|(_, check)| CheckDescription {
            kind: check.kind,
            text: check.text.to_owned(),
            place: Place { file: self.file.to_owned(), line: check.line, column: check.column },
        });
        described.collect()
    }

    #[cfg(not(feature = "search"))]
    fn described_checks(&self) -> Vec<CheckDescription> {
        Vec::new()
    }

    /// Describes it for the command in any build, without the ways to call it.
    pub fn outline(&self) -> TargetDescription {
        let place = |line, column| Place { file: self.file.to_owned(), line, column };
        let conditions = self.active_conditions().map(|(_, condition)| ConditionDescription {
            kind: condition.kind,
            text: condition.text.to_owned(),
            place: place(condition.line, condition.column),
            in_closure: condition.in_closure,
            infeasible: condition.infeasible(),
        });
        TargetDescription {
            conditions: conditions.collect(),
            checks: self.described_checks(),
            not_searched: self.is_constant.then(|| Obstacle::Constant.into()),
            ..TargetDescription::new(self.id(), place(self.line, self.column))
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_registry_is_named_after_the_version() {
        let named = concat!("TARGETS_", env!("CARGO_PKG_VERSION")).replace(['.', '-', '+'], "_");
        assert_eq!(named, stringify!(TARGETS_0_1_0), "rename the slice with the version");
        let _ = super::TARGETS_0_1_0.len();
        #[cfg(feature = "search")]
        let _ = crate::probe::branch_distance::known::KNOWN_0_1_0.len();
    }
}
