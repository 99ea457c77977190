//! The rewriting of a function's body.
//!
//! One walk over the syntax tree finds the conditions, numbers them in the order of evaluation, and
//! puts a probe around each. Conditions are found on the original tree: their texts are taken, and
//! their operands are classified, before anything inside them is rewritten.
//!
//! Code outside of the function's own execution is left alone (items within it, constant
//! expressions). So is everything that is not an expression (types, attributes). Macro invocations
//! are left alone too, because only a macro can interpret its tokens. Exceptions are macros of the
//! standard library whose arguments are known to be expressions.

mod guarded;
pub(crate) mod probes;
mod bindings;
mod cfg;
pub(crate) mod operations;
mod checks;
mod eager;
mod carried;
mod let_else;
mod macros;
mod matches;

use quote::{quote, quote_spanned};
use sbst_source::span::Spanned as _;
use sbst_source::visit::Visit;
use sbst_source::visit_mut::{self, VisitMut};
use syn::{
    token, Arm, Attribute, BinOp, Block, Expr, ExprAsync, ExprBinary, ExprClosure, ExprConst, ExprForLoop,
    ExprLoop, ExprMatch, ExprParen, ExprRepeat, ExprTry, FieldValue, GenericArgument, Item, Macro, Pat, Path,
    Stmt, Token, Type, UnOp,
};

use crate::condition::callees::may_propagate;
use crate::condition::capture;
use crate::condition::checks::Check;
use crate::condition::computations::{computation, Gives};
use crate::condition::membership::Known;
use crate::condition::pointers::may_be_pointer;
use crate::condition::referable::{may_be_packed, Places};
use crate::condition::{
    is_comparison, is_connective, is_decided, is_decided_iteration, Condition, ConditionKind, Decision,
};
use crate::rewrite::probes::patterns::{is_call, truly};
use crate::rewrite::probes::{Form, Probes, Propagated};
use crate::syntax::{leading_attributes::leading_attributes, spans::located};
use carried::{is_literal_or_constant, Carried};
use checks::Checks;
use sbst_source::package::sources;
use sbst_source::source_text::source_text;

/// The conditions and checks that the rewriting of a body found.
///
/// ```
/// use sbst_instrument::rewrite::rewrite;
/// use sbst_instrument::{condition::ConditionKind, runtime_path};
///
/// let mut body = syn::parse_str("{ if a > 3 && ready { f() } }").unwrap();
/// let conditions = rewrite(&mut body, &runtime_path()).conditions;
/// let found: Vec<_> = conditions.iter().map(|found| (found.kind, &*found.text)).collect();
/// assert_eq!(found, [(ConditionKind::Comparison, "a > 3"), (ConditionKind::Boolean, "ready")]);
/// ```
pub struct Rewritten {
    /// The conditions, in the order of their sites.
    pub conditions: Vec<Condition>,
    /// True if a comparison captures its left operand, so that traits of the runtime must be in
    /// scope.
    pub captures: bool,
    /// The hidden checks, in the order of their sites, if requested.
    pub checks: Vec<Check>,
}

/// Puts probes, which call the runtime at `runtime`, around the conditions of `body`, and a step
/// into its loops.
pub fn rewrite(body: &mut Block, runtime: &Path) -> Rewritten {
    rewrite_with(body, runtime, None)
}

/// Like [`rewrite`], with probes at hidden checks.
pub fn rewrite_with_checks(body: &mut Block, runtime: &Path) -> Rewritten {
    rewrite_with(body, runtime, Some(Checks::new(false, true)))
}

/// Like [`rewrite`], with probes that follow values from operation to operation; and with probes at
/// hidden checks, if these are sought.
pub fn rewrite_with_operations(body: &mut Block, runtime: &Path, seeks_panics: bool) -> Rewritten {
    rewrite_with(body, runtime, Some(Checks::new(true, seeks_panics)))
}

