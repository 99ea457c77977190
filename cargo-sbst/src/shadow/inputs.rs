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
mod standard;

use super::eligibility::{Eligibility, Source};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use constructors::{Around, Constructor};
use sbst_instrument::annotate::conditional::{is_for_tests, of_item};
use sbst_instrument::annotate::{Origin, Site};
use standard::Imports;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
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
    /// What these ask for of the type's parameters beyond what the type does.
    pub conditions: BTreeSet<String>,
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
    /// That of `Default`, if it derives that.
    default: Option<Constructor>,
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
    let found = Found::of(sources, eligibility);
    let known = found.known();
    let mut derived: BTreeMap<Utf8PathBuf, Vec<Derived>> = BTreeMap::new();
    for candidate in &found.candidates {
        let chosen = found.chosen(candidate, &known);
        let conditions =
            chosen.iter().filter_map(|found| found.asks_for(candidate.generics)).flatten().collect();
        let mut constructors: Vec<String> = chosen.iter().map(|found| found.path.to_string()).collect();
        constructors.sort();
        constructors.dedup();
        constructors.truncate(MOST_CONSTRUCTORS);
        if !constructors.is_empty() || found.is_by_fields(candidate) {
            let found = Derived { site: candidate.site.clone(), constructors, conditions };
            derived.entry(candidate.file.to_owned()).or_default().push(found);
        }
    }
    derived
}

/// What stands in the files of a package.
struct Found<'a> {
    candidates: Vec<Candidate<'a>>,
    /// What makes values of the types of a name, with its file.
    constructors: BTreeMap<String, Vec<(&'a Utf8Path, Constructor)>>,
}

impl<'a> Found<'a> {
    fn of(sources: &[Source<'a>], eligibility: &Eligibility) -> Found<'a> {
        let modules = Rc::new(modules(sources));
        let mut found = Found { candidates: Vec::new(), constructors: BTreeMap::new() };
        for source in sources {
            let path = source.path;
            let has_unsafe = source.text.contains("unsafe");
            let imports = Rc::new(Imports::of(&source.parsed.items, modules.clone()));
            each_item(&source.parsed.items, "", &mut |item, module| {
                let candidate = candidate(item, path, source.skipped, has_unsafe);
                let candidate =
                    candidate.map(|candidate| Candidate { module: module.to_owned(), ..candidate });
                found.candidates.extend(candidate);
                let is_called = |name: &Ident| {
                    eligibility.reason(path, source.skipped + name.span().byte_range().start).is_none()
                };
                let around =
                    Around { module, is_called: &is_called, features: source.features, imports: &imports };
                for (name, constructor) in constructors::of_item(item, &around) {
                    found.constructors.entry(name).or_default().push((path, constructor));
                }
            });
        }
        found
    }

    /// What makes values of a type, and whether it stands in its module. In another file, a type of the same name may be meant.
    fn constructors<'s>(&'s self, candidate: &'s Candidate<'a>) -> Vec<(bool, &'s Constructor)> {
        let is_unique = || self.candidates.iter().filter(|other| other.name == candidate.name).count() == 1;
        let of_name = self.constructors.get(&candidate.name).into_iter().flatten();
        let own = of_name.filter_map(|(file, constructor)| {
            let is_of_file = *file == candidate.file;
            let is_beside = is_of_file && constructor.module == candidate.module;
            let is_own = match constructor.is_free {
                true => is_beside,
                false => is_of_file || is_unique() && constructor.means_the_same_anywhere(),
            };
            is_own.then_some((is_beside, constructor))
        });
        let default = candidate.default.as_ref().map(|default| (true, default));
        own.chain(default).collect()
    }

    /// Those that are not private, or else the others; of these, the preferred ones. What is asked for is named as where the block stands.
    fn chosen<'s>(&'s self, candidate: &'s Candidate<'a>, known: &BTreeSet<&str>) -> Vec<&'s Constructor> {
        let can_be_named = |(is_beside, found): &(bool, &Constructor)| {
            found.asks_for(candidate.generics).is_some_and(|more| *is_beside || more.is_empty())
        };
        let callable = self.constructors(candidate).into_iter().filter(can_be_named).map(|(_, found)| found);
        let callable = callable.filter(|found| found.can_be_called(candidate.generics, known));
        let (visible, private): (Vec<_>, Vec<_>) = callable.partition(|found| !found.is_private);
        let found = match candidate.way {
            Way::Fields => Vec::new(),
            Way::Either { .. } if visible.is_empty() => private,
            _ => visible,
        };
        preferred(found, candidate.generics)
    }

    fn is_by_fields(&self, candidate: &Candidate<'a>) -> bool {
        match candidate.way {
            Way::Fields | Way::Either { is_private: true } => true,
            Way::Either { is_private: false } => self.constructors(candidate).is_empty(),
            Way::Constructors => false,
        }
    }

    /// The names of the types of which values can be built. Each makes more constructors possible.
    fn known(&self) -> BTreeSet<&str> {
        let mut known: BTreeSet<&str> = BTreeSet::new();
        loop {
            // Of types of one name, any may be meant.
            let has_none = |candidate: &&Candidate<'_>| {
                !self.is_by_fields(candidate) && self.chosen(candidate, &known).is_empty()
            };
            let names = |candidate: &'_ Candidate<'a>| candidate.name.clone();
            let without: BTreeSet<String> = self.candidates.iter().filter(has_none).map(names).collect();
            let all = self.candidates.iter().map(|candidate| &*candidate.name);
            let more: BTreeSet<&str> = all.filter(|name| !without.contains(*name)).collect();
            if more == known {
                return known;
            }
            known = more;
        }
    }
}

