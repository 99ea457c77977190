//! Patterns, for values of a closed set of types.

use super::Generator;
use crate::constructs::{Category, Construct};

/// A matched type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Integer,
    Option,
    Pair,
    Shape,
    Result,
    Array,
    Slice,
    Text,
    Char,
    Borrowed,
    Switch,
}

pub(crate) const TYPES: [Type; 11] = [
    Type::Integer,
    Type::Option,
    Type::Pair,
    Type::Shape,
    Type::Result,
    Type::Array,
    Type::Slice,
    Type::Text,
    Type::Char,
    Type::Borrowed,
    Type::Switch,
];

/// The uses of a scrutinee by a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Any way.
    Owned,
    /// Shared or exclusive references to it; it cannot be moved out of.
    Lent,
    /// Shared references to it; it cannot be moved out of.
    Behind,
    /// Copies of it: it may be gone when the pattern has matched.
    Copied,
    /// A reference, so the binding mode is `ref`.
    Shared,
    /// A `&mut`, so the binding mode is `ref mut`.
    Exclusive,
}

/// A pattern, and its bound names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Matched {
    pub(crate) pattern: String,
    /// The first statements of the body.
    pub(crate) prologue: Vec<String>,
    /// Readable expressions in the body.
    pub(crate) integers: Vec<String>,
    /// Readable expressions in a guard.
    pub(crate) in_guard: Vec<String>,
}

impl Matched {
    /// Takes over the names of `other`, and returns its pattern.
    fn take(&mut self, other: Matched) -> String {
        self.prologue.extend(other.prologue);
        self.integers.extend(other.integers);
        self.in_guard.extend(other.in_guard);
        other.pattern
    }
}

impl Type {
    /// The possible constructs of a pattern for the type.
    fn has(self, construct: Construct, mode: Mode) -> bool {
        use Construct::*;
        let is_place = matches!(mode, Mode::Owned | Mode::Lent | Mode::Behind | Mode::Copied);
        match construct {
            LiteralPattern | OrPattern | BindingPattern => true,
            RangePattern | AtPattern => !matches!(self, Type::Switch),
            // A constant is not compared through a reference.
            ConstantPattern => match self {
                Type::Switch | Type::Char => false,
                Type::Integer | Type::Borrowed => is_place,
                _ => true,
            },
            RefPattern => {
                is_place
                    && mode != Mode::Copied
                    && !matches!(self, Type::Slice | Type::Text | Type::Switch | Type::Borrowed)
            }
            RefMutPattern => {
                matches!(mode, Mode::Owned | Mode::Lent)
                    && !matches!(self, Type::Slice | Type::Text | Type::Switch | Type::Borrowed)
            }
            SlicePattern | RestPattern => matches!(self, Type::Array | Type::Slice),
            NestedEnum | StructPattern => self == Type::Shape,
            TuplePattern => self == Type::Pair,
            MovingPattern => self == Type::Shape && mode == Mode::Owned,
            ReferencePattern => self == Type::Borrowed && is_place,
            CapitalVariant => self == Type::Switch,
            _ => false,
        }
    }
}

