//! Emitted calls of functions of each kind.

use prettyplease::unparse;
use proc_macro2::TokenStream;
use sbst_instrument::{instrument, Mode};
use syn::{parse2, parse_quote};

/// The expansion of `#[sbst::instrument(arguments)] item`, on one line.
fn expanded(arguments: &str, item: &str) -> String {
    expanded_in(Mode::Search, arguments, item)
}

/// The expansion of the first build, which only evaluates bounds.
fn asked(item: &str) -> String {
    expanded_in(Mode::AskBounds, "", item)
}

fn expanded_in(mode: Mode, arguments: &str, item: &str) -> String {
    let arguments: TokenStream = arguments.parse().unwrap();
    let expanded = instrument(arguments, item.parse().unwrap(), parse_quote!(rt), mode).unwrap();
    let printed = unparse(&parse2(expanded).unwrap());
    let line = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    // Removes the spaces that line breaks left behind.
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
fn iterators_are_consumed_instead_of_being_shown() {
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
fn returned_functions_are_called_with_further_parameters() {
    let text = expanded("", "fn f(a: u8) -> impl Fn(u8) -> u8 { move |b| a + b }");
    assert_contains(
        &text,
        &["match f(argument_0)(argument_1) {", "shapes.is_applied(1usize, [false, false, false]);"],
    );
    let text = expanded("", "fn f() -> Option<Box<dyn FnMut(u8)>> { None }");
    assert_contains(
        &text,
        &[
            "f().map(|mut __sbst_function| __sbst_function(argument_0))",
            "shapes.is_applied(0usize, [true, true, false]);",
        ],
    );
    let text = expanded("", "fn f() -> impl FnMut(u8, char) { |_, _| {} }");
    assert_contains(
        &text,
        &[
            "for (__sbst_earlier_0, __sbst_earlier_1) in argument_0.into_iter().flatten() {",
            "__sbst_function(argument_1, argument_2)",
            "shapes.is_applied(0usize, [false, true, true]);",
        ],
    );
}

#[test]
fn unsafe_is_emitted_only_on_request() {
    let allowed = expanded("unsafe", "unsafe fn f(a: u8) {}");
    assert_contains(&allowed, &["#[allow(unsafe_code)] fn __sbst_call", "match unsafe { f(argument_0) } {"]);
    let refused = expanded("", "unsafe fn f(a: u8) {}");
    assert!(!refused.contains("f(argument_0)") && refused.matches("unsafe").count() == 1, "{refused}");
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
fn self_in_the_arguments_of_a_trait_is_the_type() {
    let text = expanded(
        "",
        "impl<'a> Sum<&'a Self> for Total { fn sum<I: Iterator<Item = &'a Self>>(all: I) -> Self { Total } }",
    );
    assert_contains(
        &text,
        &["<Total as Sum<&'_ Total>>::sum::<rt::__private::stand_ins::IntoIter<&'_ Total>>("],
    );
    assert!(!text.contains("Sum<&'_ Self>"), "{text}");
}

#[test]
fn a_function_may_have_any_name() {
    let text = expanded("", "fn frame(size: u8) {}");
    assert_contains(&text, &["match frame(argument_0)", "__sbst_frame.arguments_built()"]);
}

#[test]
fn chosen_types_replace_generic_parameters() {
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
fn constants_are_tried_as_types_are() {
    let said = "impl<'a, const N: usize> S<'a, N> where S<'a, N>: Tr<Of = [u8; N]> {
        fn f(&self, #[sbst(range = 0..N)] a: usize) {} }";
    assert_contains(
        &asked(said),
        &[
            "impl<'sbst, const N: usize> __SbstBounds<(__SbstConstant_N<N>,)>",
            "S<'sbst, N>: Tr<Of = [u8; N]>",
            "if __SbstBounds::<(__SbstConstant_N<3>,)>::ARE_MET",
            "struct __SbstConstant_N<const VALUE: usize>;",
        ],
    );
    let called = expanded("", said);
    assert_contains(
        &called,
        &[
            "<S<'_, 3>>::f(argument_0, argument_1)",
            "value: 3u128",
            "<S<'_, 4>>::f(argument_0, argument_1)",
            "S}::<4>\"",
        ],
    );
    assert!(!called.contains("S<'_, 0>"), "no value is below 0: {called}");
    assert_contains(&expanded("N = 5", said), &["<S<'_, 5>>::f(argument_0, argument_1)"]);
    let own = "impl<const B: bool> S<B> where Self: Tr { fn f() {} }";
    assert_contains(&asked(own), &["S<B>: Tr", "(__SbstConstant_B<false>,)>::ARE_MET"]);
    let of_a_closure = "fn f<F: Fn([u8; N]), const N: usize>(f: F) where F: Send {}";
    assert_contains(&expanded("", of_a_closure), &["f::<_, 3>("]);
}

#[test]
fn associated_types_are_named_where_their_bounds_hold() {
    let text = expanded(
        "",
        "fn f<G: Walk + Copy>(graph: G, from: G::Node, all: &[G::Node]) -> Option<G::Node> { None }",
    );
    assert_contains(
        &text,
        &[
            "impl<'sbst, G> __SbstGiven<'sbst> for rt::__private::Instance<(G,)> where G: Walk + Copy + 'sbst,",
            "type Given0 = G::Node;",
            "ByValue::<<rt::__private::Instance<(::core::primitive::i32,)> as __SbstGiven<'_>>::Given0>::NEW",
            "rt::__private::Given::<Option<",
        ],
    );
    assert!(!text.contains("Given1"), "one name for one type: {text}");
}

#[test]
fn callable_with_bounds_on_its_output_gets_no_closure() {
    let text = asked("fn f<F, T>(f: F, a: T) where F: FnOnce() -> u8, F::Output: PartialEq<T> {}");
    assert_contains(&text, &["impl<'sbst, F, T> __SbstBounds<(F, T)>", "F::Output: PartialEq<T>"]);
}

#[test]
fn a_block_chooses_for_the_parameters_of_its_functions() {
    let text = expanded("T = u16", "impl<T: Ord> S<T> { fn f(&self, a: T) {} fn g<U>(self, a: U) {} }");
    assert_contains(
        &text,
        &["<S<u16>>::f(argument_0, argument_1)", "<S<u16>>::g::<::core::primitive::i32>("],
    );
    let text = expanded("Self = u16", "trait Tr { fn f(&self) -> bool { true } }");
    assert_contains(&text, &["<u16 as Tr>::f(argument_0)"]);
}

#[test]
fn bounds_are_repeated_for_inferred_parameters() {
    let function =
        "fn f<'a, T, F>(a: &'a [T], b: impl Into<String>, mut f: F) where T: Ord + ?Sized, F: FnMut(&T) -> u8 {}";
    assert_contains(
        &asked(function),
        &[
            "impl<'sbst, T: ?::core::marker::Sized, __Sbst0> __SbstBounds<(*const T, __Sbst0)>",
            "__Sbst0: Into<String> + 'sbst",
            "T: Ord,",
            "if __SbstBounds::<(*const ::core::primitive::i32, &'_ ::core::primitive::str)>::ARE_MET",
            "::core::panic!(\"sbst: bounds are met: ",
        ],
    );
    let text = expanded("", function);
    assert_contains(
        &text,
        &["f::<::core::primitive::i32, _>(", "push_nameless::<&'_ ::core::primitive::str>"],
    );
}

#[test]
fn asking_for_bounds_changes_nothing_else() {
    let function = "fn f<T>(#[sbst(range = 0..4)] a: u8, b: T) -> bool { a == 0 }";
    assert_contains(&asked(function), &["fn f<T>(a: u8, b: T) -> bool { const _: () = {", "a == 0 }"]);
    for function in ["fn f(a: u8) -> bool { a == 0 }", "unsafe fn f<T>(a: T) { loop {} }"] {
        assert_eq!(asked(function), function);
    }
}

#[test]
fn borrowing_types_are_not_proposed_for_static_bounds() {
    let texts = |bound: &str| {
        asked(&format!("fn f<T: AsRef<str>{bound}>(a: T) {{}}"))
            .matches("(&'_ ::core::primitive::str,)>::ARE_MET")
            .count()
    };
    assert_eq!([texts(""), texts(" + 'static")].map(|count| count > 0), [true, false]);
}

#[test]
fn types_with_possible_bounds_are_not_proposed() {
    let instances = |item: &str| asked(&format!("fn f<T, I: Iterator<Item = {item}>>(a: I) {{}}"));
    assert!(instances("Option<T>").contains("IntoIter<Option<::core::primitive::i32>>"));
    assert!(!instances("Set<T>").contains("IntoIter<Set<"));
}
