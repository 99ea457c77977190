use super::*;

fn read(text: &str) -> Sources {
    let mut sources = Sources::default();
    sources.read(text, Depth::All);
    sources
}

#[test]
fn fields_of_packed_structures_are_found_by_name() {
    let sources = read(
        r#"
            mod inner {
                #[derive(Clone, Copy)]
                #[repr(C, packed(2))]
                pub struct Header<T> where T: Copy { kind: u8, pub r#type: ::core::primitive::u32, data: T }
                #[cfg_attr(unix, repr(packed))] union Bits { word: u32 }
                #[repr(packed)] struct Pair(u8, u16);
                #[repr(C)] struct Plain { length: u32 }
            }
            "#,
    );
    for field in ["kind", "type", "data", "word", "0", "1"] {
        assert!(sources.may_be_packed(field), "{field}");
    }
    assert!(!sources.may_be_packed("length") && !sources.may_be_packed("2"));
    let types = ["Header", "Bits", "Pair", "Plain"].map(|name| sources.may_be_packed_type(name));
    assert_eq!(types, [true, true, true, false]);
}

#[test]
fn fields_named_by_a_macro_may_be_any() {
    let declared = "macro_rules! wire { ($name:ident $($field:ident)*) => {
            #[repr(packed)] struct $name { $($field: u32),* }
        } }";
    assert!(read(declared).may_be_packed("anything"));
    assert!(read("#[repr(packed)] wire! { struct A { b: u8 } }").may_be_packed("b"));
    let whole = "wire! { #[repr(packed)] struct A { b: u32 } }";
    assert!(read(whole).may_be_packed("b") && !read(whole).may_be_packed("c"));
}

#[test]
fn users_of_packed_system_structures_are_found() {
    assert!(read("use libc::epoll_event;").may_be_packed("u64"));
    assert_eq!(read("// packed, and an enum of some kind\nfn f() {}"), Sources::default());
}

#[test]
fn declared_raw_pointers_are_found_by_name() {
    let sources = read(
            "struct S { start: *const u8, len: usize }
            fn next(&self, at: *mut u8, n: usize) -> *mut u8 { let end = v.as_ptr(); let mut q = r as *const _; let m = n; }
            fn length(p: &u8) -> usize { 1 }",
        );
    let found = ["start", "len", "at", "n", "end", "q", "m", "p"].map(|name| sources.is_pointer(name));
    assert_eq!(found, [true, false, true, false, true, true, false, false]);
    assert!(sources.is_pointer_function("next") && !sources.is_pointer_function("length"));
}

#[test]
fn short_constants_are_distinguished_from_parameters() {
    // This is a source, too.
    let declared =
        "own A: u8 = 1; pub own B2: &str = \"\"; fn f<own N: usize, own M: usize>() {} own LONG: u8 = 1;";
    let sources = read(&declared.replace("own", "const"));
    let found = ["A", "B2", "N", "M", "LONG"].map(|name| sources.is_short_constant(name));
    assert_eq!(found, [true, true, false, false, false]);
}

#[test]
fn an_own_assert_is_declared_or_imported() {
    // These are sources, too.
    let may_have = |text: &str| read(&text.replace("own_", "")).may_have_own_assert();
    for text in [
        "macro_rules! own_assert {\n () => {} }",
        "use own::own_assert;",
        "use own::{check, own_assert};",
        "use own::{own_debug_assert, check};",
        "use own::check as a; use own::own_assert as assert;",
    ] {
        assert!(may_have(text), "{}", text);
    }
    for text in
        ["assert!(a);", "// We own_assert, that\nstd::assert!(a, b)", "macro_rules! assert_all { () => {} }"]
    {
        assert!(!may_have(text), "{}", text);
    }
}

#[test]
fn capital_unit_variants_of_generic_enums_are_found() {
    let sources = read("enum Maybe<T> { NONE, SOME(T), Other } enum Plain { ONE }");
    let may_be = |name| sources.may_be_variant(name);
    assert!(may_be("NONE") && !may_be("Other") && !may_be("ONE"));
}
