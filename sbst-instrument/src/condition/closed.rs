//! Functions with visible decisions only: symbolic execution may find all of their paths.
//!
//! 1. A function is *closed* if its parameters are integers, and its body consists of the forms
//!    below. Then a variable changes only by an assignment to its name, and each decision is a
//!    comparison, or a variable with the outcome of one.
//! 2. An *integer* is a literal, a variable of an integer, a constant, an operation or a cast of
//!    integers. It is also a method of integers with a term in the runtime.
//! 3. A *condition* is a comparison of integers, `true`, `false`, a variable of a condition, or a
//!    boolean method of integers with a term in the runtime. `!`, `&&` and `||` of conditions are
//!    conditions, too.
//! 4. Statements are `let` and assignments of integers and conditions, `if`, `while`, `loop`, and
//!    `for` over a range between literals. They are also blocks, `break`, `continue`, `return`, and
//!    macros that panic.
//! 5. The result may be built of these by constructors. Other calls are excluded, because they
//!    might panic; so are references, closures, patterns, and attributes.

use syn::{BinOp, Block, Expr, ExprMacro, FnArg, ItemFn, Lit, Local, Macro, Pat, Safety, Stmt, Type, UnOp};

use crate::condition::checks::is_constant;
use crate::condition::computations::{computation, Gives};
use crate::condition::patterns::begins_with_capital;
use crate::condition::peeled;
use crate::syntax::operators::{arithmetic, assigns};
use sbst_vocabulary::standard::types;

/// Attributes without an effect on behaviour.
const HARMLESS: [&str; 9] =
    ["doc", "inline", "must_use", "allow", "warn", "deny", "expect", "cold", "instrument"];
/// Macros that only panic.
const PANICS: [&str; 4] = ["panic", "unreachable", "todo", "unimplemented"];

/// The content of a variable.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Integer,
    Condition,
}

/// True if a function is closed (rule 1).
pub(crate) fn is_closed(function: &ItemFn) -> bool {
    let signature = &function.sig;
    let is_plain = signature.generics.params.is_empty()
        && signature.asyncness.is_none()
        && matches!(signature.safety, Safety::Default)
        && signature.variadic.is_none()
        && function.attrs.iter().all(|attribute| {
            let name = attribute.path().segments.last().map(|name| name.ident.to_string());
            name.is_some_and(|name| HARMLESS.contains(&name.as_str()))
        });
    let mut scope = Scope::default();
    let parameters = signature.inputs.iter().all(|input| match input {
        FnArg::Typed(typed) if typed.attrs.is_empty() && is_integer(&typed.ty) => {
            scope.bind(&typed.pat, Kind::Integer)
        }
        _ => false,
    });
    is_plain && parameters && scope.block(&function.block)
}

/// The variables in scope, the innermost last.
#[derive(Default)]
struct Scope(Vec<(String, Kind)>);

impl Scope {
    /// Binds the only variable of a pattern. False for any other pattern.
    fn bind(&mut self, pattern: &Pat, kind: Kind) -> bool {
        match pattern {
            Pat::Ident(name) if name.attrs.is_empty() && name.by_ref.is_none() && name.subpat.is_none() => {
                let name = name.ident.to_string();
                let is_variable = !name.chars().any(char::is_uppercase);
                self.0.push((name, kind));
                is_variable
            }
            Pat::Type(typed) => self.bind(&typed.pat, kind),
            Pat::Wild(_) => true,
            _ => false,
        }
    }

    /// Returns the content of the variable that an expression names.
    fn variable(&self, expression: &Expr) -> Option<Kind> {
        let Expr::Path(path) = peeled(expression) else { return None };
        let name = path.path.get_ident()?;
        self.0.iter().rev().find(|(variable, _)| name == variable).map(|(_, kind)| *kind)
    }

