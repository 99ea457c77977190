use crate::sat::{Literal, Sat};
use crate::term::FastMap;

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    And,
    Xor,
    Choice,
    Majority,
}

/// Gates over a SAT solver.
pub(crate) struct Gates {
    pub(crate) sat: Sat,
    made: FastMap<(Kind, [Literal; 3]), Literal>,
}

impl Gates {
    pub(super) fn new() -> Self {
        Self { sat: Sat::new(), made: FastMap::default() }
    }

    /// Returns the gate if it exists, otherwise makes it with its clauses. A gate or a clause of
    /// two operands repeats one.
    fn make<const CLAUSES: usize>(
        &mut self,
        kind: Kind,
        operands: [Literal; 3],
        clauses: impl Fn(Literal, [Literal; 3]) -> [[Literal; 3]; CLAUSES],
    ) -> Literal {
        if let Some(gate) = self.made.get(&(kind, operands)) {
            return self.sat.simplify(*gate);
        }
        let gate = self.sat.new_literal(false);
        clauses(gate, operands).iter().for_each(|clause| self.sat.add(clause));
        self.made.insert((kind, operands), gate);
        gate
    }

    pub(super) fn and(&mut self, a: Literal, b: Literal) -> Literal {
        let (a, b) = (self.sat.simplify(a), self.sat.simplify(b));
        let (a, b) = (a.min(b), a.max(b));
        match (a, b) {
            (Literal::TRUE, _) => b,
            (Literal::FALSE, _) => a,
            (_, Literal::FALSE) => b,
            _ if a == b => a,
            _ if a == !b => Literal::FALSE,
            _ => self
                .make(Kind::And, [a, b, b], |gate, [a, b, _]| [[!gate, a, a], [!gate, b, b], [gate, !a, !b]]),
        }
    }

    pub(super) fn or(&mut self, a: Literal, b: Literal) -> Literal {
        !self.and(!a, !b)
    }

    pub(super) fn xor(&mut self, a: Literal, b: Literal) -> Literal {
        let (a, b) = (self.sat.simplify(a), self.sat.simplify(b));
        let negated = a.is_negated() != b.is_negated();
        let (a, b) = (a.negate_if(a.is_negated()), b.negate_if(b.is_negated()));
        let (a, b) = (a.min(b), a.max(b));
        let gate = match a {
            _ if a == b => Literal::FALSE,
            Literal::TRUE => !b,
            _ => self.make(Kind::Xor, [a, b, b], |gate, [a, b, _]| {
                [[!gate, a, b], [!gate, !a, !b], [gate, !a, b], [gate, a, !b]]
            }),
        };
        gate.negate_if(negated)
    }

    /// The last two clauses follow from the first four; with them, propagation fixes the gate when
    /// both choices agree.
    pub(super) fn choose(&mut self, condition: Literal, then: Literal, otherwise: Literal) -> Literal {
        let [c, t, e] = [condition, then, otherwise].map(|literal| self.sat.simplify(literal));
        let (c, t, e) = if c.is_negated() { (!c, e, t) } else { (c, t, e) };
        match (c, t, e) {
            (Literal::TRUE, _, _) => t,
            _ if t == e => t,
            _ if t == !e => self.xor(c, e),
            _ if t.is_constant() => {
                if t == Literal::TRUE {
                    self.or(c, e)
                } else {
                    self.and(!c, e)
                }
            }
            _ if e.is_constant() => {
                if e == Literal::TRUE {
                    self.or(!c, t)
                } else {
                    self.and(c, t)
                }
            }
            _ if c == t => self.or(c, e),
            _ if c == !t => self.and(!c, e),
            _ if c == e => self.and(c, t),
            _ if c == !e => self.or(!c, t),
            _ => self.make(Kind::Choice, [c, t, e], |gate, [c, t, e]| {
                [[!gate, !c, t], [gate, !c, !t], [!gate, c, e], [gate, c, !e], [!gate, t, e], [gate, !t, !e]]
            }),
        }
    }

    /// True if two of three are, as in a carry.
    pub(super) fn majority(&mut self, a: Literal, b: Literal, c: Literal) -> Literal {
        let mut operands = [a, b, c].map(|literal| self.sat.simplify(literal));
        operands.sort_unstable();
        let [a, b, c] = operands;
        match (a, b, c) {
            (Literal::TRUE, _, _) => self.or(b, c),
            (Literal::FALSE, _, _) => self.and(b, c),
            _ if a == b || b == c => b,
            _ if a == !b => c,
            _ if b == !c => a,
            _ => self.make(Kind::Majority, operands, |gate, [a, b, c]| {
                [[gate, !a, !b], [gate, !a, !c], [gate, !b, !c], [!gate, a, b], [!gate, a, c], [!gate, b, c]]
            }),
        }
    }

    /// True if all are: one gate of many operands.
    pub(super) fn all(&mut self, operands: impl IntoIterator<Item = Literal>) -> Literal {
        let mut operands: Vec<_> = operands.into_iter().map(|literal| self.sat.simplify(literal)).collect();
        operands.sort_unstable();
        operands.dedup();
        operands.retain(|literal| *literal != Literal::TRUE);
        let contradiction = operands.windows(2).any(|pair| pair[0] == !pair[1]);
        match operands[..] {
            [] => Literal::TRUE,
            _ if contradiction || operands[0] == Literal::FALSE => Literal::FALSE,
            [only] => only,
            [a, b] => self.and(a, b),
            _ => {
                let gate = self.sat.new_literal(false);
                operands.iter().for_each(|operand| self.sat.add(&[!gate, *operand]));
                operands.iter_mut().for_each(|operand| *operand = !*operand);
                operands.push(gate);
                self.sat.add(&operands);
                gate
            }
        }
    }

    pub(super) fn any(&mut self, operands: impl IntoIterator<Item = Literal>) -> Literal {
        !self.all(operands.into_iter().map(|literal| !literal))
    }
}
