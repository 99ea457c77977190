//! The conditions of a body.

use proc_macro2::Span;
use syn::parse::{ParseStream, Parser as _};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};
use syn::{
    Arm, Attribute, BinOp, Block, Expr, ExprBinary, ExprConst, ExprForLoop, ExprLet, ExprMatch, ExprRepeat,
    ExprTry, GenericArgument, Item, Lit, Local, Macro, Pat, Stmt, Token, Type, UnOp,
};

use super::patterns::{can_fail, has_macro};
use super::{Found, Peculiarity, place, tokens};
use crate::configuration::Configuration;
use sbst_source::conditional::is_for_tests;

/// Macros of the standard library with expressions as arguments, beside the assertions and
/// `matches!`.
const OF_EXPRESSIONS: [&str; 13] = [
    "dbg",
    "eprint",
    "eprintln",
    "format",
    "panic",
    "print",
    "println",
    "todo",
    "unimplemented",
    "unreachable",
    "vec",
    "write",
    "writeln",
];
const COMPARING: [&str; 4] = ["assert_eq", "assert_ne", "debug_assert_eq", "debug_assert_ne"];
/// Macros of the standard library whose arguments are no expressions of the program, or are decided
/// earlier.
const WITHOUT_EXPRESSIONS: [&str; 12] = [
    "cfg",
    "column",
    "compile_error",
    "concat",
    "env",
    "file",
    "include",
    "include_bytes",
    "include_str",
    "line",
    "option_env",
    "stringify",
];

/// Returns the conditions of a function's body, and the items in it, which have separate
/// conditions.
pub(super) fn find_in_block<'ast>(
    body: &'ast Block,
    configuration: &Configuration,
) -> (Vec<Found>, Vec<&'ast Item>) {
    let mut items = Items(Vec::new());
    items.visit_block(body);
    let mut counter = Counter { configuration, found: Vec::new(), within: None };
    counter.visit_block(body);
    (counter.found, items.0)
}

/// Returns the conditions of a part of a macro's definition, if it parses as statements.
pub(super) fn find_in_statements(
    statements: &[Stmt],
    within: Option<Peculiarity>,
    configuration: &Configuration,
) -> Vec<Found> {
    let mut counter = Counter { configuration, found: Vec::new(), within };
    statements.iter().for_each(|statement| counter.visit_stmt(statement));
    counter.found
}

/// Collects the items in a body, but not the items within these.
struct Items<'ast>(Vec<&'ast Item>);

impl<'ast> Visit<'ast> for Items<'ast> {
    fn visit_item(&mut self, item: &'ast Item) {
        self.0.push(item);
    }
}

struct Counter<'c> {
    configuration: &'c Configuration,
    found: Vec<Found>,
    /// The peculiarity of all visited conditions.
    within: Option<Peculiarity>,
}

