//! Blocks of statements, and the values in them.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::Parser as _;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned as _;
use syn::{Expr, Stmt, Token};

/// Statements with values between texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    pub(super) lines: Vec<Line>,
}

/// A statement, or the value that an assertion is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    /// The texts around the values: one more than there are values.
    pub(super) around: Vec<String>,
    pub(super) values: Vec<Value>,
    pub(super) kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Statement,
    Assertion { expected: String },
}

/// A value: an argument of a call, the text that it is parsed from, or a literal or a constant
/// before a dot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) text: String,
    /// Its index among the arguments of the outermost call with any.
    pub(super) argument: Option<usize>,
}

impl Block {
    /// Parses statements. `None` if one is not valid Rust.
    pub fn from_lines(lines: &[String]) -> Option<Block> {
        Some(Block { lines: lines.iter().map(|line| Line::from_text(line)).collect::<Option<_>>()? })
    }

    /// Returns the texts around the values of each line, and true for an assertion. Blocks of one
    /// table have equal shapes.
    pub fn shape(&self) -> Vec<(Vec<String>, bool)> {
        self.lines.iter().map(|line| (line.around.clone(), line.expected().is_some())).collect()
    }

    /// Returns the expected side of the last assertion.
    pub fn expected(&self) -> Option<&str> {
        self.lines.iter().rev().find_map(Line::expected)
    }

    /// True if the last assertion expects only given literals.
    pub fn is_echo(&self) -> bool {
        let given = self.given();
        let expected = self.expected().map(literals).unwrap_or_default();
        !expected.is_empty() && expected.iter().all(|literal| given.contains(literal))
    }

    /// True if the last assertion expects the only given literal.
    pub fn is_echo_of_one(&self) -> bool {
        self.given().len() == 1 && self.is_echo()
    }

    fn given(&self) -> Vec<String> {
        self.lines.iter().flat_map(|line| &line.values).flat_map(|value| literals(&value.text)).collect()
    }

    /// Returns the row of the block in a table with a column for each value.
    pub fn cells(&self) -> String {
        let given = self.lines.iter().flat_map(|line| &line.values).map(|value| value.text.clone());
        let expected = self.lines.iter().filter_map(Line::expected).map(str::to_owned);
        format!("({})", given.chain(expected).collect::<Vec<_>>().join(", "))
    }
}

impl Line {
    fn from_text(line: &str) -> Option<Line> {
        let inside = |name: &str| line.strip_prefix(name)?.strip_suffix(");");
        if let Some(sides) = inside("assert_eq!(") {
            let parsed = Punctuated::<Expr, Token![,]>::parse_terminated.parse_str(sides).ok()?;
            let (value, expected) = (parsed.first()?, parsed.get(1).filter(|_| parsed.len() == 2)?);
            let text = |side: &Expr| sides.get(side.span().byte_range());
            return Line::from_value(text(value)?, text(expected)?);
        }
        if let Some(value) = inside("assert!(!") {
            return Line::from_value(value, "false");
        }
        if let Some(value) = inside("assert!(").filter(|value| !value.starts_with("matches!")) {
            return Line::from_value(value, "true");
        }
        let value = match syn::parse_str::<Stmt>(line).ok()? {
            Stmt::Local(local) => local.init.map(|init| *init.expr),
            Stmt::Expr(value, _) => Some(value),
            _ => None,
        };
        let mut found = Vec::new();
        if value.as_ref().and_then(|value| find_values(value, true, &mut found)).is_none() {
            found.clear();
        }
        Line::around(line, &found, Kind::Statement)
    }

    fn from_value(text: &str, expected: &str) -> Option<Line> {
        let parsed: Expr = syn::parse_str(text).ok()?;
        let mut found = Vec::new();
        find_values(&parsed, true, &mut found)?;
        Line::around(text, &found, Kind::Assertion { expected: expected.to_owned() })
    }

    fn around(text: &str, found: &[(&Expr, Option<usize>)], kind: Kind) -> Option<Line> {
        let (mut around, mut values, mut done) = (Vec::new(), Vec::new(), 0);
        for (value, argument) in found {
            let range = value.span().byte_range();
            around.push(text.get(done..range.start)?.to_owned());
            let written = text.get(range.clone())?;
            let bare = match value {
                Expr::Paren(_) => written.strip_prefix('(')?.strip_suffix(')')?,
                _ => written,
            };
            values.push(Value { text: bare.to_owned(), argument: *argument });
            done = range.end;
        }
        around.push(text.get(done..)?.to_owned());
        Some(Line { around, values, kind })
    }