fn rewrite_with(body: &mut Block, runtime: &Path, checks: Option<Checks>) -> Rewritten {
    let places = Places::from_body(body);
    let carried = Carried::from_body(body, |name| places.is_in_macro(name));
    if carried.is_empty() {
        return rewrite_carrying(carried, places, body, runtime, checks);
    }
    let as_written = body.clone();
    let again = checks.as_ref().map(|checks| Checks::new(checks.follows, checks.seeks));
    let rewritten = rewrite_carrying(carried, places, body, runtime, again);
    if !rewritten.conditions.is_empty() {
        return rewritten;
    }
    // No condition needs a carried distance.
    *body = as_written;
    let places = Places::from_body(body);
    rewrite_carrying(Carried::default(), places, body, runtime, checks)
}

fn rewrite_carrying(
    carried: Carried,
    places: Places,
    body: &mut Block,
    runtime: &Path,
    checks: Option<Checks>,
) -> Rewritten {
    let mut rewriter = Rewriter {
        probes: Probes { runtime },
        has_own_assert: has_own_assert(body),
        places,
        carried,
        conditions: Vec::new(),
        cfgs: Vec::new(),
        in_closure: false,
        captures: false,
        checks,
    };
    rewriter.visit_block_mut(body);
    body.stmts.splice(0..0, rewriter.carried.items());
    let checks = rewriter.checks.map(|checks| checks.all).unwrap_or_default();
    Rewritten { conditions: rewriter.conditions, captures: rewriter.captures, checks }
}

struct Rewriter<'a> {
    probes: Probes<'a>,
    places: Places,
    conditions: Vec<Condition>,
    /// The predicates of the `#[cfg]`s around the visited code.
    cfgs: Vec<String>,
    /// True within a closure.
    in_closure: bool,
    captures: bool,
    checks: Option<Checks>,
    carried: Carried,
    /// True if `assert!` may be a macro other than the standard library's.
    has_own_assert: bool,
}

/// True if `assert!` in a body may be a macro other than the standard library's.
fn has_own_assert(body: &Block) -> bool {
    struct Declared(bool);
    impl<'ast> Visit<'ast> for Declared {
        fn visit_item_macro(&mut self, item: &'ast syn::ItemMacro) {
            self.0 |= item.ident.as_ref().is_some_and(|name| name == "assert" || name == "debug_assert");
        }
    }
    let sources = sources();
    sources.may_have_own_assert()
        || sources.may_have_own_assert_in_function() && {
            let mut declared = Declared(false);
            declared.visit_block(body);
            declared.0
        }
}

