//! Macros. Only a macro can interpret its tokens, except those of the standard library
//! ([`KnownMacro`](crate::condition::known_macros)); in any other macro, words for jumps are
//! searched.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens as _;
use sbst_source::span::Spanned as _;
use sbst_source::visit::Visit as _;
use syn::{Expr, ExprMacro, Lit, Macro};

use super::super::{Label, NodeKind, EXIT};
use super::Builder;
use crate::analysis::data_flow::DefinitionKind;
use crate::analysis::{Place, Reason};
use crate::condition::known_macros::KnownMacro;
use crate::condition::macro_names::formats_or_compares;
use crate::condition::{panics, ConditionKind};

#[derive(Default)]
struct Ways {
    /// `return` or `?`.
    returns: bool,
    breaks: bool,
    continues: bool,
}

impl Builder {
    pub(super) fn invocation_statement(&mut self, invocation: &Macro) {
        let expression = Expr::Macro(ExprMacro { attrs: Vec::new(), mac: invocation.clone() });
        self.invocation(&expression, invocation);
    }

    pub(super) fn invocation(&mut self, expression: &Expr, invocation: &Macro) {
        if self.recorder.is_off && self.plain(invocation) {
            return;
        }
        match KnownMacro::parse(invocation) {
            None => self.opaque(invocation),
            Some(KnownMacro::Matches(matches)) => {
                let outcomes = self.matches(expression, &matches);
                self.join(outcomes);
            }
            Some(KnownMacro::Assert(arguments)) => {
                let mut arguments = arguments.iter();
                let Some(condition) = arguments.next() else {
                    return;
                };
                let outcomes = self.decision(condition);
                self.ends = outcomes.when_false;
                arguments.for_each(|argument| self.argument(argument));
                self.panic(invocation.path.span());
                self.ends = outcomes.when_true;
            }
            Some(KnownMacro::AssertCompared(_, arguments)) => {
                let mark = self.recorder.mark();
                arguments.iter().take(2).for_each(|operand| self.visit_expr(operand));
                let uses = self.recorder.since(mark);
                let place = Place::from_span(invocation.path.span());
                let outcomes = self.condition(ConditionKind::Comparison, place, uses, Vec::new());
                self.ends = outcomes.when_false;
                arguments.iter().skip(2).for_each(|argument| self.argument(argument));
                self.panic(invocation.path.span());
                self.ends = outcomes.when_true;
            }
            Some(KnownMacro::Other(arguments)) => {
                let mark = self.recorder.mark();
                arguments.iter().for_each(|argument| self.argument(argument));
                self.written(invocation, arguments.first(), mark);
                if panics(invocation) {
                    self.panic(invocation.path.span());
                }
            }
            Some(KnownMacro::Repeat(repeat)) => {
                self.visit_expr(&repeat.element);
                self.visit_expr(&repeat.length);
            }
        }
    }

    /// Records a known macro whose arguments have no influence on control flow, without parsing
    /// them, and returns true if it was one. Parsing would be half of the cost of control flow
    /// alone.
    fn plain(&mut self, invocation: &Macro) -> bool {
        let Some(asks) = formats_or_compares(invocation) else { return false };
        let mut commas = 0;
        if !is_plain(invocation.tokens.clone(), &mut commas) {
            return false;
        }
        let at = invocation.path.span();
        if asks {
            if commas == 0 {
                return false;
            }
            let outcomes = self.condition(ConditionKind::Comparison, Place::from_span(at), 0..0, Vec::new());
            self.ends = outcomes.when_false;
            self.panic(at);
            self.ends = outcomes.when_true;
        } else if panics(invocation) {
            self.panic(at);
        }
        true
    }

    /// An argument of a formatting macro: an expression, or a named one.
    fn argument(&mut self, argument: &Expr) {
        match argument {
            Expr::Assign(named) => self.visit_expr(&named.right),
            Expr::Lit(literal) => {
                if let Lit::Str(format) = &literal.lit {
                    let place = Place::from_span(format.span());
                    names_in(&format.value()).for_each(|name| self.use_named(name, place));
                }
            }
            _ => self.visit_expr(argument),
        }
    }

    /// Records that `write!` changes its destination.
    fn written(&mut self, invocation: &Macro, to: Option<&Expr>, mark: usize) {
        let name = invocation.path.segments.last().map(|segment| &segment.ident);
        if name.is_some_and(|name| name == "write" || name == "writeln") {
            if let Some(variable) = to.and_then(|to| self.resolve(to)) {
                let uses = self.recorder.since(mark);
                self.define(variable, Place::from_span(invocation.path.span()), DefinitionKind::Method, uses);
            }
        }
    }