impl Counter<'_> {
    fn count(&mut self, kind: &'static str, at: Span, peculiarity: Option<Peculiarity>) {
        let peculiarity = self.within.clone().or(peculiarity);
        self.found.push(Found { place: place(at), kind, peculiarity });
    }

    fn is_active(&self, attributes: &[Attribute]) -> bool {
        !is_for_tests(attributes) && self.configuration.holds(attributes)
    }

    /// Counts an operand of `&&` or `||`, or the condition of an `if`, a `while`, an `assert!` or a
    /// guard.
    fn decision(&mut self, expression: &Expr, is_chained: bool) {
        match expression {
            Expr::Paren(inner) => self.decision(&inner.expr, is_chained),
            Expr::Group(inner) => self.decision(&inner.expr, is_chained),
            Expr::Let(binding) => self.binding(binding, is_chained),
            Expr::Lit(literal) if matches!(literal.lit, Lit::Bool(_)) => {}
            Expr::Macro(invocation) if is_named(&invocation.mac, &["cfg"]) => {}
            Expr::Macro(invocation) if is_named(&invocation.mac, &["matches"]) => self.visit_expr(expression),
            Expr::Binary(binary) if is_connective(&binary.op) || is_comparison(&binary.op) => {
                self.visit_expr(expression)
            }
            Expr::Unary(negation) if matches!(negation.op, UnOp::Not(_)) && is_boolean(&negation.expr) => {
                self.decision(&negation.expr, is_chained);
            }
            _ if diverges(expression) => self.visit_expr(expression),
            _ => {
                self.count("boolean", expression.span(), None);
                self.visit_expr(expression);
            }
        }
    }

    fn binding(&mut self, binding: &ExprLet, is_chained: bool) {
        if can_fail(&binding.pat) {
            let peculiarity = match is_chained {
                true if has_macro(&binding.pat) => Some(Peculiarity::MacroPattern),
                true if runs_when_read(&binding.expr) => Some(Peculiarity::ChainedPlace),
                _ => None,
            };
            self.count("pattern", binding.let_token.span(), peculiarity);
        }
        self.visit_expr(&binding.expr);
    }

    /// Counts the condition of an `if` or a `while`.
    fn asked(&mut self, condition: &Expr) {
        match condition {
            Expr::Let(binding) => self.binding(binding, false),
            other => self.decision(other, true),
        }
    }

    fn invocation(&mut self, invocation: &Macro) {
        let tokens = invocation.tokens.clone();
        let arguments = || Punctuated::<Expr, Token![,]>::parse_terminated.parse2(tokens.clone());
        let name = invocation.path.segments.last().map(|name| name.ident.to_string()).unwrap_or_default();
        if is_named(invocation, &WITHOUT_EXPRESSIONS) {
            return;
        }
        if is_named(invocation, &["matches"]) {
            if let Ok((scrutinee, pattern)) = matched.parse2(tokens.clone()) {
                if can_fail(&pattern) {
                    let peculiarity = has_macro(&pattern).then_some(Peculiarity::MacroPattern);
                    self.count("pattern", invocation.path.span(), peculiarity);
                }
                self.visit_expr(&scrutinee);
                if let Pat::Guard(guarded) = &pattern {
                    self.decision(&guarded.guard, false);
                }
                return;
            }
        } else if is_named(invocation, &["assert", "debug_assert"]) {
            if let Ok(arguments) = arguments() {
                let mut arguments = arguments.iter();
                arguments.by_ref().take(1).for_each(|condition| self.decision(condition, false));
                return arguments.for_each(|argument| self.visit_expr(argument));
            }
        } else if is_named(invocation, &COMPARING) {
            if let Ok(arguments) = arguments() {
                self.count("comparison", invocation.path.span(), None);
                return arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
        } else if is_named(invocation, &OF_EXPRESSIONS) {
            if let Ok(arguments) = arguments() {
                return arguments.iter().for_each(|argument| self.visit_expr(argument));
            }
            if let Ok((element, length)) = repeated.parse2(tokens.clone()) {
                self.visit_expr(&element);
                return self.visit_expr(&length);
            }
        }
        let outside = self.within.clone();
        self.within = outside.clone().or(Some(Peculiarity::OpaqueMacro(name.clone())));
        match (arguments(), Block::parse_within.parse2(tokens.clone())) {
            (Ok(arguments), _) => arguments.iter().for_each(|argument| self.visit_expr(argument)),
            (_, Ok(statements)) => statements.iter().for_each(|statement| self.visit_stmt(statement)),
            _ => {
                self.within = outside.clone().or(Some(Peculiarity::MacroSyntax(name)));
                for (kind, at) in tokens::conditions(tokens) {
                    self.count(kind, at, None);
                }
            }
        }
        self.within = outside;
    }
}

