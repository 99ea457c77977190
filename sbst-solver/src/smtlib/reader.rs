use std::collections::HashMap;

use super::expression::{Expression, SyntaxError};
use crate::term::{Term, TermPool, Variable};

/// The conditions of a script, and the names of its variables.
#[derive(Debug)]
pub struct Script {
    /// The asserted terms, of width 1.
    pub conditions: Vec<Term>,
    /// The declared names, numbered in order.
    pub variables: Vec<(String, Variable)>,
}

/// Reads the declarations, definitions without parameters, and assertions of a script.
///
/// ```
/// use sbst_solver::{smtlib, term::TermPool};
///
/// let mut pool = TermPool::default();
/// let text = "(declare-fun x () (_ BitVec 8)) (assert (= (bvmul x #x07) #x15)) (check-sat)";
/// let script = smtlib::read(&mut pool, text)?;
/// assert_eq!(pool.text(script.conditions[0]).to_string(), "(eq x0:8 3)");
/// # Ok::<(), smtlib::SyntaxError>(())
/// ```
///
/// # Errors
///
/// If the text is no script, or uses other commands or operations than this crate has.
pub fn read(pool: &mut TermPool, text: &str) -> Result<Script, SyntaxError> {
    let mut reader = Reader { pool, names: HashMap::new() };
    let mut script = Script { conditions: Vec::new(), variables: Vec::new() };
    for command in Expression::read_all(text)? {
        let list = command.list().unwrap_or_default();
        match (list.first().and_then(Expression::atom).unwrap_or_default(), list) {
            ("declare-fun", [_, name, parameters, sort]) if parameters.list() == Some(&[]) => {
                reader.declare(name, sort, &mut script)?;
            }
            ("declare-const", [_, name, sort]) => reader.declare(name, sort, &mut script)?,
            ("define-fun", [_, name, parameters, _, body]) if parameters.list() == Some(&[]) => {
                let term = reader.term(body)?;
                reader.names.insert(symbol(name)?.to_owned(), term);
            }
            ("assert", [_, condition]) => {
                let term = reader.term(condition)?;
                expect_width(reader.pool, term, 1, condition)?;
                script.conditions.push(term);
            }
            (
                "set-logic" | "set-info" | "set-option" | "check-sat" | "get-info" | "get-value" | "exit",
                _,
            ) => {}
            ("get-model", _) => {}
            _ => return Err(unknown("command", &command)),
        }
    }
    Ok(script)
}

struct Reader<'a> {
    pool: &'a mut TermPool,
    names: HashMap<String, Term>,
}

