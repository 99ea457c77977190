//! Slices of path conditions.
//!
//! Tardis, section 4.1; Cadar, Dunbar and Engler, "KLEE", OSDI 2008 (constraint independence).
//!
//! 1. The prefix of an alternative is satisfiable, because it was executed. So only the clauses
//!    that share variables with the negated clause decide if it is compatible with the prefix.
//! 2. Sharing is transitive: x < y and y < z tie z to x.
//! 3. For fingerprints, variables of one object count as one, because of invariants of its methods.
//!    A solver needs no such clauses.
//! 4. A clause without variables is only in its own slice.

use crate::path_condition::{Input, PathCondition};
use sbst_solver::term::Variable;
use std::collections::BTreeMap;

/// The dependency between variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dependency {
    Variables,
    /// Rule 3.
    Objects,
}

/// Returns the requested clauses, each after those it depends on, in order.
pub(super) fn slice(condition: &PathCondition, dependency: Dependency, wanted: &[usize]) -> Vec<Vec<usize>> {
    let elements = elements(condition, dependency, wanted.last().map_or(0, |last| last + 1));
    let mut classes = Classes((0..condition.inputs.len()).collect());
    let mut slices = Vec::with_capacity(wanted.len());
    for (depth, own) in elements.iter().enumerate() {
        for pair in own.windows(2) {
            classes.join(pair[0], pair[1]);
        }
        if wanted.get(slices.len()) == Some(&depth) {
            let class = own.first().map(|&element| classes.find(element));
            let before = elements[..depth].iter().enumerate();
            let depends = before.filter(|(_, other)| {
                class.is_some() && other.first().map(|&element| classes.find(element)) == class
            });
            slices.push(depends.map(|(index, _)| index).collect());
        }
    }
    slices
}

/// The variables of the first clauses, by their indices among the inputs; those of an object by the
/// index of its first one.
fn elements(condition: &PathCondition, dependency: Dependency, clauses: usize) -> Vec<Vec<usize>> {
    let mut first_of: BTreeMap<u32, usize> = BTreeMap::new();
    let mut representative = |place: usize, input: &Input| match input.object {
        Some(object) if dependency == Dependency::Objects => *first_of.entry(object).or_insert(place),
        _ => place,
    };
    let places: BTreeMap<Variable, usize> = condition
        .inputs
        .iter()
        .enumerate()
        .map(|(place, input)| (input.variable, representative(place, input)))
        .collect();
    let clauses = condition.clauses[..clauses].iter();
    clauses
        .map(|clause| {
            let variables = condition.pool.variables(&[clause.term]);
            variables.iter().filter_map(|variable| places.get(variable).copied()).collect()
        })
        .collect()
}

/// Classes of equal elements: union-find.
struct Classes(Vec<usize>);

impl Classes {
    fn find(&mut self, mut element: usize) -> usize {
        while self.0[element] != element {
            self.0[element] = self.0[self.0[element]];
            element = self.0[element];
        }
        element
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        self.0[one] = other;
    }
}

#[cfg(test)]
mod tests {
    use super::super::doubles::{condition, Less};
    use super::*;

    #[test]
    fn transitively_dependent_clause_is_in_slice() {
        // Paper, figure 3: of four clauses, the one without shared variables is left out.
        let condition = condition(&[Less::Of(0, 1), Less::Of(2, 3), Less::Of(1, 4), Less::Of(4, 5)], &[]);
        assert_eq!(slice(&condition, Dependency::Variables, &[3]), [[0, 2]]);
    }

    #[test]
    fn later_dependence_is_ignored() {
        let condition = condition(&[Less::Of(0, 1), Less::Of(2, 3), Less::Of(1, 2)], &[]);
        assert_eq!(slice(&condition, Dependency::Variables, &[1, 2]), [vec![], vec![0, 1]]);
    }

    #[test]
    fn variables_of_one_object_are_tied_for_fingerprints_only() {
        let condition = condition(&[Less::Of(0, 1), Less::Of(2, 3), Less::Of(4, 5)], &[(0, 9), (4, 9)]);
        assert_eq!(slice(&condition, Dependency::Objects, &[2]), [[0]]);
        assert_eq!(slice(&condition, Dependency::Variables, &[2]), [[0; 0]]);
    }

    #[test]
    fn clauses_without_variables_have_no_dependences() {
        let condition = condition(&[Less::Of(0, 1), Less::Holds, Less::Holds], &[]);
        assert_eq!(slice(&condition, Dependency::Objects, &[0, 1, 2]), [[0; 0]; 3]);
    }
}