impl Rewriter<'_> {
    /// Numbers a condition whose parts have been visited.
    fn number(&mut self, condition: Condition) -> usize {
        let (cfgs, in_closure) = (self.cfgs.clone(), self.in_closure);
        self.conditions.push(Condition { cfgs, in_closure, ..condition });
        self.conditions.len() - 1
    }

    /// Visits a decision: an operand of `&&` or `||`, or the condition of an `if`, a `while`, an
    /// assertion or a guard.
    fn visit_decision(&mut self, expression: &mut Expr) {
        match Decision::from_expression(expression) {
            Decision::Constant => {}
            Decision::Pattern => self.visit_operand(expression),
            Decision::Eager => self.visit_eager(expression),
            Decision::Comparison | Decision::Connective | Decision::Diverging => {
                self.visit_expr_mut(expression)
            }
            Decision::Around => match expression {
                Expr::Paren(around) => self.visit_decision(&mut around.expr),
                Expr::Group(around) => self.visit_decision(&mut around.expr),
                Expr::Unary(around) => self.visit_decision(&mut around.expr),
                _ => self.visit_expr_mut(expression),
            },
            Decision::Boolean => {
                let condition = Condition::from_expression(ConditionKind::Boolean, expression);
                let known = Known::from_condition(expression);
                let propagates = may_propagate(expression);
                let variable = self.carried.variable(expression);
                let origin = self.origin(below_negations(expression));
                let is_computed = is_computed_condition(below_negations(expression));
                self.visit_negated(expression);
                let site = self.number(condition);
                match known {
                    Some(known) => {
                        if let Some(origin) = origin.filter(|_| is_computed) {
                            self.probes.decided_on(expression, site, origin);
                        }
                        self.probes.membership(expression, known, site);
                    }
                    None => {
                        if propagates {
                            self.probes.note_memberships_within(expression, site);
                        }
                        let at = located(expression.span());
                        let repeated = variable
                            .map(|number| self.carried.reenter_scope(number, site, self.probes.runtime, at));
                        self.probes.boolean(expression, site, propagates, repeated, origin);
                    }
                }
            }
        }
    }

    /// Visits a boolean decision, whose negations are not operations of integers.
    fn visit_negated(&mut self, expression: &mut Expr) {
        match expression {
            Expr::Unary(around) if self.follows() && matches!(around.op, UnOp::Not(_)) => {
                self.visit_negated(&mut around.expr);
            }
            Expr::Paren(around) if self.follows() => self.visit_negated(&mut around.expr),
            _ => self.visit_expr_mut(expression),
        }
    }

    /// Visits a pattern that may be an operand of `&&`.
    fn visit_operand(&mut self, expression: &mut Expr) {
        let Expr::Let(binding) = expression else {
            return self.visit_expr_mut(expression);
        };
        if let Some(look) = self.visit_let_in_chain(binding) {
            let look = truly(look, binding.let_token.span());
            *expression = and(look, std::mem::replace(expression, Expr::PLACEHOLDER));
        }
    }

    fn visit_connective(&mut self, connective: &mut ExprBinary) {
        self.visit_side(&mut connective.left);
        // `a && let …` is read from the left, so code before the `let` goes to the left operand.
        let look = match &mut *connective.right {
            Expr::Let(binding) => {
                self.visit_let_in_chain(binding).map(|look| (look, binding.let_token.span()))
            }
            other => {
                self.visit_side(other);
                None
            }
        };
        if let Some((look, at)) = look {
            let left = std::mem::replace(&mut *connective.left, Expr::PLACEHOLDER);
            *connective.left = and(left, truly(look, at));
        }
    }

    /// An operand of `&&` or `||` begins and ends with the user's tokens, for the edition. If the
    /// whole is the last expression of a block, its edition decides when its temporaries are
    /// dropped.
    fn visit_side(&mut self, operand: &mut Expr) {
        let span = operand.span();
        self.visit_decision(operand);
        if let Expr::Verbatim(_) = operand {
            let inner = Box::new(std::mem::replace(operand, Expr::PLACEHOLDER));
            let paren_token = token::Paren(span);
            *operand = Expr::Paren(ExprParen { attrs: Vec::new(), paren_token, expr: inner });
        }
    }

    fn visit_comparison(&mut self, expression: &mut Expr, form: Form) {
        let condition = Condition::from_expression(ConditionKind::Comparison, expression);
        let Expr::Binary(comparison) = expression else {
            return;
        };
        let operands: [&Expr; 2] = [&comparison.left, &comparison.right];
        // Operands that must not be referred to.
        let is_left = operands.into_iter().any(|operand| may_be_packed(operand) || may_be_pointer(operand));
        let captured = !is_left && capture::is_needed(&comparison.left, &comparison.right);
        self.captures |= captured;
        // A reported distance would replace the followed values.
        let is_equality =
            matches!(comparison.op, BinOp::Eq(_) | BinOp::Ne(_)) && form == Form::Alone && !self.follows();
        let side = propagating_side(operands).filter(|_| is_equality);
        let variable = operands.into_iter().zip([1, 0]).find_map(|(operand, other)| {
            self.carried.variable(operand).filter(|_| is_equality && is_literal_or_constant(operands[other]))
        });
        let origins = self.origin(&comparison.left).zip(self.origin(&comparison.right));
        self.visit_expr_mut(&mut comparison.left);
        self.visit_expr_mut(&mut comparison.right);
        let site = self.number(condition);
        let runtime = self.probes.runtime;
        match is_left {
            true => self.probes.outcome(expression, site, form),
            false => {
                let at = located(expression.span());
                let propagated = match (side, variable) {
                    (Some(side), _) => Propagated::Side(side),
                    (None, Some(number)) => {
                        let repeated = self.carried.reenter_scope(number, site, runtime, at);
                        Propagated::Before(
                            quote_spanned!(at=> #runtime::__private::exit_for_pattern(#repeated, ());),
                        )
                    }
                    (None, None) => Propagated::Nothing,
                };
                let origins = origins.map(|(left, right)| [left, right]);
                self.probes.comparison(expression, site, captured, form, propagated, origins);
            }
        }
    }

    fn visit_loop_body(&mut self, body: &mut Block) {
        self.visit_block_mut(body);
        body.stmts.insert(0, self.probes.step());
    }
}

