//! A function for each way to be called, in two editions.

use crate::editions::{Runs, run_in_each};
use sbst_tests::{mentions, unreached};
use serde_json::Value;
use std::sync::LazyLock;

/// Functions that are not callable, and a part of the reason.
const NOT_SEARCHED: [(&str, &str); 6] = [
    ("clauses::unsearched", "none of the constants that are tried for `NUMBER`"),
    ("clauses::unsearched_function", "`#[sbst::instrument(F = …)]`"),
    ("methods::Opaque::is_small", "`#[derive(sbst::Input)]`"),
    ("private::outer::inner", "within the function `outer`"),
    ("unchecked::element", "`#[sbst::instrument(unsafe)]`"),
    ("unchecked::foreign", "`extern`"),
];

/// A run in each edition, with a separate seed, shared by all tests here. In one of them the tests
/// of private functions stand beside the source.
static RUNS: LazyLock<Runs> =
    LazyLock::new(|| run_in_each("callables", ["--seed 1", "--seed 2 --write-private"], |_, _| {}));

fn path(target: &Value) -> &str {
    target["target"].as_str().unwrap().strip_prefix("fixture_callables::").unwrap()
}

#[test]
fn every_goal_of_every_function_is_covered() {
    for (_, output) in &*RUNS {
        let (mut searched, mut others) = (0, Vec::new());
        for target in output.find_messages("target-finished") {
            match target["not_searched"].as_str() {
                Some(reason) => others.push((path(&target).to_owned(), reason.to_owned())),
                None => {
                    searched += 1;
                    assert_eq!(unreached(&target), [Value::Null; 0], "{target:#}");
                }
            }
        }
        assert_eq!(others.len(), NOT_SEARCHED.len(), "{others:#?}");
        for ((path, reason), (expected, part)) in others.iter().zip(NOT_SEARCHED) {
            assert_eq!(path, expected);
            assert!(reason.contains(part) && reason.contains("; "), "{path}: {reason}");
        }
        assert_eq!(searched, 126);
    }
}

#[test]
fn tests_of_all_callables_pass_without_warning_in_every_edition() {
    for (project, output) in &*RUNS {
        assert_eq!(output.find_messages("test-removed"), [Value::Null; 0]);
        for warning in output.find_messages("warning") {
            assert!(warning["message"].as_str().unwrap().contains("tests of private functions"), "{warning}");
        }
        project.passes_without_warnings("--test sbst");
        project.has_no_lints("--tests");
    }
}

#[test]
fn searched_public_functions_have_tests() {
    for (project, output) in &*RUNS {
        let tests: String = project.contents("tests/sbst").into_values().collect();
        for target in output.find_messages("target-finished") {
            let path = path(&target);
            let is_private = path.starts_with("private::") || path == "methods::Point::private";
            if !is_private && target["not_searched"].is_null() {
                assert!(mentions(&tests, path), "no test of {path}");
            }
        }
    }
}

#[test]
fn calls_are_written_as_a_person_would_write_them() {
    for (project, _) in &*RUNS {
        for (file, expected) in [
            ("closures", ", |a, b| a.cmp(b))"),
            ("closures", ", |x| x.cmp(&"),
            ("closures", "|from, to| if (from, to) == (1, 3) { 101 } else { 0 }"),
            ("closures", "|position| if position == Position::Clerk { 11 } else { 0 }"),
            ("futures", "assert_eq!(block_on(delayed(1234)), -1);"),
            ("futures", "let _ = block_on(forgotten(99));"),
            ("generics", "chosen("),
            ("generics", "window("),
            ("generics", "is_large("),
            ("generics", "lazy("),
            ("generics", "block_on(compared("),
            ("iterators", ").collect::<Vec<_>>(), ["),
            ("iterators", ").count(), "),
            ("iterators", ").into_iter().collect::<Vec<_>>()"),
            ("iterators", ").map(|items| items.collect::<Vec<_>>()), "),
            ("iterators", ").take(64).collect::<Vec<_>>()"),
            ("iterators", "block_on(awaited("),
            ("iterators", ".cleared().collect::<Vec<_>>()"),
            ("iterators", "#[should_panic(expected = \"an unlucky number\")]"),
            ("methods", "point.flip();"),
            ("methods", "Point::on_axis(0)"),
            ("methods", " + "),
            ("methods", "_u16.is_much("),
            ("methods", "\"\".measure()"),
            ("methods", ".into_quadrant()"),
            ("methods", "Percentage::new("),
            ("opaque", "(5_000_000_000_u64, "),
            ("opaque", "(\"a\", &\"b\", false)"),
            ("opaque", "Cursor::new("),
            ("returned", "let adder = make_adder("),
            ("returned", "assert_eq!(adder("),
            ("returned", "(matcher(\""),
            ("returned", "assert_eq!(find(\"abs\").map(|function| function("),
            ("returned", "digit("),
            ("returned", "let clamp = make_clamp("),
            ("returned", "clamp(&mut "),
            ("returned", "let mut countdown = make_countdown("),
            ("returned", "let _ = scanner('a');"),
            ("returned", ".measure()(&["),
            ("returned", ".curried()("),
            ("unchecked", "unsafe { any("),
        ] {
            let text = project.read(&format!("tests/sbst/{file}.rs"));
            assert!(text.contains(expected), "{expected}\n{text}");
        }
        for file in ["futures", "generics", "opaque"] {
            let text = project.read(&format!("tests/sbst/{file}.rs"));
            assert_eq!(text.matches("fn block_on<").count(), 1, "{file}");
        }
        assert!(!project.read("tests/sbst/unchecked.rs").contains("element("));
    }
}

#[test]
fn a_future_without_a_waker_is_a_finding() {
    for (_, output) in &*RUNS {
        assert_eq!(output.kinds("fixture_callables::futures::forgotten"), ["hang"]);
    }
}

#[test]
fn a_panic_while_iterating_is_a_finding_and_its_test_iterates() {
    for (project, output) in &*RUNS {
        assert_eq!(output.kinds("fixture_callables::iterators::shares"), ["division"]);
        let tests = project.read("tests/sbst/iterators.rs");
        let calls = || tests.lines().filter(|line| line.trim_start().starts_with("shares("));
        assert!(calls().count() > 0, "{tests}");
        assert!(calls().all(|call| call.ends_with(").for_each(drop);")), "{tests}");
    }
}

#[test]
fn the_tests_of_private_functions_pass_beside_the_source() {
    let project = &RUNS[1].0;
    let tests = project.read("src/private/sbst_tests.rs");
    for call in ["block_on(later(", "joined(", "unsafe { careless(", "counter.up()", "Counter::starting("] {
        assert!(tests.contains(call), "{call}\n{tests}");
    }
    project.passes_without_warnings("");
    project.has_no_lints("--all-targets");
}

#[test]
fn search_build_of_callables_adds_no_warning() {
    let output = RUNS[0].0.sbst("list").succeed();
    assert!(!output.stderr.contains("warning:"), "{output:?}");
}
