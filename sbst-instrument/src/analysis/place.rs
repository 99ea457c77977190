//! Places in the source.

use sbst_source::span::Spanned as _;
use std::fmt::{self, Display, Formatter};

use proc_macro2::Span;
use syn::{Attribute, Expr, Path};

use crate::syntax::leading_attributes::take_leading_attributes;
use sbst_source::source_text::position;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
}

impl Place {
    pub fn from_span(span: Span) -> Place {
        let (line, column) = position(span);
        Place { line, column }
    }

    /// The beginning of `expression`, after any attributes.
    pub fn from_expression(expression: &Expr) -> Place {
        let first = first_operand(expression);
        if attributes(first).is_empty() {
            return Place::from_span(first_token(first));
        }
        let mut first = first.clone();
        take_leading_attributes(&mut first);
        Place::from_span(first.span())
    }
}

impl Display for Place {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}

/// The attributes of a statement or of an element of a list, which the parser puts on the first
/// operand.
pub fn leading(expression: &Expr) -> &[Attribute] {
    attributes(first_operand(expression))
}

fn first_operand(mut expression: &Expr) -> &Expr {
    loop {
        if !attributes(expression).is_empty() {
            return expression;
        }
        expression = match expression {
            Expr::Assign(inner) => &inner.left,
            Expr::Binary(inner) => &inner.left,
            Expr::Cast(inner) => &inner.expr,
            Expr::Call(inner) => &inner.func,
            Expr::MethodCall(inner) => &inner.receiver,
            Expr::Field(inner) => &inner.base,
            Expr::Index(inner) => &inner.expr,
            Expr::Try(inner) => &inner.expr,
            Expr::Await(inner) => &inner.base,
            Expr::Range(inner) => match &inner.start {
                Some(start) => start,
                None => return expression,
            },
            _ => return expression,
        }
    }
}

/// The first token of an expression without attributes. Writing all tokens would be most of a
/// graph's cost, so it is done only for rare kinds.
fn first_token(expression: &Expr) -> Span {
    let of_path = |path: &Path| match (&path.leading_colon, path.segments.first()) {
        (None, Some(first)) => first.ident.span(),
        _ => path.span(),
    };
    match expression {
        Expr::Path(inner) if inner.qself.is_none() => of_path(&inner.path),
        Expr::Macro(inner) => of_path(&inner.mac.path),
        Expr::Struct(inner) if inner.qself.is_none() => of_path(&inner.path),
        Expr::Lit(inner) => inner.lit.span(),
        Expr::Paren(inner) => inner.paren_token.span.open(),
        Expr::Tuple(inner) => inner.paren_token.span.open(),
        Expr::Array(inner) => inner.bracket_token.span.open(),
        Expr::Repeat(inner) => inner.bracket_token.span.open(),
        Expr::Reference(inner) => inner.and_token.span,
        Expr::Unary(inner) => inner.op.span(),
        Expr::If(inner) => inner.if_token.span,
        Expr::Let(inner) => inner.let_token.span,
        Expr::Match(inner) => inner.match_token.span,
        Expr::Return(inner) => inner.return_token.span,
        Expr::Unsafe(inner) => inner.unsafe_token.span,
        Expr::Break(inner) => inner.break_token.span,
        Expr::Continue(inner) => inner.continue_token.span,
        Expr::Block(inner) if inner.label.is_none() => inner.block.brace_token.span.open(),
        Expr::ForLoop(inner) if inner.label.is_none() => inner.for_token.span,
        Expr::Loop(inner) if inner.label.is_none() => inner.loop_token.span,
        Expr::While(inner) if inner.label.is_none() => inner.while_token.span,
        other => other.span(),
    }
}

fn attributes(expression: &Expr) -> &[Attribute] {
    macro_rules! attributes {
        ($($kind:ident)*) => {
            match expression {
                $(Expr::$kind(inner) => &inner.attrs,)*
                _ => &[],
            }
        };
    }
    attributes! {
        Array Async Await Block Break Call Closure Const Continue Field ForLoop Group If Index Infer Let Lit Loop Macro
        Match MethodCall Paren Path Range RawAddr Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe While
        Yield
    }
}
