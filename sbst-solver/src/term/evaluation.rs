use std::collections::{BTreeMap, BinaryHeap};

use super::node::{Node, Term, TermPool, Variable};
use super::numbers::{mask, sign_extend};

/// Values of variables. A variable without one is 0.
///
/// ```
/// use sbst_solver::term::{Assignment, TermPool, Variable};
///
/// let [x, y] = [0, 1].map(|index| Variable { index, width: 8 });
/// let values = Assignment::from_iter([(x, 0x1ff)]);
/// assert_eq!((values.value(x), values.value(y)), (0xff, 0));
/// let mut pool = TermPool::default();
/// let (a, b) = (pool.variable(x), pool.variable(y));
/// let sum = pool.add(a, b);
/// assert_eq!(pool.evaluate(sum, &values), 0xff);
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Assignment(BTreeMap<Variable, u128>);

impl Assignment {
    /// Returns a variable's value.
    pub fn value(&self, variable: Variable) -> u128 {
        self.0.get(&variable).copied().unwrap_or(0)
    }

    /// Sets a variable to the lower bits of a number.
    pub fn set(&mut self, variable: Variable, value: u128) {
        self.0.insert(variable, value & mask(u32::from(variable.width)));
    }

    /// The assigned variables, in order.
    pub fn iter(&self) -> impl Iterator<Item = (Variable, u128)> + '_ {
        self.0.iter().map(|(variable, value)| (*variable, *value))
    }
}

impl FromIterator<(Variable, u128)> for Assignment {
    fn from_iter<I: IntoIterator<Item = (Variable, u128)>>(values: I) -> Self {
        let mut assignment = Self::default();
        values.into_iter().for_each(|(variable, value)| assignment.set(variable, value));
        assignment
    }
}

/// The values of some terms and of all their parts.
pub struct Values(Vec<(Term, u128)>);

impl Values {
    /// Returns the value of a part.
    ///
    /// # Panics
    ///
    /// If the term is not among the evaluated ones.
    pub fn value(&self, term: Term) -> u128 {
        self.find(term).expect("a part of the evaluated terms")
    }

    fn find(&self, term: Term) -> Option<u128> {
        let index = self.0.binary_search_by_key(&term, |(part, _)| *part).ok()?;
        Some(self.0[index].1)
    }
}

impl TermPool {
    /// Returns the parts of terms, and the terms, each once and after its operands.
    pub fn parts(&self, terms: &[Term]) -> Vec<Term> {
        let mut open: BinaryHeap<Term> = terms.iter().copied().collect();
        let mut parts: Vec<Term> = Vec::new();
        while let Some(term) = open.pop() {
            if parts.last() != Some(&term) {
                parts.push(term);
                open.extend(self.node(term).operands());
            }
        }
        parts.reverse();
        parts
    }

    /// Returns the variables of terms, each once.
    pub fn variables(&self, terms: &[Term]) -> Vec<Variable> {
        let variable = |term| match self.node(term) {
            Node::Variable(variable) => Some(variable),
            _ => None,
        };
        self.parts(terms).into_iter().filter_map(variable).collect()
    }

    /// Returns a term's value.
    pub fn evaluate(&self, term: Term, assignment: &Assignment) -> u128 {
        self.evaluate_all(&[term], assignment).value(term)
    }

    /// Evaluates terms and their parts, each once.
    pub fn evaluate_all(&self, terms: &[Term], assignment: &Assignment) -> Values {
        let parts = self.parts(terms);
        let mut values = Values(Vec::with_capacity(parts.len()));
        for term in parts {
            let width = self.width(term);
            let value = match self.node(term) {
                Node::Variable(variable) => assignment.value(variable),
                Node::Constant(value) => value,
                Node::Unary(operation, a) => operation.apply(values.value(a), width),
                Node::Binary(operation, a, b) => {
                    operation.apply(values.value(a), values.value(b), self.width(b))
                }
                Node::Extract { term, low } => values.value(term) >> low & mask(width),
                Node::SignExtend(a) => sign_extend(values.value(a), self.width(a)) as u128 & mask(width),
                Node::Ite(condition, then, otherwise) => {
                    values.value(if values.value(condition) == 1 { then } else { otherwise })
                }
            };
            values.0.push((term, value));
        }
        values
    }
}
