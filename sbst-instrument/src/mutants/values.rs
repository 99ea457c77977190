//! Values that a function returns immediately, by the syntax of its return type.
//!
//! Parts of other types are values of `Default`. Method look-up in the emitted code decides whether
//! a type implements it: a missing value is `None`, and such a mutant cannot be applied.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote_spanned, ToTokens as _};
use sbst_source::span::mixed_site;
use syn::{parse_quote_spanned, Block, GenericArgument, Path, PathArguments, ReturnType, Stmt, Type};

use super::point::{Alternative, Point, MOST};
use super::text::plain_text;
use super::Mutated;
use crate::syntax::walk::{Node, Walk as _};
use sbst_vocabulary::standard::types::{standard_type, Kind, StandardType};
use sbst_vocabulary::Change;

/// The text of a value of `Default`.
const DEFAULT: &str = "Default::default()";

/// True for a container of one value; cargo-mutants has no locks for many readers.
fn is_container(known: &StandardType) -> bool {
    matches!(known.kind, Kind::Pointer | Kind::Cell) && known.name != "RwLock"
}

/// A value: its text, the code for it, and its default parts.
#[derive(Clone)]
struct Value {
    text: String,
    code: TokenStream,
    defaults: Vec<Part>,
}

/// A part that method look-up may find.
#[derive(Clone)]
struct Part {
    name: Ident,
    sought: Sought,
}

#[derive(Clone)]
enum Sought {
    /// The default of a type.
    Default(TokenStream),
    /// A default in a box.
    Boxed(TokenStream),
    /// A value of the first type, if it equals the second one.
    Fit([TokenStream; 2], TokenStream),
}

