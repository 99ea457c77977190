//! Expansions for a search for mutants, in a separate process because the list is read once.

use proc_macro2::{TokenStream, TokenTree};
use sbst_instrument::{instrument, survivor_key, Mode, MUTANTS};
use std::sync::Once;
use std::{env, fs};

/// The place of `<` in the functions below, which have it on a separate line.
const PLACE: [(u32, u32); 2] = [(2, 7), (2, 8)];

fn expand(item: &str) -> String {
    static LIST: Once = Once::new();
    let item: TokenStream = item.parse().expect(item);
    LIST.call_once(|| {
        let TokenTree::Ident(word) = item.clone().into_iter().next().expect("a word") else { panic!() };
        let keys = survivor_key(&sbst_source::span::file(word.span()), PLACE, "BinaryOperator", "<=");
        let file = env::temp_dir().join(format!("survivors-of-{}", std::process::id()));
        // Texts that are parsed later are other files.
        let any_file = (0..1_000).map(|number| format!("<parsed string {number}>"));
        let keys = any_file.map(|file| survivor_key(&file, PLACE, "BinaryOperator", "<=")).chain([keys]);
        fs::write(&file, keys.collect::<Vec<_>>().join("\n")).expect("a list");
        env::set_var(MUTANTS, &file);
    });
    let runtime = syn::parse_str("::sbst").expect("a path");
    instrument(TokenStream::new(), item, runtime, Mode::SearchForMutants).expect("no mistake").to_string()
}

fn has_second_body(expanded: &str) -> bool {
    let parts = ["__SBST_POINTS", "is_executed", "CheckKind :: Mutant"];
    let found = parts.map(|part| expanded.contains(part));
    assert!(found == [found[0]; 3], "{expanded}");
    found[0]
}

#[test]
fn a_function_with_a_survivor_has_a_second_body() {
    let expanded = expand("fn f(a: i32, b: i32) -> bool {\n    a < b\n}");
    assert!(has_second_body(&expanded), "{expanded}");
    assert_eq!(expanded.matches("CheckKind :: Mutant").count(), 1, "only the listed one is sought");
    assert!(expanded.contains("evaluate_condition") || expanded.contains("evaluate_"), "and probes");
}

#[test]
fn a_function_without_a_survivor_has_one_body() {
    assert!(!has_second_body(&expand("fn f(a: i32, b: i32) -> bool {\n    a + b == 7\n}")));
}

#[test]
fn a_body_that_must_not_be_duplicated_stays_alone() {
    let bodies = [
        "fn f(a: i32) -> impl Fn(i32) -> bool { move |b|\n    a < b\n}",
        "fn f(a: i32, b: i32) -> bool { static COUNT: Counter = Counter::new(); COUNT.add();\n    a < b\n}",
        "fn f(a: i32, b: i32) -> bool { thread_local! { static A: u8 = 0; }\n    a < b\n}",
        "fn f(a: i32, b: i32) -> bool { struct S; impl Drop for S { fn drop(&mut self) {} }\n    a < b\n}",
        "unsafe fn f(a: i32, b: i32) -> bool {\n    a < b\n}",
    ];
    for body in bodies {
        assert!(!has_second_body(&expand(body)), "{body}");
    }
    let plain = "fn f(a: i32, b: i32) -> bool { const N: i32 = 3; static T: [i32; 2] = [1, -2]; enum E { A }\n    a < b\n}";
    assert!(has_second_body(&expand(plain)));
}
