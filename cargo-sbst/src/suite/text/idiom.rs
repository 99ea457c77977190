//! Idiomatic calls of trait functions, instead of `<T as Trait>::f(..)`.
//!
//! 1. A function behind an operator is written as the operator: `a + b`, `!set`, `shelf[0]`.
//! 2. `from_str` is written as `parse`, and a `Display` without format options as `to_string`.
//! 3. A method is called on its receiver, with the trait imported unless the prelude has it.
//! 4. Another function is called on its type: `T::from(x)`, `T::default()`.
//! 5. A method of a generic type is called on its receiver, too. An inlined constructor contains
//!    the type's arguments. If the compiler cannot infer them for a variable, its `let` contains
//!    them.
//! 6. Numbers among the operands, and the number that `from` converts, have a type suffix if the
//!    compiler finds several implementations.
//! 7. The qualified form stays if an inherent function of that name hides the trait's. It also
//!    stays without a receiver if the implementor has no name. It is another form of each test,
//!    because the compiler may find a call ambiguous.

use super::argument::Arguments;
use super::expression::before_dot;
use sbst_model::expression::{Expression, Piece};
use sbst_vocabulary::standard::traits::operator;
use sbst_vocabulary::standard::types::is_number;

/// The idiomatic call of a type's function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idiom {
    pub way: Way,
    /// The type, as it stands in the test.
    pub implementor: String,
    /// The type of the second operand, if numbers among the operands have a type suffix.
    pub other: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `a + b`
    Operator(&'static str),
    /// `a == b`, whose function takes references.
    Comparison(&'static str),
    /// `a += b`, whose function takes its first argument as `&mut`.
    Assignment(&'static str),
    /// `!a`
    Prefix(&'static str),
    /// `a[b]`
    Index,
    /// `a.parse::<T>()`
    Parse,
    /// `a.f(b)`
    Method,
    /// `T::f(a)`
    Associated,
}

/// The owner of a trait's function.
pub struct Implementation {
    /// The type that implements the trait.
    pub implementor: Expression,
    pub of_trait: Expression,
}

impl Implementation {
    /// Splits an owner: `<«T» as «Trait»>`. `None` for a type or a trait alone.
    pub fn from_owner(owner: &Expression) -> Option<Implementation> {
        let mut implementor: Vec<Piece> = Vec::new();
        let mut of_trait: Option<Vec<Piece>> = None;
        let mut depth = 0;
        for piece in &owner.0 {
            let Piece::Source(source) = piece else {
                of_trait.as_mut().unwrap_or(&mut implementor).push(piece.clone());
                continue;
            };
            let mut rest = source.as_str();
            if of_trait.is_none() {
                match split_at_as(rest, &mut depth) {
                    Some((before, after)) => {
                        implementor.push(Piece::Source(before.to_owned()));
                        of_trait = Some(Vec::new());
                        rest = after;
                    }
                    None => {
                        implementor.push(piece.clone());
                        continue;
                    }
                }
            }
            if let Some(pieces) = &mut of_trait {
                pieces.push(Piece::Source(rest.to_owned()));
            }
        }
        let mut of_trait = of_trait?;
        trim(&mut implementor, |source| source.strip_prefix('<'), true);
        trim(&mut of_trait, |source| source.strip_suffix('>'), false);
        Some(Implementation { implementor: Expression(implementor), of_trait: Expression(of_trait) })
    }

    /// The path of the trait, without generic arguments.
    pub fn trait_path(&self) -> Option<&str> {
        self.of_trait.0.iter().find_map(|piece| match piece {
            Piece::Path(path) => Some(path.as_str()),
            Piece::Source(source) if source.trim().is_empty() => None,
            _ => Some(""),
        })
    }
}

/// Returns the implementor in `<T as Trait>`.
pub fn implementor(owner: &str) -> Option<&str> {
    let (before, _) = split_at_as(owner, &mut 0)?;
    before.strip_prefix('<')
}

/// Splits at the ` as ` within one pair of angle brackets.
fn split_at_as<'s>(source: &'s str, depth: &mut i32) -> Option<(&'s str, &'s str)> {
    let mut before = ' ';
    for (at, letter) in source.char_indices() {
        if *depth == 1 && source[at..].starts_with(" as ") {
            return Some((&source[..at], &source[at + " as ".len()..]));
        }
        match letter {
            '<' => *depth += 1,
            '>' if before != '-' => *depth -= 1,
            _ => {}
        }
        before = letter;
    }
    None
}

fn trim(pieces: &mut Vec<Piece>, cut: impl Fn(&str) -> Option<&str>, is_first: bool) {
    let piece = if is_first { pieces.first_mut() } else { pieces.last_mut() };
    if let Some(Piece::Source(source)) = piece
        && let Some(rest) = cut(source)
    {
        *source = rest.to_owned();
    }
    pieces.retain(|piece| !matches!(piece, Piece::Source(source) if source.is_empty()));
}

/// Returns the idiom for a function of a trait of the standard library, by the last names.
pub fn of_standard(of_trait: &str, name: &str) -> Option<Way> {
    if let Some(sign) = operator(of_trait).filter(|_| name.replace('_', "") == of_trait.to_lowercase()) {
        return Some(match of_trait {
            "Neg" | "Not" => Way::Prefix(sign),
            of_trait if of_trait.ends_with("Assign") => Way::Assignment(sign),
            _ => Way::Operator(sign),
        });
    }
    let way = match (of_trait, name) {
        ("PartialEq", "eq") => Way::Comparison("=="),
        ("PartialEq", "ne") => Way::Comparison("!="),
        ("PartialOrd", "lt") => Way::Comparison("<"),
        ("PartialOrd", "le") => Way::Comparison("<="),
        ("PartialOrd", "gt") => Way::Comparison(">"),
        ("PartialOrd", "ge") => Way::Comparison(">="),
        ("Index", "index") | ("IndexMut", "index_mut") => Way::Index,
        ("FromStr", "from_str") => Way::Parse,
        _ => return None,
    };
    Some(way)
}

/// Returns the way to call another function: a method, or one of a named type.
pub fn of_others(has_receiver: bool, implementor: &str) -> Option<Way> {
    match has_receiver {
        true => Some(Way::Method),
        false => before_colons(implementor).map(|_| Way::Associated),
    }
}

/// Returns a type as written before `::f`; `None` if it needs angle brackets.
fn before_colons(ty: &str) -> Option<String> {
    match syn::parse_str(ty) {
        Ok(syn::Type::Path(path)) if path.qself.is_none() => Some(match ty.split_once('<') {
            Some((name, arguments)) if !name.ends_with("::") => format!("{name}::<{arguments}"),
            _ => ty.to_owned(),
        }),
        _ => None,
    }
}

impl Idiom {
    /// Writes a call; `None` if the arguments do not allow this form.
    pub fn write(&self, name: &str, generics: &str, arguments: &Arguments<'_>) -> Option<String> {
        let Idiom { way, implementor, .. } = self;
        let source = |index| arguments.written(index);
        let receiver = || with_type(arguments.receiver(), implementor);
        Some(match way {
            Way::Operator(sign) => {
                let [left, right] = self.operands([source(0), source(1)])?;
                format!("{} {sign} {}", operand(&left), operand(&right))
            }
            Way::Comparison(sign) => {
                let both = [source(0), source(1)];
                let referred = both.each_ref().map(|side| referent(side, "&"));
                match referred {
                    [Some(left), Some(right)] => {
                        let [left, right] =
                            [left, right].map(|side| operand(&with_type(side.to_owned(), implementor)));
                        format!("{left} {sign} {right}")
                    }
                    _ => format!("{} {sign} {}", operand(&both[0]), operand(&both[1])),
                }
            }
            Way::Assignment(sign) => {
                let changed = source(0);
                let changed = match referent(&changed, "&mut ") {
                    Some(place) if is_place(place) => place.to_owned(),
                    Some(_) => return None,
                    None => format!("*{}", before_dot(&changed)),
                };
                let [_, right] = self.operands([String::new(), source(1)])?;
                format!("{changed} {sign} {right}")
            }
            Way::Prefix(sign) => format!("{sign}{}", operand(&source(0))),
            Way::Index => {
                let sign = if source(0).starts_with("&mut ") { "&mut " } else { "&" };
                format!("{sign}{}[{}]", receiver(), source(1))
            }
            Way::Parse => format!("{}.parse::<{implementor}>()", before_dot(&source(0))),
            Way::Method => {
                let receiver = match source(0) {
                    // `into_iter` of a reference is not that of its referent.
                    by_value if implementor.starts_with('&') && by_value.starts_with('&') => {
                        format!("({by_value})")
                    }
                    _ => receiver(),
                };
                format!("{receiver}.{name}{generics}({})", arguments.list(1..arguments.count()))
            }
            Way::Associated => {
                let list = match &self.other {
                    Some(number) => with_suffix(&source(0), number)?,
                    None => arguments.list(0..arguments.count()),
                };
                format!("{}::{name}{generics}({list})", before_colons(implementor)?)
            }
        })
    }
}

impl Idiom {
    /// Returns the operands, with type suffixes on numbers if required; `None` if none is a number
    /// then.
    fn operands(&self, sources: [String; 2]) -> Option<[String; 2]> {
        let Some(other) = &self.other else { return Some(sources) };
        let [left, right] = sources.clone();
        let typed = [with_type(left, &self.implementor), with_type(right, other)];
        (typed != sources).then_some(typed)
    }
}

/// Returns a number with a type suffix; `None` for any other expression.
fn with_suffix(source: &str, of_type: &str) -> Option<String> {
    let digits = source.strip_prefix('-').unwrap_or(source);
    let is_number = matches!(
        syn::parse_str(digits),
        Ok(syn::Lit::Int(_) | syn::Lit::Float(_)) if digits.ends_with(|sign: char| sign.is_ascii_digit())
    );
    is_number.then(|| format!("{source}_{of_type}"))
}

fn referent<'s>(source: &'s str, sign: &str) -> Option<&'s str> {
    source.strip_prefix(sign).filter(|rest| !rest.starts_with("mut "))
}