impl Reader<'_> {
    fn declare(
        &mut self,
        name: &Expression,
        sort: &Expression,
        script: &mut Script,
    ) -> Result<(), SyntaxError> {
        let width = match sort.list() {
            Some([_, kind, width]) if kind.atom() == Some("BitVec") => {
                width.atom().and_then(|width| width.parse().ok()).filter(|width| (1..=128).contains(width))
            }
            None if sort.atom() == Some("Bool") => Some(1),
            _ => None,
        };
        let width = width.ok_or_else(|| unknown("sort, of 1 to 128 bits,", sort))?;
        let variable = Variable { index: script.variables.len() as u32, width };
        let term = self.pool.variable(variable);
        self.names.insert(symbol(name)?.to_owned(), term);
        script.variables.push((symbol(name)?.to_owned(), variable));
        Ok(())
    }

    fn term(&mut self, expression: &Expression) -> Result<Term, SyntaxError> {
        if let Some((value, width)) = expression.number() {
            return Ok(self.pool.constant(value, width));
        }
        match expression {
            Expression::Atom(name) => match (self.names.get(name), &name[..]) {
                (Some(term), _) => Ok(*term),
                (None, "true" | "false") => Ok(self.pool.boolean(name == "true")),
                _ => Err(unknown("name", expression)),
            },
            Expression::List(list) => {
                let (head, operands) = list.split_first().ok_or_else(|| unknown("term", expression))?;
                let operands: Vec<Term> =
                    operands.iter().map(|term| self.term(term)).collect::<Result<_, _>>()?;
                let applied = match head {
                    Expression::Atom(name) => self.apply(name, &operands, expression)?,
                    Expression::List(head) => self.apply_indexed(head, &operands),
                };
                applied.ok_or_else(|| unknown("operation", expression))
            }
        }
    }

    /// Applies `(_ extract 7 0)`, `(_ zero_extend 8)` or `(_ sign_extend 8)`.
    fn apply_indexed(&mut self, head: &[Expression], operands: &[Term]) -> Option<Term> {
        let number = |index: usize| head.get(index)?.atom()?.parse::<u32>().ok();
        let &[a] = operands else { return None };
        let width = self.pool.width(a);
        let extended = |by: u32| width.checked_add(by).filter(|width| *width <= 128);
        match (head.get(1)?.atom()?, number(2)?, number(3)) {
            ("extract", high, Some(low)) if low <= high && high < width => {
                Some(self.pool.extract(a, high, low))
            }
            ("zero_extend", by, None) => Some(self.pool.zero_extend(a, extended(by)?)),
            ("sign_extend", by, None) => Some(self.pool.sign_extend(a, extended(by)?)),
            _ => None,
        }
    }

    fn apply(
        &mut self,
        name: &str,
        operands: &[Term],
        expression: &Expression,
    ) -> Result<Option<Term>, SyntaxError> {
        let &[first, .., last] = operands else {
            let &[a] = operands else { return Ok(None) };
            return Ok(self.apply_one(name, a));
        };
        let pool = &mut *self.pool;
        if name == "concat" {
            let fits = operands.iter().map(|term| pool.width(*term)).sum::<u32>() <= 128;
            return Ok(fits.then(|| operands[1..].iter().fold(first, |all, term| pool.concat(all, *term))));
        }
        if let ("ite", &[condition, then, otherwise]) = (name, operands) {
            expect_width(pool, condition, 1, expression)?;
            expect_width(pool, otherwise, pool.width(then), expression)?;
            return Ok(Some(pool.ite(condition, then, otherwise)));
        }
        for term in operands {
            expect_width(pool, *term, pool.width(first), expression)?;
        }
        type Operation = fn(&mut TermPool, Term, Term) -> Term;
        let chained: Option<Operation> = match name {
            "bvand" | "and" => Some(TermPool::and),
            "bvor" | "or" => Some(TermPool::or),
            "bvxor" | "xor" => Some(TermPool::xor),
            "bvadd" => Some(TermPool::add),
            "bvmul" => Some(TermPool::mul),
            _ => None,
        };
        if let Some(operation) = chained {
            return Ok(Some(operands[1..].iter().fold(first, |all, term| operation(pool, all, *term))));
        }
        if operands.len() > 2 {
            return Ok(None);
        }
        let (a, b) = (first, last);
        Ok(Some(match name {
            "bvsub" => pool.sub(a, b),
            "bvudiv" => pool.udiv(a, b),
            "bvurem" => pool.urem(a, b),
            "bvsdiv" => pool.sdiv(a, b),
            "bvsrem" => pool.srem(a, b),
            "bvshl" => pool.shl(a, b),
            "bvlshr" => pool.lshr(a, b),
            "bvashr" => pool.ashr(a, b),
            "=" => pool.eq(a, b),
            "distinct" => {
                let equal = pool.eq(a, b);
                pool.not(equal)
            }
            "=>" => {
                let negated = pool.not(a);
                pool.or(negated, b)
            }
            "bvult" => pool.ult(a, b),
            "bvule" => pool.ule(a, b),
            "bvugt" => pool.ult(b, a),
            "bvuge" => pool.ule(b, a),
            "bvslt" => pool.slt(a, b),
            "bvsle" => pool.sle(a, b),
            "bvsgt" => pool.slt(b, a),
            "bvsge" => pool.sle(b, a),
            _ => return Ok(None),
        }))
    }

    fn apply_one(&mut self, name: &str, a: Term) -> Option<Term> {
        match name {
            "bvnot" | "not" => Some(self.pool.not(a)),
            "bvneg" => Some(self.pool.neg(a)),
            _ => None,
        }
    }
}

fn symbol(name: &Expression) -> Result<&str, SyntaxError> {
    name.atom().ok_or_else(|| unknown("name", name))
}

fn expect_width(pool: &TermPool, term: Term, width: u32, place: &Expression) -> Result<(), SyntaxError> {
    match pool.width(term) {
        found if found == width => Ok(()),
        found => Err(SyntaxError(format!("{width} bits expected, {found} found in {}", shorten(place)))),
    }
}

fn unknown(subject: &str, expression: &Expression) -> SyntaxError {
    SyntaxError(format!("no {subject} that can be read: {}", shorten(expression)))
}

fn shorten(expression: &Expression) -> String {
    let text = expression.to_string();
    let mut short: String = text.chars().take(100).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(&mut TermPool::default(), text).expect_err("an error").to_string()
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        assert_eq!(message("(push 1)"), "no command that can be read: (push 1)");
        assert_eq!(message("(assert x)"), "no name that can be read: x");
        assert_eq!(message("(assert #x1)"), "1 bits expected, 4 found in #x1");
        assert_eq!(message("(assert (= #x1 #b1))"), "4 bits expected, 1 found in (= #x1 #b1)");
        assert_eq!(message("(assert (bvfoo #b1))"), "no operation that can be read: (bvfoo #b1)");
        assert_eq!(
            message("(assert ((_ extract 4 0) #x1))"),
            "no operation that can be read: ((_ extract 4 0) #x1)"
        );
        let wide = "(declare-const x (_ BitVec 129))";
        assert_eq!(message(wide), "no sort, of 1 to 128 bits, that can be read: (_ BitVec 129)");
        let joined = "(declare-const x (_ BitVec 128)) (assert (= (concat x x) x))";
        assert_eq!(message(joined), "no operation that can be read: (concat x x)");
    }

    #[test]
    fn operations_of_several_operands_are_read() {
        let mut pool = TermPool::default();
        let text = "(assert (and true (= (bvadd #x1 #x2 #x3) #x6) (not false) (= (concat #x1 #x2) #x12)))";
        let script = read(&mut pool, text).unwrap();
        assert_eq!(pool.as_constant(script.conditions[0]), Some(1));
    }
}
