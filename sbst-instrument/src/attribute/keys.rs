//! The keys in `#[sbst(…)]` on parameters, fields, variants and types.
//!
//! A normal build, which has no parser, rejects as much as it can with the same messages
//! (`sbst-macros`, module `keys`).

use proc_macro2::{Ident, TokenTree};
use syn::parse::{Parse as _, ParseStream, Parser as _};
use syn::{
    parenthesized, token, Attribute, Error, Expr, ExprPath, ExprUnary, LitStr, MacroDelimiter, Meta, Path,
    Result, Token, UnOp, WherePredicate,
};

use crate::attribute::{bounds::Bounds, ours, template::Template};

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    Parameter,
    Field,
    /// In the parentheses of the key `elements`.
    Elements,
    Variant,
    Type,
}

use Place::{Elements, Field, Parameter, Type, Variant};

/// Each key: its notation, the kinds of items for the message, and the places that allow it.
const KEYS: [(&str, &str, &[Place]); 11] = [
    ("range = 0..=100", "parameters and fields", &[Parameter, Field, Elements]),
    ("step = 0.5", "parameters and fields", &[Parameter, Field, Elements]),
    ("length = 1..=8", "parameters and fields", &[Parameter, Field, Elements]),
    ("alphabet = 'a'..='z'", "parameters and fields", &[Parameter, Field, Elements]),
    ("elements(range = 0..=9)", "parameters and fields", &[Parameter, Field, Elements]),
    ("with = path", "parameters and fields", &[Parameter, Field]),
    ("arbitrary", "parameters and fields", &[Parameter, Field]),
    ("skip", "fields and variants", &[Field, Variant]),
    ("construct = Self::new", "types", &[Type]),
    ("constant = Self::ZERO", "types", &[Type]),
    ("crate = path", "types", &[Type]),
];

/// Keys on types that only the command writes.
const LENIENT: &str = "lenient";
const LAST_RESORT: &str = "last_resort";
const WHERE: &str = "where(T: Ord)";
const DOUBLE: &str = "double = \"source\"";

/// The keys that allow no others, with the reason.
const ALONE: [(&str, &str); 2] =
    [("with", "whose function makes the whole value"), ("skip", "which leaves the field or variant out")];

/// The keys of the attributes on one thing.
#[derive(Clone, Default)]
pub struct Keys {
    pub bounds: Bounds,
    /// The function that makes the value.
    pub with: Option<Path>,
    /// True if the value is made of bytes, by `arbitrary::Arbitrary`.
    pub arbitrary: bool,
    pub skip: bool,
    /// Makers of values of the type: functions and constants.
    pub makers: Vec<Maker>,
    /// The source of the type in a file of tests, if it is a double. The command writes this key.
    pub double: Option<LitStr>,
    pub runtime: Option<Path>,
    /// True if a field that cannot be built is not an error, but leaves its type or variant without
    /// values. The command writes this key where it derives for types without a derive.
    pub lenient: bool,
    /// True if values are built only where no call returns one. The command writes this key as
    /// well.
    pub last_resort: bool,
    /// Bounds of the functions of `construct` on the type's parameters, beyond those of the type.
    /// The command writes them as well.
    pub conditions: Vec<WherePredicate>,
    pub given: Vec<Ident>,
}

#[derive(Clone)]
pub enum Maker {
    Function(ExprPath),
    /// A constant: the item at this path, or a reference to it.
    Constant(Path, Reading),
}

/// The way to a value from the item at a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    Itself,
    /// `*PATH`: a reference to a value that is copied.
    Copied,
    /// `PATH.clone()`: a static, or a reference to a value.
    Cloned,
}

impl Place {
    fn described(self) -> &'static str {
        match self {
            Parameter => "on a parameter",
            Field => "on a field",
            Elements => "in `elements(…)`",
            Variant => "on a variant",
            Type => "on a type",
        }
    }

    /// The keys for this place, for the end of a message.
    fn known(self) -> String {
        let here = KEYS.iter().filter(|(_, _, places)| places.contains(&self));
        let mut names: Vec<String> = here.map(|(written, ..)| format!("`{}`", name(written))).collect();
        let last = names.pop().unwrap_or_default();
        match (self.described(), &names[..]) {
            (place, []) => format!("the known key {place} is {last}"),
            (place, names) => format!("known keys {place} are {} and {last}", names.join(", ")),
        }
    }

    /// The notation of a key, if this place allows it.
    fn written(self, key: &Ident) -> Result<&'static str> {
        let given = key.to_string();
        if let Some(written) =
            [LENIENT, LAST_RESORT, WHERE, DOUBLE].into_iter().find(|key| name(key) == given && self == Type)
        {
            return Ok(written);
        }
        let message = match KEYS.iter().find(|(written, ..)| name(written) == given) {
            Some((written, _, places)) if places.contains(&self) => return Ok(written),
            Some((_, general, _)) => {
                format!("key `{given}` goes on {general}, not {}; {}", self.described(), self.known())
            }
            None => format!("unknown key `{given}`; {}", self.known()),
        };
        Err(Error::new(key.span(), message))
    }
}

fn name(written: &str) -> &str {
    written.split([' ', '(']).next().unwrap_or_default()
}

