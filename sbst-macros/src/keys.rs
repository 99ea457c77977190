//! The keys in `#[sbst(…)]`, as far as tokens show them. The search build finds more mistakes, and
//! has the same messages for these (`sbst-instrument`, module `keys`).

use proc_macro::{Delimiter, Group, Span, TokenTree};

use crate::misuse::Misuse;
use crate::tokens::{flat, group, is_word, sign, text, word};

/// The places of keys, one bit each.
pub(crate) type Place = u8;
pub(crate) const PARAMETER: Place = 1;
pub(crate) const FIELD: Place = 2;
const ELEMENTS: Place = 4;
pub(crate) const VARIANT: Place = 8;
pub(crate) const TYPE: Place = 16;

/// A valid key.
struct Known {
    name: &'static str,
    /// Its notation.
    written: &'static str,
    places: Place,
}

const BOUNDED: Place = PARAMETER | FIELD | ELEMENTS;
const MADE: Place = PARAMETER | FIELD;
const SKIPPED: Place = FIELD | VARIANT;

static KNOWN: [Known; 11] = [
    Known { name: "range", written: "range = 0..=100", places: BOUNDED },
    Known { name: "step", written: "step = 0.5", places: BOUNDED },
    Known { name: "length", written: "length = 1..=8", places: BOUNDED },
    Known { name: "alphabet", written: "alphabet = 'a'..='z'", places: BOUNDED },
    Known { name: "elements", written: "elements(range = 0..=9)", places: BOUNDED },
    Known { name: "with", written: "with = path", places: MADE },
    Known { name: "arbitrary", written: "arbitrary", places: MADE },
    Known { name: "skip", written: "skip", places: SKIPPED },
    Known { name: "construct", written: "construct = Self::new", places: TYPE },
    Known { name: "constant", written: "constant = Self::ZERO", places: TYPE },
    Known { name: "crate", written: "crate = path", places: TYPE },
];

pub(crate) struct Keys {
    pub(crate) place: Place,
    /// The names of the given keys.
    pub(crate) given: Vec<TokenTree>,
    /// The index in `given` of the first key of the current parameter, field or other item.
    first: usize,
    /// The first mistake.
    pub(crate) misuse: Option<Misuse>,
}

impl Keys {
    pub(crate) fn on(place: Place) -> Keys {
        Keys { place, given: Vec::new(), first: 0, misuse: None }
    }

    /// Separates the attributes read so far from those of the next item.
    pub(crate) fn next_thing(&mut self) {
        self.first = self.given.len();
    }

    pub(crate) fn refuse(&mut self, span: Span, message: &[&str]) {
        if self.misuse.is_none() {
            self.misuse = Some(Misuse::at(span, message));
        }
    }

    /// Reads the contents of an attribute's brackets, if it is one of ours: `sbst(…)`, perhaps in a
    /// `cfg_attr`, as around the main attribute.
    pub(crate) fn read_brackets(&mut self, brackets: &Group) -> bool {
        let attribute = flat(brackets.stream());
        let conditional = match group(&attribute, 1, Delimiter::Parenthesis) {
            Some(conditional) if is_word(&attribute, 0, "cfg_attr") => flat(conditional.stream()),
            _ => return self.read_attribute(&attribute),
        };
        let (mut ours, mut others, mut at) = (false, false, 1);
        while at < conditional.len() {
            if sign(&conditional, at - 1) == ',' {
                let read = self.read_attribute(&conditional[at..]);
                ours |= read;
                others |= !read;
            }
            at += 1;
        }
        if ours && others {
            self.refuse(attribute[0].span(), &["write `sbst(…)` in a `cfg_attr` of its own"]);
        }
        ours
    }

    /// Reads an attribute at the beginning of tokens, if it is one of ours: not `sbst::instrument`.
    fn read_attribute(&mut self, attribute: &[TokenTree]) -> bool {
        if !is_word(attribute, 0, "sbst") || sign(attribute, 1) == ':' {
            return false;
        }
        let before = self.given.len();
        if let Some(list) = group(attribute, 1, Delimiter::Parenthesis) {
            self.read(&flat(list.stream()));
        }
        if self.given.len() == before {
            let written = match self.place {
                VARIANT => "skip",
                TYPE => "construct = Self::new",
                _ => "range = 0..=100",
            };
            let message = ["no keys given; write them in parentheses, such as `#[sbst(", written, ")]`"];
            self.refuse(attribute[0].span(), &message);
        }
        true
    }

    /// Reads keys with their values, separated by commas.
    fn read(&mut self, tokens: &[TokenTree]) {
        let mut at = 0;
        while at < tokens.len() {
            let end = end_of_value(tokens, at + 1);
            self.read_key(tokens, at, &tokens[at + 1..end]);
            at = end + 1;
        }
    }