impl Sought {
    /// The expression; at run time, `None` without such a value.
    fn emit(&self, runtime: &Path) -> TokenStream {
        let at = mixed_site();
        match self {
            Sought::Default(ty) => {
                quote_spanned!(at=> (&&#runtime::__private::mutant::Defaulted::<#ty>::new()).value())
            }
            Sought::Boxed(ty) => {
                quote_spanned!(at=> (&&#runtime::__private::mutant::Defaulted::<#ty>::new()).boxed())
            }
            Sought::Fit([ty, wanted], value) => quote_spanned! {at=>
                (&&#runtime::__private::mutant::Fit::<#ty, #wanted>::new()).fit(#value)
            },
        }
    }
}

/// Returns the point of a function's value, and the function that makes its statement.
pub(super) fn point<'a>(
    function: &Mutated,
    body: &Block,
    runtime: &'a Path,
) -> Option<(Point, impl FnOnce(usize) -> Stmt + 'a)> {
    let mut values = match function.output {
        ReturnType::Default => {
            vec![Value { text: "()".into(), code: quote_spanned!(mixed_site()=> ()), defaults: Vec::new() }]
        }
        ReturnType::Type(_, ty) if is_opaque(ty) => return None,
        ReturnType::Type(_, ty) => Values { runtime, count: 0 }.of(ty),
    };
    let written = plain_text(body);
    values.retain(|value| written != format!("{{{}}}", value.text));
    values.truncate(MOST);
    let place = function.place?;
    let alternatives: Vec<Alternative> = values
        .iter()
        .map(|Value { text, .. }| {
            let output = plain_text(function.output);
            let arrow = if output.is_empty() { "" } else { " " };
            let name = format!("replace {}{arrow}{output} with {text}", function.name);
            Alternative::new(Change::Value, "FnValue", name, text, place)
        })
        .collect();
    let emit = move |number| statement(&values, number, runtime);
    (!alternatives.is_empty()).then_some((Point { alternatives }, emit))
}

/// `match entered(&point) { 1 => return value, … }`
fn statement(values: &[Value], number: usize, runtime: &Path) -> Stmt {
    let at = mixed_site();
    let arms = values.iter().enumerate().map(|(index, Value { code, defaults, .. })| {
        let number = index as u8 + 1;
        let names: Vec<&Ident> = defaults.iter().map(|part| &part.name).collect();
        let parts = defaults.iter().map(|part| part.sought.emit(runtime));
        match names.is_empty() {
            true => quote_spanned!(at=> #number => return #code,),
            false => quote_spanned! {at=>
                #number => match (#(#parts,)*) {
                    (#(::core::option::Option::Some(#names),)*) => return #code,
                    _ => #runtime::__private::mutant::inapplicable(),
                },
            },
        }
    });
    parse_quote_spanned! {at=> {
        #[allow(unused_imports)]
        use #runtime::__private::mutant::{
            KnownBoxed as _, KnownDefault as _, KnownFit as _, UnknownBoxed as _, UnknownDefault as _,
            UnknownFit as _,
        };
        match #runtime::__private::mutant::entered(&__SBST_POINTS[#number]) {
            #(#arms)*
            _ => {}
        }
    }}
}

/// True if a type has a part without possible values.
fn is_opaque(ty: &Type) -> bool {
    let mut found = false;
    ty.walk(&mut |node| {
        found |= matches!(
            node,
            Node::Type(Type::ImplTrait(_) | Type::Never(_) | Type::Macro(_) | Type::Ptr(_) | Type::Infer(_))
        );
        true
    });
    found
}

struct Values<'a> {
    runtime: &'a Path,
    count: usize,
}

impl Values<'_> {
    fn of(&mut self, ty: &Type) -> Vec<Value> {
        let at = mixed_site();
        let (runtime, plain) = (self.runtime, |text: &str| Value {
            text: text.to_owned(),
            code: text.parse::<TokenStream>().unwrap_or_default(),
            defaults: Vec::new(),
        });
        let std = quote_spanned!(at=> #runtime::__private::mutant::standard);
        match ty {
            Type::Paren(inner) => self.of(&inner.elem),
            Type::Group(inner) => self.of(&inner.elem),
            Type::Tuple(tuple) if tuple.elems.is_empty() => vec![plain("()")],
            Type::Tuple(tuple) => {
                let parts: Vec<_> = tuple.elems.iter().map(|part| self.of(part)).collect();
                let is_single = parts.len() == 1;
                product(parts).into_iter().map(|parts| joined(parts, "(", ")", is_single)).collect()
            }
            Type::Array(array) => {
                let length = &array.len;
                let shown = plain_text(length);
                let values = self.of(&array.elem).into_iter();
                // Only values that can be copied; a default may not be.
                let values = values.filter(|value| value.defaults.is_empty() && is_plain(&value.text));
                values
                    .map(|value| {
                        around(
                            value,
                            |text| format!("[{text}; {shown}]"),
                            |code| quote_spanned!(at=> [#code; #length]),
                        )
                    })
                    .collect()
            }
            Type::Reference(reference) => match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => match reference.mutability {
                    None => vec![plain("\"\""), plain("\"xyzzy\"")],
                    Some(_) => Vec::new(),
                },
                Type::Slice(slice) => {
                    let mut values = vec![Value {
                        text: "Vec::leak(Vec::new())".into(),
                        code: quote_spanned!(at=> #std::vec::Vec::leak(#std::vec::Vec::new())),
                        defaults: Vec::new(),
                    }];
                    values.extend(self.of(&slice.elem).into_iter().map(|value| {
                        around(
                            value,
                            |text| format!("Vec::leak(vec![{text}])"),
                            |code| quote_spanned!(at=> #std::vec::Vec::leak(#std::vec![#code])),
                        )
                    }));
                    values
                }
                elem => self
                    .boxed(elem)
                    .into_iter()
                    .map(|value| {
                        around(
                            value,
                            |text| format!("Box::leak({text})"),
                            |code| quote_spanned!(at=> #std::boxed::Box::leak(#code)),
                        )
                    })
                    .collect(),
            },
            Type::Path(path) if path.qself.is_none() => self.of_path(ty, &path.path),
            _ => self.default(ty),
        }
    }

    fn of_path(&mut self, ty: &Type, path: &Path) -> Vec<Value> {
        let at = mixed_site();
        let runtime = self.runtime;
        let std = quote_spanned!(at=> #runtime::__private::mutant::standard);
        let Some(last) = path.segments.last() else { return Vec::new() };
        let name = last.ident.to_string();
        let known = standard_type(&name);
        let alone = path.get_ident().and(known).map(|known| known.kind);
        let made = |text: &str, code: TokenStream| Value { text: text.into(), code, defaults: Vec::new() };
        let plain = |text: &str| made(text, text.parse().unwrap_or_default());
        let arguments = types(&last.arguments);
        if alone == Some(Kind::Boolean) {
            vec![plain("true"), plain("false")]
        } else if path.is_ident("String") {
            vec![
                made("String::new()", quote_spanned!(at=> #std::string::String::new())),
                made("\"xyzzy\".into()", quote_spanned!(at=> #std::string::String::from("xyzzy"))),
            ]
        } else if let Some(Kind::Unsigned(_)) = alone {
            vec![plain("0"), plain("1")]
        } else if let Some(Kind::Signed(_)) = alone {
            vec![plain("0"), plain("1"), plain("-1")]
        } else if let Some(Kind::Float(_)) = alone {
            vec![plain("0.0"), plain("1.0"), plain("-1.0")]
        } else if name == "Result" {
            self.result(ty, path.segments.len() == 1, &arguments)
        } else if let ("Option", Some(inner)) = (&*name, arguments.first()) {
            let mut values = vec![made("None", quote_spanned!(at=> ::core::option::Option::None))];
            values.extend(self.of(inner).into_iter().map(|value| {
                around(
                    value,
                    |text| format!("Some({text})"),
                    |code| quote_spanned!(at=> ::core::option::Option::Some(#code)),
                )
            }));
            values
        } else if let ("Vec", Some(inner)) = (&*name, arguments.first()) {
            let mut values = vec![made("vec![]", quote_spanned!(at=> #std::vec::Vec::new()))];
            values.extend(self.of(inner).into_iter().map(|value| {
                around(value, |text| format!("vec![{text}]"), |code| quote_spanned!(at=> #std::vec![#code]))
            }));
            values
        } else if let ("Cow", Some(Type::Path(inner))) = (&*name, arguments.first()) {
            if !inner.path.is_ident("str") {
                return self.default(ty);
            }
            ["\"\"", "\"xyzzy\""]
                .into_iter()
                .flat_map(|text| {
                    let code: TokenStream = text.parse().unwrap_or_default();
                    [
                        made(
                            &format!("Cow::Borrowed({text})"),
                            quote_spanned!(at=> #std::borrow::Cow::Borrowed(#code)),
                        ),
                        made(
                            &format!("Cow::Owned({text}.to_owned())"),
                            quote_spanned! {at=>
                                #std::borrow::Cow::Owned(#std::string::String::from(#code))
                            },
                        ),
                    ]
                })
                .collect()
        } else if let (Some(known), [inner]) = (known.filter(|known| is_container(known)), &arguments[..]) {
            if name == "Box" {
                return self.boxed(inner);
            }
            let values = self.of(inner);
            if values.iter().any(|value| !value.defaults.is_empty()) {
                // The contents may have no size.
                let whole = |value| around(value, |text| format!("{name}::new({text})"), |code| code);
                return self.default(ty).into_iter().map(whole).collect();
            }
            let module = known.module.rsplit("::").next().unwrap_or_default();
            let module = Ident::new(module, at);
            let container = Ident::new(&name, at);
            values
                .into_iter()
                .map(|value| {
                    around(
                        value,
                        |text| format!("{name}::new({text})"),
                        |code| quote_spanned!(at=> #std::#module::#container::new(#code)),
                    )
                })
                .collect()
        } else if let (Some(Kind::Sequence | Kind::Set), [inner]) =
            (known.map(|known| known.kind), &arguments[..])
        {
            let collection = Ident::new(&name, at);
            let mut values = vec![made(
                &format!("{name}::new()"),
                quote_spanned!(at=> #std::collections::#collection::new()),
            )];
            values.extend(self.of(inner).into_iter().map(|value| {
                around(
                    value,
                    |text| format!("{name}::from_iter([{text}])"),
                    |code| quote_spanned!(at=> ::core::iter::FromIterator::from_iter([#code])),
                )
            }));
            values
        } else if let (Some(Kind::Map), [key, value]) = (known.map(|known| known.kind), &arguments[..]) {
            let collection = Ident::new(&name, at);
            let mut values = vec![made(
                &format!("{name}::new()"),
                quote_spanned!(at=> #std::collections::#collection::new()),
            )];
            let pairs = product(vec![self.of(key), self.of(value)]);
            values.extend(pairs.into_iter().map(|pair| {
                let pair = joined(pair, "(", ")", false);
                around(
                    pair,
                    |text| format!("{name}::from_iter([{text}])"),
                    |code| quote_spanned!(at=> ::core::iter::FromIterator::from_iter([#code])),
                )
            }));
            values
        } else {
            self.default(ty)
        }
    }

    /// `Ok` of values. A user's type alias may have other arguments than its name shows, so its
    /// values have to fit.
    fn result(&mut self, ty: &Type, is_name: bool, arguments: &[&Type]) -> Vec<Value> {
        let (at, runtime) = (mixed_site(), self.runtime);
        let may_be_other = is_name && arguments.len() < 2;
        let wanted = quote_spanned!(at=> <#ty as #runtime::__private::mutant::IsResult>::Value);
        let Some(inner) = arguments.first() else {
            let value = self.sought(Sought::Default(wanted));
            return vec![around(value, |text| format!("Ok({text})"), ok)];
        };
        let values = self.of(inner).into_iter();
        let fitting = |this: &mut Self, value: Value| match (may_be_other, value.text == DEFAULT) {
            (true, true) => this.sought(Sought::Default(wanted.clone())),
            (true, false) if value.defaults.is_empty() => {
                let types = [inner.to_token_stream(), wanted.clone()];
                Value { text: value.text, ..this.sought(Sought::Fit(types, value.code)) }
            }
            _ => value,
        };
        // It is unknown whether others fit.
        let values =
            values.filter(|value| !may_be_other || value.defaults.is_empty() || value.text == DEFAULT);
        values.map(|value| around(fitting(self, value), |text| format!("Ok({text})"), ok)).collect()
    }

    fn default(&mut self, ty: &Type) -> Vec<Value> {
        vec![self.sought(Sought::Default(ty.to_token_stream()))]
    }

    /// A value with a single part.
    fn sought(&mut self, sought: Sought) -> Value {
        self.count += 1;
        let name = format_ident!("value{}", self.count, span = mixed_site());
        let code = name.to_token_stream();
        Value { text: DEFAULT.into(), code, defaults: vec![Part { name, sought }] }
    }

    /// Boxes with values of a type that may have no size.
    fn boxed(&mut self, ty: &Type) -> Vec<Value> {
        let (at, runtime) = (mixed_site(), self.runtime);
        let in_box = |mut value: Value| {
            let is_default = value.text == DEFAULT;
            for part in value.defaults.iter_mut().filter(|_| is_default) {
                if let Sought::Default(ty) = &part.sought {
                    part.sought = Sought::Boxed(ty.clone());
                }
            }
            around(
                value,
                |text| format!("Box::new({text})"),
                |code| match is_default {
                    true => code,
                    false => {
                        quote_spanned!(at=> #runtime::__private::mutant::standard::boxed::Box::new(#code))
                    }
                },
            )
        };
        self.of(ty).into_iter().map(in_box).collect()
    }
}

fn types(arguments: &PathArguments) -> Vec<&Type> {
    let PathArguments::AngleBracketed(arguments) = arguments else { return Vec::new() };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// True if a value is a number or a boolean.
fn is_plain(text: &str) -> bool {
    text.parse::<f64>().is_ok() || matches!(text, "true" | "false")
}

fn ok(code: TokenStream) -> TokenStream {
    quote_spanned!(mixed_site()=> ::core::result::Result::Ok(#code))
}

fn around(value: Value, text: impl Fn(&str) -> String, code: impl Fn(TokenStream) -> TokenStream) -> Value {
    Value { text: text(&value.text), code: code(value.code), defaults: value.defaults }
}

/// All combinations of a value of each part; the last part varies fastest.
fn product(parts: Vec<Vec<Value>>) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for part in parts {
        let longer = all.iter().flat_map(|begun: &Vec<Value>| {
            part.iter().map(move |value| begun.iter().chain([value]).cloned().collect())
        });
        all = longer.take(MOST).collect();
    }
    all
}

fn joined(parts: Vec<Value>, open: &str, close: &str, is_single: bool) -> Value {
    let texts: Vec<&str> = parts.iter().map(|part| &*part.text).collect();
    let comma = if is_single { "," } else { "" };
    let text = format!("{open}{}{comma}{close}", texts.join(", "));
    let codes = parts.iter().map(|part| &part.code);
    let code = quote_spanned!(mixed_site()=> (#(#codes,)*));
    Value { text, code, defaults: parts.into_iter().flat_map(|part| part.defaults).collect() }
}