    fn block(&mut self, block: &Block) -> bool {
        let outside = self.0.len();
        let is_closed = block.stmts.iter().all(|statement| match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Expr(expression, _) => self.statement(expression),
            Stmt::Macro(statement) => statement.attrs.is_empty() && only_panics(&statement.mac),
            Stmt::Item(_) => false,
        });
        self.0.truncate(outside);
        is_closed
    }

    fn local(&mut self, local: &Local) -> bool {
        let Some(init) = local.init.as_ref().filter(|init| init.diverge.is_none()) else { return false };
        let kind = self.value(&init.expr).filter(|_| local.attrs.is_empty());
        kind.is_some_and(|kind| self.bind(&local.pat, kind))
    }

    /// Rule 4, and rule 5 for the last expression of a block.
    fn statement(&mut self, expression: &Expr) -> bool {
        match expression {
            Expr::Assign(assignment) if assignment.attrs.is_empty() => {
                let kind = self.variable(&assignment.left);
                kind.is_some() && self.value(&assignment.right) == kind
            }
            Expr::Binary(binary) if assigns(&binary.op) => {
                binary.attrs.is_empty()
                    && self.variable(&binary.left) == Some(Kind::Integer)
                    && self.is_integer(&binary.right)
            }
            Expr::While(repeated) => {
                repeated.attrs.is_empty() && self.is_condition(&repeated.cond) && self.block(&repeated.body)
            }
            Expr::Loop(repeated) => repeated.attrs.is_empty() && self.block(&repeated.body),
            Expr::ForLoop(repeated) => {
                let outside = self.0.len();
                let is_closed = repeated.attrs.is_empty()
                    && is_between_literals(&repeated.expr)
                    && self.bind(&repeated.pat, Kind::Integer)
                    && self.block(&repeated.body);
                self.0.truncate(outside);
                is_closed
            }
            Expr::Break(left) => left.attrs.is_empty() && left.expr.is_none(),
            Expr::Continue(next) => next.attrs.is_empty(),
            Expr::Return(returned) => {
                returned.attrs.is_empty() && returned.expr.as_ref().is_none_or(|value| self.result(value))
            }
            _ => self.result(expression),
        }
    }

    /// Rule 5.
    fn result(&mut self, expression: &Expr) -> bool {
        match peeled(expression) {
            Expr::Lit(_) => true,
            Expr::Path(path) => {
                let named = path.path.segments.last();
                self.variable(expression).is_some()
                    || named.is_some_and(|name| begins_with_capital(&name.ident))
            }
            Expr::Tuple(tuple) => tuple.elems.iter().all(|part| self.result(part)),
            Expr::Call(call) => {
                let Expr::Path(function) = peeled(&call.func) else { return false };
                let name = function.path.segments.last();
                name.is_some_and(|name| begins_with_capital(&name.ident))
                    && call.args.iter().all(|argument| self.result(argument))
            }
            Expr::If(decided) => {
                decided.attrs.is_empty()
                    && self.is_condition(&decided.cond)
                    && self.block(&decided.then_branch)
                    && decided.else_branch.as_ref().is_none_or(|(_, other)| self.statement(other))
            }
            Expr::Block(block) => block.attrs.is_empty() && self.block(&block.block),
            Expr::Macro(ExprMacro { attrs, mac }) => attrs.is_empty() && only_panics(mac),
            other => self.value(other).is_some(),
        }
    }

    /// Returns the kind of an expression that may be assigned.
    fn value(&mut self, expression: &Expr) -> Option<Kind> {
        match peeled(expression) {
            Expr::If(decided) if decided.attrs.is_empty() => {
                let (_, other) = decided.else_branch.as_ref()?;
                let is_decided = self.is_condition(&decided.cond);
                let kind = self.block_value(&decided.then_branch).filter(|_| is_decided)?;
                (self.value(other) == Some(kind)).then_some(kind)
            }
            Expr::Block(block) if block.attrs.is_empty() && block.label.is_none() => {
                self.block_value(&block.block)
            }
            other if self.is_integer(other) => Some(Kind::Integer),
            other if self.is_condition(other) => Some(Kind::Condition),
            _ => None,
        }
    }

    fn block_value(&mut self, block: &Block) -> Option<Kind> {
        let Some((Stmt::Expr(last, None), before)) = block.stmts.split_last() else { return None };
        let outside = self.0.len();
        let is_closed = before.iter().all(|statement| match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Expr(expression, _) => self.statement(expression),
            Stmt::Macro(_) | Stmt::Item(_) => false,
        });
        let kind = self.value(last).filter(|_| is_closed);
        self.0.truncate(outside);
        kind
    }

    /// Rule 2.
    fn is_integer(&self, expression: &Expr) -> bool {
        match peeled(expression) {
            Expr::Lit(literal) => {
                literal.attrs.is_empty() && matches!(literal.lit, Lit::Int(_) | Lit::Byte(_))
            }
            Expr::Path(_) => match self.variable(expression) {
                Some(kind) => kind == Kind::Integer,
                None => is_constant(expression),
            },
            Expr::Unary(unary) => {
                unary.attrs.is_empty()
                    && matches!(unary.op, UnOp::Neg(_) | UnOp::Not(_))
                    && self.is_integer(&unary.expr)
            }
            Expr::Binary(binary) => {
                binary.attrs.is_empty()
                    && arithmetic(&binary.op).is_some()
                    && !assigns(&binary.op)
                    && self.is_integer(&binary.left)
                    && self.is_integer(&binary.right)
            }
            Expr::Cast(cast) => cast.attrs.is_empty() && is_integer(&cast.ty) && self.is_integer(&cast.expr),
            Expr::MethodCall(call) => {
                call.attrs.is_empty()
                    && computation(call).is_some_and(|found| found.gives() == Gives::Integer)
                    && self.is_integer(&call.receiver)
                    && call.args.iter().all(|argument| self.is_integer(argument))
            }
            _ => false,
        }
    }

    /// Rule 3.
    fn is_condition(&self, expression: &Expr) -> bool {
        match peeled(expression) {
            Expr::Lit(literal) => literal.attrs.is_empty() && matches!(literal.lit, Lit::Bool(_)),
            Expr::Path(_) => self.variable(expression) == Some(Kind::Condition),
            Expr::Unary(unary) => {
                unary.attrs.is_empty() && matches!(unary.op, UnOp::Not(_)) && self.is_condition(&unary.expr)
            }
            Expr::Binary(binary) if matches!(binary.op, BinOp::And(_) | BinOp::Or(_)) => {
                binary.attrs.is_empty() && self.is_condition(&binary.left) && self.is_condition(&binary.right)
            }
            Expr::Binary(binary) => {
                binary.attrs.is_empty()
                    && compares(&binary.op)
                    && self.is_integer(&binary.left)
                    && self.is_integer(&binary.right)
            }
            Expr::MethodCall(call) => {
                call.attrs.is_empty()
                    && computation(call).is_some_and(|found| found.gives() == Gives::Condition)
                    && self.is_integer(&call.receiver)
                    && call.args.iter().all(|argument| self.is_integer(argument))
            }
            _ => false,
        }
    }
}

