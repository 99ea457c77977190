use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use super::numbers::mask;

/// A node of a [`TermPool`]. Terms compare by age: operands are less than the terms that contain
/// them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

/// A variable of a path condition. Variables of different widths are different, even with the same
/// index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Variable {
    /// A number chosen by the caller, such as the place of an input.
    pub index: u32,
    /// The number of bits, 1 to 128.
    pub width: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Unary {
    Not,
    Neg,
}

/// Operations on two terms, named as in SMT-LIB. All but `Concat` need operands of one width, and
/// `Eq`, `Ult` and `Slt` have width 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Binary {
    And,
    Or,
    Xor,
    Add,
    Sub,
    Mul,
    Udiv,
    Urem,
    Sdiv,
    Srem,
    Shl,
    Lshr,
    Ashr,
    /// The first operand has the higher bits.
    Concat,
    Eq,
    Ult,
    Slt,
}

/// The operation and the operands of a [`Term`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs)]
pub enum Node {
    Variable(Variable),
    Constant(u128),
    Unary(Unary, Term),
    Binary(Binary, Term, Term),
    /// Bits `low` to `low` + width − 1.
    Extract {
        term: Term,
        low: u8,
    },
    SignExtend(Term),
    /// The second operand if the first is 1, else the third.
    Ite(Term, Term, Term),
}

impl Node {
    /// The operands, in order.
    pub fn operands(&self) -> impl Iterator<Item = Term> {
        let (a, b, c) = match *self {
            Node::Variable(_) | Node::Constant(_) => (None, None, None),
            Node::Unary(_, a) | Node::Extract { term: a, .. } | Node::SignExtend(a) => (Some(a), None, None),
            Node::Binary(_, a, b) => (Some(a), Some(b), None),
            Node::Ite(a, b, c) => (Some(a), Some(b), Some(c)),
        };
        [a, b, c].into_iter().flatten()
    }
}

/// Multiplies and rotates, as the compiler's own tables do: keys are small and trusted.
#[derive(Default)]
pub(crate) struct FastHasher(u64);

impl Hasher for FastHasher {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte));
            self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
    fn write_u32(&mut self, word: u32) {
        self.0 = (self.0.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<FastHasher>>;

/// The nodes of terms: [the module](super) has the rules.
///
/// ```
/// use sbst_solver::term::{Assignment, TermPool, Variable};
///
/// let mut pool = TermPool::default();
/// let x = Variable { index: 0, width: 32 };
/// let (term, seven) = (pool.variable(x), pool.constant(7, 32));
/// let product = pool.mul(term, seven);
/// let wanted = pool.constant(21, 32);
/// let condition = pool.eq(product, wanted);
/// assert_eq!(pool.text(condition).to_string(), "(eq x0:32 3)");
///
/// let mut assignment = Assignment::default();
/// assignment.set(x, 3);
/// assert_eq!(pool.evaluate(condition, &assignment), 1);
/// ```
#[derive(Default)]
pub struct TermPool {
    nodes: Vec<Node>,
    widths: Vec<u8>,
    numbers: FastMap<(Node, u8), Term>,
}

impl TermPool {
    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Deletes all nodes and keeps their memory. Earlier terms must not be used any more.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.widths.clear();
        self.numbers.clear();
    }

    /// Returns a term's operation and operands.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.0 as usize]
    }

    /// Returns a term's width in bits.
    pub fn width(&self, term: Term) -> u32 {
        u32::from(self.widths[term.0 as usize])
    }

    /// Returns the term of a variable.
    pub fn variable(&mut self, variable: Variable) -> Term {
        self.intern(Node::Variable(variable), u32::from(variable.width))
    }

    /// Returns a number's lower `width` bits.
    pub fn constant(&mut self, value: u128, width: u32) -> Term {
        self.intern(Node::Constant(value & mask(width)), width)
    }

    /// Returns a constant of width 1.
    pub fn boolean(&mut self, value: bool) -> Term {
        self.constant(u128::from(value), 1)
    }

    /// Returns a term's value if it is a constant.
    pub fn as_constant(&self, term: Term) -> Option<u128> {
        match self.node(term) {
            Node::Constant(value) => Some(value),
            _ => None,
        }
    }

    pub(super) fn intern(&mut self, node: Node, width: u32) -> Term {
        assert!((1..=128).contains(&width), "a term of {width} bits");
        let width = width as u8;
        let Self { nodes, widths, numbers } = self;
        *numbers.entry((node, width)).or_insert_with(|| {
            nodes.push(node);
            widths.push(width);
            Term(u32::try_from(nodes.len() - 1).expect("fewer than 2^32 terms"))
        })
    }

    /// Stores an operation unchanged, after folding constants.
    pub(super) fn intern_binary(&mut self, operation: Binary, a: Term, b: Term) -> Term {
        let width = match operation {
            Binary::Concat => self.width(a) + self.width(b),
            _ => {
                debug_assert_eq!(self.width(a), self.width(b), "widths of {operation:?}");
                if matches!(operation, Binary::Eq | Binary::Ult | Binary::Slt) {
                    1
                } else {
                    self.width(a)
                }
            }
        };
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(a), Some(value)) => {
                let value = operation.apply(a, value, self.width(b));
                self.constant(value, width)
            }
            _ => self.intern(Node::Binary(operation, a, b), width),
        }
    }

    /// Orders the operands of a commutative operation: constants second, the rest by age.
    pub(super) fn order(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.as_constant(a), self.as_constant(b)) {
            (Some(_), None) => (b, a),
            (None, Some(_)) => (a, b),
            _ => (a.min(b), a.max(b)),
        }
    }

    pub(super) fn as_binary(&self, operation: Binary, term: Term) -> Option<(Term, Term)> {
        match self.node(term) {
            Node::Binary(found, a, b) if found == operation => Some((a, b)),
            _ => None,
        }
    }
}