impl VisitMut for Rewriter<'_> {
    fn visit_expr_mut(&mut self, expression: &mut Expr) {
        let attributes = leading_attributes(expression).cloned().unwrap_or_default();
        self.within(&attributes, |this| match expression {
            Expr::Binary(binary) if is_connective(&binary.op) => this.visit_connective(binary),
            Expr::Binary(binary) if is_comparison(binary) => this.visit_comparison(expression, Form::Alone),
            Expr::If(_) => this.visit_if(expression),
            Expr::While(_) => this.visit_while(expression),
            Expr::Macro(_) => this.visit_invocation(expression),
            _ => {
                if !this.visit_checked(expression) {
                    visit_mut::visit_expr_mut(this, expression);
                }
            }
        });
    }

    fn visit_block_mut(&mut self, block: &mut Block) {
        let before = self.carried.enter();
        for mut statement in std::mem::take(&mut block.stmts) {
            let inside = self.statement(&mut statement);
            self.visit_in(inside, &mut block.stmts, |this, statements| match statement {
                Stmt::Local(local) => this.visit_binding(local, statements),
                Stmt::Macro(invocation) => statements.push(this.visit_invocation_statement(invocation)),
                _ => {
                    this.visit_stmt_mut(&mut statement);
                    statements.push(statement);
                }
            });
        }
        self.carried.leave(before);
    }

    fn visit_expr_closure_mut(&mut self, closure: &mut ExprClosure) {
        let hidden = self.carried.hide();
        let in_closure = std::mem::replace(&mut self.in_closure, true);
        visit_mut::visit_expr_closure_mut(self, closure);
        self.in_closure = in_closure;
        self.carried.show(hidden);
        if self.follows() {
            self.report_closure_parameters(closure);
        }
    }

    fn visit_expr_async_mut(&mut self, block: &mut ExprAsync) {
        let hidden = self.carried.hide();
        visit_mut::visit_expr_async_mut(self, block);
        self.carried.show(hidden);
    }

    fn visit_expr_match_mut(&mut self, matching: &mut ExprMatch) {
        self.visit_match(matching);
    }

    fn visit_field_value_mut(&mut self, field: &mut FieldValue) {
        self.within(&field.attrs, |this| this.visit_expr_mut(&mut field.expr));
    }

    fn visit_arm_mut(&mut self, arm: &mut Arm) {
        if let Pat::Guard(guarded) = &mut arm.pat {
            self.visit_decision(&mut guarded.guard);
        }
        self.visit_expr_mut(&mut arm.body);
        if let Expr::Block(body) = &mut *arm.body {
            self.insert_part_reports(&arm.pat, &mut body.block);
        }
    }

    fn visit_expr_for_loop_mut(&mut self, repetition: &mut ExprForLoop) {
        let ExprForLoop { for_token, pat, in_token, expr, .. } = &*repetition;
        let text = source_text(quote!(#for_token #pat #in_token #expr));
        let condition = Condition::at(for_token.span(), ConditionKind::Loop, text);
        let is_decided = is_decided_iteration(expr);
        let iterated = self.follows().then(|| (**expr).clone());
        self.visit_expr_mut(&mut repetition.expr);
        if !is_decided {
            if let Some(iterated) = &iterated {
                self.follow_ends(iterated, &mut repetition.expr);
            }
            let site = self.number(condition);
            self.probes.iteration(repetition, site);
        }
        self.visit_loop_body(&mut repetition.body);
        if let Some(iterated) = iterated {
            self.report_iteration(&repetition.pat, &iterated, &mut repetition.body);
        }
    }

    fn visit_expr_loop_mut(&mut self, repetition: &mut ExprLoop) {
        self.visit_loop_body(&mut repetition.body);
    }

    fn visit_expr_try_mut(&mut self, tried: &mut ExprTry) {
        let condition = (!is_decided(&tried.expr)).then(|| {
            let ExprTry { expr, question_token, .. } = &*tried;
            let text = source_text(quote!(#expr #question_token));
            Condition::at(question_token.span(), ConditionKind::Try, text)
        });
        let propagates = may_propagate(&tried.expr);
        let variable = self.carried.variable(&tried.expr);
        self.visit_expr_mut(&mut tried.expr);
        if let Some(condition) = condition {
            let site = self.number(condition);
            let at = located(tried.question_token.span());
            let scope = match variable {
                Some(number) => Some(self.carried.reenter_scope(number, site, self.probes.runtime, at)),
                None => propagates.then(|| self.probes.enter_scope(&mut tried.expr, site)),
            };
            self.probes.early_return(tried, site, scope);
        }
    }

    // The length of an array is a constant.
    fn visit_expr_repeat_mut(&mut self, array: &mut ExprRepeat) {
        self.visit_expr_mut(&mut array.expr);
    }

    fn visit_expr_const_mut(&mut self, _: &mut ExprConst) {}
    fn visit_item_mut(&mut self, _: &mut Item) {}
    fn visit_type_mut(&mut self, _: &mut Type) {}
    fn visit_generic_argument_mut(&mut self, _: &mut GenericArgument) {}
    fn visit_pat_mut(&mut self, _: &mut Pat) {}
    fn visit_macro_mut(&mut self, _: &mut Macro) {}
    fn visit_attribute_mut(&mut self, _: &mut Attribute) {}
}

/// True if an expression is a boolean method of integers with a term in the runtime.
fn is_computed_condition(expression: &Expr) -> bool {
    let Expr::MethodCall(call) = expression else { return false };
    computation(call).is_some_and(|found| found.gives() == Gives::Condition)
}

/// The operand of a boolean's leading negations.
fn below_negations(expression: &Expr) -> &Expr {
    match expression {
        Expr::Unary(around) if matches!(around.op, UnOp::Not(_)) => below_negations(&around.expr),
        Expr::Paren(around) => below_negations(&around.expr),
        Expr::Group(around) => below_negations(&around.expr),
        operand => operand,
    }
}

/// The operand that is the result of a call, 0 or 1, if the other one is a literal, a constant or a
/// variant.
fn propagating_side(operands: [&Expr; 2]) -> Option<usize> {
    let is_side = |side: usize| {
        is_call(operands[side]) && may_propagate(operands[side]) && is_literal_or_constant(operands[1 - side])
    };
    [0, 1].into_iter().find(|&side| is_side(side))
}

fn and(left: Expr, right: Expr) -> Expr {
    let and_token = Token![&&](right.span());
    Expr::Binary(ExprBinary {
        attrs: Vec::new(),
        left: Box::new(left),
        op: BinOp::And(and_token),
        right: Box::new(right),
    })
}
