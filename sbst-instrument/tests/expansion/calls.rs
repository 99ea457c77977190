//! How the emitted code calls functions of each kind.

use prettyplease::unparse;
use proc_macro2::TokenStream;
use sbst_instrument::{instrument, Mode};
use syn::{parse2, parse_quote};

/// The expansion of `#[sbst::instrument(arguments)] item`, on one line.
fn expanded(arguments: &str, item: &str) -> String {
    let arguments: TokenStream = arguments.parse().unwrap();
    let expanded = instrument(arguments, item.parse().unwrap(), parse_quote!(rt), Mode::Search).unwrap();
    let printed = unparse(&parse2(expanded).unwrap());
    let line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    // As on one line, even if it was too long for one.
    line.replace("< ", "<").replace(", >", ">").replace("( ", "(").replace(", )", ")")
}

#[track_caller]
fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "{part}\n{text}");
    }
}

#[test]
fn futures_are_run_to_their_ends() {
    for item in [
        "async fn f(a: u8) -> u8 { a }",
        "fn f(a: u8) -> impl Future<Output = u8> + Send { g(a) }",
        "fn f(a: u8) -> Pin<Box<dyn std::future::Future<Output = u8>>> { g(a) }",
    ] {
        let text = expanded("", item);
        assert_contains(&text, &["match rt::__private::block_on(f(argument_0)) {", "shapes.is_async();"]);
    }
    assert!(!expanded("", "fn f(a: u8) -> Box<dyn Fn(u8)> { g(a) }").contains("block_on"));
}

#[test]
fn iterators_are_asked_for_their_items_instead_of_being_shown() {
    let text = expanded("", "fn f(a: &str) -> impl Iterator<Item = &str> + '_ { a.split(' ') }");
    assert_contains(
        &text,
        &[
            "(&&rt::__private::Lazy::from_result(&result)) .consume(__sbst_frame, result)",
            "shapes.is_lazy(true, false);",
            "ConsumesShown as _, Consumes as _, CannotConsume as _",
        ],
    );
    assert!(!text.contains("Observed(&result)"), "{text}");
    let text = expanded("", "fn f(a: u8) -> Option<impl IntoIterator<Item = u8>> { Some([a]) }");
    assert_contains(&text, &["LazyInner::from_result(&result)", "shapes.is_lazy(false, true);"]);
    assert!(!expanded("", "fn f(a: &str) -> Chars<'_> { a.chars() }").contains("consume"));
}

#[test]
fn unsafe_stands_only_where_it_was_asked_for() {
    let allowed = expanded("unsafe", "unsafe fn f(a: u8) {}");
    assert_contains(&allowed, &["#[allow(unsafe_code)] fn __sbst_call", "match unsafe { f(argument_0) } {"]);
    let refused = expanded("", "unsafe fn f(a: u8) {}");
    assert!(!refused.contains("f(argument_0)") && refused.matches("unsafe").count() == 3, "{refused}");
}

#[test]
fn methods_are_called_by_paths_with_the_receiver_first() {
    let text = expanded(
        "",
        "impl<'a> Reader<'a> { fn next(&mut self, by: Self) -> Option<&'a str> { None } fn new() -> Self { X } }",
    );
    assert_contains(
        &text,
        &[
            "<Reader<'_>>::next(&mut *argument_0, argument_1)",
            "rt::__private::Mutable::<Reader<'_>>::NEW",
            "name: \"reader\", type_text: \"&mut Reader<'a>\"",
            "shapes.has_receiver();",
            "match <Reader<'_>>::new() {",
        ],
    );
    let text = expanded("", "impl Add<u8> for m::Point { fn add(self, other: u8) -> Self::Output { self } }");
    assert_contains(
        &text,
        &["<m::Point as Add<u8>>::add(argument_0, argument_1)", "\"::m::Point} as {\"", "\"::Add}<u8>>\""],
    );
}

#[test]
fn the_type_itself_stands_in_the_trait_that_it_has() {
    let text = expanded(
        "",
        "impl<'a> Sum<&'a Self> for Total { fn sum<I: Iterator<Item = &'a Self>>(all: I) -> Self { Total } }",
    );
    assert_contains(&text, &["<Total as Sum<&'_ Total>>::sum", "I: Iterator<Item = &'sbst Total>"]);
    assert!(!text.contains("Sum<&'_ Self>"), "{text}");
}

#[test]
fn a_function_may_have_any_name() {
    let text = expanded("", "fn frame(size: u8) {}");
    assert_contains(&text, &["match frame(argument_0)", "__sbst_frame.arguments_built()"]);
}