    /// Returns the expected side of an assertion.
    pub(super) fn expected(&self) -> Option<&str> {
        match &self.kind {
            Kind::Assertion { expected } => Some(expected),
            Kind::Statement => None,
        }
    }
}

/// Returns the literals in an expression, with their signs.
fn literals(expression: &str) -> Vec<String> {
    fn collect(tokens: TokenStream, found: &mut Vec<String>) {
        let mut sign = "";
        for token in tokens {
            match &token {
                TokenTree::Literal(literal) => found.push(format!("{sign}{literal}")),
                TokenTree::Group(group) => collect(group.stream(), found),
                _ => {}
            }
            let is_minus = matches!(&token, TokenTree::Punct(sign) if sign.as_char() == '-');
            sign = if is_minus { "-" } else { "" };
        }
    }
    let mut found = Vec::new();
    collect(expression.parse().unwrap_or_default(), &mut found);
    found
}

/// Finds the values in a chain of calls, in order: `"mo 9-10".parse::<T>().unwrap().is_open(1, 2)`.
fn find_values<'e>(
    expression: &'e Expr,
    is_outermost: bool,
    found: &mut Vec<(&'e Expr, Option<usize>)>,
) -> Option<()> {
    match expression {
        Expr::Call(call) if is_variant(&call.func) => found.push((expression, None)),
        Expr::Call(call) => found.extend(arguments(&call.args, is_outermost)),
        Expr::MethodCall(call) => {
            find_values(&call.receiver, is_outermost && call.args.is_empty(), found)?;
            found.extend(arguments(&call.args, is_outermost));
        }
        Expr::Binary(operation) => {
            find_values(&operation.left, false, found)?;
            find_values(&operation.right, false, found)?;
        }
        Expr::Reference(reference) => find_values(&reference.expr, false, found)?,
        // `(-1).abs()` is one of the rows of `1.abs()`.
        Expr::Paren(inner) if is_number(&inner.expr) => found.push((expression, None)),
        Expr::Paren(inner) => find_values(&inner.expr, false, found)?,
        Expr::Unary(operation) if !matches!(*operation.expr, Expr::Lit(_)) => {
            find_values(&operation.expr, false, found)?;
        }
        Expr::Lit(_) | Expr::Unary(_) => found.push((expression, None)),
        // A variant or a constant; anything else is a variable.
        Expr::Path(path) if path.path.segments.len() > 1 => found.push((expression, None)),
        Expr::Path(_) => {}
        _ => return None,
    }
    Some(())
}

/// True for `Type::Variant`.
fn is_variant(function: &Expr) -> bool {
    let Expr::Path(path) = function else { return false };
    let names = path.path.segments.iter().rev().take(2).map(|segment| segment.ident.to_string());
    let names: Vec<String> = names.collect();
    names.len() == 2 && names.iter().all(|name| name.starts_with(char::is_uppercase))
}

/// True for a number, with a sign or without.
fn is_number(value: &Expr) -> bool {
    match value {
        Expr::Unary(signed) => matches!(*signed.expr, Expr::Lit(_)),
        value => matches!(value, Expr::Lit(_)),
    }
}

fn arguments(
    arguments: &Punctuated<Expr, Token![,]>,
    is_outermost: bool,
) -> impl Iterator<Item = (&Expr, Option<usize>)> {
    let arguments = arguments.iter().enumerate();
    arguments.map(move |(index, argument)| {
        let text = parsed_text(argument).or_else(|| converted_text(argument));
        (text.unwrap_or(argument), is_outermost.then_some(index))
    })
}

/// Returns the literal in `String::from("a")`.
fn converted_text(argument: &Expr) -> Option<&Expr> {
    let Expr::Call(call) = argument else { return None };
    let Expr::Path(function) = &*call.func else { return None };
    let is_conversion = function.path.segments.last().is_some_and(|name| name.ident == "from");
    let text = call.args.first().filter(|_| is_conversion && call.args.len() == 1)?;
    matches!(text, Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(_), .. })).then_some(text)
}

/// Returns the literal in `&"1.2".parse::<Version>().unwrap()`.
fn parsed_text(argument: &Expr) -> Option<&Expr> {
    match argument {
        Expr::Reference(reference) if reference.mutability.is_none() => parsed_text(&reference.expr),
        Expr::MethodCall(unwrap) if unwrap.method == "unwrap" => match &*unwrap.receiver {
            Expr::MethodCall(parse) if parse.method == "parse" => {
                Some(&*parse.receiver).filter(|text| matches!(text, Expr::Lit(_)))
            }
            _ => None,
        },
        _ => None,
    }
}
