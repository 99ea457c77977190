//! Calls of functions: the parameters that a result borrows from, and obstacles.

use sbst_instrument::{attribute::arguments::Arguments, call::Callee, syntax::lifetimes::borrows};
use sbst_source::standing::Standing;
use sbst_vocabulary::obstacle::Exclusion;
use syn::{parse_str, ItemFn, Signature};

#[track_caller]
fn borrowed(signature: &str) -> Vec<usize> {
    borrows(&parse_str::<Signature>(signature).unwrap())
}

#[test]
fn a_result_without_lifetimes_borrows_nothing() {
    assert_eq!(borrowed("fn f(a: &str)"), []);
    assert_eq!(borrowed("fn f(a: &str) -> String"), []);
    assert_eq!(borrowed("fn f(a: &str) -> &'static str"), []);
    assert_eq!(borrowed("fn f(a: &str) -> Box<dyn Fn(&str) -> &str>"), []);
    assert_eq!(borrowed("fn f(a: &str) -> fn(&u8) -> &u8"), []);
}

#[test]
fn an_elided_lifetime_is_that_of_the_only_parameter_with_one() {
    assert_eq!(borrowed("fn f(a: u8, b: &str, c: u8) -> &str"), [1]);
    assert_eq!(borrowed("fn f(a: u8, b: Parser<'_>) -> Option<&str>"), [1]);
    assert_eq!(borrowed("fn f<'a>(a: u8, b: &'a str) -> Parser<'_>"), [1]);
    assert_eq!(borrowed("fn f(a: Hidden) -> &str"), [0]);
}

#[test]
fn a_named_lifetime_is_that_of_the_parameters_that_mention_it() {
    assert_eq!(borrowed("fn f<'a, 'b>(a: &'a str, b: &'b str, c: Vec<&'a u8>) -> Vec<&'a str>"), [0, 2]);
    assert_eq!(borrowed("fn f<'a, 'b: 'a, 'c>(a: &'a str, b: &'b str, c: &'c str) -> &'a str"), [0, 1]);
    assert_eq!(
        borrowed("fn f<'a, 'b, 'c>(a: &'a u8, b: &'b u8, c: &'c u8) -> &'a u8 where 'b: 'a, 'c: 'b"),
        [0, 1, 2]
    );
}

#[test]
fn an_opaque_result_may_borrow_from_every_parameter_with_a_lifetime() {
    assert_eq!(borrowed("fn f(a: u8, b: &str) -> impl Iterator<Item = u8>"), [1]);
}

#[track_caller]
fn reason(function: &str) -> String {
    let function: ItemFn = parse_str(function).unwrap();
    let (standing, arguments) = (Standing::free(), Arguments::default());
    let callee = Callee::from_signature(&function.sig, &standing, &arguments).unwrap();
    let obstacle = callee.obstacle(&function, &standing);
    obstacle.map_or_else(String::new, |obstacle| Exclusion::from(obstacle).to_string())
}

#[test]
fn ordinary_functions_can_be_called() {
    assert_eq!(reason("fn f<'a>(a: &'a mut [u8], (b, c): (u8, u8), d: Option<&str>) -> impl Fn() {}"), "");
    assert_eq!(reason("fn f(a: &Mutex<u8>, b: for<'x> fn(&'x u8), c: extern \"C\" fn(&u8)) {}"), "");
}

#[test]
fn functions_can_be_passed_unless_their_results_borrow() {
    for ty in [
        "fn(u8, &str) -> Vec<u8>",
        "unsafe fn()",
        "impl Fn(&str) -> bool + Copy + Send + 'static",
        "impl FnOnce() + ?Sized",
        "&dyn Fn(&'a str) -> Box<dyn Fn(&str) -> &str>",
        "&'a mut (dyn FnMut(&mut u8) + Send)",
        "std::rc::Rc<dyn for<'x> std::ops::Fn(&'x str)>",
        "Box<impl FnMut(u8) -> u8>",
        "&'static dyn Fn()",
        "fn(&str) -> &str",
        "impl Fn() -> &'static str",
        "&dyn Fn() -> Cow<'a, str>",
    ] {
        assert_eq!(reason(&format!("fn f<'a>(f: {ty}) {{}}")), "", "{ty}");
    }
    for (ty, named) in [
        ("fn(&str) -> Parser<'_>", "returns a value that borrows"),
        ("&dyn Fn() -> std::cell::Ref<'a, u8>", "returns a value that borrows"),
        ("impl FnOnce() -> !", "never returns"),
        ("impl Fn() -> impl Sized", "returns an `impl Trait`"),
    ] {
        let reason = reason(&format!("fn f<'a>(f: {ty}) {{}}"));
        assert!(reason.contains(named) && reason.contains("; "), "{ty}: {reason}");
    }
    let kept = reason("fn f<'a>(f: &'a mut dyn FnMut(), x: &'a mut Vec<&'a str>) {}");
    assert!(kept.contains("its parameter `f` may be needed after the call"), "{kept}");
}

#[test]
fn a_reason_names_the_obstacle() {
    for (function, named) in [
        ("fn f<T>(#[sbst(with = make)] a: T) {}", "choose one: `#[sbst::instrument(T = …)]`"),
        ("unsafe fn f() {}", "`#[sbst::instrument(unsafe)]`"),
        ("const fn f() {}", "`const fn`"),
        ("extern \"C\" fn f() {}", "`extern`"),
        ("#[target_feature(enable = \"avx\")] fn f() {}", "`#[target_feature]`"),
        ("fn f(a: u8, #[sbst(with = make)] r#in: impl Fn()) {}", "its parameter `in` is an `impl Trait`"),
        ("fn f((a, b): &'static (u8, u8)) {}", "its parameter number 1 mentions `'static`"),
        ("fn f<'a>(a: Vec<fn(&'a str)>) {}", "its parameter `a` has the lifetime `'a`"),
        ("fn f(#[cfg(unix)] a: u8) {}", "its parameter `a` is under a `#[cfg]`"),
    ] {
        let reason = reason(function);
        assert!(reason.contains(named) && reason.contains("; "), "`{function}`: {reason}");
    }
}

#[test]
fn a_constant_of_which_the_body_asserts_something_must_be_chosen() {
    let wanted = reason("fn f<const N: usize>(a: [u8; N]) { const { assert!(N > 4, \"short\") }; }");
    assert!(wanted.contains("choose one: `#[sbst::instrument(N = …)]`"), "{wanted}");
    for function in [
        "fn f<const N: usize>(a: [u8; N]) { assert!(N > 4); let n = const { N + 1 }; }",
        "fn f<const N: usize>(a: [u8; N]) { fn g<const N: usize>() { const { assert!(N > 4) } } }",
        "fn f(a: u8) { const { assert!(MOST > 4) }; }",
    ] {
        assert_eq!(reason(function), "", "{function}");
    }
}

#[test]
fn parameters_are_named_and_typed_as_written() {
    let signature: Signature =
        parse_str("fn f<'a>(mut a: &'a mut Vec<u8>, _: (u8,i8), r#in: [u8; 3])").unwrap();
    let callee = Callee::from_signature(&signature, &Standing::free(), &Arguments::default()).unwrap();
    let written: Vec<_> =
        callee.parameters().iter().map(|parameter| (&*parameter.name, &*parameter.type_text)).collect();
    assert_eq!(written, [("a", "&'a mut Vec<u8>"), ("argument_1", "(u8,i8)"), ("in", "[u8; 3]")]);
}
