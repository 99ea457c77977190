//! Which functions a method's name may mean, and which of these need a value of their type.

use super::{Names, Reached};
use crate::shadow::effects::Cause;
use crate::shadow::effects::items::Declaration;
use crate::shadow::effects::standard::{self, CONVERSIONS, OPERATORS};
use crate::shadow::effects::uses::is_lower;
use std::collections::BTreeSet;

/// Traits of which one leads to the other's methods.
const ITERATORS: [&str; 5] =
    ["DoubleEndedIterator", "ExactSizeIterator", "FusedIterator", "IntoIterator", "Iterator"];
const READERS: [&str; 4] = ["BufRead", "Read", "Seek", "Write"];

/// Whether a trait is known to be one of the standard library by its name.
pub(super) fn is_of_standard(name: &String) -> bool {
    OPERATORS.contains(&&**name) || ITERATORS.contains(&&**name)
}

impl Names<'_> {
    /// Whether a method is called on values of a type of the sources alone, and not by what a trait of the sources promises.
    pub(super) fn is_of_values(&self, method: &Declaration) -> bool {
        let is_type = |owner: &String| {
            let is_certain = !is_lower(owner) && !self.traits.contains(&**owner);
            is_certain && self.types.contains(&**owner) && self.others.contains_key(&**owner)
        };
        let is_standard = |of: &String| is_of_standard(of) && !self.traits.contains(&**of);
        !method.is_default
            && method.owners.first().is_some_and(is_type)
            && method.of_trait.as_ref().is_none_or(is_standard)
    }

    /// Whether there may be a value that has a method's trait, of whatever type, where these traits are mentioned.
    pub fn may_have(&self, method: &Declaration, traits: &BTreeSet<String>) -> bool {
        let Some(of_trait) = &method.of_trait else { return false };
        let leads_to = |name: &String| {
            // One of the sources may demand any other.
            self.traits.contains(&**name)
                || name == of_trait
                || [&ITERATORS[..], &READERS]
                    .iter()
                    .any(|kin| kin.contains(&&**name) && kin.contains(&&**of_trait))
        };
        traits.iter().any(leads_to)
    }

    pub(super) fn method(&self, name: &str, of_self: bool, declaration: &Declaration, reached: &mut Reached) {
        let own: Vec<&Vec<usize>> =
            declaration.owners.iter().filter_map(|owner| self.owned.get(&(owner.as_str(), name))).collect();
        if of_self && !own.is_empty() {
            own.into_iter().for_each(|found| reached.add(Some(found)));
            return;
        }
        if standard::is_effect_of_paths(name) && self.has_paths {
            reached.effect(Cause::known(format!("the method `{name}`, which may be that of a path")));
        }
        for number in self.methods.get(name).into_iter().flatten() {
            match self.is_of_values(&self.items.declarations[*number]) {
                true => reached.of_values.insert(*number),
                false => reached.declarations.insert(*number),
            };
        }
        for (_, other) in CONVERSIONS.iter().filter(|(method, _)| *method == name) {
            reached.add(self.methods.get(other));
        }
        let is_standard = standard::is_method(name);
        let of_known = self.crates.declared.methods.get(name).filter(|_| !is_standard);
        if let Some(cause) = of_known {
            reached.calls_theirs = true;
            if let Some(cause) = cause.clone() {
                reached.effect(cause.within(format!("`{name}`")));
            }
        }
        if !self.methods.contains_key(name) && !is_standard && of_known.is_none() {
            reached.declarations.extend(&self.nameless);
            if !self.crates.foreign.is_empty() {
                reached.effect(Cause::unknown(format!("the method `{name}` of another crate")));
            }
        }
    }

    /// A function of a type or a trait.
    pub(super) fn associated(&self, owner: &str, name: &str, of: &Declaration, reached: &mut Reached) {
        if !is_lower(name) {
            return;
        }
        let of_known = self.crates.declared.methods.get(name).and_then(Option::as_ref);
        let owners: Vec<&str> =
            if owner == "Self" { of.owners.iter().map(String::as_str).collect() } else { vec![owner] };
        let found: Vec<usize> =
            owners.iter().filter_map(|owner| self.owned.get(&(*owner, name))).flatten().copied().collect();
        let all = self.methods.get(name).into_iter().flatten();
        if let Some(cause) = of_known.filter(|_| found.is_empty()) {
            reached.effect(cause.clone().within(format!("`{owner}::{name}`")));
        }
        if standard::is_type(owner) || !found.is_empty() {
            let defaults = all.filter(|number| self.items.declarations[**number].is_default);
            reached.declarations.extend(defaults);
            reached.declarations.extend(found);
        } else {
            // Another name of a type, a type that is a parameter, a macro's.
            reached.declarations.extend(all);
            reached.declarations.extend(&self.nameless);
        }
    }
}