impl Generator<'_> {
    /// Returns the type for a pattern with a required construct, if one remains.
    pub(crate) fn type_for(&mut self, mode: Mode) -> Type {
        let wanted = self.choose(Category::Pattern);
        // A text is not matched through a reference.
        let is_reference = matches!(mode, Mode::Shared | Mode::Exclusive);
        let types = TYPES.into_iter().filter(|&of| !(is_reference && of == Type::Text));
        let types: Vec<Type> = types.collect();
        let fitting: Vec<Type> =
            types.iter().copied().filter(|of| wanted.is_some_and(|wanted| of.has(wanted, mode))).collect();
        match fitting.is_empty() {
            true => self.pick(&types),
            false => self.pick(&fitting),
        }
    }

    /// Writes an expression of the type.
    pub(crate) fn value(&mut self, of: Type) -> String {
        let number = self.number();
        match of {
            Type::Integer => self.integer(),
            Type::Option => {
                let value = self.integer();
                self.pick(&[
                    "o".into(),
                    format!("e({number}, o)"),
                    format!("Some({value})"),
                    "None::<i32>".into(),
                ])
            }
            Type::Pair => format!("({}, e({number}, o))", self.integer()),
            Type::Shape => format!("shape({})", self.integer()),
            Type::Result => format!("result({})", self.integer()),
            Type::Array => format!("[{}, x, {}]", self.integer(), self.leaf()),
            Type::Slice => {
                let value = self.leaf();
                self.pick(&[
                    "v".into(),
                    format!("e({number}, v)"),
                    if value.len() == 1 && value.starts_with(|c: char| c.is_numeric()) {
                        format!("&[1, {value}, 3, 4][..]")
                    } else {
                        "&v[..]".into()
                    },
                ])
            }
            Type::Text => format!("e({number}, t)"),
            Type::Char => format!("e({number}, c)"),
            Type::Borrowed => format!("e({number}, v.first())"),
            Type::Switch => format!("switch({})", self.integer()),
        }
    }

    /// Writes a pattern for a value of the type.
    pub(crate) fn pattern(&mut self, of: Type, mode: Mode) -> Matched {
        let wanted: Vec<Construct> =
            self.wanted.iter().copied().filter(|&wanted| of.has(wanted, mode)).collect();
        let construct = match wanted.is_empty() || self.chance(30) {
            false => self.pick(&wanted),
            true => {
                let edition = self.edition;
                let all =
                    Construct::in_category(Category::Pattern).filter(|construct| construct.is_in(edition));
                let all: Vec<Construct> = all.filter(|&construct| of.has(construct, mode)).collect();
                self.pick(&all)
            }
        };
        self.begin(construct);
        let matched = self.pattern_of(of, mode, construct);
        self.end();
        matched
    }

    fn pattern_of(&mut self, of: Type, mode: Mode, construct: Construct) -> Matched {
        let name = self.name("n");
        let mut matched = Matched::default();
        matched.pattern = match (of, construct) {
            (Type::Integer, _) => return self.number_pattern(mode, construct),
            (Type::Char, _) => return self.letter_pattern(mode, construct),
            (Type::Text, _) => {
                let texts = ["\"name\"", "\"\"", "NAME", "\"ab\" | \"three\"", "\"n\""];
                match construct {
                    Construct::AtPattern => {
                        matched.integers.push(format!("({name}.len() as i32)"));
                        format!("{name} @ (\"name\" | \"q\" | NAME)")
                    }
                    Construct::BindingPattern => {
                        matched.integers.push(format!("({name}.len() as i32)"));
                        name
                    }
                    Construct::ConstantPattern | Construct::RangePattern => "NAME".into(),
                    Construct::OrPattern => "\"ab\" | NAME | \"x\"".into(),
                    _ => self.pick(&texts).into(),
                }
            }
            (Type::Borrowed, Construct::ReferencePattern) => {
                matched.in_guard.push(name.clone());
                matched.integers.push(name.clone());
                match self.chance(50) {
                    true => format!("Some(&{name})"),
                    false => format!("Some(&({name} @ 1..=7))"),
                }
            }
            (Type::Borrowed, Construct::OrPattern) => "Some(3 | 9) | None".into(),
            (Type::Borrowed, Construct::BindingPattern) => {
                let stars = if matches!(mode, Mode::Shared | Mode::Exclusive) { "**" } else { "*" };
                matched.prologue.push(format!("let {name} = {stars}{name};"));
                matched.integers.push(name.clone());
                format!("Some({name})")
            }
            (Type::Borrowed, Construct::RangePattern) => "Some(1..=7)".into(),
            (Type::Borrowed, Construct::AtPattern) => format!("Some(_{name} @ 2..=7)"),
            (Type::Borrowed, Construct::ConstantPattern) => "Some(&LIMIT)".into(),
            (Type::Borrowed, _) => "Some(3)".into(),
            (Type::Option, Construct::OrPattern) => "Some(1 | 3) | None".into(),
            (Type::Option, Construct::LiteralPattern) if self.chance(30) => "None".into(),
            (Type::Option, _) => {
                let inner = self.number_pattern(mode, construct);
                format!("Some({})", matched.take(inner))
            }
            (Type::Result, Construct::OrPattern) => "Err('a'..='z') | Ok(1 | 3)".into(),
            (Type::Result, Construct::LiteralPattern) if self.chance(30) => "Err('r')".into(),
            (Type::Result, _) => {
                let inner = self.number_pattern(mode, construct);
                format!("Ok({})", matched.take(inner))
            }
            (Type::Pair, Construct::OrPattern) => "(3, _) | (_, None)".into(),
            (Type::Pair, construct) => {
                let first = self.number_pattern(mode, construct);
                let first = matched.take(first);
                let second = self.pick(&["_", "Some(_)", "None", "Some(1..=9)"]);
                format!("({first}, {second})")
            }
            (Type::Switch, Construct::OrPattern) => "Switch::ON | Switch::Dimmed(2)".into(),
            (Type::Switch, Construct::BindingPattern) => {
                let inner = self.number_pattern(mode, construct);
                format!("Switch::Dimmed({})", matched.take(inner))
            }
            (Type::Switch, Construct::CapitalVariant) => self.pick(&["ON", "OFF"]).into(),
            (Type::Switch, _) => self.pick(&["Switch::Dimmed(_)", "Switch::OFF"]).into(),
            (Type::Array | Type::Slice, _) => return self.sequence_pattern(of, mode, construct),
            (Type::Shape, _) => return self.shape_pattern(mode, construct),
        };
        matched
    }

    fn number_pattern(&mut self, mode: Mode, construct: Construct) -> Matched {
        let name = self.name("n");
        let digit = self.random.below(5);
        let mut matched = Matched::default();
        let is_reference = matches!(mode, Mode::Shared | Mode::Exclusive);
        let bind = |matched: &mut Matched| {
            match mode {
                Mode::Shared => matched.in_guard.push(format!("*{name}")),
                Mode::Exclusive => {}
                _ => matched.in_guard.push(name.clone()),
            }
            if is_reference {
                matched.prologue.push(format!("let {name} = *{name};"));
            }
            matched.integers.push(name.clone());
        };
        matched.pattern = match construct {
            Construct::RangePattern => self.pick(&[
                format!("{digit}..=5"),
                "(..=-1)".into(),
                "(4..)".into(),
                "LIMIT..=7".into(),
                "-5..0".into(),
            ]),
            Construct::ConstantPattern => self.pick(&["LIMIT", "i32::MAX", "self::LIMIT"]).into(),
            Construct::OrPattern => format!("{digit} | 3 | -4 | 7..=9"),
            Construct::AtPattern => {
                bind(&mut matched);
                let constant = if is_reference { "3" } else { "LIMIT" };
                self.pick(&[format!("{name} @ 1..=5"), format!("{name} @ ({constant} | {digit} | -4)")])
            }
            Construct::RefPattern => {
                matched.in_guard.push(format!("*{name}"));
                matched.integers.push(format!("*{name}"));
                format!("ref {name}")
            }
            Construct::RefMutPattern => {
                matched.prologue.push(format!(
                    "note(*{name}); *{name} = i32::wrapping_add(*{name}, 1); let {name} = *{name};"
                ));
                matched.integers.push(name.clone());
                self.pick(&[format!("ref mut {name}"), format!("ref mut {name} @ 0..=9")])
            }
            Construct::BindingPattern => {
                bind(&mut matched);
                name.clone()
            }
            _ => self.pick(&[format!("{digit}"), "-4".into(), "3".into(), "0x7fff_ffff".into()]),
        };
        matched
    }

    fn letter_pattern(&mut self, mode: Mode, construct: Construct) -> Matched {
        let name = self.name("n");
        let star = if matches!(mode, Mode::Shared | Mode::Exclusive) { "*" } else { "" };
        let mut matched = Matched::default();
        let (pattern, read) = match construct {
            Construct::RangePattern => ("'b'..='y'".into(), None),
            Construct::OrPattern => ("'a' | 'x'".into(), None),
            Construct::AtPattern => (format!("{name} @ 'a'..='c'"), Some(format!("{star}{name} as i32"))),
            Construct::BindingPattern => (name.clone(), Some(format!("{star}{name} as i32"))),
            Construct::RefPattern => (format!("ref {name}"), Some(format!("*{name} as i32"))),
            Construct::RefMutPattern => {
                (format!("ref mut {name}"), Some(format!("{{ *{name} = 'r'; *{name} as i32 }}")))
            }
            _ => (self.pick(&["'a'", "'\\u{e9}'", "'3'"]).to_owned(), None),
        };
        if let Some(read) = read {
            matched.prologue.push(format!("let {name} = {read};"));
            matched.integers.push(name);
        }
        matched.pattern = pattern;
        matched
    }

    fn sequence_pattern(&mut self, of: Type, mode: Mode, construct: Construct) -> Matched {
        // A slice is a reference; an array has the current mode.
        let mode = match (of, mode) {
            (Type::Slice, _) => Mode::Shared,
            (_, mode) => mode,
        };
        let name = self.name("rest");
        let mut matched = Matched::default();
        let element = match construct {
            Construct::SlicePattern | Construct::RestPattern => {
                self.pick(&[Construct::LiteralPattern, Construct::BindingPattern, Construct::RangePattern])
            }
            other => other,
        };
        if element != construct {
            self.note(element);
        }
        let inner = self.number_pattern(mode, element);
        let inner = matched.take(inner);
        let length = format!("let {name} = {name}.len() as i32;");
        matched.pattern = match construct {
            Construct::OrPattern if of == Type::Slice => "[] | [3, ..] | [_, 2]".into(),
            Construct::OrPattern => "[3, ..] | [.., 3] | [_, 1 | 2, _]".into(),
            Construct::RestPattern => {
                matched.integers.push(name.clone());
                matched.prologue.push(length);
                // By value, an array's rest would be moved.
                let rest = if mode == Mode::Shared || mode == Mode::Exclusive {
                    name
                } else {
                    format!("ref {name}")
                };
                match self.chance(50) {
                    true => format!("[{inner}, {rest} @ ..]"),
                    false => format!("[{rest} @ .., {inner}]"),
                }
            }
            _ if of == Type::Slice => {
                self.pick(&[format!("[{inner}]"), format!("[_, {inner}]"), format!("[{inner}, .., 3 | 7]")])
            }
            _ => self.pick(&[format!("[{inner}, ..]"), format!("[.., {inner}]"), format!("[3, {inner}, _]")]),
        };
        matched
    }

    fn shape_pattern(&mut self, mode: Mode, construct: Construct) -> Matched {
        let name = self.name("held");
        let mut matched = Matched::default();
        let simple = match construct {
            Construct::StructPattern | Construct::NestedEnum | Construct::MovingPattern => {
                self.pick(&[Construct::LiteralPattern, Construct::BindingPattern, Construct::RangePattern])
            }
            other => other,
        };
        if simple != construct {
            self.note(simple);
        }
        let inner = self.number_pattern(mode, simple);
        let inner = matched.take(inner);
        matched.pattern = match construct {
            Construct::MovingPattern => {
                matched.prologue.push(format!("let {name} = noisy(0, {name}).1.len() as i32;"));
                matched.integers.push(name.clone());
                return Matched {
                    pattern: format!("Shape::Named {{ text: {name}, .. }}"),
                    ..drop_inner(matched)
                };
            }
            Construct::OrPattern if matches!(mode, Mode::Shared | Mode::Behind | Mode::Lent) => {
                "Shape::Dot | Shape::Pair(3, _) | Shape::Named { right: None, .. } | Shape::List(_)".into()
            }
            Construct::OrPattern => "Shape::Dot | Shape::Deep(Ok(None) | Err('a'..='z'))".into(),
            Construct::StructPattern => {
                let right = self.pick(&["_", "Some(3)", "None"]);
                format!("Shape::Named {{ left: {inner}, right: {right}, .. }}")
            }
            Construct::NestedEnum => format!("Shape::Deep(Ok(Some({inner})))"),
            _ => self.pick(&[
                format!("Shape::Pair({inner}, _)"),
                format!("Shape::Pair(_, Some({inner}))"),
                format!("self::Shape::Named {{ left: {inner}, .. }}"),
            ]),
        };
        matched
    }
}

/// Removes the bindings of an unused inner pattern.
fn drop_inner(matched: Matched) -> Matched {
    let last = matched.prologue.last().cloned();
    let known = matched.integers.last().cloned();
    Matched {
        prologue: last.into_iter().collect(),
        integers: known.into_iter().collect(),
        ..Matched::default()
    }
}
