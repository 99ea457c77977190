//! Emitted code for attributes on parameters and for `#[derive(sbst::Input)]`, formatted for
//! reading.

use proc_macro2::{Literal, TokenStream};
use quote::ToTokens as _;
use syn::{parse2, parse_quote, parse_str, File, Item, Stmt};

fn print(tokens: TokenStream) -> String {
    prettyplease::unparse(&parse2(tokens).unwrap())
}

/// The part of the expansion of `#[sbst::instrument] source` that makes the arguments and the call.
fn calling(source: &str) -> String {
    let expanded = sbst_instrument::instrument(
        TokenStream::new(),
        source.parse().unwrap(),
        parse_quote!(rt),
        sbst_instrument::expand::Mode::Search,
    )
    .unwrap();
    let File { items, .. } = parse2(expanded).unwrap();
    let Some(Item::Fn(mut function)) = items.into_iter().next() else { unreachable!() };
    let is_static = |statement: &Stmt| matches!(statement, Stmt::Item(Item::Static(_)));
    function.block.stmts.retain(|statement| matches!(statement, Stmt::Item(_)) && !is_static(statement));
    print(function.into_token_stream())
}

fn derived(source: &str) -> String {
    print(sbst_instrument::derive_input(source.parse().unwrap(), parse_quote!(rt)).unwrap())
}

#[test]
fn bounds_on_parameters() {
    insta::assert_snapshot!(calling(
        "fn f(
            #[sbst(range = -5..=i32::MAX - 1, step = 0.5)] number: i32,
            #[sbst(length = 1..LIMIT, elements(alphabet = ['a'..='z', \"_-\"], length = 3))] #[allow(unused)] texts: &[String],
            plain: u8,
        ) {}"
    ));
}

#[test]
fn values_made_by_functions() {
    insta::assert_snapshot!(calling(
        "fn f<'a>(
            #[sbst(with = make)] value: Wrapper<'a>,
            #[sbst(with = super::Kind::new)] shared: &'a str,
            #[sbst(with = ::std::vec::Vec::new)] mutable: &mut Vec<u8>,
            #[sbst(with = name)] name: &'static str,
            #[sbst(arbitrary, length = ..=9)] bytes: &Version,
        ) -> &'a str { value.0 }"
    ));
}

#[test]
fn parameters_composed_of_others() {
    insta::assert_snapshot!(calling(
        "fn f(
            team: &mut [Player],
            #[sbst(length = ..=3)] known: HashMap<String, Option<Player>>,
            plain: Vec<u8>,
        ) {}"
    ));
}

#[test]
fn functions_as_parameters() {
    insta::assert_snapshot!(calling(
        "fn f(
            pointer: fn(u8, &str) -> bool,
            #[sbst(range = 1..)] mutable: &mut dyn FnMut() -> u8,
            owned: std::rc::Rc<dyn Fn(u8)>,
        ) -> bool { true }"
    ));
}

#[test]
fn static_parameters() {
    insta::assert_snapshot!(calling(
        "fn f(name: &'static str, #[sbst(length = 1..)] changed: &mut Vec<Cow<'static, [u8]>>) -> bool { true }"
    ));
}

#[test]
fn exclusive_references_are_observed_after_the_call() {
    insta::assert_snapshot!(calling(
        "fn f<'a, 'b>(named: &'a mut (u8, &'b str), other: &mut Option<&'b str>, kept: &'b mut str) -> &'b str {
            kept
        }"
    ));
}

#[test]
fn structures() {
    insta::assert_snapshot!(derived(
        "#[sbst(crate = framework::sbst)]
        pub(crate) struct Named<'a, 'b: 'a, T: 'b + Clone = u8, const N: usize = 3>
        where
            'b: 'a,
            T::Item: Debug,
        {
            #[sbst(length = 0..=N, range = ..Self::LIMIT)]
            r#type: Vec<&'a [T]>,
            #[sbst(skip)]
            skipped: Cell<u8>,
            #[sbst(with = Self::make)]
            made: &'b str,
            #[sbst(arbitrary)]
            bytes: [u8; N],
            item: Option<<T as Iterator>::Item>,
        }"
    ));
}

