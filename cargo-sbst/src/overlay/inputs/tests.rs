//! Types that get a derive, and their constructors.

use super::*;
use crate::cargo::features::Features;
/// Returns the types of a file that get a derive, with their constructors and constants.
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
        let made = [&derived.constructors[..], &derived.constants[..]].concat();
        let last = if derived.is_last_resort { "(last resort)" } else { "" };
        format!("{name}: {last}{}{conditions}", made.join(" ").replace("Self::", ""))
    });
    shown.collect()
}

#[test]
fn types_with_visible_fields_are_built_field_by_field() {
    let text = "#[doc = \"\"] pub struct A { pub a: u8 } pub enum B { C(Foreign), D } pub(crate) struct E(pub(crate) u8, pub u8); struct F;";
    assert_eq!(derived(text), ["A: ", "B: ", "E: ", "F: "]);
}

#[test]
fn types_with_invariants_are_built_by_constructors() {
    let text = "pub struct A { a: u8 } impl A { pub fn new(a: u8) -> Self {} pub fn get(&self) -> Self {} fn own(a: u8) -> Self {}
                    pub fn parse(text: &str) -> Result<A, ()> {} pub fn of(b: &[B], c: Option<C>) -> Option<Self> {} pub fn read(text: &str) -> io::ReadResult<A> {}
                    pub fn with_capacity(n: usize) -> A {} pub fn foreign(x: Foreign) -> A {} pub fn generic<T>(t: T) -> A {} #[cfg(x)] pub fn there() -> A {}
                    #[cfg(feature = \"on\")] #[cfg_attr(docs, doc(cfg(feature = \"on\")))] pub fn with() -> A {} #[cfg(feature = \"off\")] pub fn without() -> A {} }
                    pub struct B { b: u8 } impl Default for B {} pub struct C { c: A } impl C { pub fn new(a: A) -> C {} }
                    pub struct D { d: u8 } impl D { pub fn new(x: Foreign) -> D {} }";
    assert_eq!(derived(text), ["A: new of parse read with", "B: default", "C: new", "D: (last resort)"]);
}