fn compares(op: &BinOp) -> bool {
    matches!(op, BinOp::Eq(_) | BinOp::Ne(_) | BinOp::Lt(_) | BinOp::Le(_) | BinOp::Gt(_) | BinOp::Ge(_))
}

fn is_integer(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let name = path.path.get_ident().filter(|_| path.qself.is_none());
    name.is_some_and(|name| types::is_integer(&name.to_string()))
}

fn is_between_literals(range: &Expr) -> bool {
    let Expr::Range(range) = peeled(range) else { return false };
    let is_literal = |end: &Option<Box<Expr>>| {
        end.as_ref().is_some_and(
            |end| matches!(peeled(end), Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_))),
        )
    };
    range.attrs.is_empty() && is_literal(&range.start) && is_literal(&range.end)
}

/// True if a macro panics, and its arguments are only words and literals.
fn only_panics(called: &Macro) -> bool {
    let is_plain = |token| !matches!(token, proc_macro2::TokenTree::Group(_));
    let name = called.path.get_ident();
    name.is_some_and(|name| PANICS.iter().any(|panics| name == panics))
        && called.tokens.clone().into_iter().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_str;

    fn closed(source: &str) -> bool {
        is_closed(&parse_str(source).unwrap())
    }

    #[test]
    fn functions_of_integers_and_comparisons_are_closed() {
        for source in [
            "fn f(x: u8, mut y: i32) -> bool { y += x as i32; while y > 3 && x != LIMIT { y -= 1 } y == 0 }",
            "/// Says.\nfn f(x: u8) -> Option<u8> { let low = x & 15; if low.min(9) == 3 { return None } Some(x) }",
            "fn f(x: u32) -> u8 { let is_odd = x % 2 == 1; let n = if is_odd { 1 } else { 2 }; n }",
            "fn f(x: u32) { for i in 0..8 { if x >> i == 1 { panic!(\"at {}\", i) } } }",
        ] {
            assert!(closed(source), "{source}");
        }
    }

    #[test]
    fn functions_with_unseen_changes_or_decisions_are_not_closed() {
        for source in [
            "fn f(x: u8) { let mut y = x; change(&mut y); if y == 3 {} }",
            "fn f(x: u8) { let mut y = x; y.add_assign(3); if y == 3 {} }",
            "fn f(x: u8) { if g(x) {} }",
            "fn f(x: &u8) { if *x == 3 {} }",
            "fn f(x: u8) { g(x); if x == 3 {} }",
            "fn f(x: u8) { change!(x); if x == 3 {} }",
            "fn f(x: u8, n: u8) { for i in x..n { if i == 3 {} } }",
            "fn f(x: u8) { match x { 3 => g(), _ => {} } }",
            "fn f(x: u8) -> u8 { if W(x) + W(3) == 4 { 1 } else { 2 } }",
            "fn f(N: u8) -> bool { N == 3 }",
            "fn f<T>(x: u8) -> bool { x == T::LIMIT }",
            "fn f(x: f64) -> bool { x == 0.0 }",
            "fn f(x: u8) -> bool { #[cfg(a)] { x == 3 } }",
            "#[memoised] fn f(x: u8) -> bool { x == 3 }",
            "fn f(x: u8) -> bool { let y; y = x; y == 3 }",
            "fn f(&self, x: u8) -> bool { x == 3 }",
            "unsafe fn f(x: u8) -> bool { x == COUNTER }",
            "fn f(x: u8) -> bool { let y: u16 = x.into(); y == 3 }",
            "fn f(x: u8) -> bool { (|| x == 3)() }",
        ] {
            assert!(!closed(source), "{source}");
        }
    }
}
