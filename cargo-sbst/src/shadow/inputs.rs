//! How values of the package's own types are built, where nobody has said so.
//!
//! 1. An enum, and a structure whose fields are all as visible as itself, is built field by field: whoever can name the type can do that.
//! 2. A structure with more private fields may keep a promise. It is built by its [constructors]: functions that are not private, or else by those that are;
//!    and by `Default`.
//! 3. A structure without any is built field by field. If it is not private, there must be nothing in the sources that makes it as a function does, whether it
//!    can be called or not.
//! 4. Private constructors and private fields are left to the type if its file has `unsafe` that could rely on a promise.
//! 5. Fields may be of any type: a type or variant with a field that cannot be built has no values, and the search says so.
//!
//! Left alone are types that derive `Input` themselves, unions, packed and unsized ones, and those within functions or made by macros.

mod constructors;

use super::eligibility::{Eligibility, Source};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use constructors::{Around, Constructor};
use sbst_instrument::annotate::conditional::{is_for_tests, of_item};
use sbst_instrument::annotate::{Origin, Site};
use std::collections::{BTreeMap, BTreeSet};
use syn::spanned::Spanned as _;
use syn::{Attribute, GenericParam, Generics, Ident, Item, ItemStruct, Type, TypeParamBound, Visibility};

/// The most constructors of a type that are tried.
const MOST_CONSTRUCTORS: usize = 8;
/// A type, and how its values are built.
#[derive(Clone, Debug)]
pub struct Derived {
    /// Where it stands.
    pub site: Site,
    /// The functions that make its values; none if its fields do.
    pub constructors: Vec<String>,
}

/// A structure or an enum that is a candidate.
struct Candidate<'a> {
    file: &'a Utf8Path,
    name: String,
    /// The module within the file.
    module: String,
    site: Site,
    way: Way,
    generics: &'a Generics,
    /// Whether it derives `Default`.
    has_default: bool,
}

/// How a type is built.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// By fields.
    Fields,
    /// By constructors that are not private.
    Constructors,
    /// By constructors, or by fields if there are none.
    Either {
        /// Whether nobody else can see the type.
        is_private: bool,
    },
}

/// What can be derived in these files.
pub fn derive(sources: &[Source<'_>], eligibility: &Eligibility) -> BTreeMap<Utf8PathBuf, Vec<Derived>> {
    let mut candidates = Vec::new();
    let mut made: BTreeMap<String, Vec<(&Utf8Path, Constructor)>> = BTreeMap::new();
    for source in sources {
        let path = source.path;
        let has_unsafe = source.text.contains("unsafe");
        each_item(&source.parsed.items, "", &mut |item, module| {
            let found = candidate(item, path, source.skipped, has_unsafe);
            candidates.extend(found.map(|candidate| Candidate { module: module.to_owned(), ..candidate }));
            let is_called = |name: &Ident| {
                eligibility.reason(path, source.skipped + name.span().byte_range().start).is_none()
            };
            let around = Around { module, is_called: &is_called, features: source.features };
            for (name, constructor) in constructors::of_item(item, &around) {
                made.entry(name).or_default().push((path, constructor));
            }
        });
    }
    let mut named: BTreeMap<&str, usize> = BTreeMap::new();
    candidates.iter().for_each(|candidate| *named.entry(&candidate.name).or_default() += 1);
    let is_unique = |name: &str| named.get(name) == Some(&1);
    let default = Constructor::default();
    // In another file, a type of the same name may be meant.
    let of = |candidate: &Candidate<'_>| -> Vec<&Constructor> {
        let found = made.get(&candidate.name).into_iter().flatten();
        let own = found.filter(|(file, constructor)| match &constructor.module {
            Some(module) => *file == candidate.file && *module == candidate.module,
            None => *file == candidate.file || is_unique(&candidate.name),
        });
        let default = candidate.has_default.then_some(&default);
        own.map(|(_, constructor)| constructor).chain(default).collect()
    };
    // Those that are not private, or else the others.
    let chosen = |candidate: &Candidate<'_>, known: &BTreeSet<&str>| -> Vec<&Constructor> {
        let mut callable = of(candidate);
        callable.retain(|found| found.can_be_called(candidate.generics, known));
        let (visible, private): (Vec<_>, Vec<_>) = callable.into_iter().partition(|found| !found.is_private);
        match candidate.way {
            Way::Fields => Vec::new(),
            Way::Either { .. } if visible.is_empty() => private,
            _ => visible,
        }
    };
    let by_fields = |candidate: &Candidate<'_>| match candidate.way {
        Way::Fields | Way::Either { is_private: true } => true,
        Way::Either { is_private: false } => of(candidate).is_empty(),
        Way::Constructors => false,
    };
    // What can be built makes more constructors possible.
    let mut known: BTreeSet<&str> = BTreeSet::new();
    loop {
        let has_value = |candidate: &&Candidate<'_>| {
            is_unique(&candidate.name) && (by_fields(candidate) || !chosen(candidate, &known).is_empty())
        };
        let more: BTreeSet<&str> =
            candidates.iter().filter(has_value).map(|candidate| &*candidate.name).collect();
        if more == known {
            break;
        }
        known = more;
    }
    let mut derived: BTreeMap<Utf8PathBuf, Vec<Derived>> = BTreeMap::new();
    for candidate in &candidates {
        let mut made: Vec<String> =
            chosen(candidate, &known).iter().map(|found| found.path.to_string()).collect();
        made.sort();
        made.dedup();
        made.truncate(MOST_CONSTRUCTORS);
        if !made.is_empty() || by_fields(candidate) {
            let found = Derived { site: candidate.site.clone(), constructors: made };
            derived.entry(candidate.file.to_owned()).or_default().push(found);
        }
    }
    derived
}

