//! The walk over a body.

use quote::{quote, ToTokens as _};
use sbst_source::source_text::source_text;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Arm, Attribute, BinOp, Block, Expr, ExprAsync, ExprBinary, ExprClosure, ExprConst, ExprForLoop, ExprLoop,
    ExprRange, ExprRepeat, ExprTry, ExprUnary, GenericArgument, Item, Lit, Macro, Pat, Path, Stmt, Type,
    UnOp,
};

use super::emit::Emit;
use super::operands::{has_let, may_be_borrowed, may_be_number, may_be_numbers, may_be_promoted};
use super::operators::replacements;
use super::point::{Alternative, Place, Point, MOST};
use super::{Found, Mutated};
use crate::condition::pointers::may_be_pointer;
use crate::condition::referable::may_be_packed;
use crate::condition::{capture, diverges, is_comparison, is_connective, peeled};
use crate::syntax::leading_attributes::leading_attributes;
use crate::syntax::operators::{arithmetic, assigns, comparison};
use sbst_vocabulary::Change;

pub(super) struct Walk<'a> {
    function: &'a Mutated<'a>,
    pub(super) emit: Emit<'a>,
    pub(super) found: Found,
    /// For each loop around the visited code: true if it has no value.
    loops: Vec<bool>,
    /// True if `return` is of the function, which has an `Option`.
    returns_option: bool,
}

