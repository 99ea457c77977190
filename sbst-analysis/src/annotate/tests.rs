use super::*;

const FUNCTIONS: Policy = Policy { style: Style::Functions, skip_exported_macros: false };
const WHOLE: Policy = Policy { style: Style::Whole, skip_exported_macros: false };

fn found(text: &str, policy: Policy) -> Vec<Site> {
    sites(&syn::parse_file(text).expect("the text is Rust"), text, policy)
}

fn annotated(text: &str, policy: Policy) -> String {
    insert(text, &found(text, policy), "@")
}

#[test]
fn the_attribute_is_right_before_a_function() {
    let text = "\
/// Documented.
#[inline] pub(crate) const unsafe extern \"C\" fn a() {}
impl S { #[must_use] pub async fn b(&self) {} fn c() {} }
impl T for S { fn d(&self) {} const E: u8 = 1; }
trait T { fn d(&self); fn f(&self) {} }
mod m { pub(super) fn g() { fn nested() {} } }
extern \"C\" { fn foreign(); }
";
    let expected = "\
/// Documented.
#[inline] @ pub(crate) const unsafe extern \"C\" fn a() {}
impl S { #[must_use] @ pub async fn b(&self) {} @ fn c() {} }
impl T for S { @ fn d(&self) {} const E: u8 = 1; }
trait T { fn d(&self); @ fn f(&self) {} }
mod m { @ pub(super) fn g() { @ fn nested() {} } }
extern \"C\" { fn foreign(); }
";
    assert_eq!(annotated(text, FUNCTIONS), expected);
}

#[test]
fn lines_keep_numbers_behind_bom_shebang_and_umlauts() {
    let text = "\u{feff}#!/usr/bin/env run\n// größer\nfn ä() {}\n\n  fn b() {}\n";
    let expected = "\u{feff}#!/usr/bin/env run\n// größer\n@ fn ä() {}\n\n  @ fn b() {}\n";
    assert_eq!(annotated(text, FUNCTIONS), expected);
    let lines: Vec<usize> = found(text, FUNCTIONS).iter().map(|site| *site.lines.start()).collect();
    assert_eq!(lines, [3, 5]);
}

#[test]
fn items_for_tests_or_called_by_the_compiler_are_skipped() {
    let text = "\
#[cfg(test)] mod tests { fn helper() {} #[test] fn a() {} }
#[test] fn b() { fn inner() {} }
#[cfg(all(unix, test))] fn c() {}
#[cfg(any(test, feature = \"x\"))] fn kept() {}
#[cfg(not(test))] fn kept_as_well() {}
#[proc_macro] pub fn d(i: TokenStream) -> TokenStream { i }
impl S { #[cfg(test)] fn e() {} }
";
    let annotated = annotated(text, FUNCTIONS);
    let with: Vec<&str> = annotated.lines().filter(|line| line.contains('@')).collect();
    let expected =
        ["#[cfg(any(test, feature = \"x\"))] @ fn kept() {}", "#[cfg(not(test))] @ fn kept_as_well() {}"];
    assert_eq!(with, expected);
    assert!(found("#![cfg(test)]\nfn f() {}", FUNCTIONS).is_empty());
}

#[test]
fn functions_in_macro_definitions_are_found_but_not_in_matchers() {
    let text = "\
macro_rules! make {
    (fn $name:ident() { $($body:tt)* } $v:vis) => {
        impl S {
            $(#[$doc])*
            $v fn $name(&self, f: fn(u8) -> u8) -> u8 { 1 }
            #[test] fn t() {}
            pub(crate) unsafe fn [<paste_ $name>]() where u8: Copy { fn inner() {} }
        }
        extern \"C\" { fn foreign(); }
        $crate::other! { fn given() {} }
        stringify! { fn quoted() {} }
        other!(fn in_parentheses() {});
    };
    (@const) => { pub const fn k() {} };
}
";
    let expected = "\
@ macro_rules! make {
    (fn $name:ident() { $($body:tt)* } $v:vis) => {
        impl S {
            $(#[$doc])*
            @ $v fn $name(&self, f: fn(u8) -> u8) -> u8 { 1 }
            #[test] fn t() {}
            @ pub(crate) unsafe fn [<paste_ $name>]() where u8: Copy { @ fn inner() {} }
        }
        extern \"C\" { fn foreign(); }
        $crate::other! { @ fn given() {} }
        stringify! { fn quoted() {} }
        other!(fn in_parentheses() {});
    };
    (@const) => { @ pub const fn k() {} };
}
";
    assert_eq!(annotated(text, FUNCTIONS), expected);
}

#[test]
fn exported_macros_can_be_skipped() {
    let text =
        "#[macro_export] macro_rules! a { () => { fn f() {} } } macro_rules! b { () => { fn f() {} } }";
    let policy = Policy { skip_exported_macros: true, ..FUNCTIONS };
    assert_eq!(annotated(text, policy).matches('@').count(), 2);
    assert_eq!(
        annotated(text, FUNCTIONS).matches('@').count(),
        3,
        "the definition that is exported gets none"
    );
}

#[test]
fn items_given_to_a_macro_in_braces_are_found() {
    let text = "cfg_if! { if #[cfg(unix)] { pub fn a() {} } else { fn b() {} } }\nquote! { fn c() {} }\n";
    let expected =
        "cfg_if! { if #[cfg(unix)] { @ pub fn a() {} } else { @ fn b() {} } }\nquote! { fn c() {} }\n";
    assert_eq!(annotated(text, FUNCTIONS), expected);
    let origin = Origin::MacroArguments("cfg_if".to_owned());
    assert!(found(text, FUNCTIONS).iter().all(|site| site.origin == origin));
}

#[test]
fn items_in_macro_input_are_found_in_any_delimiters() {
    let text = "\
impl S { const_fn!(const_if: #[cfg(not(loom))]; /// Says.
#[inline] pub const fn a() {} ); }
trait T { make! { fn b(&self) {} #[cfg(test)] fn c() {} } }
make!(fn d() {});
fn e() { let x = make!(|| { fn f() {} }); }
";
    let expected = text
        .replace("pub const fn a", "@ pub const fn a")
        .replace("fn b", "@ fn b")
        .replace("fn d", "@ fn d")
        .replace("fn e", "@ fn e");
    assert_eq!(annotated(text, FUNCTIONS), expected);
}

#[test]
fn bodiless_functions_in_macro_input_are_ignored() {
    let text = "make! { trait T { /// One.\nfn a(&self) #[cold] fn b(&self) -> u8\nfn c() -> fn(u8) {} } }\n";
    let expected = text.replace("fn c", "@ fn c");
    assert_eq!(annotated(text, FUNCTIONS), expected);
}

#[test]
fn whole_items_get_one_attribute_and_free_functions_their_own() {
    let text = "\
fn a() {}
/// Documented.
unsafe impl T for S { fn b() {} fn c() {} }
impl Marker for S {}
pub trait T { fn b(); fn c() {} }
trait Required { fn d(); }
pub mod m { fn e() {} mod n { fn f() {} } macro_rules! g { () => { fn h() {} } } }
mod constants { pub const X: u8 = 1; }
#[cfg(test)] mod tests { fn i() {} }
";
    let expected = "\
@ fn a() {}
/// Documented.
@ unsafe impl T for S { fn b() {} fn c() {} }
impl Marker for S {}
@ pub trait T { fn b(); fn c() {} }
trait Required { fn d(); }
@ pub mod m { fn e() {} mod n { fn f() {} } @ macro_rules! g { () => { @ fn h() {} } } }
mod constants { pub const X: u8 = 1; }
#[cfg(test)] mod tests { fn i() {} }
";
    assert_eq!(annotated(text, WHOLE), expected);
}

#[test]
fn the_first_item_is_found_after_attributes_of_the_file() {
    let text = "//! A crate.\n#![no_std]\n\n/// First.\nfn a() {}\n";
    let file = syn::parse_file(text).expect("the text is Rust");
    assert_eq!(&text[first_item(&file, text)..], "/// First.\nfn a() {}\n");
}

#[test]
fn attribute_is_placed_without_moving_code() {
    let marked = |text: &str| {
        let offset = text.find("fn").expect("there is a function");
        let mut text = text.to_owned();
        text.insert(out_of_the_way(&text, offset), '@');
        text
    };
    for (text, expected) in [
        ("struct S;\nfn f() {}", "struct S;@\nfn f() {}"),
        ("#[inline]\r\n    fn f() {}", "#[inline]@\r\n    fn f() {}"),
        ("struct S;\n/// Says\n// much.\nfn f() {}", "struct S;@\n/// Says\n// much.\nfn f() {}"),
        ("/* a */\nfn f() {}", "/* a */@\nfn f() {}"),
        ("//! A file.\n\nfn f() {}", "//! A file.\n@\nfn f() {}"),
    ] {
        assert_eq!(marked(text), expected);
    }
    for unmoved in [
        "fn f() {}",
        "impl S { fn f() {} }",
        "const A: &str = \"//\"; // why\nfn f() {}",
        "//! A file.\nfn f() {}",
    ] {
        assert_eq!(marked(unmoved), unmoved.replace("fn", "@fn"));
    }
}

#[test]
fn header_with_repetition_is_not_nested() {
    let is_known = |header: &str, functions: &str| {
        let text = format!("macro_rules! make {{ ($($rest:tt)*) => {{ {header} {{ {functions} }} }} }}");
        let sites = found(&text, FUNCTIONS);
        matches!(sites.into_iter().find_map(|site| site.around), Some(Around::Block(_)))
    };
    assert!(is_known("impl Width for $T", "$(fn $name() {})*"));
    assert!(is_known("impl<$($P)*> Width for $T", "fn w() {}"));
    assert!(!is_known("impl<$($P)*> Width for $T", "$(fn $name() {})*"));
}
