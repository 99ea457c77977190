//! Candidates for a type parameter by its bounds, the likeliest first.
//!
//! These are proposals: the compiler takes the first that meets the bounds. So bounds are
//! recognised by their last names, and candidates for the bounds come before those for every
//! parameter.

use proc_macro2::Ident;
use quote::format_ident;
use sbst_source::span::mixed_site;
use syn::{
    parse_quote, AngleBracketedGenericArguments, GenericArgument, Generics, Path, PathArguments, TraitBound,
    Type, TypeParamBound, TypePath, WherePredicate,
};

use crate::attribute::stand_ins::stand_in;
use crate::call::plan::candidate::drop_repetitions;
use crate::call::plan::candidate::Candidate;
use crate::call::resolve::implementations::PlacedBound;
use crate::call::resolve::view::View;
use crate::call::types::markers::marked;
use crate::call::types::markers::mentions_marked;
use crate::call::types::markers::unmarked;
use crate::call::types::mentions::find_bounds;
use crate::call::types::mentions::last_name;
use crate::call::types::mentions::may_be_unsized;
use crate::call::types::mentions::single;
use crate::call::types::standard_bounds::argument_types;
use crate::syntax::lifetimes::Mentioned;
use sbst_vocabulary::standard::traits::{self, Fact};
use sbst_vocabulary::standard::types::is_scalar;

/// Candidates for every parameter: numbers first, because a search comes near to them.
const FOR_ALL: [&str; 14] = [
    "i32", "u8", "f64", "String", "char", "bool", "u64", "usize", "i64", "u32", "f32", "&str", "Vec<i32>",
    "Vec<u8>",
];

/// The most candidates for one parameter.
const MOST: usize = 16;

/// Candidates with values of one of several types; the source of a value shows its type.
const VARIED: [&str; 3] = ["Stream", "TextWriter", "Writer"];

pub(crate) struct Table<'a> {
    pub(crate) runtime: &'a Path,
    pub(crate) generics: &'a Generics,
    pub(crate) proposed: &'a [(Ident, Candidate)],
    /// The package as the function sees it, if known.
    pub(crate) view: Option<View<'a>>,
    /// True if the table is for the items of a parameter's type.
    pub(crate) is_nested: bool,
    /// True if objects of a generic type are to have the parameter's type: then all functions of
    /// the type take the same one, with any bounds of their own.
    pub(crate) is_shared: bool,
}