/// Those that do not reserve memory, or else the others; and of these, those that ask for no more of the type's parameters than one that asks for least.
fn preferred<'a>(found: Vec<&'a Constructor>, generics: &Generics) -> Vec<&'a Constructor> {
    let (reserving, mut others): (Vec<_>, Vec<_>) = found.into_iter().partition(|found| found.reserves);
    if others.is_empty() {
        others = reserving;
    }
    let asked = |found: &&Constructor| found.asks_for(generics);
    let least = others.iter().filter_map(asked).min_by_key(|more| (more.len(), more.clone()));
    let least = least.unwrap_or_default();
    others.retain(|found| asked(found).is_some_and(|more| more.is_subset(&least)));
    others
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

/// The names of modules and of what may be crates: folders of packages.
fn modules(sources: &[Source<'_>]) -> BTreeSet<String> {
    let mut modules = BTreeSet::new();
    for source in sources {
        let names = source.path.ancestors().take(4).filter_map(Utf8Path::file_stem);
        modules.extend(names.map(|name| name.replace('-', "_")));
        each_item(&source.parsed.items, "", &mut |item, _| {
            if let Item::Mod(inner) = item {
                modules.insert(inner.ident.to_string());
            }
        });
    }
    modules
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
    let default = has_default.then(|| Constructor::derived_default(generics));
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
    Some(Candidate { file, name: name.to_string(), module, site, way, generics, default })
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
            let conditions = derived.conditions.iter().map(|condition| format!(" where {condition}"));
            let conditions: String = conditions.collect();
            format!("{name}: {}{conditions}", derived.constructors.join(" ").replace("Self::", ""))
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
    fn constructors_take_what_the_standard_library_has_by_any_name() {
        let takes = |imports: &str, parameter: &str| {
            let text = format!(
                "{imports} pub struct A {{ a: u8 }} impl A {{ pub fn new(a: {parameter}) -> A {{}} }}"
            );
            derived(&text).iter().any(|shown| shown == "A: new")
        };
        for (imports, parameter) in [
            ("use std::net::Ipv4Addr;", "Ipv4Addr"),
            ("use std::net::{self as n, Ipv6Addr as Six};", "(Six, n::IpAddr)"),
            ("use std::net::*;", "&[SocketAddr]"),
            ("", "core::time::Duration"),
            ("use std::collections::BTreeMap;", "BTreeMap<String, Option<std::num::NonZeroU8>>"),
            ("use std::ops;", "ops::Range<usize>"),
            ("use std::cmp::Ordering;", "Ordering"),
            ("mod m { pub struct B { pub b: u8 } } use crate::m::B as C;", "Result<C, m::B>"),
            ("mod m { pub struct B { pub b: u8 } } mod n { pub enum B { B } }", "super::n::B"),
        ] {
            assert!(takes(imports, parameter), "{imports} {parameter}");
        }
        for (imports, parameter) in [
            ("use other::Ipv4Addr;", "Ipv4Addr"),
            ("", "Range<u8>"),
            ("use std::collections::BTreeMap;", "BTreeMap<String, Foreign>"),
            ("use std::sync::atomic::Ordering;", "Ordering"),
            ("mod m { pub struct B { pub b: u8 } } use other::B;", "B"),
            (
                "mod m { pub struct B { pub b: u8 } } mod n { pub struct B { b: Foreign } impl B { pub fn new(f: Foreign) -> B {} } }",
                "m::B",
            ),
            ("use std::fs::File;", "File"),
        ] {
            assert!(!takes(imports, parameter), "{imports} {parameter}");
        }
    }

    #[test]
    fn what_another_file_imports_is_not_named() {
        let files = [
            ("/a.rs", "pub struct A { a: u8 }"),
            (
                "/b.rs",
                "use crate::a::A; pub struct Parsed { pub b: u8 } impl TryFrom<Parsed> for A {} impl From<u8> for A {} impl From<crate::b::Parsed> for A {}",
            ),
        ];
        let parsed = files.map(|(_, text)| syn::parse_file(text).unwrap());
        let features = Features::only(&[]);
        let sources: Vec<Source<'_>> = files
            .iter()
            .zip(&parsed)
            .map(|((path, text), parsed)| Source {
                path: Utf8Path::new(path),
                text,
                parsed,
                skipped: 0,
                features: &features,
            })
            .collect();
        let found = derive(&sources, &Eligibility::default());
        let expected = [
            "<Self as ::core::convert::From<crate :: b :: Parsed>>::from",
            "<Self as ::core::convert::From<u8>>::from",
        ];
        assert_eq!(found[Utf8Path::new("/a.rs")][0].constructors, expected);
    }

    #[test]
    fn what_relies_on_its_caller_makes_no_values() {
        let text =
            "pub struct A { a: u8 } impl A { pub fn new(a: u8) -> A {} pub fn new_unchecked(a: u8) -> A {} }";
        assert_eq!(derived(text), ["A: new"]);
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
    fn of_the_constructors_of_a_generic_type_those_that_ask_for_least_are_taken() {
        let text = "pub struct A<T: Ord> { a: T } impl<T> A<T> where T: Ord { pub fn new(a: T) -> Self {} }
                    impl<T: Ord + Copy> A<T> { pub fn copied(a: T) -> Self {} } impl A<u8> { pub fn bytes() -> Self {} }";
        assert_eq!(derived(text), ["A: new"]);
        let text = "pub struct A<K, V> { a: K, b: V } impl<K: Eq + Clone, V> A<K, V> { pub fn cloned(a: K) -> Self {} }
                    impl<K, V> A<K, V> where K: Eq { pub fn new(a: K) -> Option<Self> {} pub fn of(b: V) -> Self {} }";
        assert_eq!(derived(text), ["A: new of where K: Eq"]);
    }

    #[test]
    fn a_derived_default_asks_for_those_of_the_parameters() {
        let text = "#[derive(Default)] pub struct A<'a, T: Ord, const N: usize> { a: &'a [T; N] }";
        assert_eq!(derived(text), ["A: default where T: ::core::default::Default"]);
    }

    #[test]
    fn what_a_constructor_asks_for_is_named_where_it_stands() {
        let text = "pub struct A<T> { a: T } mod m { use super::A; trait Own {} impl<T: Own> A<T> { pub fn new(a: T) -> Self {} } }";
        assert_eq!(derived(text), Vec::<String>::new());
        let text =
            "pub struct A<T> { a: T } impl<T> A<T> where for<'a> &'a T: Eq { pub fn new(a: T) -> Self {} }";
        assert_eq!(derived(text), Vec::<String>::new());
    }

    #[test]
    fn what_reserves_memory_makes_a_value_that_nothing_else_makes() {
        let text = "pub struct A { a: u8 } impl A { pub fn with_capacity(n: usize) -> Option<A> {} }";
        assert_eq!(derived(text), ["A: with_capacity"]);
        let text = text.replace("impl A {", "impl A { pub fn new() -> A {}");
        assert_eq!(derived(&text), ["A: new"]);
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