impl Keys {
    pub fn from_attributes(attributes: &[Attribute], place: Place) -> Result<Keys> {
        let mut keys = Keys::default();
        let ours: Vec<Vec<Meta>> = attributes.iter().map(ours::ours).collect::<Result<_>>()?;
        for meta in ours.into_iter().flatten() {
            let given = keys.given.len();
            if let Meta::List(list) = &meta {
                if matches!(list.delimiter, MacroDelimiter::Paren(_)) {
                    let read = |input: ParseStream<'_>| keys.read(input, place);
                    read.parse2(list.tokens.clone())?;
                }
            }
            if keys.given.len() == given {
                let written =
                    KEYS.iter().find(|(_, _, places)| places.contains(&place)).map_or("", |key| key.0);
                let message =
                    format!("no keys given; write them in parentheses, such as `#[sbst({written})]`");
                return Err(Error::new(meta.path().segments[0].ident.span(), message));
            }
        }
        keys.check_alone()?;
        Ok(keys)
    }

    fn check_alone(&self) -> Result<()> {
        let alone = self.given.iter().find_map(|key| ALONE.iter().find(|(name, _)| key == name));
        match alone {
            Some((name, reason)) if self.given.len() > 1 => {
                let other = self.given.iter().find(|key| *key != name).unwrap_or(&self.given[0]);
                let message = format!("`{other}` has no effect beside `{name}`, {reason}; keep one of them");
                Err(Error::new(other.span(), message))
            }
            _ => Ok(()),
        }
    }

    fn read(&mut self, input: ParseStream<'_>, place: Place) -> Result<()> {
        while !input.is_empty() {
            let key = match input.parse()? {
                TokenTree::Ident(key) => key,
                other => {
                    return Err(Error::new(other.span(), "expected a key, such as `range = 0..=100`"));
                }
            };
            let written = place.written(&key)?;
            if key != "construct" && key != "constant" && self.given.contains(&key) {
                return Err(Error::new(key.span(), format!("key `{key}` given twice; keep one")));
            }
            self.read_value(&key, written, input)?;
            self.given.push(key);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(())
    }

    fn read_value(&mut self, key: &Ident, written: &str, input: ParseStream<'_>) -> Result<()> {
        let ends = |input: ParseStream<'_>| input.is_empty() || input.peek(Token![,]);
        let expected = |sign: char, input: ParseStream<'_>| {
            if ends(input) {
                Error::new(key.span(), format!("no value given for `{key}`; write `{written}`"))
            } else {
                input.error(format!("expected `{sign}` after `{key}`; write `{written}`"))
            }
        };
        if key == written {
            if !ends(input) {
                return Err(input.error(format!("`{key}` takes no value; write `{key}` alone")));
            }
            let switch = match written {
                LENIENT => &mut self.lenient,
                LAST_RESORT => &mut self.last_resort,
                "skip" => &mut self.skip,
                _ => &mut self.arbitrary,
            };
            *switch = true;
            return Ok(());
        }
        if key == "elements" || written == WHERE {
            if !input.peek(token::Paren) {
                return Err(expected('(', input));
            }
            let inside;
            parenthesized!(inside in input);
            if written == WHERE {
                let conditions = inside.parse_terminated(WherePredicate::parse, Token![,])?;
                self.conditions.extend(conditions);
                return Ok(());
            }
            let mut elements = Keys::default();
            elements.read(&inside, Elements)?;
            self.bounds.elements = Some(Box::new(elements.bounds));
            return Ok(());
        }
        if !input.peek(Token![=]) {
            return Err(expected('=', input));
        }
        input.parse::<Token![=]>()?;
        if ends(input) {
            return Err(expected('=', input));
        }
        match &*key.to_string() {
            "with" => self.with = Some(path(input)?),
            "construct" => self.makers.push(Maker::Function(constructor(input)?)),
            "constant" => self.makers.push(constant(input)?),
            "double" => self.double = Some(input.parse()?),
            "crate" => self.runtime = Some(input.call(Path::parse_mod_style)?),
            bound => self.bounds.read(bound, &input.parse::<Expr>()?)?,
        }
        Ok(())
    }
}

/// The path of a function that makes values of a type. The command also writes paths like `<Self as
/// FromStr>::from_str`.
fn constructor(input: ParseStream<'_>) -> Result<ExprPath> {
    if input.peek(Token![<]) {
        let ahead: ExprPath = input.fork().parse()?;
        if Template::from_trait_path(&ahead, "Self", "").is_some() {
            return input.parse();
        }
    }
    let path = path(input)?;
    Ok(ExprPath { attrs: Vec::new(), qself: None, path })
}

/// A constant of a type: `Self::ZERO`, `*Self::ZERO` or `Self::ZERO.clone()`.
fn constant(input: ParseStream<'_>) -> Result<Maker> {
    let expression: Expr = input.parse()?;
    let (named, reading) = match &expression {
        Expr::Unary(ExprUnary { op: UnOp::Deref(_), expr, .. }) => (&**expr, Reading::Copied),
        Expr::MethodCall(call) if call.method == "clone" && call.args.is_empty() => {
            (&*call.receiver, Reading::Cloned)
        }
        named => (named, Reading::Itself),
    };
    match named {
        Expr::Path(ExprPath { qself: None, path, .. })
            if path.segments.iter().all(|segment| segment.arguments.is_empty()) =>
        {
            Ok(Maker::Constant(path.clone(), reading))
        }
        _ => {
            let message = "expected the path of a constant without generic arguments, `*` before it, or `.clone()` after it";
            Err(Error::new_spanned(&expression, message))
        }
    }
}

/// The path of a function, which tests can call as well.
fn path(input: ParseStream<'_>) -> Result<Path> {
    let message = "expected the path of a function without generic arguments; name one that has none";
    if input.peek(Token![<]) {
        return Err(input.error(message));
    }
    let path: Path = input.parse().map_err(|error: Error| Error::new(error.span(), message))?;
    match path.segments.iter().find(|segment| !segment.arguments.is_empty()) {
        Some(segment) => Err(Error::new_spanned(&segment.arguments, message)),
        None => Ok(path),
    }
}
