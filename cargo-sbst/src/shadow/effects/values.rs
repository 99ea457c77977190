//! The way from one function to an effect, by the values that can be there.
//!
//! Whoever calls a method of a type of the sources has got a value of it, and nobody has without the type being mentioned somewhere: in the function, in the
//! signature of what it calls, in a field of a type that is mentioned. So from a function on, methods of a type count once the type is reached; those of a
//! trait of the standard library also once that trait is mentioned (`impl Iterator`, `Box<dyn Read>`), or one of the sources, which may demand it. Methods that
//! traits of the sources promise count always.

use super::items::Items;
use super::names::{Names, Reached};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A shortest way from a function to an effect, both included; one that is known is preferred. Nothing if it reaches none.
pub fn way(from: usize, items: &Items, names: &Names<'_>, reached: &[Reached]) -> Option<Vec<usize>> {
    let mut before = BTreeMap::from([(from, from)]);
    let mut next = VecDeque::from([from]);
    // Methods that wait for a value, with who calls them.
    let mut waiting: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut types, mut traits): (BTreeSet<&str>, BTreeSet<String>) = (BTreeSet::new(), BTreeSet::new());
    let mut unknown = None;
    while let Some(at) = next.pop_front() {
        match &reached[at].cause {
            Some(cause) if cause.is_known => return Some(back(at, &before)),
            Some(_) => unknown = unknown.or(Some(at)),
            None => {}
        }
        let known = (types.len(), traits.len());
        if items.declarations[at].is_type {
            types.insert(&items.declarations[at].name);
        }
        traits.extend(reached[at].traits.iter().cloned());
        let new = reached[at].of_values.iter().filter(|method| !before.contains_key(method));
        new.for_each(|method| _ = waiting.entry(*method).or_insert(at));
        for callee in &reached[at].declarations {
            if !before.contains_key(callee) {
                before.insert(*callee, at);
                next.push_back(*callee);
            }
        }
        if known == (types.len(), traits.len()) && reached[at].of_values.is_empty() {
            continue;
        }
        waiting.retain(|method, caller| {
            let declaration = &items.declarations[*method];
            let is_there = declaration.owners.first().is_some_and(|owner| types.contains(&**owner))
                || names.may_have(declaration, &traits);
            if is_there && !before.contains_key(method) {
                before.insert(*method, *caller);
                next.push_back(*method);
            }
            !is_there
        });
    }
    unknown.map(|at| back(at, &before))
}

/// The way that led somewhere.
fn back(to: usize, before: &BTreeMap<usize, usize>) -> Vec<usize> {
    let mut way = vec![to];
    let mut at = to;
    while before[&at] != at {
        at = before[&at];
        way.push(at);
    }
    way.reverse();
    way
}