impl<'a> Walk<'a> {
    pub(super) fn new(function: &'a Mutated<'a>, runtime: &'a Path) -> Walk<'a> {
        let returns_option = function.returns_option();
        Walk { function, emit: Emit { runtime }, found: Found::default(), loops: Vec::new(), returns_option }
    }

    pub(super) fn number(&mut self, mut point: Point) -> usize {
        point.alternatives.truncate(MOST);
        self.found.points.push(point);
        self.found.points.len() - 1
    }

    /// The name of a change in the function.
    pub(super) fn within(&self, change: String) -> String {
        format!("{change} in {}", self.function.name)
    }

    /// The alternatives of an operator.
    fn operator(&self, op: &BinOp) -> Vec<Alternative> {
        let written = op.to_token_stream().to_string();
        let place = Place::of(op);
        let alternative = |(text, change): (String, Change)| {
            let name = self.within(format!("replace {written} with {text}"));
            Alternative::new(change, "BinaryOperator", name, text, place)
        };
        replacements(op).into_iter().map(alternative).collect()
    }

    /// The alternatives of a forced condition. A loop is not made endless.
    fn forced(&self, condition: &Expr, repeats: bool) -> Vec<Alternative> {
        let (place, text) = (Place::of(condition), source_text(condition.to_token_stream()));
        let values = [(Change::True, "true"), (Change::False, "false")];
        let values = values.into_iter().filter(|(change, _)| !(repeats && *change == Change::True));
        let alternative = |(change, value)| {
            let name = self.within(format!("replace {text} with {value}"));
            Alternative::new(change, "Condition", name, value, place)
        };
        values.map(alternative).collect()
    }

    /// Visits the condition of an `if` or a `while`.
    fn visit_condition(&mut self, condition: &mut Expr, repeats: bool) {
        match condition {
            Expr::Paren(inner) => self.visit_condition(&mut inner.expr, repeats),
            Expr::Group(inner) => self.visit_condition(&mut inner.expr, repeats),
            Expr::Let(binding) => self.visit_expr_mut(&mut binding.expr),
            Expr::Binary(binary) if is_connective(&binary.op) && has_let(&Expr::Binary(binary.clone())) => {
                self.visit_condition(&mut binary.left, repeats);
                self.visit_condition(&mut binary.right, repeats);
            }
            Expr::Binary(binary) if is_connective(&binary.op) => self.visit_expr_mut(condition),
            Expr::Binary(binary) if is_comparison(binary) => {
                let forced = self.forced(condition, repeats);
                self.visit_comparison(condition, forced);
            }
            Expr::Lit(_) | Expr::Macro(_) => self.visit_expr_mut(condition),
            Expr::Unary(_) => self.visit_expr_mut(condition),
            _ if diverges(condition) => self.visit_expr_mut(condition),
            _ => {
                let mut alternatives = self.forced(condition, repeats);
                let (place, text) = (Place::of(&*condition), source_text(condition.to_token_stream()));
                let name = self.within(format!("replace {text} with !{text}"));
                let negated = Alternative::new(Change::Negated, "Condition", name, format!("!{text}"), place);
                alternatives.push(negated);
                self.visit_expr_mut(condition);
                let number = self.number(Point { alternatives });
                self.emit.pass("forced", number, condition);
            }
        }
    }

    fn visit_comparison(&mut self, expression: &mut Expr, forced: Vec<Alternative>) {
        let Expr::Binary(ExprBinary { left, op, right, .. }) = expression else { return };
        let mut alternatives = self.operator(op);
        alternatives.extend(forced);
        let Some(operator) = comparison(op) else { return };
        let is_left = [&**left, &**right].into_iter().any(|side| may_be_packed(side) || may_be_pointer(side));
        let captured = !is_left && capture::is_needed(left, right);
        self.visit_expr_mut(left);
        self.visit_expr_mut(right);
        if is_left {
            return;
        }
        self.found.captures |= captured;
        let number = self.number(Point { alternatives });
        self.emit.comparison(expression, number, operator, captured);
    }

    fn visit_binary(&mut self, expression: &mut Expr) {
        let Expr::Binary(ExprBinary { left, op, right, .. }) = expression else { return };
        let alternatives = self.operator(op);
        let connects = is_connective(op) && !diverges(right) && !has_let(left) && !has_let(right);
        let assigns = assigns(op);
        let computes =
            arithmetic(op).filter(|_| may_be_numbers(left, right) && (!assigns || may_be_borrowed(left)));
        if assigns {
            visit_mut::visit_expr_mut(self, left);
        } else {
            self.visit_expr_mut(left);
        }
        self.visit_expr_mut(right);
        if connects {
            let number = self.number(Point { alternatives });
            self.emit.pass("swapped", number, left);
            self.emit.pass("swapped", number, right);
            self.emit.pass("swapped", number, expression);
        } else if let Some(operation) = computes {
            let number = self.number(Point { alternatives });
            match assigns {
                true => self.emit.assignment(expression, number, operation),
                false => self.emit.arithmetic(expression, number, operation),
            }
        }
    }

    fn visit_loop(&mut self, body: &mut Block, has_no_value: bool) {
        self.loops.push(has_no_value);
        self.visit_block_mut(body);
        self.loops.pop();
        body.stmts.insert(0, self.emit.step());
    }

    /// A jump to the end of an iteration, or of a loop without a value.
    fn visit_jump(&mut self, expression: &mut Expr, written: &str, other: &'static str) {
        if self.loops.last() != Some(&true) {
            return;
        }
        let name = self.within(format!("replace {written} with {other}"));
        let alternatives =
            vec![Alternative::new(Change::Removed, "Jump", name, other, Place::of(&*expression))];
        let number = self.number(Point { alternatives });
        self.emit.jump(number, expression, other);
    }

    fn visit_unary(&mut self, expression: &mut Expr) {
        let Expr::Unary(ExprUnary { op, expr, .. }) = expression else { return };
        let (sign, change) = match op {
            UnOp::Not(_) => ("!", Change::Uncomplemented),
            UnOp::Neg(_) => ("-", Change::Unnegated),
            _ => return visit_mut::visit_expr_mut(self, expression),
        };
        let text = self.within(format!("delete {sign}"));
        let alternatives = vec![Alternative::new(change, "UnaryOperator", text, "", Place::of(*op))];
        let is_seen = !diverges(expr);
        match peeled(expr) {
            Expr::Lit(_) => {}
            _ => self.visit_expr_mut(expr),
        }
        if is_seen {
            let number = self.number(Point { alternatives });
            self.emit.pass("undone", number, expression);
        }
    }

    /// The end of a range plus or minus one. A literal has these changes by itself.
    fn visit_range(&mut self, range: &mut ExprRange) {
        range.start.iter_mut().for_each(|start| self.visit_expr_mut(start));
        let Some(end) = &mut range.end else { return };
        let (place, text) = (Place::of(&*end), source_text(end.to_token_stream()));
        self.visit_expr_mut(end);
        if matches!(peeled(end), Expr::Lit(_)) || !may_be_number(end) {
            return;
        }
        let alternatives = [(Change::Incremented, "+"), (Change::Decremented, "-")].map(|(change, sign)| {
            let other = format!("{text} {sign} 1");
            let name = self.within(format!("replace {text} with {other}"));
            Alternative::new(change, "Range", name, other, place)
        });
        let number = self.number(Point { alternatives: alternatives.into() });
        self.emit.pass("nudged", number, end);
    }

    /// A `?` that always returns `None`. No error value is known for a `Result`.
    fn visit_propagation(&mut self, propagation: &mut ExprTry) {
        if !self.returns_option || diverges(&propagation.expr) {
            return;
        }
        let name = self.within("replace ? with return None".to_owned());
        let place = Place::of(propagation.question_token);
        let alternatives = vec![Alternative::new(Change::Early, "Return", name, "return None", place)];
        let number = self.number(Point { alternatives });
        self.emit.early(number, &mut propagation.expr);
    }

    /// A number plus or minus one, or an empty text.
    fn visit_literal(&mut self, expression: &mut Expr) {
        let Expr::Lit(literal) = &*expression else { return };
        if let Lit::Str(text) = &literal.lit {
            let is_empty = text.value().is_empty() || !text.suffix().is_empty();
            let name = self.within(format!("replace {} with \"\"", source_text(text.to_token_stream())));
            let alternatives =
                vec![Alternative::new(Change::Emptied, "Constant", name, "\"\"", Place::of(text))];
            if !is_empty && literal.attrs.is_empty() {
                let number = self.number(Point { alternatives });
                self.emit.pass("emptied", number, expression);
            }
            return;
        }
        let Lit::Int(number) = &literal.lit else { return };
        let Ok(value) = number.base10_parse::<u128>() else { return };
        if !literal.attrs.is_empty() {
            return;
        }
        let (place, suffix) = (Place::of(&literal.lit), number.suffix());
        let mut values = vec![(Change::Incremented, value.saturating_add(1))];
        values.extend(value.checked_sub(1).map(|less| (Change::Decremented, less)));
        let alternatives = values.into_iter().map(|(change, other)| {
            let (text, other) = (number.to_string(), format!("{other}{suffix}"));
            let name = self.within(format!("replace {text} with {other}"));
            Alternative::new(change, "Constant", name, other, place)
        });
        let point = Point { alternatives: alternatives.collect() };
        let number = self.number(point);
        self.emit.pass("nudged", number, expression);
    }
}

impl VisitMut for Walk<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        if leading_attributes(expression).is_some_and(|attributes| !attributes.is_empty()) {
            return;
        }
        match expression {
            Expr::Binary(binary) if is_comparison(binary) => self.visit_comparison(expression, Vec::new()),
            Expr::Binary(_) => self.visit_binary(expression),
            Expr::Unary(_) => self.visit_unary(expression),
            Expr::Lit(_) => self.visit_literal(expression),
            Expr::Range(range) => self.visit_range(range),
            Expr::Try(propagation) => {
                self.visit_expr_mut(&mut propagation.expr);
                self.visit_propagation(propagation);
            }
            Expr::If(branch) => {
                self.visit_condition(&mut branch.cond, false);
                self.visit_block_mut(&mut branch.then_branch);
                if let Some((_, otherwise)) = &mut branch.else_branch {
                    self.visit_expr_mut(otherwise);
                }
            }
            Expr::While(repetition) => {
                self.visit_condition(&mut repetition.cond, true);
                self.visit_loop(&mut repetition.body, true);
            }
            Expr::Break(jump) if jump.label.is_none() && jump.expr.is_none() => {
                self.visit_jump(expression, "break", "continue");
            }
            Expr::Continue(jump) if jump.label.is_none() => {
                self.visit_jump(expression, "continue", "break");
            }
            Expr::Match(matching) => {
                self.visit_expr_mut(&mut matching.expr);
                self.arms(matching);
                matching.arms.iter_mut().for_each(|arm| self.visit_arm_mut(arm));
            }
            Expr::Reference(reference) if may_be_promoted(&reference.expr) => {}
            Expr::MethodCall(call) if call.method == "with_capacity" => {}
            Expr::MethodCall(call) if may_be_promoted(&call.receiver) => {
                call.args.iter_mut().for_each(|argument| self.visit_expr_mut(argument));
            }
            Expr::Call(call) => {
                let is_capacity = matches!(&*call.func, Expr::Path(path)
                    if path.path.segments.last().is_some_and(|name| name.ident == "with_capacity"));
                if !is_capacity {
                    visit_mut::visit_expr_mut(self, expression);
                }
            }
            _ => visit_mut::visit_expr_mut(self, expression),
        }
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let count = block.stmts.len();
        for (index, mut statement) in std::mem::take(&mut block.stmts).into_iter().enumerate() {
            let removable = self.removable(&statement, index + 1 == count);
            let removable = removable.map(|point| self.number(point));
            self.visit_stmt_mut(&mut statement);
            block.stmts.push(match removable {
                Some(number) => self.remove(number, statement),
                None => statement,
            });
        }
    }

    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        if local.attrs.is_empty() {
            visit_mut::visit_local_mut(self, local);
        }
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        if arm.attrs.is_empty() {
            self.visit_expr_mut(&mut arm.body);
        }
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        if closure.constness.is_none() {
            let around = (std::mem::take(&mut self.loops), std::mem::take(&mut self.returns_option));
            self.visit_expr_mut(&mut closure.body);
            (self.loops, self.returns_option) = around;
        }
    }

    fn visit_expr_for_loop_mut(&mut self, repetition: &mut ExprForLoop) {
        let ExprForLoop { for_token, pat, in_token, expr, .. } = &*repetition;
        let text = source_text(quote!(#for_token #pat #in_token #expr));
        let place = Place::of(quote!(#for_token #pat #in_token #expr));
        let alternatives = [
            (Change::Removed, format!("delete loop {text}"), "if false"),
            (Change::Once, format!("leave loop {text} after one round"), "if let"),
        ];
        let alternatives = alternatives.map(|(change, name, replacement)| {
            Alternative::new(change, "Loop", self.within(name), replacement, place)
        });
        self.visit_expr_mut(&mut repetition.expr);
        let number = self.number(Point { alternatives: alternatives.into() });
        self.emit.pass("rounds", number, &mut repetition.expr);
        self.visit_loop(&mut repetition.body, true);
    }

    fn visit_expr_loop_mut(&mut self, repetition: &mut ExprLoop) {
        self.visit_loop(&mut repetition.body, false);
    }

    // The length of an array is a constant.
    fn visit_expr_repeat_mut(&mut self, array: &mut ExprRepeat) {
        self.visit_expr_mut(&mut array.expr);
    }

    fn visit_expr_async_mut(&mut self, future: &mut ExprAsync) {
        let around = std::mem::take(&mut self.returns_option);
        visit_mut::visit_expr_async_mut(self, future);
        self.returns_option = around;
    }

    fn visit_macro_mut(&mut self, _: &mut Macro) {
        self.found.macros += 1;
    }

    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut GenericArgument) {}
    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
    fn visit_stmt_mut(&mut self, statement: &mut Stmt) {
        if !matches!(statement, Stmt::Item(_)) {
            visit_mut::visit_stmt_mut(self, statement);
        }
    }
}
