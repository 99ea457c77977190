use super::circuits::{negate_all, Bits};
use super::gates::Gates;
use crate::sat::Literal;
use crate::term::{Assignment, Binary, FastMap, Node, Term, TermPool, Unary, Variable};

/// The circuits of terms.
pub(crate) struct Blaster {
    pub(crate) gates: Gates,
    /// The first values tried for variables.
    parent: Assignment,
    circuits: FastMap<Term, Bits>,
    quotients: FastMap<(Bits, Bits), (Bits, Bits)>,
    variables: Vec<(Variable, Bits)>,
}

impl Blaster {
    pub(crate) fn near(parent: &Assignment) -> Self {
        Self {
            gates: Gates::new(),
            parent: parent.clone(),
            circuits: FastMap::default(),
            quotients: FastMap::default(),
            variables: Vec::new(),
        }
    }

    /// Makes the circuit of a term, unless the clauses exceed `limit` before a part of it.
    pub(crate) fn blast(&mut self, pool: &TermPool, term: Term, limit: usize) -> Option<Bits> {
        let mut missing = Vec::new();
        let mut open = std::collections::BinaryHeap::from([term]);
        while let Some(term) = open.pop() {
            if missing.last() != Some(&term) && !self.circuits.contains_key(&term) {
                missing.push(term);
                open.extend(pool.node(term).operands());
            }
        }
        for term in missing.into_iter().rev() {
            if self.gates.sat.clauses() > limit {
                return None;
            }
            let bits = self.blast_node(pool, term);
            self.circuits.insert(term, bits);
        }
        Some(self.circuits[&term].clone())
    }

    /// Makes a term of width 1 permanently true. Conjunctions become separate clauses, and
    /// equations need no gates.
    pub(crate) fn assert(&mut self, pool: &TermPool, term: Term, limit: usize) -> Option<()> {
        let mut open = vec![(term, true)];
        while let Some((term, value)) = open.pop() {
            match pool.node(term) {
                Node::Unary(Unary::Not, a) => open.push((a, !value)),
                Node::Binary(Binary::And, a, b) if value => open.extend([(b, true), (a, true)]),
                Node::Binary(Binary::Or, a, b) if !value => open.extend([(b, false), (a, false)]),
                Node::Binary(Binary::Eq, a, b) if value => {
                    let (a, b) = (self.blast(pool, a, limit)?, self.blast(pool, b, limit)?);
                    self.gates.assert_equal(&a, &b);
                }
                _ => {
                    let literal = self.blast(pool, term, limit)?[0];
                    self.gates.sat.add(&[literal.negate_if(!value)]);
                }
            }
        }
        self.gates.sat.propagate();
        Some(())
    }

    /// The literals that are true for the parent, by variable.
    pub(crate) fn parents_literals(&self) -> Vec<Bits> {
        let literals = |(variable, bits): &(Variable, Bits)| {
            let value = self.parent.value(*variable);
            let literal = |(place, bit): (usize, &Literal)| bit.negate_if(value >> place & 1 == 0);
            bits.iter().enumerate().map(literal).collect()
        };
        self.variables.iter().map(literals).collect()
    }

    /// The parent's values, replaced by the last solution's where variables have circuits.
    pub(crate) fn model(&self) -> Assignment {
        let mut model = self.parent.clone();
        for (variable, bits) in &self.variables {
            let value = |literal: &Literal| u128::from(self.gates.sat.value(*literal));
            model.set(*variable, bits.iter().rev().fold(0, |sum, bit| sum << 1 | value(bit)));
        }
        model
    }

