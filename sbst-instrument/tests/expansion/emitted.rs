//! Emitted code, formatted for reading.

use proc_macro2::TokenStream;
use quote::quote;
use sbst_instrument::{rewrite::rewrite, Mode};
use syn::{parse2, parse_quote, parse_str, ItemFn};

fn print(tokens: TokenStream) -> String {
    prettyplease::unparse(&parse2(tokens).unwrap())
}

/// The whole expansion of `#[sbst::instrument] source`.
fn expanded(source: &str) -> String {
    let item = source.parse().unwrap();
    print(sbst_instrument::instrument(TokenStream::new(), item, parse_quote!(::sbst), Mode::Search).unwrap())
}

/// The rewritten function alone. A short path makes it readable.
fn rewritten(source: &str) -> String {
    let mut function: ItemFn = parse_str(source).unwrap();
    rewrite(&mut function.block, &parse_quote!(rt));
    print(quote!(#function))
}

#[test]
fn triangle() {
    insta::assert_snapshot!(expanded(
        "/// Kind of a triangle.
pub fn triangle(a: i32, b: i32, c: i32) -> Kind {
    if a <= 0 || b <= 0 { Kind::None } else if a == b { Kind::Isosceles } else { Kind::Scalene }
}"
    ));
}

#[test]
fn references_and_lifetimes() {
    insta::assert_snapshot!(expanded(
        "#[cfg(unix)]
fn longest<'a>(x: &'a str, y: &'a mut Vec<&'a str>, n: (usize, &u8)) -> &'a str
where
    'a: 'a,
{
    #![allow(clippy::all)]
    while x.is_empty() { y.pop(); }
    x
}"
    ));
}

#[test]
fn never_and_no_parameters() {
    insta::assert_snapshot!(expanded("fn r#loop() -> ! { loop {} }"));
}

#[test]
fn constant_functions_keep_their_body_and_have_a_twin_to_search() {
    insta::assert_snapshot!(expanded("pub const unsafe fn f(x: u8) -> bool { x == 3 && x < -4.5 }"));
}

#[test]
fn generic_functions_have_a_reason() {
    insta::assert_snapshot!(expanded("fn f<T: PartialEq>(x: &T, y: &T) -> bool { x == y }"));
}

#[test]
fn decisions() {
    insta::assert_snapshot!(rewritten(
        "fn f(x: i32, y: Option<i32>) {
            if !(x == 3) && g(x) {}
            while let Some(z) = y && (z > 4 || !h) { continue }
            for i in 0..x { match i { 1 if i != x => {}, j if h => {}, _ => {} } }
            'a: loop { if true { break 'a x > 2 } }
        }"
    ));
}

#[test]
fn expressions() {
    insta::assert_snapshot!(rewritten(
        "fn f(x: i32) -> bool {
            let c = |y| -> bool { y >= x };
            let d = async move { v[0] == x };
            (x == 1) as u8 + (x > 2).then(c).unwrap();
            x == 5 && { g(); true };
            #[cfg(unix)] x == 6;
            #[cfg(unix)] x || y;
            let true = x == 7 else { return x != 8 };
            match x == 9 { true => x == 10, false if x == 11 => return false, _ => x <= 12 }
        }"
    ));
}

#[test]
fn a_place_is_captured_when_the_right_side_can_run_code() {
    insta::assert_snapshot!(rewritten(
        "fn f(x: &mut S) -> bool {
            x.position < x.next();
            *y != { i += 1; i };
            g() == h();
            x.position < y.position + 1
        }"
    ));
}

#[test]
fn the_runtime_can_be_elsewhere() {
    let item: TokenStream = "fn f(x: u8) -> bool { x == g() }".parse().unwrap();
    let emitted =
        sbst_instrument::instrument(quote!(crate = ::qq::sbst), item, parse_quote!(::sbst), Mode::Search)
            .unwrap();
    let emitted = emitted.to_string();
    assert!(emitted.contains(":: qq :: sbst :: __private"));
    assert_eq!(
        emitted.matches("sbst :: __private").count(),
        emitted.matches(":: qq :: sbst :: __private").count()
    );
}

#[test]
fn wrong_uses_are_refused() {
    let refusal = |arguments: &str, item: &str| {
        sbst_instrument::instrument(
            arguments.parse().unwrap(),
            item.parse().unwrap(),
            parse_quote!(::sbst),
            Mode::Search,
        )
        .unwrap_err()
        .to_string()
    };
    assert_eq!(refusal("skip", "fn f() {}"), "unknown argument `skip`; known are `crate = path`, `unsafe`, and generic parameters of the function, such as `T = u32`");
    assert_eq!(refusal("crate = a, crate = b", "fn f() {}"), "argument `crate` given twice; keep one");
    assert_eq!(
        refusal("", "struct S;"),
        "expected a function, an `impl` block, a trait, a module or the definition of a macro"
    );
    assert!(refusal("", "fn f(&self);").starts_with("this function has no body"));
}