#[test]
fn what_was_chosen_stands_for_generic_parameters() {
    let text = expanded("T = m::Kind, N = 4", "fn f<T: Tr, const N: usize>(a: [T; N], b: T::Item) {}");
    assert_contains(
        &text,
        &[
            "f::<m::Kind, 4>(argument_0, argument_1)",
            "ByValue::<[m::Kind; 4], ",
            "ByValue::<<m::Kind as Tr>::Item>",
            "\"::m::Kind}, 4>\"",
        ],
    );
    let default = expanded("", "fn f<const N: usize>(#[sbst(range = 0..N)] a: usize) {}");
    assert_contains(&default, &["f::<3>(argument_0)", "Endpoint"]);
}

#[test]
fn a_constant_on_which_bounds_depend_is_chosen_as_types_are() {
    let said = "impl<'a, const N: usize> S<'a, N> where S<'a, N>: Tr<Of = [u8; N]> {
        fn f(&self, #[sbst(range = 0..N)] a: usize) {} }";
    assert_contains(
        &expanded("", said),
        &[
            "impl<'sbst, const N: usize> __SbstCalled<'sbst>",
            "S<'sbst, N>: Tr<Of = [u8; N]>",
            "__SbstConstant_N<3>",
            "__SbstConstant_N<8>",
            "S}::<8>\"",
            "<S<'_, N>>::f(argument_0, argument_1)",
            "<const N: usize>",
        ],
    );
    assert_contains(&expanded("N = 5", said), &["<S<'_, 5>>::f(argument_0, argument_1)"]);
    let own = "impl<const B: bool> S<B> where Self: Tr { fn f() {} }";
    assert_contains(&expanded("", own), &["S<B>: Tr", "__SbstConstant_B<false>"]);
    let of_a_closure = "fn f<F: Fn([u8; N]), const N: usize>(f: F) where F: Send {}";
    assert_contains(&expanded("", of_a_closure), &["f::<_, 3>("]);
}

#[test]
fn a_function_of_which_others_say_something_is_no_closure() {
    let text = expanded("", "fn f<F, T>(f: F, a: T) where F: FnOnce() -> u8, F::Output: PartialEq<T> {}");
    assert_contains(&text, &["impl<'sbst, F, T> __SbstCalled<'sbst>", "F::Output: PartialEq<T>"]);
}

#[test]
fn a_block_says_what_stands_for_the_parameters_of_its_functions() {
    let text = expanded("T = u16", "impl<T: Ord> S<T> { fn f(&self, a: T) {} fn g<U>(self, a: U) {} }");
    assert_contains(&text, &["<S<u16>>::f(argument_0, argument_1)", "<S<u16>>::g::<U>("]);
    let text = expanded("Self = u16", "trait Tr { fn f(&self) -> bool { true } }");
    assert_contains(&text, &["<u16 as Tr>::f(argument_0)"]);
}

#[test]
fn bounds_are_repeated_for_what_is_left_to_the_compiler() {
    let text = expanded(
        "",
        "fn f<'a, T, F>(a: &'a [T], b: impl Into<String>, mut f: F) where T: Ord + ?Sized, F: FnMut(&T) -> u8 {}",
    );
    assert_contains(
        &text,
        &[
            "impl<'sbst, T, __Sbst0> __SbstCalled<'sbst> for rt::__private::Instance<(T, __Sbst0)>",
            "__Sbst0: Into<String> + ::core::fmt::Debug + 'sbst",
            "T: Ord,",
            "&'sbst [T]: rt::__private::Input<'sbst>",
            "f::<T, _>(",
            "push_nameless::<__Sbst0>",
        ],
    );
}

#[test]
fn what_borrows_is_not_proposed_where_it_has_to_be_static() {
    let texts = |bound: &str| {
        expanded("", &format!("fn f<T: AsRef<str>{bound}>(a: T) {{}}"))
            .matches("&'_ ::core::primitive::str,)")
            .count()
    };
    assert_eq!([texts(""), texts(" + 'static")].map(|count| count > 0), [true, false]);
}

#[test]
fn types_that_may_have_bounds_of_their_own_are_not_proposed() {
    let instances = |item: &str| expanded("", &format!("fn f<T, I: Iterator<Item = {item}>>(a: I) {{}}"));
    assert!(instances("Option<T>").contains("IntoIter<Option<::core::primitive::i32>>"));
    assert!(!instances("Set<T>").contains("IntoIter<Set<"));
}