#[test]
fn structures_without_names() {
    insta::assert_snapshot!(derived("struct Unnamed<T: ?Sized>(u8, #[sbst(skip)] (), T);"));
}

#[test]
fn structures_without_fields() {
    insta::assert_snapshot!(["struct Unit;", "struct Braces {}", "struct Parentheses();"]
        .map(derived)
        .join("\n"));
}

#[test]
fn enums() {
    insta::assert_snapshot!(derived(
        "enum Tree {
            #[sbst(skip)]
            Skipped(Infallible),
            Leaf = 3,
            r#Node(Box<Tree>, #[sbst(range = 0..=9)] u8),
            Named { left: Box<Tree> },
        }"
    ));
}

#[test]
fn one_constructor() {
    insta::assert_snapshot!(derived("#[sbst(construct = Self::new)] struct Private<T>(T);"));
}

#[test]
fn values_of_a_generic_type_are_made_if_the_bounds_of_the_constructor_hold() {
    let emitted = without_spaces(&derived(
        "#[sbst(construct = Self::new, where(K: Eq + Hash, V: Default))] struct Cache<K, V>(K, V);",
    ));
    let header = "Build<'sbst>forCache<K,V>whereK:Eq+Hash,V:Default";
    assert!(emitted.contains(header), "{emitted}");
}

#[test]
fn traits_of_the_standard_library_make_values() {
    let emitted = derived(
        "#[sbst(construct = <Self as ::core::str::FromStr>::from_str, construct = <Self as From<u8>>::from, construct = <Self as TryFrom<u8>>::try_from)]
         struct Version(u8);",
    );
    for (call, written) in [
        (
            "<Self as ::core::str::FromStr>::from_str",
            "\"{0}.parse::<{\", ::core::module_path!(), \"::Version}>()\"",
        ),
        ("<Self as From<u8>>::from", "\"::Version} as From<u8>>::from({0})\""),
        ("<Self as TryFrom<u8>>::try_from", "\"::Version} as std::convert::TryFrom<u8>>::try_from({0})\""),
    ] {
        assert!(emitted.contains(call), "{call}: {emitted}");
        let without_spaces = |text: &str| text.split_whitespace().collect::<String>();
        assert!(without_spaces(&emitted).contains(&without_spaces(written)), "{written}: {emitted}");
    }
}

#[test]
fn several_constructors() {
    insta::assert_snapshot!(derived(
        "#[sbst(construct = make, construct = Kind::Circle)] #[sbst(construct = Self)] enum Kind { Circle(u8) }"
    ));
}

#[test]
fn constants_beside_a_constructor() {
    insta::assert_snapshot!(derived(
        "#[sbst(construct = Self::new, constant = Self::ONE)] #[sbst(constant = *TWO, constant = there::THREE.clone())] struct Letters(u8);"
    ));
}

/// Returns the expansion for a field with these bounds, without spaces.
fn bounded(bounds: &str) -> String {
    let item = format!("struct S(#[sbst({bounds})] u8);").parse().unwrap();
    let emitted = sbst_instrument::derive_input(item, parse_quote!(rt)).unwrap().to_string();
    without_spaces(&emitted).replace("::core::option::Option::", "").replace("::core::primitive::", "")
}

fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn numbers_are_exact() {
    for (written, value, negative, real) in [
        ("0", 0, false, 0.0),
        ("-0", 0, false, -0.0),
        ("200u8", 200, false, 200.0),
        ("b'a'", 97, false, 97.0),
        ("-1", -1i128 as u128, true, -1.0),
        ("(-(1))", -1i128 as u128, true, -1.0),
        ("0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff", u128::MAX, false, u128::MAX as f64),
        ("-170_141_183_460_469_231_731_687_303_715_884_105_728", i128::MIN as u128, true, i128::MIN as f64),
        ("0.1", 0, false, 0.1),
        ("-0.5", 0, false, -0.5),
        ("-2.5", -2i128 as u128, true, -2.5),
        ("0.1f32", 0, false, f64::from(0.1f32)),
        ("3f64", 3, false, 3.0),
        ("1e300", u128::MAX, false, 1e300),
    ] {
        let (sign, size) =
            (if f64::is_sign_negative(real) { "-" } else { "" }, Literal::f64_suffixed(real.abs()));
        let endpoint = format!("Endpoint{{value:{value}u128,negative:{negative},real:{sign}{size}}}");
        let found = bounded(&format!("range = {written}.."));
        assert!(
            found.contains(&format!("lowest:Some(rt::__private::shape::{endpoint})")),
            "{written}: {found}"
        );
    }
}

#[test]
fn constants_are_left_to_the_compiler() {
    let found = bounded("range = -LIMIT..=Self::of(3)");
    for constant in ["-LIMIT", "S::of(3)"] {
        let expected = format!("Endpoint::new(({constant})asi128,({constant})asf64)");
        assert!(found.contains(&expected), "{found}");
    }
}

#[test]
fn lengths_are_inclusive() {
    for (written, expected) in [
        ("3", "(3usize, 3usize)"),
        ("1..=8", "(1usize, 8usize)"),
        ("1..8", "(1usize, 8usize - 1)"),
        ("..8", "(0usize, 8usize - 1)"),
        ("2..", "(2usize, usize::MAX)"),
        ("N", "((N) as usize, (N) as usize)"),
    ] {
        let found = bounded(&format!("length = {written}"));
        assert!(found.contains(&without_spaces(&format!("length: Some({expected})"))), "{written}: {found}");
    }
}

#[test]
fn alphabets_are_put_in_order_and_joined() {
    for (written, expected) in [
        ("alphabet = 'a'..='z'", "('a', 'z')"),
        ("range = 'a'..='z'", "('a', 'z')"),
        ("alphabet = 'x'", "('x', 'x')"),
        ("alphabet = \"hello\"", "('e', 'e'), ('h', 'h'), ('l', 'l'), ('o', 'o')"),
        ("alphabet = ['b'..'d', 'a', \"cd\", ['0'..='9']]", "('0', '9'), ('a', 'd')"),
        ("alphabet = ['a'..='f', 'c'..='d', 'e'..='g']", "('a', 'g')"),
        ("range = '\\u{d000}'..", "('\u{d000}', '\\u{d7ff}'), ('\\u{e000}', '\\u{10ffff}')"),
        ("alphabet = ..='\\u{d7ff}'", "('\\0', '\\u{d7ff}')"),
        ("alphabet = ['\\u{d7ff}', '\\u{e000}']", "('\\u{d7ff}', '\\u{d7ff}'), ('\\u{e000}', '\\u{e000}')"),
    ] {
        let found = bounded(written);
        assert!(
            found.contains(&without_spaces(&format!("Alphabet::from_ranges(&[{expected}])"))),
            "{written}: {found}"
        );
    }
}

#[test]
fn conditional_attributes_are_those_of_the_function() {
    let written = "fn f(#[cfg_attr(test, allow(unused))] #[cfg_attr(test, sbst(range = 0..=1), sbst(step = 1))] x: u8) {}";
    let emitted = calling(written);
    assert!(emitted.contains("#[cfg_attr(test, allow(unused))]") && !emitted.contains("sbst("), "{emitted}");
    assert!(
        emitted.contains("ByValue::<u8, __SbstBounds0_of_x>")
            && emitted.contains("step: ::core::option::Option::Some(1f64)")
    );
}

#[test]
fn a_function_with_an_obstacle_loses_its_attributes_all_the_same() {
    let emitted = calling("extern \"C\" fn f(#[sbst(range = 0..=1)] x: u8) {}");
    assert!(!emitted.contains("sbst"), "{emitted}");
    let _: File = parse_str(&emitted).unwrap();
}
