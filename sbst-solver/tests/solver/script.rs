//! A reader of scripts in [SMT-LIB 2](https://smt-lib.org), logic `QF_BV`, the format of the path
//! conditions in `tests/conditions`.

use sbst_solver::term::{Term, TermPool, Variable};
use std::collections::HashMap;

/// Reads the declarations, definitions without parameters, and assertions of a script. Returns the
/// asserted terms, of width 1.
///
/// # Errors
///
/// If the text is no script, or uses commands or operations that the solver lacks.
pub fn read(pool: &mut TermPool, text: &str) -> Result<Vec<Term>, String> {
    let mut reader = Reader { pool, names: HashMap::new(), variables: 0 };
    let mut conditions = Vec::new();
    for command in Expression::read_all(text)? {
        let list = command.list().unwrap_or_default();
        match (list.first().and_then(Expression::atom).unwrap_or_default(), list) {
            ("declare-fun", [_, name, parameters, sort]) if parameters.list() == Some(&[]) => {
                reader.declare(name, sort)?;
            }
            ("declare-const", [_, name, sort]) => reader.declare(name, sort)?,
            ("define-fun", [_, name, parameters, _, body]) if parameters.list() == Some(&[]) => {
                let term = reader.term(body)?;
                reader.names.insert(symbol(name)?.to_owned(), term);
            }
            ("assert", [_, condition]) => {
                let term = reader.term(condition)?;
                expect_width(reader.pool, term, 1, condition)?;
                conditions.push(term);
            }
            (
                "set-logic" | "set-info" | "set-option" | "check-sat" | "get-info" | "get-value" | "exit",
                _,
            ) => {}
            ("get-model", _) => {}
            _ => return Err(unknown("command", &command)),
        }
    }
    Ok(conditions)
}

struct Reader<'a> {
    pool: &'a mut TermPool,
    names: HashMap<String, Term>,
    /// The number of declared variables.
    variables: u32,
}

impl Reader<'_> {
    fn declare(&mut self, name: &Expression, sort: &Expression) -> Result<(), String> {
        let width = match sort.list() {
            Some([_, kind, width]) if kind.atom() == Some("BitVec") => {
                width.atom().and_then(|width| width.parse().ok()).filter(|width| (1..=128).contains(width))
            }
            None if sort.atom() == Some("Bool") => Some(1),
            _ => None,
        };
        let width = width.ok_or_else(|| unknown("sort, of 1 to 128 bits,", sort))?;
        let term = self.pool.variable(Variable { index: self.variables, width });
        self.names.insert(symbol(name)?.to_owned(), term);
        self.variables += 1;
        Ok(())
    }

    fn term(&mut self, expression: &Expression) -> Result<Term, String> {
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
    ) -> Result<Option<Term>, String> {
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

fn symbol(name: &Expression) -> Result<&str, String> {
    name.atom().ok_or_else(|| unknown("name", name))
}

fn expect_width(pool: &TermPool, term: Term, width: u32, place: &Expression) -> Result<(), String> {
    match pool.width(term) {
        found if found == width => Ok(()),
        found => Err(format!("{width} bits expected, {found} found in {place:?}")),
    }
}

fn unknown(subject: &str, expression: &Expression) -> String {
    format!("no {subject} that can be read: {expression:?}")
}

/// A list or an atom.
#[derive(Clone, PartialEq, Debug)]
enum Expression {
    Atom(String),
    List(Vec<Expression>),
}

impl Expression {
    /// Reads all expressions of a text. A comment begins with `;`, and `|` encloses a symbol.
    fn read_all(text: &str) -> Result<Vec<Self>, String> {
        let mut open: Vec<Vec<Self>> = vec![Vec::new()];
        let mut rest = text.trim_start();
        while let Some(first) = rest.chars().next() {
            let mut length = 1;
            match first {
                ';' => length = rest.find('\n').unwrap_or(rest.len()),
                '(' => open.push(Vec::new()),
                ')' => {
                    let list = open.pop().unwrap_or_default();
                    let outer = open.last_mut().ok_or_else(|| "a `)` too many".to_owned())?;
                    outer.push(Self::List(list));
                }
                _ => {
                    let quoted = first == '|' || first == '"';
                    let end = if quoted {
                        rest[1..].find(first).map(|end| end + 2)
                    } else {
                        rest.find(|letter: char| letter.is_whitespace() || "();".contains(letter))
                    };
                    length = end.unwrap_or(rest.len());
                    let atom = rest[..length].trim_matches('|').to_owned();
                    open.last_mut().expect("the outermost list").push(Self::Atom(atom));
                }
            }
            rest = rest[length..].trim_start();
        }
        match <[Vec<Self>; 1]>::try_from(open) {
            Ok([expressions]) => Ok(expressions),
            Err(_) => Err("a `)` is missing at the end".to_owned()),
        }
    }

    fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(text) => Some(text),
            Self::List(_) => None,
        }
    }

    fn list(&self) -> Option<&[Self]> {
        match self {
            Self::List(list) => Some(list),
            Self::Atom(_) => None,
        }
    }

    /// Returns the value and the width of `#b101`, `#x2a` or `(_ bv42 8)`.
    fn number(&self) -> Option<(u128, u32)> {
        let (value, width) = match self {
            Self::Atom(text) => {
                let (digits, base, bits) = match text.split_at_checked(2)? {
                    ("#b", digits) => (digits, 2, 1),
                    ("#x", digits) => (digits, 16, 4),
                    _ => return None,
                };
                (
                    u128::from_str_radix(digits, base).ok()?,
                    u32::try_from(digits.len()).ok()?.checked_mul(bits)?,
                )
            }
            Self::List(list) => {
                let [underscore, value, width] = &list[..] else { return None };
                (underscore.atom()? == "_").then_some(())?;
                (value.atom()?.strip_prefix("bv")?.parse().ok()?, width.atom()?.parse().ok()?)
            }
        };
        ((1..=128).contains(&width) && (width == 128 || value >> width == 0)).then_some((value, width))
    }
}