    fn read_key(&mut self, tokens: &[TokenTree], at: usize, value: &[TokenTree]) {
        let name = word(tokens, at);
        let TokenTree::Ident(key) = &tokens[at] else {
            return self.refuse(tokens[at].span(), &["expected a key, such as `range = 0..=100`"]);
        };
        let Some(known) = self.find(&name, key.span()) else {
            return;
        };
        let mut index = self.first;
        while index < self.given.len() {
            let (other, span) = (word(&self.given, index), self.given[index].span());
            if other == name && name != "construct" && name != "constant" {
                self.refuse(key.span(), &["key `", &name, "` given twice; keep one"]);
            } else if !alone(&other).is_empty() {
                self.refuse_beside(&name, key.span(), alone(&other));
            } else if !alone(&name).is_empty() {
                self.refuse_beside(&other, span, alone(&name));
            }
            index += 1;
        }
        self.check_value(known, key.span(), value);
        self.given.push(TokenTree::Ident(key.clone()));
    }

    /// Reports a key without effect.
    pub(crate) fn refuse_beside(&mut self, key: &str, span: Span, beside: &str) {
        self.refuse(span, &["`", key, "` has no effect beside ", beside, "; keep one of them"]);
    }

    /// The key of this name, if allowed in this place.
    fn find(&mut self, given: &str, span: Span) -> Option<&'static Known> {
        let place = match self.place {
            PARAMETER => "on a parameter",
            FIELD => "on a field",
            ELEMENTS => "in `elements(…)`",
            VARIANT => "on a variant",
            _ => "on a type",
        };
        let mut beginning = text(&["unknown key `", given, "`; "]);
        let (mut names, mut last) = (String::new(), "");
        for known in &KNOWN {
            let here = known.places & self.place != 0;
            if known.name == given && here {
                return Some(known);
            }
            if known.name == given {
                let general = match known.places {
                    TYPE => "types",
                    SKIPPED => "fields and variants",
                    _ => "parameters and fields",
                };
                beginning = text(&["key `", given, "` goes on ", general, ", not ", place, "; "]);
            }
            if here && !last.is_empty() {
                names = text(&[&names, if names.is_empty() { "`" } else { ", `" }, last, "`"]);
            }
            if here {
                last = known.name;
            }
        }
        match names.is_empty() {
            true => self.refuse(span, &[&beginning, "the known key ", place, " is `", last, "`"]),
            false => {
                let message = [&beginning, "known keys ", place, " are ", &names, " and `", last, "`"];
                self.refuse(span, &message);
            }
        }
        None
    }

    /// Checks the tokens between a key and the comma after it.
    fn check_value(&mut self, known: &Known, key: Span, value: &[TokenTree]) {
        let Known { name, written, .. } = *known;
        let expected = if name == "elements" { "(" } else { "=" };
        match value.first() {
            None if name == written => {}
            Some(TokenTree::Group(list))
                if name == "elements" && list.delimiter() == Delimiter::Parenthesis =>
            {
                let mut elements = Keys::on(ELEMENTS);
                elements.read(&flat(list.stream()));
                if self.misuse.is_none() {
                    self.misuse = elements.misuse;
                }
                if value.len() > 1 {
                    self.refuse(value[1].span(), &["expected `,`"]);
                }
            }
            Some(first) if expected == "(" || sign(value, 0) != '=' || name == written => {
                let span = match first {
                    TokenTree::Group(group) => group.span_open(),
                    other => other.span(),
                };
                if name == written {
                    self.refuse(span, &["`", name, "` takes no value; write `", name, "` alone"]);
                } else {
                    self.refuse(
                        span,
                        &["expected `", expected, "` after `", name, "`; write `", written, "`"],
                    );
                }
            }
            Some(_) if value.len() > 1 => {
                if name == "range" && !is_range(value) {
                    self.refuse(value[1].span(), &["`range` takes a range, such as `0..=100`"]);
                }
            }
            _ => self.refuse(key, &["no value given for `", name, "`; write `", written, "`"]),
        }
    }
}

/// The key, and the reason why it allows no others; empty if it does.
fn alone(key: &str) -> &'static str {
    match key {
        "with" => "`with`, whose function makes the whole value",
        "skip" => "`skip`, which leaves the field or variant out",
        _ => "",
    }
}

fn is_range(value: &[TokenTree]) -> bool {
    let mut at = 1;
    while at < value.len() {
        if sign(value, at) == '.' && sign(value, at + 1) == '.' {
            return true;
        }
        at += 1;
    }
    false
}

/// The place of the comma that ends a value. Those in `::<A, B>` and `<A as B<C, D>>::X` do not.
fn end_of_value(tokens: &[TokenTree], mut at: usize) -> usize {
    let mut open = 0;
    let mut before = ' ';
    while at < tokens.len() {
        let this = sign(tokens, at);
        match this {
            ',' if open == 0 => break,
            // In the place of an operand, it is not an operator.
            '<' if open > 0 || before != ' ' => open += 1,
            '>' if open > 0 && before != '-' => open -= 1,
            _ => {}
        }
        before = this;
        at += 1;
    }
    at
}
