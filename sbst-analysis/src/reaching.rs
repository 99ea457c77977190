//! Reaching definitions: the definitions of a variable that may have set its value at a use.
//!
//! Kildall, "A unified approach to global program optimization", POPL 1973; in modern terms, Aho,
//! Lam, Sethi and Ullman, "Compilers: principles, techniques, and tools", 2nd edition 2007, section
//! 9.2.4. The definitions at the end of a node are those it generates, and those at its beginning
//! that are not killed in it. The definitions at its beginning are those at the end of any
//! predecessor. The sets grow from empty ones to a fixpoint, with one bit per definition.
//!
//! Only a certain definition of a variable kills, and only definitions of this variable and of its
//! parts.

use sbst_instrument::analysis::control_flow::{ControlFlow, ENTRY, EXIT};
use sbst_instrument::analysis::data_flow::{Access, Definition, Use, Variable};
use sbst_instrument::analysis::dominators::reachable;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Set(Vec<u64>);

impl Set {
    fn empty(definitions: usize) -> Set {
        Set(vec![0; definitions.div_ceil(64)])
    }

    fn insert(&mut self, definition: usize) {
        self.0[definition / 64] |= 1 << (definition % 64);
    }

    fn remove(&mut self, definition: usize) {
        self.0[definition / 64] &= !(1 << (definition % 64));
    }

    fn contains(&self, definition: usize) -> bool {
        self.0[definition / 64] >> (definition % 64) & 1 == 1
    }

    /// Adds the members of another set, and returns true if any were new.
    fn extend(&mut self, other: &Set) -> bool {
        let mut changed = false;
        for (word, &more) in self.0.iter_mut().zip(&other.0) {
            changed |= more & !*word != 0;
            *word |= more;
        }
        changed
    }
}

/// Finds the definitions that reach each use. A graph comes after its creator.
pub(crate) fn find(
    flows: &[ControlFlow],
    variables: &[Variable],
    definitions: &[Definition],
    uses: &mut [Use],
) {
    // The definitions relevant to one of the same root.
    let mut of_root = vec![Vec::new(); variables.iter().map(|variable| variable.root + 1).max().unwrap_or(0)];
    for (number, definition) in definitions.iter().enumerate() {
        of_root[variables[definition.variable].root].push(number);
    }
    let transfer = Transfer { variables, definitions, of_root: &of_root };
    let mut ends: Vec<Vec<Set>> = Vec::new();
    for flow in flows {
        let begins = transfer.solve(flow, &ends);
        let mut at_ends = Vec::new();
        for (node, mut reaching) in flow.nodes.iter().zip(begins) {
            for &access in &node.accesses {
                if let Access::Use(number) = access {
                    uses[number].definitions = transfer.reaching(uses[number].variable, &reaching);
                }
                transfer.apply(access, &mut reaching);
            }
            at_ends.push(reaching);
        }
        ends.push(at_ends);
    }
}

struct Transfer<'a> {
    variables: &'a [Variable],
    definitions: &'a [Definition],
    of_root: &'a [Vec<usize>],
}

impl Transfer<'_> {
    fn solve(&self, flow: &ControlFlow, ends: &[Vec<Set>]) -> Vec<Set> {
        let successors = flow.successors();
        let mut begins = vec![Set::empty(self.definitions.len()); flow.nodes.len()];
        if let Some((around, creation)) = flow.created_at {
            begins[ENTRY] = ends[around][creation].clone();
        }
        // Nodes are numbered approximately in the order of evaluation, to avoid repeated visits.
        // Unreachable nodes are ignored.
        let mut waiting = reachable(&successors, ENTRY);
        while let Some(node) = waiting.iter().position(|&waiting| waiting) {
            waiting[node] = false;
            let mut end = begins[node].clone();
            flow.nodes[node].accesses.iter().for_each(|&access| self.apply(access, &mut end));
            // A closure may be called again.
            let again = (node == EXIT && flow.created_at.is_some()).then_some(ENTRY);
            for next in successors[node].iter().copied().chain(again) {
                waiting[next] |= begins[next].extend(&end);
            }
        }
        begins
    }

    fn apply(&self, access: Access, reaching: &mut Set) {
        match access {
            Access::Use(_) => {}
            Access::Created(definition) => reaching.insert(definition),
            Access::Definition(number) => {
                let definition = &self.definitions[number];
                let variable = &self.variables[definition.variable];
                if definition.kind.is_certain() {
                    for &other in &self.of_root[variable.root] {
                        if variable.covers(&self.variables[self.definitions[other].variable]) {
                            reaching.remove(other);
                        }
                    }
                }
                reaching.insert(number);
            }
        }
    }

    /// The definitions of `variable` that reach a place.
    fn reaching(&self, variable: usize, reaching: &Set) -> Vec<usize> {
        let variable = &self.variables[variable];
        let concerns = |&&definition: &&usize| {
            reaching.contains(definition)
                && variable.overlaps(&self.variables[self.definitions[definition].variable])
        };
        self.of_root[variable.root].iter().filter(concerns).copied().collect()
    }
}