    /// Records that names in a macro's tokens may be used, and changed after `&mut`.
    fn mentioned(&mut self, tokens: TokenStream) {
        let mut is_exclusive = false;
        for token in tokens {
            match &token {
                TokenTree::Group(group) => self.mentioned(group.stream()),
                TokenTree::Ident(word) => {
                    let mark = self.recorder.mark();
                    let name = word.to_string();
                    let place = Place::from_span(word.span());
                    self.use_named(&name, place);
                    if let Some(variable) = self.recorder.named(&name) {
                        self.unseen.insert(self.recorder.variables[variable].root);
                    }
                    if let (true, Some(variable)) = (is_exclusive, self.recorder.named(&name)) {
                        let uses = self.recorder.since(mark);
                        self.define(variable, place, DefinitionKind::Borrow, uses);
                    }
                }
                _ => {}
            }
            is_exclusive = matches!(&token, TokenTree::Ident(word) if word == "mut");
        }
    }

    fn opaque(&mut self, invocation: &Macro) {
        let at = invocation.path.span();
        if panics(invocation) {
            return self.panic(at);
        }
        let place = Place::from_span(at);
        let name = invocation.path.to_token_stream().to_string().replace(' ', "");
        if !self.recorder.is_off {
            self.mentioned(invocation.tokens.clone());
        }
        let mut ways = Ways::default();
        find(invocation.tokens.clone(), &mut ways);
        if !ways.returns && !ways.breaks && !ways.continues {
            return self.imprecise(place, Reason::Macro(name));
        }
        self.imprecise(place, Reason::LeavingMacro(name));
        let node = self.node(NodeKind::Choice, place);
        if ways.returns {
            self.ends = vec![(node, Label::Return)];
            self.lead_to(EXIT);
        }
        if ways.breaks {
            self.ends = vec![(node, Label::Break)];
            self.break_to(None);
        }
        if ways.continues {
            self.ends = vec![(node, Label::Continue)];
            self.continue_with(None);
        }
        self.ends = vec![(node, Label::Next)];
    }
}

/// True if tokens are only names, literals, calls and arithmetic, without decisions and jumps; and
/// the number of commas between them. Words for jumps are recognised by name.
fn is_plain(tokens: TokenStream, commas: &mut usize) -> bool {
    const NOT_PLAIN: [&str; 23] = [
        "abort",
        "async",
        "break",
        "const",
        "continue",
        "do",
        "else",
        "exit",
        "for",
        "if",
        "let",
        "loop",
        "match",
        "move",
        "panic_any",
        "resume_unwind",
        "return",
        "static",
        "try",
        "unreachable_unchecked",
        "unsafe",
        "while",
        "yield",
    ];
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let is_harmless = match &token {
            TokenTree::Group(group) => {
                group.delimiter() != Delimiter::Brace && is_plain(group.stream(), &mut 0)
            }
            TokenTree::Ident(word) => !NOT_PLAIN.iter().any(|other| word == other),
            TokenTree::Literal(_) => true,
            TokenTree::Punct(sign) => match sign.as_char() {
                ',' => {
                    // A comma at the end is not a separator.
                    *commas += usize::from(tokens.peek().is_some());
                    true
                }
                '.' | '*' | '+' | '-' | '/' | '%' | ':' | ';' => true,
                '&' | '=' => sign.spacing() == Spacing::Alone,
                _ => false,
            },
        };
        if !is_harmless {
            return false;
        }
    }
    true
}

/// The names that a format string captures: `{name}`, `{name:…}`.
fn names_in(format: &str) -> impl Iterator<Item = &str> {
    format.split('{').skip(1).filter_map(|after| {
        let name = after.split(['}', ':']).next()?;
        let is_name = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
        is_name.then_some(name)
    })
}

fn find(tokens: TokenStream, ways: &mut Ways) {
    let mut after_operand = false;
    for token in tokens {
        match &token {
            TokenTree::Group(group) => find(group.stream(), ways),
            TokenTree::Ident(word) => {
                ways.returns |= word == "return";
                ways.breaks |= word == "break";
                ways.continues |= word == "continue";
            }
            // `f()?`, but not `?x`, a format specifier of some macros.
            TokenTree::Punct(sign) if sign.as_char() == '?' && sign.spacing() == Spacing::Alone => {
                ways.returns |= after_operand;
            }
            _ => {}
        }
        after_operand = match &token {
            TokenTree::Group(_) | TokenTree::Ident(_) | TokenTree::Literal(_) => true,
            TokenTree::Punct(sign) => sign.as_char() == '?',
        };
    }
}
