//! Code with mutants, and the names of the mutants.

use proc_macro2::TokenStream;
use sbst_instrument::Mode;
use syn::{parse2, parse_quote};

/// The expansion of an item, without the registration of functions.
fn expanded(source: &str) -> String {
    let expanded = sbst_instrument::instrument(
        TokenStream::new(),
        source.parse().unwrap(),
        parse_quote!(rt),
        Mode::Mutate,
    );
    prettyplease::unparse(&parse2(expanded.unwrap()).unwrap())
}

/// The names of the mutants in an item.
fn names(source: &str) -> Vec<String> {
    let texts = expanded(source);
    let texts = texts.lines().filter_map(|line| line.trim().strip_prefix("text: \"")?.strip_suffix("\","));
    texts.map(|text| text.replace("\\\"", "\"")).collect()
}

/// The body of the one function in an expansion.
fn body(source: &str) -> String {
    let all = expanded(source);
    let begin = all.find("rt::__private::mutant::step();").expect("a step");
    all[begin..].to_owned()
}

#[test]
fn operands_are_evaluated_once_and_operators_stay() {
    insta::assert_snapshot!(body(
        "fn f(a: u8, b: &mut [u32], c: bool) -> bool {
            b[0] += u32::from(a) << 1;
            let d = -(i32::from(a) % 3);
            while a < 3 && !c { g(d); }
            if c { h(\"text\"); }
            match d { 1 => true, n if n == 2 => false, _ => c || d >= 4 }
        }"
    ));
}

#[test]
fn constants_and_code_under_cfgs_stay() {
    let body = body(
        "fn f() -> &'static [u8; 2] {
            const A: usize = 1 + 2;
            let x = [0; A + 1];
            g::<{ 1 + 1 }>(format!(\"{}\", 1 + 1));
            #[cfg(windows)]
            h(1 + 1);
            &[1, 1 + 1]
        }",
    );
    assert_eq!(body.matches("operands(").count(), 0, "{body}");
}

#[test]
fn values_of_functions_are_those_of_their_types() {
    let of = |output: &str| {
        let names = names(&format!("fn f() {output} {{ g() }}"));
        let values = names.iter().filter_map(|name| name.strip_prefix("replace f"));
        values.map(|name| name.rsplit_once(" with ").unwrap().1.to_owned()).collect::<Vec<_>>().join(" | ")
    };
    assert_eq!(of(""), "()");
    assert_eq!(of("-> i8"), "0 | 1 | -1");
    assert_eq!(of("-> Option<bool>"), "None | Some(true) | Some(false)");
    assert_eq!(of("-> io::Result<String>"), "Ok(String::new()) | Ok(\"xyzzy\".into())");
    assert_eq!(of("-> fmt::Result"), "Ok(Default::default())");
    assert_eq!(of("-> &'static str"), "\"\" | \"xyzzy\"");
    assert_eq!(of("-> &T"), "Box::leak(Box::new(Default::default()))");
    assert_eq!(of("-> &[u8]"), "Vec::leak(Vec::new()) | Vec::leak(vec![0]) | Vec::leak(vec![1])");
    assert_eq!(of("-> (bool, ())"), "(true, ()) | (false, ())");
    assert_eq!(of("-> HashMap<u8, T>").split(" | ").count(), 3);
    assert_eq!(of("-> Rc<dyn Any>"), "Rc::new(Default::default())");
    assert_eq!(of("-> impl Iterator<Item = u8>"), "");
    assert_eq!(of("-> !"), "");
}

#[test]
fn loops_jumps_and_texts_have_mutants() {
    let names = names(
        "fn f(v: &[&str]) {
            for text in v { if text.is_empty() { continue; } if *text == \"end\" { break } g(|| h(\"\")); }
            let n = loop { if a() { continue; } break 3; };
        }",
    );
    let found = |text: &str| names.iter().filter(|name| name.contains(text)).count();
    assert_eq!(found("delete loop for text in v in f"), 1);
    assert_eq!(
        (found("replace continue with break"), found("replace break with continue")),
        (1, 1),
        "{names:#?}"
    );
    assert_eq!(found("replace \"end\" with \"\" in f"), 1);
}

#[test]
fn names_have_the_blocks_around_a_function() {
    let names = names(
        "impl<T> Iterator for Pair<T> {
            fn next(&mut self) -> Option<u8> { fn inner() -> bool { g() } self.n.checked_sub(1) }
        }",
    );
    let name = "replace <impl Iterator for Pair<T>>::next -> Option<u8> with None";
    assert!(names.contains(&name.to_owned()), "{names:#?}");
    assert!(names.iter().any(|name| name.contains("inner -> bool with true")), "{names:#?}");
}

#[test]
fn functions_that_cannot_have_mutants_are_registered_with_the_reason() {
    for (source, reason) in [
        ("unsafe fn f() -> u8 { 1 + g() }", "unsafe"),
        ("fn f() -> u8 { unsafe { 1 + g() } }", "unsafe"),
        ("const fn f() -> u8 { 1 + g() }", "constant"),
    ] {
        let text = expanded(source);
        assert!(text.contains(&format!("left_out: \"{reason}\"")), "{text}");
        assert_eq!(names(source), [""; 0], "{source}");
    }
}

#[test]
fn constructors_and_defaults_keep_their_values() {
    let values = |source: &str| names(source).into_iter().filter(|name| name.contains(" -> ")).count();
    assert_eq!(values("impl S { fn new() -> u8 { g() } }"), 0);
    assert_eq!(values("impl Default for S { fn default() -> u8 { g() } }"), 0);
    assert_eq!(values("fn new() -> u8 { g() }"), 2);
    assert_eq!(values("fn f() -> u8 { 0 }"), 1, "the body is one of them");
}

#[test]
fn ends_of_ranges_rounds_of_loops_and_propagation_have_mutants() {
    let names = names(
        "fn f(texts: &[&str], count: usize) -> Option<usize> {
            for text in &texts[1..count] {
                g(|| text.parse()?);
            }
            texts.get(..=3)?.first().map(|text| text.len())
        }",
    );
    let wanted = [
        "replace count with count + 1 in f",
        "replace count with count - 1 in f",
        "delete loop for text in &texts[1..count] in f",
        "leave loop for text in &texts[1..count] after one round in f",
        "replace ? with return None in f",
    ];
    for name in wanted {
        assert_eq!(names.iter().filter(|found| *found == name).count(), 1, "{name} in {names:#?}");
    }
}

#[test]
fn closures_futures_and_results_return_no_early_none() {
    let of = |source: &str| names(source).iter().filter(|name| name.contains("return None")).count();
    assert_eq!(of("fn f() -> Result<u8, E> { Ok(g()?) }"), 0);
    assert_eq!(of("fn f() -> Option<u8> { g(|| h()?).or(async { h()? }) }"), 0);
    assert_eq!(of("fn f() -> Option<u8> { Some(g()?) }"), 1);
}

#[test]
fn value_of_a_function_is_placed_at_its_body_also_behind_a_nested_function() {
    let expanded = expanded("fn f() -> u8 {\n    fn g() -> u8 {\n        1\n    }\n    g()\n}");
    let begin = expanded.find("text: \"replace f -> u8 with 0\"").expect("a mutant");
    let start = expanded[begin..].lines().find(|line| line.contains("start:")).unwrap_or_default().trim();
    assert_eq!(start, "start: (2u32, 5u32),");
}