impl Table<'_> {
    fn nested(&self) -> Table<'_> {
        Table { is_nested: true, ..*self }
    }

    pub(crate) fn find(&self, name: &Ident) -> Vec<Candidate> {
        let bounds: Vec<&TypeParamBound> = find_bounds(name, self.generics).collect();
        self.find_by_bounds(name, &bounds)
    }

    /// The candidates by bounds from another place.
    pub(crate) fn asked(&self, name: &Ident, bounds: &[TypeParamBound]) -> Vec<Candidate> {
        self.find_by_bounds(name, &bounds.iter().collect::<Vec<_>>())
    }

    fn find_by_bounds(&self, name: &Ident, bounds: &[&TypeParamBound]) -> Vec<Candidate> {
        let traits = || {
            bounds.iter().filter_map(|bound| match bound {
                TypeParamBound::Trait(bound) if bound.maybe.is_none() => Some(bound),
                _ => None,
            })
        };
        let mut candidates: Vec<Candidate> =
            traits().flat_map(|bound| self.find_by_bound(name, bound)).collect();
        let says_nothing = |bound: &TraitBound| {
            bound.path.segments.last().is_some_and(|last| traits::is(&last.ident.to_string(), Fact::Common))
        };
        let is_shown = |bound: &TraitBound| {
            let last = bound.path.segments.last();
            last.is_some_and(|last| last.ident == "Display" || last.ident == "ToString")
        };
        if !self.is_shared && traits().all(says_nothing) && traits().any(is_shown) {
            candidates.extend([self.named("&str"), self.named("String")]);
        }
        candidates.extend(FOR_ALL.map(|name| self.named(name)));
        let outlives = |bound: &&TypeParamBound| match bound {
            TypeParamBound::Lifetime(lifetime) => lifetime.ident == "static",
            TypeParamBound::Trait(bound) => {
                let is_any = bound.path.segments.last().is_some_and(|last| last.ident == "Any");
                // `Into<Cow<'static, str>>`
                is_any || argument_types(&bound.path).into_iter().any(|ty| Mentioned::from_type(ty).is_static)
            }
            _ => false,
        };
        if bounds.iter().any(outlives) {
            candidates.retain(|candidate| !candidate.borrows);
        }
        drop_repetitions(&mut candidates);
        candidates.truncate(MOST);
        if may_be_unsized(name, self.generics) {
            candidates.extend([self.named("str"), self.named("[i32]")]);
        }
        candidates
    }

    fn find_by_bound(&self, name: &Ident, bound: &TraitBound) -> Vec<Candidate> {
        let Some(last) = bound.path.segments.last() else { return Vec::new() };
        let proposed = self.proposed.iter().filter(|(of_trait, _)| last.ident == *of_trait);
        let proposed: Vec<Candidate> = proposed.map(|(_, candidate)| candidate.clone()).collect();
        if !proposed.is_empty() {
            return proposed;
        }
        let arguments = match &last.arguments {
            PathArguments::AngleBracketed(arguments) => Some(arguments),
            _ => None,
        };
        let first = arguments.and_then(first_type);
        let is = |name: &str| first.is_some_and(|ty| last_name(ty).is_some_and(|last| last == name));
        let named = |names: &[&str]| names.iter().map(|name| self.named(name)).collect::<Vec<_>>();
        // A reference to a parameter is `"a"` then, not `&"a"`.
        let texts = |owned: &str| match may_be_unsized(name, self.generics) {
            true => named(&["str", "&str", owned]),
            false => named(&["&str", owned]),
        };
        match &*last.ident.to_string() {
            "AsRef" | "Borrow" if is("str") => texts("String"),
            "AsRef" if is("Path") => texts("PathBuf"),
            "AsRef" if is("OsStr") => texts("OsString"),
            "AsRef" | "Borrow" if is("CStr") => named(&["CString"]),
            "AsRef" | "AsMut" => match first {
                Some(Type::Slice(slice)) => vec![self.owning("Vec", &slice.elem)],
                Some(ty) => vec![self.owning("Box", ty)],
                None => Vec::new(),
            },
            "Borrow" | "BorrowMut" => match first {
                Some(Type::Slice(slice)) => vec![self.owning("Vec", &slice.elem)],
                Some(ty) => vec![self.same(ty)],
                None => Vec::new(),
            },
            "Into" if ["String", "PathBuf", "OsString", "Cow"].iter().any(|name| is(name)) => {
                let mut candidates = named(&["&str"]);
                candidates.extend(first.map(|ty| self.same(ty)));
                candidates
            }
            "Into" | "TryInto" => first.map(|ty| self.same(ty)).into_iter().collect(),
            "From" | "TryFrom" => {
                let mut candidates = named(&FOR_ALL);
                candidates.extend(first.map(|ty| self.same(ty)));
                candidates
            }
            "Deref" | "DerefMut" => match arguments.and_then(|arguments| associated(arguments, "Target")) {
                Some(ty) if last_name(ty).is_some_and(|last| last == "str") => named(&["&str", "String"]),
                Some(Type::Slice(slice)) => vec![self.owning("Vec", &slice.elem)],
                Some(ty) => vec![self.owning("Box", ty)],
                None => vec![self.made("Box", &parse_quote!(::core::primitive::i32))],
            },
            "IntoIterator" => self.collect_items("Vec", name, arguments),
            name_of_trait if traits::is(name_of_trait, Fact::Iterator) => {
                let item = arguments.and_then(|arguments| associated(arguments, "Item"));
                let mut candidates = match item.and_then(last_name) {
                    Some(item) if item == "char" => named(&["Chars"]),
                    _ => Vec::new(),
                };
                candidates.extend(self.collect_items("IntoIter", name, arguments));
                candidates
            }
            "Extend" | "FromIterator" if is("char") => named(&["String"]),
            "Extend" | "FromIterator" => first.map(|ty| self.made("Vec", ty)).into_iter().collect(),
            "Read" | "BufRead" => named(&["Stream", "Reader", "Cursor<Vec<u8>>"]),
            "Seek" => named(&["Reader", "Cursor<Vec<u8>>"]),
            "Write" => match bound.path.segments.iter().nth_back(1) {
                Some(module) if module.ident == "fmt" => named(&["TextWriter", "String"]),
                _ => named(&["Writer", "TextWriter", "Vec<u8>", "String", "Cursor<Vec<u8>>"]),
            },
            "Error" => named(&["IoError"]),
            "Hasher" => named(&["DefaultHasher"]),
            "BuildHasher" => named(&["BuildHasherDefault<DefaultHasher>"]),
            "Future" => {
                let output = arguments.and_then(|arguments| associated(arguments, "Output"));
                output.map(|ty| self.made("Ready", ty)).into_iter().collect()
            }
            "RangeBounds" => first.map(|ty| self.made("Range", ty)).into_iter().collect(),
            "ToSocketAddrs" => named(&["SocketAddr"]),
            "SliceIndex" => named(&["usize"]),
            // Traits with an instance for each type: `SampleBorrow<Self::X>`.
            _ => {
                let projected = argument_types(&bound.path).into_iter().filter(|ty| is_projection(ty));
                projected.map(|ty| self.same(ty)).collect()
            }
        }
    }

    /// A collection of the items in a bound, or of candidates for them.
    fn collect_items(
        &self,
        collection: &str,
        name: &Ident,
        arguments: Option<&AngleBracketedGenericArguments>,
    ) -> Vec<Candidate> {
        if let Some(item) = arguments.and_then(|arguments| associated(arguments, "Item")) {
            return vec![self.made(collection, item)];
        }
        let predicates = self.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
        let clause = predicates.filter_map(|predicate| match predicate {
            WherePredicate::Type(clause) if is_item_of(&clause.bounded_ty, name) => Some(&clause.bounds),
            _ => None,
        });
        let bounds: Vec<&TypeParamBound> = clause.flatten().collect();
        // Nested items have the candidates of every parameter.
        let named = |name: &str| self.named(name);
        let items = if self.is_nested {
            FOR_ALL.map(named).into()
        } else {
            self.nested().find_by_bounds(name, &bounds)
        };
        let of_package = self.types_with(&bounds).into_iter().map(|ty| Candidate {
            takes_any: self.takes_any(&ty),
            written: Some(around(collection, &ty)),
            ..self.made(collection, &ty)
        });
        let others = items.into_iter();
        let others = others.map(|item| Candidate {
            text: item.text.as_ref().map(|text| match collection {
                "Vec" => format!("Vec<{text}>"),
                _ => format!("{{std::vec::IntoIter}}<{text}>"),
            }),
            written: item.written.as_ref().map(|item| around(collection, item)),
            borrows: item.borrows,
            ..self.made(collection, &item.ty)
        });
        of_package.chain(others).collect()
    }

    /// The types that meet bounds by the package's implementations.
    fn types_with(&self, bounds: &[&TypeParamBound]) -> Vec<Type> {
        let Some(view) = self.view.filter(|_| !self.is_nested) else { return Vec::new() };
        let open: Vec<&Ident> = self.generics.type_params().map(|parameter| &parameter.ident).collect();
        let bounds: Vec<TypeParamBound> = bounds.iter().map(|bound| marked(bound, &open)).collect();
        let asked: Vec<PlacedBound<'_>> = bounds.iter().map(|bound| (bound, view.module)).collect();
        view.types_with(&asked).into_iter().map(|met| unmarked(met.ty)).collect()
    }

    /// A type that lends the type in a bound. Other types lend it too, so a test names this one, if
    /// possible.
    fn owning(&self, of: &str, inside: &Type) -> Candidate {
        let is_primitive = |name: &&Ident| name.to_string().starts_with(char::is_lowercase);
        let text = last_name(inside).filter(is_primitive);
        let text = text.map(|inside| format!("{of}<{inside}>"));
        Candidate { text, written: Some(around(of, inside)), ..self.made(of, inside) }
    }

    /// A type of the runtime around another one. The bounds name that, so it need not be written.
    fn made(&self, of: &str, inside: &Type) -> Candidate {
        let (of, runtime) = (format_ident!("{of}", span = mixed_site()), self.runtime);
        let ty = parse_quote!(#runtime::__private::stand_ins::#of<#inside>);
        let inside = Some(inside.clone());
        Candidate { inside, ..Candidate::new(ty) }
    }

    /// The type that a bound names. The name of a parameter is not one of a type.
    fn same(&self, ty: &Type) -> Candidate {
        let same = Candidate { takes_any: self.takes_any(ty), ..Candidate::same(ty) };
        let is_parameter =
            |name: &Ident| self.generics.type_params().any(|parameter| parameter.ident == *name);
        match single(ty) {
            Some(name) if is_parameter(name) => Candidate { own: None, ..same },
            _ => same,
        }
    }

    /// True if a type with parameters is well formed for all choices of them.
    fn takes_any(&self, ty: &Type) -> bool {
        let open: Vec<&Ident> = self.generics.type_params().map(|parameter| &parameter.ident).collect();
        let marked = marked(&parse_quote!(Of<#ty>), &open);
        let TypeParamBound::Trait(of) = &marked else { return false };
        argument_types(&of.path).iter().all(|ty| {
            mentions_marked(ty) && self.view.is_some_and(|view| view.takes_any(ty) && view.has_size(ty))
        })
    }

    /// True if a type has this name.
    pub(crate) fn is_known(&self, name: &str) -> bool {
        const OTHERS: [&str; 5] =
            ["BuildHasherDefault<DefaultHasher>", "DefaultHasher", "OsString", "PathBuf", "RandomState"];
        FOR_ALL.contains(&name) || OTHERS.contains(&name) || is_scalar(name)
    }

    /// The type of this name.
    pub(crate) fn named(&self, name: &str) -> Candidate {
        let runtime = self.runtime;
        let of = |name: &str| format_ident!("{name}", span = mixed_site());
        let ty = match name {
            "&str" => parse_quote!(&'_ ::core::primitive::str),
            "[i32]" => parse_quote!([::core::primitive::i32]),
            "Chars" => parse_quote!(#runtime::__private::stand_ins::Chars<'_>),
            name => match name.split_once('<') {
                Some((outer, inner)) => {
                    let (outer, inner) = (of(outer), self.named(inner.strip_suffix('>').unwrap_or(inner)).ty);
                    parse_quote!(#runtime::__private::stand_ins::#outer<#inner>)
                }
                None if name.starts_with(char::is_lowercase) => {
                    let name = of(name);
                    parse_quote!(::core::primitive::#name)
                }
                None => {
                    let name = of(name);
                    parse_quote!(#runtime::__private::stand_ins::#name)
                }
            },
        };
        let text = stand_in(name).unwrap_or(name);
        let evident =
            ["i32", "f64", "String", "char", "bool", "&str", "Chars", "Reader", "IoError", "PathBuf"];
        let inside: Option<Type> = match name {
            "Chars" => Some(parse_quote!(::core::primitive::char)),
            "&str" | "String" => Some(parse_quote!(::core::primitive::str)),
            "Vec<u8>" => Some(parse_quote!(::core::primitive::u8)),
            "Vec<i32>" => Some(parse_quote!(::core::primitive::i32)),
            _ => None,
        };
        Candidate {
            inside,
            text: Some(text.to_owned()),
            borrows: name == "&str" || name == "Chars",
            is_evident: evident.contains(&name),
            is_varied: VARIED.contains(&name),
            ..Candidate::new(ty)
        }
    }
}

/// A collection or an owner of a type, as written in a test.
fn around(of: &str, inside: &Type) -> Type {
    if of == "IntoIter" {
        return parse_quote!(::std::vec::IntoIter<#inside>);
    }
    let of = format_ident!("{of}");
    parse_quote!(#of<#inside>)
}

fn first_type(arguments: &AngleBracketedGenericArguments) -> Option<&Type> {
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}

fn associated<'a>(arguments: &'a AngleBracketedGenericArguments, name: &str) -> Option<&'a Type> {
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(clause) if clause.ident == name => Some(&clause.ty),
        _ => None,
    })
}

/// `<Char as Sampled>::Of`, written for `Self::Of`.
fn is_projection(ty: &Type) -> bool {
    matches!(ty, Type::Path(TypePath { qself: Some(_), .. }))
}

/// `I::Item`, `<I as IntoIterator>::Item`.
fn is_item_of(ty: &Type, name: &Ident) -> bool {
    let Type::Path(TypePath { qself, path, .. }) = ty else { return false };
    let of = match qself {
        Some(qself) => single(&qself.ty),
        None => path.segments.first().map(|first| &first.ident),
    };
    of == Some(name) && path.segments.len() > 1 && last_name(ty).is_some_and(|last| last == "Item")
}
