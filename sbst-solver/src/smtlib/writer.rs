use std::fmt::Write;

use crate::term::{Binary, Node, Term, TermPool, Unary, Variable};

/// Returns a script that asks if all conditions can hold together. Each node has a definition, so a
/// script is as long as the nodes are many.
///
/// ```
/// use sbst_solver::{smtlib, term::{TermPool, Variable}};
///
/// let mut pool = TermPool::default();
/// let x = pool.variable(Variable { index: 0, width: 8 });
/// let condition = pool.equals(x, 3);
/// assert_eq!(
///     smtlib::write(&pool, &[condition]),
///     "(set-logic QF_BV)\n\
///      (declare-const x0_8 (_ BitVec 8))\n\
///      (define-fun t2 () (_ BitVec 1) (ite (= x0_8 (_ bv3 8)) #b1 #b0))\n\
///      (assert (= t2 #b1))\n\
///      (check-sat)\n"
/// );
/// ```
pub fn write(pool: &TermPool, conditions: &[Term]) -> String {
    let mut script = String::from("(set-logic QF_BV)\n");
    let name = |term: Term| match pool.node(term) {
        Node::Variable(variable) => variable_name(variable),
        Node::Constant(value) => format!("(_ bv{value} {})", pool.width(term)),
        _ => format!("t{}", term.0),
    };
    let line = "writing to a string";
    for term in pool.parts(conditions) {
        let width = pool.width(term);
        let definition = match pool.node(term) {
            Node::Constant(_) => continue,
            Node::Variable(variable) => {
                let name = variable_name(variable);
                writeln!(script, "(declare-const {name} (_ BitVec {width}))").expect(line);
                continue;
            }
            Node::Unary(Unary::Not, a) => format!("(bvnot {})", name(a)),
            Node::Unary(Unary::Neg, a) => format!("(bvneg {})", name(a)),
            Node::Extract { term, low } => {
                format!("((_ extract {} {low}) {})", u32::from(low) + width - 1, name(term))
            }
            Node::SignExtend(a) => format!("((_ sign_extend {}) {})", width - pool.width(a), name(a)),
            Node::Ite(condition, then, otherwise) => {
                format!("(ite (= {} #b1) {} {})", name(condition), name(then), name(otherwise))
            }
            Node::Binary(operation, a, b) => {
                let applied = format!("({} {} {})", symbol(operation), name(a), name(b));
                match operation {
                    Binary::Eq | Binary::Ult | Binary::Slt => format!("(ite {applied} #b1 #b0)"),
                    _ => applied,
                }
            }
        };
        let name = name(term);
        writeln!(script, "(define-fun {name} () (_ BitVec {width}) {definition})").expect(line);
    }
    for condition in conditions {
        writeln!(script, "(assert (= {} #b1))", name(*condition)).expect(line);
    }
    script + "(check-sat)\n"
}

pub(super) fn variable_name(variable: Variable) -> String {
    format!("x{}_{}", variable.index, variable.width)
}

fn symbol(operation: Binary) -> &'static str {
    match operation {
        Binary::And => "bvand",
        Binary::Or => "bvor",
        Binary::Xor => "bvxor",
        Binary::Add => "bvadd",
        Binary::Sub => "bvsub",
        Binary::Mul => "bvmul",
        Binary::Udiv => "bvudiv",
        Binary::Urem => "bvurem",
        Binary::Sdiv => "bvsdiv",
        Binary::Srem => "bvsrem",
        Binary::Shl => "bvshl",
        Binary::Lshr => "bvlshr",
        Binary::Ashr => "bvashr",
        Binary::Concat => "concat",
        Binary::Eq => "=",
        Binary::Ult => "bvult",
        Binary::Slt => "bvslt",
    }
}