#[test]
fn constants_are_values_beside_those_that_constructors_make() {
    let text = "#[derive(Clone, Copy)] pub struct A { a: u8 }
                    impl A { pub const ONE: A = A; pub const TWO: &'static Self = &A; const OWN: A = A; pub const N: u8 = 1; pub fn new() -> A {} #[cfg(x)] pub const C: A = A; }
                    pub const FREE: &A = &A; pub static THERE: &A = &A; pub static HERE: A = A; mod m { pub const FAR: super::A = A; }
                    impl Trait for A { const OF_TRAIT: A = A; }";
    assert_eq!(derived(text), ["A: new ONE *TWO *FREE *THERE"]);
    let text = "#[derive(Clone)] pub struct A { a: u8 } impl A { pub const ONE: &A = &A; }
                    pub struct B { b: u8 } impl B { pub const ONE: &B = &B; pub const TWO: B = B; } impl Clone for B {}
                    pub struct C { c: u8 } impl C { pub const ONE: &C = &C; }";
    assert_eq!(derived(text), ["A: ONE.clone()", "B: ONE.clone() TWO", "C: "], "instead of their fields");
}

#[test]
fn constants_are_not_used_for_types_with_visible_fields() {
    let text = "pub struct A { pub a: u8 } impl A { pub const ONE: A = A; } pub enum B { C } impl B { pub const D: B = B; }
                    struct E { e: u8 } impl E { const ONE: E = E; } struct F { f: u8 } impl F { const ONE: F = F; fn new() -> F {} }
                    pub struct G<T> { g: T } impl G<u8> { pub const ONE: G<u8> = G; pub fn new() -> G<u8> {} }";
    assert_eq!(derived(text), ["A: ", "B: ", "E: ", "F: new ONE", "G: (last resort)"]);
}

#[test]
fn constructors_take_standard_types_by_any_name() {
    let takes = |imports: &str, parameter: &str| {
        let text =
            format!("{imports} pub struct A {{ a: u8 }} impl A {{ pub fn new(a: {parameter}) -> A {{}} }}");
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
        ("use std::ffi::CString;", "(CString, std::sync::atomic::AtomicBool)"),
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
        ("use std::cmp::*;", "Ordering"),
        ("", "std::num::NonZeroKey"),
        ("mod m { pub struct B { pub b: u8 } } use other::B;", "B"),
        (
            "mod m { pub struct B { pub b: u8 } } mod n { pub struct B { b: Foreign } fn raw(b: &B) { unsafe {} } }",
            "m::B",
        ),
        ("use std::fs::File;", "File"),
    ] {
        assert!(!takes(imports, parameter), "{imports} {parameter}");
    }
}

#[test]
fn imports_of_another_file_are_not_used() {
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
fn unchecked_constructors_make_no_values() {
    let text =
        "pub struct A { a: u8 } impl A { pub fn new(a: u8) -> A {} pub fn new_unchecked(a: u8) -> A {} }";
    assert_eq!(derived(text), ["A: new"]);
}

#[test]
fn constructors_of_static_values_alone_are_skipped() {
    let text = "pub struct A<'a> { a: &'a str } impl<'a> A<'a> { pub fn new(a: &'a str) -> A<'a> {} \
                pub fn fixed() -> A<'static> {} } impl A<'static> { pub fn own() -> A<'static> {} }";
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
fn generic_constructors_with_the_weakest_bounds_are_taken() {
    let text = "pub struct A<T: Ord> { a: T } impl<T> A<T> where T: Ord { pub fn new(a: T) -> Self {} }
                    impl<T: Ord + Copy> A<T> { pub fn copied(a: T) -> Self {} } impl A<u8> { pub fn bytes() -> Self {} }";
    assert_eq!(derived(text), ["A: (last resort)new"]);
    let text = "pub struct A<K, V> { a: K, b: V } impl<K: Eq + Clone, V> A<K, V> { pub fn cloned(a: K) -> Self {} }
                    impl<K, V> A<K, V> where K: Eq { pub fn new(a: K) -> Option<Self> {} pub fn of(b: V) -> Self {} }";
    assert_eq!(derived(text), ["A: (last resort)new of where K: Eq"]);
}

#[test]
fn a_derived_default_requires_that_of_the_parameters() {
    let text = "#[derive(Default)] pub struct A<'a, T: Ord, const N: usize> { a: &'a [T; N] }";
    assert_eq!(derived(text), ["A: (last resort)default where T: ::core::default::Default"]);
}

#[test]
fn bounds_of_a_constructor_are_named_at_its_place() {
    let text = "pub struct A<T> { a: T } mod m { use super::A; trait Own {} impl<T: Own> A<T> { pub fn new(a: T) -> Self {} } }";
    assert_eq!(derived(text), ["A: (last resort)"]);
    let text =
        "pub struct A<T> { a: T } impl<T> A<T> where for<'a> &'a T: Eq { pub fn new(a: T) -> Self {} }";
    assert_eq!(derived(text), ["A: (last resort)"]);
    let text = "pub struct A<T> { a: T } pub trait Read<'a> {} impl<'a, T: Read<'a>> A<T> { pub fn new(a: T) -> Self {} }";
    assert_eq!(derived(text), ["A: (last resort)"]);
    let text = text.replace("'a", "'static").replace("<'static, ", "<");
    assert_eq!(derived(&text)[0], "A: (last resort)new where T: Read < 'static >");
}

#[test]
fn a_reserving_constructor_is_a_last_resort() {
    let text = "pub struct A { a: u8 } impl A { pub fn with_capacity(n: usize) -> Option<A> {} }";
    assert_eq!(derived(text), ["A: with_capacity"]);
    let text = text.replace("impl A {", "impl A { pub fn new() -> A {}");
    assert_eq!(derived(&text), ["A: new"]);
}

#[test]
fn private_types_are_built_from_fields_unless_relied_on() {
    assert_eq!(derived("struct A { a: u8 }"), ["A: "]);
    assert_eq!(derived("struct A { a: u8 } impl A { pub(crate) fn new() -> A {} }"), ["A: new"]);
    assert_eq!(derived("struct A { a: u8 } fn f(a: A) { unsafe {} }"), Vec::<String>::new());
}

#[test]
fn a_private_constructor_is_a_last_resort() {
    let private = "pub struct A { a: u8 } impl A { fn new(a: u8) -> A {} }";
    assert_eq!(derived(private), ["A: new"]);
    assert_eq!(derived(&format!("{private} fn f(a: &A) {{ unsafe {{}} }}")), Vec::<String>::new());
    assert_eq!(derived("pub struct A { a: u8 }"), ["A: "], "only its module makes one");
}

#[test]
fn a_constructor_with_a_function_keeping_argument_is_skipped() {
    for kept in ["&'a mut dyn FnMut(&[u8]) -> bool", "fn(u8) -> bool", "Box<dyn Fn(u8)>", "*const u8"] {
        let text = format!(
            "pub struct Told<'a> {{ told: {kept} }} pub struct A {{ a: u8 }} impl A {{ pub fn new(told: Told<'_>) -> A {{}} }}"
        );
        assert_eq!(derived(&text), ["Told: ", "A: (last resort)"], "{kept}");
    }
}

#[test]
fn literal_is_a_last_resort_if_functions_return_the_type() {
    let functions = [
        "make(x: Foreign) -> A",
        "pair() -> (A, u8)",
        "perhaps() -> Option<(u8, A)>",
        "read<R: Read>(from: R) -> Result<A, u8>",
    ];
    for function in functions {
        let text = format!("pub struct A {{ a: u8 }} pub fn {function} {{}}");
        assert_eq!(derived(&text), ["A: (last resort)"], "{function}");
        assert_eq!(derived(&format!("{text} fn f(a: &A) {{ unsafe {{}} }}")), Vec::<String>::new());
    }
}

#[test]
fn literal_is_a_last_resort_if_returned_as_an_associated_type() {
    for result in ["Self::IntoIter", "Option<Self::IntoIter>", "(Self::IntoIter, u8)"] {
        let text = format!(
            "pub struct A {{ a: u8 }} impl IntoIterator for &Told {{ type IntoIter = A; fn into_iter(self) -> {result} {{}} }}"
        );
        assert_eq!(derived(&text), ["A: (last resort)"], "{result}");
    }
}

#[test]
fn literal_is_a_last_resort_if_returned_in_a_variant() {
    let types = "pub struct A { a: u8 } pub struct B { b: u8 } pub enum Entry { Of(A), Both(B, u8) }";
    let expected = |a: &'static str| [a, "B: ", "Entry: "];
    assert_eq!(derived(&format!("{types} pub fn f() -> Option<Entry> {{}}")), expected("A: (last resort)"));
    assert_eq!(derived(&format!("{types} pub fn f(entry: Entry) {{}}")), expected("A: "));
}

#[test]
fn literal_is_a_last_resort_if_a_macro_may_add_fields() {
    let text =
        "pub struct A; pub(crate) struct B; struct C; pub struct D {} #[derive(Default)] pub struct E;";
    assert_eq!(derived(text), ["A: (last resort)", "B: (last resort)", "C: ", "D: ", "E: (last resort)"]);
}

#[test]
fn some_types_are_left_alone() {
    let text = "#[derive(sbst::Input)] struct A; #[repr(C, packed)] pub struct B(pub u8); pub struct C(pub str); union D { a: u8 }
                    enum E {} #[cfg(test)] struct F; fn f() { struct G; }";
    assert_eq!(derived(text), Vec::<String>::new());
}

#[test]
fn a_type_with_an_unsized_parameter_is_built_for_sized_ones() {
    let text = "pub struct A<T: ?Sized>(pub Box<T>); pub struct B<T: ?Sized> { b: T }
                    impl<T> B<T> { pub fn new(b: T) -> B<T> {} } impl<T: ?Sized> B<T> { fn get(&self) {} }";
    assert_eq!(derived(text), ["A: ", "B: (last resort)new"]);
}

#[test]
fn types_of_flags_are_made_of_their_bits() {
    let text = "bitflags::bitflags! { #[derive(Clone)] pub struct Options: u32 { const A = 1; } struct Own: u8 { const B = 2; } }
                pub struct Work { options: Options, at: usize } impl Work { pub fn new(options: Options) -> Work {} }
                other! { pub struct Else: u32 {} }";
    assert_eq!(derived(text), ["Options: from_bits_truncate", "Own: from_bits_truncate", "Work: new"]);
}

#[test]
fn only_unsafe_code_relies_on_private_fields_of_mentioned_types() {
    let text = "struct Kept { at: usize } impl Kept { fn get(&self) -> u8 { unsafe { *TABLE.get_unchecked(self.at) } } }
                struct Passed { at: usize } fn raw(passed: &Passed) -> u8 { unsafe { *TABLE.get_unchecked(passed.at) } }
                struct Inner { at: u8 } struct Outer { inner: Inner } impl Outer { fn raw(&self) { unsafe {} } }
                struct Plain { at: usize } impl Plain { fn next(&mut self) -> bool { true } }
                fn other() -> u8 { unsafe { TABLE[0] } } // Plain";
    assert_eq!(derived(text), ["Plain: "]);
}

#[test]
fn structures_with_too_long_arrays_have_their_constructors() {
    let text = "const SIZE: usize = 64 * KILO; const KILO: usize = 1 << 10; const FEW: usize = 8;
        struct Buffer { pub bytes: [u8; SIZE] } impl Buffer { fn new() -> Buffer {} }
        struct Page { pub bytes: [u8; FEW] } impl Page { fn new() -> Page {} }";
    assert_eq!(derived(text), ["Buffer: new", "Page: "]);
}