    fn blast_node(&mut self, pool: &TermPool, term: Term) -> Bits {
        let width = pool.width(term) as usize;
        let gates = &mut self.gates;
        let bits = |term: Term| self.circuits[&term].as_slice();
        match pool.node(term) {
            Node::Variable(variable) => {
                let value = self.parent.value(variable);
                let bits: Bits = (0..width).map(|bit| gates.sat.new_literal(value >> bit & 1 == 1)).collect();
                self.variables.push((variable, bits.clone()));
                bits
            }
            Node::Constant(value) => Gates::constant(value, width),
            Node::Unary(Unary::Not, a) => negate_all(bits(a)),
            Node::Unary(Unary::Neg, a) => gates.negate(bits(a)),
            Node::Extract { term, low } => bits(term)[usize::from(low)..usize::from(low) + width].to_vec(),
            Node::SignExtend(a) => {
                let a = bits(a);
                (0..width).map(|bit| a[bit.min(a.len() - 1)]).collect()
            }
            Node::Ite(condition, then, otherwise) => {
                let condition = bits(condition)[0];
                let pairs = bits(then).iter().zip(bits(otherwise));
                pairs.map(|(then, otherwise)| gates.choose(condition, *then, *otherwise)).collect()
            }
            Node::Binary(operation, a, b) => {
                let (a, b) = (bits(a), bits(b));
                let mut bitwise = |gate: fn(&mut Gates, Literal, Literal) -> Literal| {
                    a.iter().zip(b).map(|(a, b)| gate(gates, *a, *b)).collect()
                };
                match operation {
                    Binary::And => bitwise(Gates::and),
                    Binary::Or => bitwise(Gates::or),
                    Binary::Xor => bitwise(Gates::xor),
                    Binary::Add => gates.add(a, b, Literal::FALSE).0,
                    Binary::Sub => gates.add(a, &negate_all(b), Literal::TRUE).0,
                    Binary::Mul => gates.multiply(a, b),
                    Binary::Concat => [b, a].concat(),
                    Binary::Eq => vec![gates.equal(a, b)],
                    Binary::Ult => vec![gates.less(a, b)],
                    Binary::Slt => {
                        // Signed numbers are in the order of unsigned ones with the highest bit inverted.
                        let shifted = |bits: &[Literal]| {
                            let (sign, rest) = bits.split_last().expect("a width of at least 1");
                            [rest, &[!*sign]].concat()
                        };
                        vec![gates.less(&shifted(a), &shifted(b))]
                    }
                    Binary::Shl => gates.shift(a, b, true, Literal::FALSE),
                    Binary::Lshr => gates.shift(a, b, false, Literal::FALSE),
                    Binary::Ashr => gates.shift(a, b, false, a[width - 1]),
                    Binary::Udiv | Binary::Urem => {
                        let (a, b) = (a.to_vec(), b.to_vec());
                        let (quotient, remainder) = self.divide(a, b);
                        if operation == Binary::Udiv {
                            quotient
                        } else {
                            remainder
                        }
                    }
                    Binary::Sdiv | Binary::Srem => {
                        let (a, b) = (a.to_vec(), b.to_vec());
                        self.divide_signed(&a, &b, operation == Binary::Sdiv)
                    }
                }
            }
        }
    }

    /// Divides once for quotient and remainder of the same numbers.
    fn divide(&mut self, a: Bits, b: Bits) -> (Bits, Bits) {
        let key = (a, b);
        if let Some(found) = self.quotients.get(&key) {
            return found.clone();
        }
        let result = self.gates.divide(&key.0, &key.1);
        self.quotients.insert(key, result.clone());
        result
    }

    /// Divides the magnitudes: the quotient is negative if the signs differ, the remainder if the
    /// dividend is.
    fn divide_signed(&mut self, a: &[Literal], b: &[Literal], is_quotient: bool) -> Bits {
        let sign = |bits: &[Literal]| *bits.last().expect("a width of at least 1");
        let (a_sign, b_sign) = (sign(a), sign(b));
        let (dividend, divisor) = (self.negate_where(a_sign, a), self.negate_where(b_sign, b));
        let (quotient, remainder) = self.divide(dividend, divisor);
        if is_quotient {
            let sign = self.gates.xor(a_sign, b_sign);
            self.negate_where(sign, &quotient)
        } else {
            self.negate_where(a_sign, &remainder)
        }
    }

    fn negate_where(&mut self, condition: Literal, a: &[Literal]) -> Bits {
        let negated = self.gates.negate(a);
        a.iter().zip(negated).map(|(a, negated)| self.gates.choose(condition, negated, *a)).collect()
    }
}