impl<'ast> Visit<'ast> for Counter<'_> {
    fn visit_expr(&mut self, expression: &'ast Expr) {
        match expression {
            Expr::Binary(ExprBinary { attrs, left, op, right }) if self.is_active(attrs) => {
                if is_connective(op) {
                    self.decision(left, true);
                    self.decision(right, true);
                    return;
                }
                if is_comparison(op) && !diverges(left) && !diverges(right) {
                    let casts = is_pointer_cast(left) || is_pointer_cast(right);
                    self.count("comparison", expression.span(), casts.then_some(Peculiarity::PointerCast));
                }
                self.visit_expr(left);
                self.visit_expr(right);
            }
            Expr::If(branch) if self.is_active(&branch.attrs) => {
                self.asked(&branch.cond);
                self.visit_block(&branch.then_branch);
                branch.else_branch.iter().for_each(|(_, otherwise)| self.visit_expr(otherwise));
            }
            Expr::While(repetition) if self.is_active(&repetition.attrs) => {
                self.asked(&repetition.cond);
                self.visit_block(&repetition.body);
            }
            Expr::Macro(invocation) if self.is_active(&invocation.attrs) => self.invocation(&invocation.mac),
            Expr::Binary(_) | Expr::If(_) | Expr::While(_) | Expr::Macro(_) => {}
            _ => visit::visit_expr(self, expression),
        }
    }

    fn visit_stmt(&mut self, statement: &'ast Stmt) {
        match statement {
            Stmt::Macro(invocation) if self.is_active(&invocation.attrs) => self.invocation(&invocation.mac),
            Stmt::Macro(_) => {}
            Stmt::Local(local) if !self.is_active(&local.attrs) => {}
            Stmt::Expr(expression, _) if !self.is_active(statement_attributes(expression)) => {}
            _ => visit::visit_stmt(self, statement),
        }
    }

    fn visit_local(&mut self, local: &'ast Local) {
        let Some(init) = &local.init else { return };
        if init.diverge.is_some() && can_fail(&local.pat) {
            self.count("pattern", local.let_token.span(), None);
        }
        self.visit_expr(&init.expr);
        init.diverge.iter().for_each(|(_, otherwise)| self.visit_expr(otherwise));
    }

    fn visit_expr_match(&mut self, matching: &'ast ExprMatch) {
        self.visit_expr(&matching.expr);
        let arms: Vec<&Arm> = matching.arms.iter().filter(|arm| self.is_active(&arm.attrs)).collect();
        let has_macro = arms.iter().any(|arm| has_macro(&arm.pat));
        for (index, arm) in arms.iter().enumerate() {
            let guard = match &arm.pat {
                Pat::Guard(guarded) => Some(&guarded.guard),
                _ => None,
            };
            let is_decided = arms[index..].split_last().is_some_and(|(last, between)| {
                let is_last = !matches!(last.pat, Pat::Guard(_));
                is_last && between.iter().all(|arm| matches_as_much(arm, last))
            });
            if can_fail(&arm.pat) && !is_decided {
                self.count("arm", arm.pat.span(), has_macro.then_some(Peculiarity::MacroPattern));
            }
            guard.into_iter().for_each(|guard| self.decision(guard, true));
            self.visit_expr(&arm.body);
        }
    }

    fn visit_expr_for_loop(&mut self, repetition: &'ast ExprForLoop) {
        if !is_decided_iteration(&repetition.expr) {
            self.count("loop", repetition.for_token.span(), None);
        }
        self.visit_expr(&repetition.expr);
        self.visit_block(&repetition.body);
    }

    fn visit_expr_try(&mut self, tried: &'ast ExprTry) {
        if !is_decided(&tried.expr) {
            self.count("try", tried.question_token.span(), None);
        }
        self.visit_expr(&tried.expr);
    }

    fn visit_expr_repeat(&mut self, array: &'ast ExprRepeat) {
        self.visit_expr(&array.expr);
    }

    // Constants, and items with separate conditions.
    fn visit_expr_const(&mut self, _: &'ast ExprConst) {}
    fn visit_item(&mut self, _: &'ast Item) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast GenericArgument) {}
    fn visit_pat(&mut self, _: &'ast Pat) {}
    fn visit_macro(&mut self, _: &'ast Macro) {}
    fn visit_attribute(&mut self, _: &'ast Attribute) {}
}

/// The arguments of `matches!`; the guard becomes part of the pattern.
fn matched(input: ParseStream) -> syn::Result<(Expr, Pat)> {
    let scrutinee = input.parse()?;
    input.parse::<Token![,]>()?;
    let mut pattern = Pat::parse_multi_with_leading_vert(input)?;
    if let Some(if_token) = input.parse::<Option<Token![if]>>()? {
        let guard = Box::new(input.parse()?);
        pattern = Pat::Guard(syn::PatGuard { attrs: Vec::new(), pat: Box::new(pattern), if_token, guard });
    }
    input.parse::<Option<Token![,]>>()?;
    Ok((scrutinee, pattern))
}

/// The arguments of `vec![element; length]`.
fn repeated(input: ParseStream) -> syn::Result<(Expr, Expr)> {
    let element = input.parse()?;
    input.parse::<Token![;]>()?;
    Ok((element, input.parse()?))
}

/// True if the macro is one of `names`, of the standard library by its path.
fn is_named(invocation: &Macro, names: &[&str]) -> bool {
    let segments: Vec<String> =
        invocation.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    match &segments[..] {
        [name] => names.contains(&&**name),
        [library, name] => matches!(&**library, "std" | "core" | "alloc") && names.contains(&&**name),
        _ => false,
    }
}

fn is_connective(op: &BinOp) -> bool {
    matches!(op, BinOp::And(_) | BinOp::Or(_))
}

fn is_comparison(op: &BinOp) -> bool {
    use BinOp::{Eq, Ge, Gt, Le, Lt, Ne};
    matches!(op, Eq(_) | Ne(_) | Lt(_) | Le(_) | Gt(_) | Ge(_))
}

/// True if the expression is a `bool` by its syntax, so that a `!` before it means the opposite.
fn is_boolean(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Binary(binary) => is_connective(&binary.op) || is_comparison(&binary.op),
        Expr::Unary(unary) => matches!(unary.op, UnOp::Not(_)),
        Expr::Macro(invocation) => is_named(&invocation.mac, &["matches"]),
        _ => false,
    }
}

fn is_pointer_cast(expression: &Expr) -> bool {
    matches!(peeled(expression), Expr::Cast(cast) if matches!(*cast.ty, Type::Ptr(_)))
}

/// True if reading the expression may run code, by its syntax: an index that is no plain value, or
/// a macro.
fn runs_when_read(expression: &Expr) -> bool {
    match peeled(expression) {
        Expr::Field(field) => runs_when_read(&field.base),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => runs_when_read(&unary.expr),
        Expr::Index(_) | Expr::Macro(_) => true,
        _ => false,
    }
}

/// Methods that return an iterator with as many items.
const AS_MANY: [&str; 7] = ["iter", "iter_mut", "into_iter", "rev", "enumerate", "copied", "cloned"];

/// True if the syntax of `iterable` decides that a loop over it is entered or not. It is a range
/// between literals or an array with an element, also by reference, backwards or enumerated.
fn is_decided_iteration(iterable: &Expr) -> bool {
    let is_literal =
        |end: &Option<Box<Expr>>| end.as_ref().is_some_and(|end| matches!(peeled(end), Expr::Lit(_)));
    match peeled(iterable) {
        Expr::Range(range) => is_literal(&range.start) && is_literal(&range.end),
        Expr::Array(array) => !array.elems.is_empty(),
        Expr::Repeat(repeat) => matches!(peeled(&repeat.len), Expr::Lit(_)),
        Expr::Reference(reference) => is_decided_iteration(&reference.expr),
        Expr::MethodCall(call) => {
            call.args.is_empty()
                && AS_MANY.iter().any(|name| call.method == name)
                && is_decided_iteration(&call.receiver)
        }
        _ => false,
    }
}

/// True if a guarded arm's pattern matches all values of the last one's: `Err(e) if …` before
/// `Err(_)`.
fn matches_as_much(arm: &Arm, last: &Arm) -> bool {
    let variant = |pattern: &Pat| match pattern {
        Pat::TupleStruct(variant) if !variant.elems.iter().any(can_fail) => Some(variant.path.clone()),
        Pat::Struct(variant) if !variant.fields.iter().any(|field| can_fail(&field.pat)) => {
            Some(variant.path.clone())
        }
        _ => None,
    };
    let variant = |pattern: &Pat| {
        let names =
            |path: syn::Path| path.segments.iter().map(|name| name.ident.to_string()).collect::<Vec<_>>();
        variant(pattern).map(names)
    };
    let Pat::Guard(guarded) = &arm.pat else { return false };
    let is_plain = arm.attrs.is_empty() && last.attrs.is_empty();
    is_plain && variant(&guarded.pat).is_some_and(|path| Some(path) == variant(&last.pat))
}

/// True if the outcome of `?` is plain from the syntax.
fn is_decided(operand: &Expr) -> bool {
    let constructor = match peeled(operand) {
        Expr::Call(call) => peeled(&call.func),
        other => other,
    };
    let Expr::Path(path) = constructor else { return false };
    let last = path.path.segments.last().map(|segment| segment.ident.to_string());
    matches!(last.as_deref(), Some("Ok" | "Err" | "Some" | "None"))
}

fn diverges(expression: &Expr) -> bool {
    let panics = |invocation: &Macro| {
        let name = invocation.path.segments.last().map(|segment| segment.ident.to_string());
        matches!(name.as_deref(), Some("panic" | "todo" | "unimplemented" | "unreachable"))
    };
    match peeled(expression) {
        Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) => true,
        Expr::Macro(invocation) => panics(&invocation.mac),
        Expr::Block(block) if block.label.is_none() => match block.block.stmts.last() {
            Some(Stmt::Expr(last, _)) => diverges(last),
            Some(Stmt::Macro(last)) => panics(&last.mac),
            _ => false,
        },
        _ => false,
    }
}

fn peeled(mut expression: &Expr) -> &Expr {
    loop {
        expression = match expression {
            Expr::Paren(inner) => &inner.expr,
            Expr::Group(inner) => &inner.expr,
            _ => return expression,
        }
    }
}

/// Returns the attributes of an expression that is a statement: they stand with its first operand.
fn statement_attributes(expression: &Expr) -> &[Attribute] {
    match expression {
        Expr::Assign(it) => statement_attributes(&it.left),
        Expr::Binary(it) => statement_attributes(&it.left),
        Expr::Cast(it) => statement_attributes(&it.expr),
        Expr::Array(it) => &it.attrs,
        Expr::Async(it) => &it.attrs,
        Expr::Await(it) => &it.attrs,
        Expr::Block(it) => &it.attrs,
        Expr::Break(it) => &it.attrs,
        Expr::Call(it) => &it.attrs,
        Expr::Closure(it) => &it.attrs,
        Expr::Continue(it) => &it.attrs,
        Expr::Field(it) => &it.attrs,
        Expr::ForLoop(it) => &it.attrs,
        Expr::If(it) => &it.attrs,
        Expr::Index(it) => &it.attrs,
        Expr::Lit(it) => &it.attrs,
        Expr::Loop(it) => &it.attrs,
        Expr::Macro(it) => &it.attrs,
        Expr::Match(it) => &it.attrs,
        Expr::MethodCall(it) => &it.attrs,
        Expr::Paren(it) => &it.attrs,
        Expr::Path(it) => &it.attrs,
        Expr::Reference(it) => &it.attrs,
        Expr::Return(it) => &it.attrs,
        Expr::Struct(it) => &it.attrs,
        Expr::Try(it) => &it.attrs,
        Expr::Tuple(it) => &it.attrs,
        Expr::Unary(it) => &it.attrs,
        Expr::Unsafe(it) => &it.attrs,
        Expr::While(it) => &it.attrs,
        _ => &[],
    }
}
