//! Compares the counted conditions with the recording ones.
//!
//! A condition records if its function is registered with a condition at the same place. The
//! denominator is *eligible* code: all functions compiled in the build, with the arguments of
//! unknown macros, but without tests and without functions required by constants. (A `const fn`
//! evaluated by the compiler cannot record.) Definitions of macros are eligible, with their
//! conditions outside of functions. Arguments of macros that are no Rust by themselves are counted
//! separately: they may contain conditions or not.

use std::collections::{BTreeMap, BTreeSet};

use crate::census::{Found, Function, Peculiarity, Place, Standing};
use crate::registered::Registered;

/// The result of the comparison.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// Conditions in eligible code.
    pub eligible: usize,
    /// Eligible conditions that record.
    pub recorded: usize,
    /// Conditions in `const fn`s required by constants.
    pub constant: usize,
    /// Possible conditions in arguments that are no Rust without their macro.
    pub in_macro_syntax: usize,
    /// Conditions of functions that a macro did not compile.
    pub dropped: usize,
    /// The places of the eligible conditions that do not record, by reason.
    pub exceptions: BTreeMap<String, Vec<String>>,
    /// Registered conditions that were not counted.
    pub uncounted: Vec<String>,
}

/// Compares the functions of files with the registered ones. `needed` names the `const fn`s
/// required by constants.
pub fn recording(
    files: &BTreeMap<String, Vec<Function>>,
    registered: &[Registered],
    needed: &BTreeSet<String>,
) -> Recording {
    let mut result = Recording::default();
    let mut by_place: BTreeMap<Place, Vec<&Registered>> = BTreeMap::new();
    for function in registered {
        by_place.entry(function.place).or_default().push(function);
    }
    for (file, function) in files.iter().flat_map(|(file, all)| all.iter().map(move |one| (file, one))) {
        if function.is_const && needed.contains(&function.name) {
            result.constant += function.conditions.len();
            continue;
        }
        if function.standing == Standing::None {
            // A rule of a macro's definition.
            result.add(file, function, best(function, registered));
            continue;
        }
        let is_in_macro = matches!(function.standing, Standing::MacroDefinition(_));
        let there = by_place.get(&function.place).into_iter().flatten();
        let named: Vec<&Registered> = there.copied().filter(|one| is_in_macro || one.file == *file).collect();
        let target = match (named.first(), is_in_macro) {
            (Some(_), false) => named.first().copied(),
            (_, true) => best(function, registered),
            (None, false) => None,
        };
        result.add(file, function, target);
    }
    result
}

/// Returns the instance of a function in a macro's definition with most of its conditions.
fn best<'r>(function: &Function, registered: &'r [Registered]) -> Option<&'r Registered> {
    let common = |one: &Registered| {
        function.conditions.iter().filter(|found| one.conditions.contains(&found.place)).count()
    };
    let scored = registered.iter().map(|one| (common(one), one.place == function.place, one));
    let best = scored.filter(|(common, named, _)| *common > 0 || *named);
    best.max_by_key(|(common, named, _)| (*common, *named)).map(|(.., one)| one)
}

impl Recording {
    /// Returns the share of eligible conditions that record, in percent.
    pub fn percent(&self) -> f64 {
        percent(self.recorded, self.eligible)
    }

    /// Returns the share if the arguments of macros that are no Rust were eligible, too.
    pub fn percent_with_macro_syntax(&self) -> f64 {
        percent(self.recorded, self.eligible + self.in_macro_syntax)
    }

    fn add(&mut self, file: &str, function: &Function, target: Option<&Registered>) {
        let is_in_macro = matches!(function.standing, Standing::MacroDefinition(_) | Standing::None);
        let may_be_dropped = matches!(function.standing, Standing::MacroDefinition(_))
            || matches!(function.standing, Standing::MacroArguments(_));
        if target.is_none() && may_be_dropped {
            self.dropped += function.conditions.len();
            return;
        }
        let mut left: Vec<Place> = target.map(|target| target.conditions.clone()).unwrap_or_default();
        let mut missing: Vec<&Found> = Vec::new();
        for found in &function.conditions {
            match left.iter().position(|place| *place == found.place) {
                Some(index) => _ = left.swap_remove(index),
                None => missing.push(found),
            }
        }
        if is_in_macro {
            // A condition that begins with a fragment has its place where the macro is used.
            let elsewhere = left.len().min(missing.len());
            missing.truncate(missing.len() - elsewhere);
            left.truncate(left.len() - elsewhere);
        }
        let is_uncertain = |found: &Found| matches!(found.peculiarity, Some(Peculiarity::MacroSyntax(_)));
        let uncertain = missing.iter().filter(|found| is_uncertain(found)).count();
        self.in_macro_syntax += uncertain;
        self.eligible += function.conditions.len() - uncertain;
        self.recorded += function.conditions.len() - missing.len();
        self.except(file, function, missing.into_iter(), target.is_some());
        if let Some(target) = target {
            let places =
                left.iter().map(|place| format!("{file}:{}:{}: in {}", place.0, place.1, target.path));
            self.uncounted.extend(places);
        }
    }

    /// Files conditions that do not record under their reasons.
    fn except<'f>(
        &mut self,
        file: &str,
        function: &Function,
        missing: impl Iterator<Item = &'f Found>,
        is_registered: bool,
    ) {
        for found in missing {
            let reason = match &found.peculiarity {
                Some(Peculiarity::OpaqueMacro(name)) => format!("in the arguments of `{name}!`"),
                Some(Peculiarity::MacroSyntax(name)) => {
                    format!("in the arguments of `{name}!`, which are no Rust, so perhaps no condition")
                }
                Some(Peculiarity::MacroDefinition(name)) => {
                    format!("in the definition of `{name}!`, outside of functions")
                }
                Some(Peculiarity::MacroPattern) => "a macro among the patterns".to_owned(),
                Some(Peculiarity::PointerCast) => "a comparison with a cast to a raw pointer".to_owned(),
                Some(Peculiarity::ChainedPlace) => {
                    "`let` in a chain, of what cannot be looked at twice".to_owned()
                }
                None if is_registered => "not known".to_owned(),
                None => "its function is not registered".to_owned(),
            };
            let (line, column) = found.place;
            let place = format!("{file}:{line}:{column}: {} in {}", found.kind, function.name);
            self.exceptions.entry(reason).or_default().push(place);
        }
    }
}

fn percent(part: usize, whole: usize) -> f64 {
    match whole {
        0 => 100.0,
        whole => 100.0 * part as f64 / whole as f64,
    }
}