/// The items of modules, those written in place among them, but for tests, with the module within the file.
pub(super) fn each_item<'a>(items: &'a [Item], module: &str, visit: &mut impl FnMut(&'a Item, &str)) {
    for item in items.iter().filter(|item| !is_for_tests(of_item(item))) {
        visit(item, module);
        if let Item::Mod(inner) = item {
            let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
            each_item(items, &format!("{module}::{}", inner.ident), visit);
        }
    }
}

fn candidate<'a>(
    item: &'a Item,
    file: &'a Utf8Path,
    skipped: usize,
    has_unsafe: bool,
) -> Option<Candidate<'a>> {
    let (name, visibility, keyword, attributes, generics, way) = match item {
        Item::Struct(item) => {
            let last = item.fields.iter().last();
            if last.is_some_and(|field| is_unsized(&field.ty)) {
                return None;
            }
            let way = way(item, has_unsafe);
            (&item.ident, &item.vis, item.struct_token.span, &item.attrs, &item.generics, way)
        }
        Item::Enum(item) if !item.variants.is_empty() => {
            (&item.ident, &item.vis, item.enum_token.span, &item.attrs, &item.generics, Way::Fields)
        }
        _ => return None,
    };
    let is_left_alone = attributes.iter().any(|attribute| {
        let path = attribute.path();
        path.is_ident("derive") && mentions(attribute, "Input")
            || path.is_ident("repr") && mentions(attribute, "packed")
    });
    let has_default = attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("derive") && mentions(attribute, "Default"));
    let is_unsized = generics.params.iter().any(|parameter| match parameter {
        GenericParam::Type(parameter) => {
            parameter.bounds.iter().any(|bound| matches!(bound, TypeParamBound::Trait(bound) if quote::quote!(#bound).to_string().contains('?')))
        }
        _ => false,
    });
    if is_left_alone || is_unsized {
        return None;
    }
    let first = match visibility {
        Visibility::Inherited => keyword,
        visibility => visibility.span(),
    };
    let offset = skipped + first.byte_range().start;
    let end = skipped + item.span().byte_range().end;
    let site = Site {
        offset,
        name: offset,
        end,
        lines: first.start().line..=item.span().end().line,
        origin: Origin::Source,
        around: None,
    };
    let module = String::new();
    Some(Candidate { file, name: name.to_string(), module, site, way, generics, has_default })
}

fn mentions(attribute: &Attribute, word: &str) -> bool {
    quote::quote!(#attribute)
        .to_string()
        .split(|sign: char| !sign.is_alphanumeric())
        .any(|found| found == word)
}

fn is_unsized(ty: &Type) -> bool {
    match ty {
        Type::Slice(_) | Type::TraitObject(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

fn way(item: &ItemStruct, has_unsafe: bool) -> Way {
    let is_private = matches!(item.vis, Visibility::Inherited);
    let as_visible = |visibility: &Visibility| {
        matches!(visibility, Visibility::Public(_)) || !is_private && *visibility == item.vis
    };
    if item.fields.iter().all(|field| as_visible(&field.vis)) {
        Way::Fields
    } else if !has_unsafe {
        Way::Either { is_private }
    } else {
        Way::Constructors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shadow::features::Features;
    /// The types of a file that get a derive, with their constructors.
    fn derived(text: &str) -> Vec<String> {
        let parsed = syn::parse_file(text).unwrap();
        let found = derive(
            &[Source {
                path: Utf8Path::new("/a.rs"),
                text,
                parsed: &parsed,
                skipped: 0,
                features: &Features::only(&["on"]),
            }],
            &Eligibility::default(),
        );
        let shown = found.values().flatten().map(|derived| {
            let item = &text[derived.site.offset..];
            let name =
                item.split_whitespace().skip_while(|word| !["struct", "enum"].contains(word)).nth(1).unwrap();
            let name: String = name.chars().take_while(|sign| sign.is_alphanumeric()).collect();
            format!("{name}: {}", derived.constructors.join(" ").replace("Self::", ""))
        });
        shown.collect()
    }

    #[test]
    fn what_everybody_may_build_is_built_field_by_field() {
        let text = "#[doc = \"\"] pub struct A { pub a: u8 } pub enum B { C(Foreign), D } pub(crate) struct E(pub(crate) u8, pub u8); struct F;";
        assert_eq!(derived(text), ["A: ", "B: ", "E: ", "F: "]);
    }

    #[test]
    fn what_may_keep_a_promise_is_built_by_its_constructors() {
        let text = "pub struct A { a: u8 } impl A { pub fn new(a: u8) -> Self {} pub fn get(&self) -> Self {} fn own(a: u8) -> Self {}
                    pub fn parse(text: &str) -> Result<A, ()> {} pub fn of(b: &[B], c: Option<C>) -> Option<Self> {} pub fn read(text: &str) -> io::ReadResult<A> {}
                    pub fn with_capacity(n: usize) -> A {} pub fn foreign(x: Foreign) -> A {} pub fn generic<T>(t: T) -> A {} #[cfg(x)] pub fn there() -> A {}
                    #[cfg(feature = \"on\")] #[cfg_attr(docs, doc(cfg(feature = \"on\")))] pub fn with() -> A {} #[cfg(feature = \"off\")] pub fn without() -> A {} }
                    pub struct B { b: u8 } impl Default for B {} pub struct C { c: A } impl C { pub fn new(a: A) -> C {} }
                    pub struct D { d: u8 } impl D { pub fn new(x: Foreign) -> D {} }";
        assert_eq!(derived(text), ["A: new of parse read with", "B: default", "C: new"]);
    }

    #[test]
    fn functions_of_the_module_make_its_types() {
        let text = "pub struct A { a: u8 } pub fn make(of: Duration) -> A {} fn own() -> A {} mod m { pub fn far() -> A {} }";
        assert_eq!(derived(text), ["A: make"]);
    }

    #[test]
    fn traits_of_the_standard_library_make_values() {
        let text = "pub struct A { a: u8 } impl FromStr for A {} impl From<(u8, Foreign)> for A {} impl TryFrom<u64> for A {} impl<'a> From<&'a str> for A {}";
        assert_eq!(
            derived(text),
            ["A: <Self as ::core::convert::TryFrom<u64>>::try_from <Self as ::core::str::FromStr>::from_str"]
        );
    }

    #[test]
    fn a_constructor_of_a_generic_type_asks_for_no_more_than_that() {
        let text = "pub struct A<T: Ord> { a: T } impl<T> A<T> where T: Ord { pub fn new(a: T) -> Self {} }
                    impl<T: Ord + Copy> A<T> { pub fn copied(a: T) -> Self {} } impl A<u8> { pub fn bytes() -> Self {} }";
        assert_eq!(derived(text), ["A: new"]);
    }

    #[test]
    fn a_private_type_is_built_field_by_field_unless_something_may_rely_on_it() {
        assert_eq!(derived("struct A { a: u8 }"), ["A: "]);
        assert_eq!(derived("struct A { a: u8 } impl A { pub(crate) fn new() -> A {} }"), ["A: new"]);
        assert_eq!(derived("struct A { a: u8 } fn f() { unsafe {} }"), Vec::<String>::new());
    }

    #[test]
    fn what_is_private_makes_a_value_that_nothing_else_makes() {
        let private = "pub struct A { a: u8 } impl A { fn new(a: u8) -> A {} }";
        assert_eq!(derived(private), ["A: new"]);
        assert_eq!(derived(&format!("{private} fn f() {{ unsafe {{}} }}")), Vec::<String>::new());
        assert_eq!(derived("pub struct A { a: u8 }"), ["A: "], "only its module makes one");
        assert_eq!(derived("pub struct A { a: u8 } pub fn make(x: Foreign) -> A {}"), Vec::<String>::new());
    }

    #[test]
    fn some_types_are_left_alone() {
        let text = "#[derive(sbst::Input)] struct A; #[repr(C, packed)] pub struct B(pub u8); pub struct C(pub str); union D { a: u8 }
                    enum E {} #[cfg(test)] struct F; fn f() { struct G; } pub struct H<T: ?Sized>(pub Box<T>);";
        assert_eq!(derived(text), Vec::<String>::new());
    }
}