fn is_place(source: &str) -> bool {
    matches!(syn::parse_str(source), Ok(syn::Expr::Path(_) | syn::Expr::Field(_) | syn::Expr::Index(_)))
}

/// Writes an operand of an operator: anything but a simple expression in parentheses.
fn operand(source: &str) -> String {
    match syn::parse_str(source) {
        Ok(syn::Expr::Reference(_) | syn::Expr::Index(_) | syn::Expr::Field(_)) => source.to_owned(),
        _ => before_dot(source),
    }
}

/// Adds the type to a receiver without one: a number, or an inlined constructor of a generic type.
fn with_type(receiver: String, implementor: &str) -> String {
    let is_number = |text: &str| {
        is_number(implementor) && matches!(syn::parse_str(text), Ok(syn::Lit::Int(_) | syn::Lit::Float(_)))
    };
    let inside = receiver.strip_prefix("(-").and_then(|rest| rest.strip_suffix(')'));
    match (is_number(&receiver), inside.filter(|inside| is_number(inside))) {
        (true, _) if receiver.ends_with(|c: char| c.is_ascii_digit()) => {
            return format!("{receiver}_{implementor}");
        }
        (_, Some(number)) if number.ends_with(|c: char| c.is_ascii_digit()) => {
            return format!("(-{number}_{implementor})");
        }
        _ => {}
    }
    let Some((name, _)) = implementor.split_once('<') else { return receiver };
    let name = name.trim_end_matches("::");
    let rest = receiver.strip_prefix(name).filter(|rest| rest.starts_with("::") && !rest.starts_with("::<"));
    match (rest, before_colons(implementor)) {
        (Some(rest), Some(implementor)) => format!("{implementor}{rest}"),
        _ => receiver,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::expression;

    fn written(owner: &str, name: &str, has_receiver: bool, sources: &[&str]) -> String {
        let Implementation { implementor, of_trait } =
            Implementation::from_owner(&expression(owner)).expect("an implementation");
        let (implementor, of_trait) = (implementor.to_string(), of_trait.to_string());
        let of_trait = of_trait.split('<').next().unwrap_or_default();
        let way = of_standard(of_trait, name).or_else(|| of_others(has_receiver, &implementor));
        let idiom = way.map(|way| Idiom { way, implementor: implementor.clone(), other: None });
        let sources = sources.iter().map(|source| (*source).to_owned()).collect();
        let arguments = Arguments::new(&[], sources, &[]);
        idiom.and_then(|idiom| idiom.write(name, "", &arguments)).unwrap_or_default()
    }

    #[test]
    fn operators_are_written_between_their_operands() {
        for (owner, name, sources, expected) in [
            ("<«demo::Sum» as «core::ops::Add»>", "add", &["a", "b - c"][..], "a + (b - c)"),
            ("<&«demo::Sum» as «core::ops::Add»<u8>>", "add", &["&a", "2"], "&a + 2"),
            ("<«demo::Set» as «core::ops::Not»>", "not", &["Set::new()"], "!Set::new()"),
            ("<«demo::Set» as «core::cmp::PartialEq»>", "eq", &["&a", "&Set::new()"], "a == Set::new()"),
            ("<«demo::Set» as «core::cmp::PartialOrd»>", "lt", &["a", "&b"], "a < &b"),
            ("<«demo::Sum» as «core::ops::AddAssign»>", "add_assign", &["&mut a", "b"], "a += b"),
            ("<«demo::Sum» as «core::ops::AddAssign»>", "add_assign", &["&mut 1", "b"], ""),
            ("<«demo::Shelf»<T> as «core::ops::Index»<usize>>", "index", &["&shelf", "0"], "&shelf[0]"),
            ("<«demo::Shelf» as «core::ops::IndexMut»<usize>>", "index_mut", &["&mut a", "0"], "&mut a[0]"),
        ] {
            assert_eq!(written(owner, name, true, sources), expected);
        }
    }

    #[test]
    fn conversions_are_written_idiomatically() {
        let from = |owner, name, source: &[&str]| written(owner, name, false, source);
        assert_eq!(
            from("<«demo::Day» as «core::str::FromStr»>", "from_str", &["\"mo\""]),
            "\"mo\".parse::<Day>()"
        );
        assert_eq!(from("<«demo::Day» as «From»<u8>>", "from", &["3"]), "Day::from(3)");
        assert_eq!(from("<«demo::Ring»<u8, 3> as «Default»>", "default", &[]), "Ring::<u8, 3>::default()");
        assert_eq!(from("<[u8; 2] as «demo::Make»>", "make", &[]), "", "brackets have to stay");
    }

    #[test]
    fn converted_numbers_have_suffixes_if_several_types_convert() {
        let implementor = "Number".to_owned();
        let idiom = Idiom { way: Way::Associated, implementor, other: Some("f32".to_owned()) };
        let written =
            |source: &str| idiom.write("from", "", &Arguments::new(&[], vec![source.to_owned()], &[]));
        assert_eq!(written("-1.5").as_deref(), Some("Number::from(-1.5_f32)"));
        assert_eq!(written("f32::MAX"), None);
    }

    #[test]
    fn inlined_constructors_contain_the_arguments_of_types() {
        let idiom = Idiom { way: Way::Method, implementor: "Map::<char, u8>".to_owned(), other: None };
        let written = |receiver: &str| {
            let sources = vec![receiver.to_owned(), "'a'".to_owned()];
            idiom.write("get", "", &Arguments::new(&[], sources, &[])).unwrap_or_default()
        };
        assert_eq!(written("&Map::new()"), "Map::<char, u8>::new().get('a')");
        assert_eq!(written("&mut map"), "map.get('a')");
    }

    #[test]
    fn methods_are_called_on_their_receivers() {
        let method = |owner, sources: &[&str]| written(owner, "area", true, sources);
        assert_eq!(method("<«demo::Square» as «demo::Shape»>", &["&square", "2"]), "square.area(2)");
        assert_eq!(method("<u8 as «demo::Shape»>", &["&5"]), "5_u8.area()");
        assert_eq!(method("<i8 as «demo::Shape»>", &["&-5"]), "(-5_i8).area()");
        assert_eq!(method("<&«demo::Square» as «demo::Shape»>", &["&square"]), "(&square).area()");
    }
}
