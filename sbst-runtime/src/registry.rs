//! What the attribute registers: targets, and for a search how to call them.

#[cfg(feature = "search")]
mod callable;
#[cfg(feature = "search")]
pub(crate) mod collateral;
#[cfg(feature = "search")]
pub(crate) mod dependences;
#[cfg(feature = "search")]
pub(crate) mod literals;
#[cfg(feature = "search")]
mod obstacle;
#[cfg(feature = "search")]
pub(crate) mod panic_places;

#[cfg(feature = "search")]
pub(crate) use callable::objects;
#[cfg(feature = "search")]
pub use callable::{Callable, Literals, Parameter};

#[cfg(feature = "panics")]
use crate::probe::check::CheckSite;
use crate::probe::site::Site;
use sbst_model::target::{CallForm, Check as CheckDescription, Condition as ConditionDescription, Place};
#[cfg(feature = "panics")]
use sbst_model::CheckKind;
use sbst_model::{ConditionKind, TargetDescription, TargetId};
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// All targets in the executable. The version in the name keeps two versions of this crate apart.
#[linkme::distributed_slice]
pub static TARGETS_0_1_0: [Target];

/// Why a function that keeps its `const` does not record.
const CONSTANT: &str = "constants need it, so it stays a `const fn`, in which probes cannot record";

/// File, line and column.
type Position = (&'static str, u32, u32);

/// An annotated function.
pub struct Target {
    /// Name of its package, as cargo says.
    pub package: Option<&'static str>,
    /// Name of its crate, as cargo says.
    pub crate_name: Option<&'static str>,
    /// Name of the binary that it is in; none in a library.
    pub binary: Option<&'static str>,
    /// Path of its module.
    pub module_path: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The file it stands in.
    pub file: &'static str,
    /// Line of its name.
    pub line: u32,
    /// Column of its name.
    pub column: u32,
    /// Whether it keeps its `const`, so that it has no probes.
    pub is_constant: bool,
    /// Where its probes record: one site for each condition.
    pub sites: &'static [Site],
    /// Its conditions.
    pub conditions: &'static [Condition],
    /// The directory in which processes record whose environment was cleared, as it was named when the crate was compiled.
    #[cfg(not(feature = "search"))]
    pub observed: Option<&'static str>,
    /// On what it depends whether a condition is evaluated: its index, that of another one, and the outcome of that.
    #[cfg(feature = "search")]
    pub dependences: &'static [(u32, u32, bool)],
    /// Literals in its source.
    #[cfg(feature = "search")]
    pub literals: Literals,
    /// Its parameters.
    #[cfg(feature = "search")]
    pub parameters: &'static [Parameter],
    /// Type of the result as written; empty for none.
    #[cfg(feature = "search")]
    pub result_type: &'static str,
    /// How to call it, or why that is impossible and what to do.
    #[cfg(feature = "search")]
    pub callable: Result<Callable, &'static str>,
    /// Where its hidden checks record: one site for each.
    #[cfg(feature = "panics")]
    pub check_sites: &'static [CheckSite],
    /// Its hidden checks.
    #[cfg(feature = "panics")]
    pub checks: &'static [Check],
}

/// A hidden check in the source.
#[cfg(feature = "panics")]
pub struct Check {
    /// What it guards.
    pub kind: CheckKind,
    /// The text of the operation.
    pub text: &'static str,
    /// The line of its place.
    pub line: u32,
    /// The column of its place.
    pub column: u32,
    /// Another place where its panic may be raised: line and column.
    pub also: (u32, u32),
    /// Whether the `#[cfg]`s around it hold. A check that is not there has a site, but no goal.
    pub active: bool,
}

/// A condition in the source.
pub struct Condition {
    /// What kind of condition it is.
    pub kind: ConditionKind,
    /// Its text.
    pub text: &'static str,
    /// Its line.
    pub line: u32,
    /// Its column.
    pub column: u32,
    /// Whether the `#[cfg]`s around it hold. A condition that is not there has a site, but no goals.
    pub active: bool,
}

impl Target {
    /// Its identity. Of several functions with one path, those after the first in their file are numbered; what a macro
    /// makes of one function in several expansions is one function.
    pub(crate) fn id(&self) -> TargetId {
        static PLACES: OnceLock<HashMap<TargetId, BTreeSet<Position>>> = OnceLock::new();
        let places = PLACES.get_or_init(|| {
            let mut places: HashMap<TargetId, BTreeSet<Position>> = HashMap::new();
            for target in TARGETS_0_1_0.iter() {
                places.entry(target.path()).or_default().insert(target.position());
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

    /// All that are one function: expansions of a macro. The one that is called comes first, and that is the first that can be.
    #[cfg(feature = "search")]
    pub(crate) fn expansions(id: &TargetId) -> Vec<&'static Target> {
        let mut found = Target::index().get(id).cloned().unwrap_or_default();
        if found.len() > 1 {
            found.sort_by_key(|target| target.shapes().is_err());
        }
        found
    }

    /// All targets by identity.
    #[cfg(feature = "search")]
    pub(crate) fn index() -> &'static HashMap<TargetId, Vec<&'static Target>> {
        static INDEX: OnceLock<HashMap<TargetId, Vec<&Target>>> = OnceLock::new();
        INDEX.get_or_init(|| {
            let mut index: HashMap<TargetId, Vec<&Target>> = HashMap::new();
            for target in TARGETS_0_1_0.iter() {
                index.entry(target.id()).or_default().push(target);
            }
            index
        })
    }

    /// Its path, which other functions may have as well.
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

    /// The conditions that are there, in the order by which goals number them, and the index of each one's site.
    pub(crate) fn active_conditions(&self) -> impl Iterator<Item = (usize, &'static Condition)> {
        self.conditions.iter().enumerate().filter(|(_, condition)| condition.active)
    }

    /// The hidden checks that are there, in the order by which goals number them, and the index of each one's site.
    #[cfg(feature = "panics")]
    pub(crate) fn active_checks(&self) -> impl Iterator<Item = (usize, &'static Check)> {
        self.checks.iter().enumerate().filter(|(_, check)| check.active)
    }

    #[cfg(feature = "panics")]
    fn described_checks(&self) -> Vec<CheckDescription> {
        let described = self.active_checks().map(|(_, check)| CheckDescription {
            kind: check.kind,
            text: check.text.to_owned(),
            place: Place { file: self.file.to_owned(), line: check.line, column: check.column },
        });
        described.collect()
    }

    #[cfg(not(feature = "panics"))]
    fn described_checks(&self) -> Vec<CheckDescription> {
        Vec::new()
    }

    /// What the command wants to know of it, whatever it is built for: nothing of how to call it.
    pub(crate) fn outline(&self) -> TargetDescription {
        let place = |line, column| Place { file: self.file.to_owned(), line, column };
        let conditions = self.active_conditions().map(|(_, condition)| ConditionDescription {
            kind: condition.kind,
            text: condition.text.to_owned(),
            place: place(condition.line, condition.column),
        });
        TargetDescription {
            id: self.id(),
            place: place(self.line, self.column),
            conditions: conditions.collect(),
            checks: self.described_checks(),
            parameters: Vec::new(),
            result_type: String::new(),
            call: CallForm::default(),
            not_searched: self.is_constant.then(|| CONSTANT.to_owned()),
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
