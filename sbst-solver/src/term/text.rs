use std::fmt;

use super::node::{Node, Term, TermPool};

/// The readable form of a term, such as `(eq (add x0:32 y) 5)`.
///
/// A term beyond the limit ends in `…`: as a tree, a term may be exponentially larger than its
/// nodes.
pub struct Text<'a> {
    pool: &'a TermPool,
    term: Term,
    limit: usize,
}

/// The default limit of printed nodes.
const DEFAULT_LIMIT: usize = 1_000;

impl TermPool {
    /// Returns the printable form of a term.
    ///
    /// ```
    /// use sbst_solver::term::{TermPool, Variable};
    ///
    /// let mut pool = TermPool::default();
    /// let x = pool.variable(Variable { index: 0, width: 8 });
    /// let five = pool.constant(5, 8);
    /// let less = pool.ult(x, five);
    /// assert_eq!(pool.text(less).to_string(), "(ult x0:8 5)");
    /// ```
    pub fn text(&self, term: Term) -> Text<'_> {
        Text { pool: self, term, limit: DEFAULT_LIMIT }
    }
}

impl Text<'_> {
    /// Limits the printed nodes.
    pub fn limit(self, nodes: usize) -> Self {
        Self { limit: nodes, ..self }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum Item {
            Term(Term),
            Close,
        }
        let mut open = vec![Item::Term(self.term)];
        let (mut printed, mut is_first) = (0, true);
        while let Some(item) = open.pop() {
            let Item::Term(term) = item else {
                f.write_str(")")?;
                continue;
            };
            if !std::mem::replace(&mut is_first, false) {
                f.write_str(" ")?;
            }
            if printed == self.limit {
                return f.write_str("…");
            }
            printed += 1;
            let width = self.pool.width(term);
            let node = self.pool.node(term);
            match node {
                Node::Variable(variable) => write!(f, "x{}:{width}", variable.index)?,
                Node::Constant(value) => write!(f, "{value}")?,
                Node::Unary(operation, _) => write!(f, "({}", lower_case(operation))?,
                Node::Binary(operation, _, _) => write!(f, "({}", lower_case(operation))?,
                Node::Extract { low, .. } => write!(f, "(extract {} {low}", u32::from(low) + width - 1)?,
                Node::SignExtend(_) => write!(f, "(sign_extend {width}")?,
                Node::Ite(..) => f.write_str("(ite")?,
            }
            let start = open.len();
            open.extend(node.operands().map(Item::Term));
            if open.len() > start {
                open[start..].reverse();
                open.insert(start, Item::Close);
            }
        }
        Ok(())
    }
}

fn lower_case(operation: impl fmt::Debug) -> String {
    format!("{operation:?}").to_lowercase()
}
