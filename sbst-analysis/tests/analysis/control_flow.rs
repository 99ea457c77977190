//! Control dependences of conditions, for each construct, by the semantics of the language.

use super::{analysis, check};
use sbst_analysis::Branch;

#[test]
fn branches_of_if_and_their_successors() {
    check("if a { if b {} } else if c {} if d {}", &["a:", "b: a", "c: not a", "d:"]);
    check("if a { return; } if b {}", &["a:", "b: not a"]);
    check("if a { if b { return } } if c {}", &["a:", "b: a", "c: not a, not b"]);
}

#[test]
fn a_connective_evaluates_its_right_side_only_if_it_has_to() {
    check("if a && b {} if c || d {}", &["a:", "b: a", "c:", "d: not c"]);
    check("if !(a == b && c) || d {}", &["a == b:", "c: a == b", "d: c"]);
    check("let x = a && (b || c); if d {}", &["a:", "b: a", "c: not b", "d:"]);
    check("if (a == b) & c {} if d {}", &["a == b:", "c:", "(a == b) & c:", "d:"]);
    check("a || return; if b {}", &["a:", "b: a"]);
}

#[test]
fn chains_with_let() {
    check(
        "if let Some(x) = y && x > 3 && z { if a {} }",
        &["let Some(x) = y:", "x > 3: let Some(x) = y", "z: x > 3", "a: z"],
    );
    check(
        "let Some(x) = y else { if a {} return }; if b {}",
        &["let Some(x) = y:", "a: not let Some(x) = y", "b: let Some(x) = y"],
    );
    check("let Some(x) = y else { bail!(z) }; if b {}", &["let Some(x) = y:", "b: let Some(x) = y"]);
}

#[test]
fn a_match_is_a_chain_of_arms() {
    check(
        "match x { 1 if a => {} 2 => { if b {} } _ => { if c {} } } if d {}",
        &[
            "match x { 1 }:",
            "a: match x { 1 }",
            "match x { 2 }: not match x { 1 }, not a",
            "b: match x { 2 }",
            "c: not match x { 2 }",
            "d:",
        ],
    );
    check("match x { A => return, B => {} } if a {}", &["match x { A }:", "a: not match x { A }"]);
    check("match x { y if a => {} _ if b => return, _ => {} } if c {}", &["a:", "b: not a", "c: a, not b"]);
    check("let v = match x { y!() => 1, _ => { if a {} 2 } }; if b {}", &["a:", "b:"]);
}

#[test]
fn matches_is_a_decision() {
    check(
        "if matches!(x, Some(y) if y > 3) { if a {} }",
        &["matches!(x, Some(y) if y > 3):", "y > 3: matches!(x, Some(y) if y > 3)", "a: y > 3"],
    );
}

#[test]
fn loops() {
    check("while a { if b {} } if c {}", &["a:", "b: a", "c:"]);
    check("for x in y { if b {} } if c {}", &["for x in y:", "b: for x in y", "c:"]);
    check("loop { if a { break } if b { continue } if c {} } if d {}", &["a:", "b: not a", "c: not b", "d:"]);
    check(
        "while let Some(x) = y.next() { if a {} }",
        &["let Some(x) = y.next():", "a: let Some(x) = y.next()"],
    );
    check("loop { if a {} }", &["a:"]);
    check("while true { if a { break } } if b {}", &["a:", "b:"]);
}

#[test]
fn branch_that_misses_target_within_iteration_is_critical() {
    check("while a { if b { continue } if c {} }", &["a:", "b: a", "c: not b"]);
    check("for x in y { if b { continue } if c {} }", &["for x in y:", "b: for x in y", "c: not b"]);
    check("for i in 0..9 { if a { continue } if b {} }", &["a:", "b: not a"]);
}

#[test]
fn first_iteration_of_for_decides_separately() {
    // After an entered loop, its condition is not evaluated again: it cannot decide that the loop
    // has ended.
    check(
        "for x in y { if a { return } } if b {}",
        &["for x in y:", "a: for x in y", "b: not for x in y, not a"],
    );
}

#[test]
fn labels_and_values() {
    check(
        "'o: loop { loop { if a { break 'o } if b { continue 'o } break } if c {} }",
        &["a:", "b: not a", "c: not b"],
    );
    check("let x = 'b: { if a { break 'b 1 } if b {} 2 }; if c {}", &["a:", "b: not a", "c:"]);
    check("let x = loop { break a == b }; if c {}", &["a == b:", "c:"]);
}

#[test]
fn early_returns() {
    check("f(a)?; if b {}", &["f(a)?:", "b: f(a)?"]);
    check("Err(x)?; if b {}", &["b:"]);
    check("if a { None?; } if b {}", &["a:", "b: not a"]);
    check("Ok(x)?; if b {}", &["b:"]);
}

#[test]
fn panics() {
    check("assert!(a); if b {}", &["a:", "b: a"]);
    check(
        "assert_eq!(a, b, \"{}\", c == d); if e {}",
        &["assert_eq!(a, b):", "c == d: not assert_eq!(a, b)", "e: assert_eq!(a, b)"],
    );
    check("if a { panic!(\"no\") } if b {}", &["a:", "b: not a"]);
    check("if a { std::process::exit(1) } if b {}", &["a:", "b: not a"]);
    check("match x { A => unreachable!(), B => {} } if b {}", &["match x { A }:", "b: not match x { A }"]);
}

#[test]
fn closures_are_apart_but_created_somewhere() {
    check("if a { v.iter().any(|x| x == b || c); }", &["a:", "x == b: a", "c: not x == b"]);
    // A return from a closure does not return from the function.
    check("let f = |x| { if a { return } b == c }; if d {}", &["a:", "b == c: not a", "d:"]);
    check("if a { let f = async { g()?; if b {} }; } if d {}", &["a:", "g()?: a", "b: g()?", "d:"]);
}

#[test]
fn items_within_are_apart() {
    check("fn g() { if a { return } } if b {}", &["b:"]);
}

#[test]
fn unknown_macros_may_leave() {
    check("if a { ensure_it!(b, return); } if c {}", &["a:", "c:"]);
    let reasons = |body: &str| -> Vec<String> {
        analysis(body).imprecisions.iter().map(|imprecision| imprecision.to_string()).collect()
    };
    assert_eq!(reasons("other!(a);"), ["1:9: only `other!` can interpret its tokens"]);
    let leaving = "1:9: `other!` may leave: only it can interpret its tokens";
    assert_eq!(reasons("other!(a?);"), [leaving]);
    assert_eq!(reasons("other!(|| { break });"), [leaving]);
    assert_eq!(reasons("other!(?a); "), ["1:9: only `other!` can interpret its tokens"]);
    assert_eq!(reasons("assert!(a); vec![b; c]; println!(\"{d}\");"), [""; 0]);
}

#[test]
fn code_under_a_cfg_may_be_bypassed() {
    check("#[cfg(x)] return; if a {}", &["a:"]);
    // If the statement is compiled, it decides; otherwise the condition before it does.
    check("if q { #[cfg(x)] if p { return } if c {} }", &["q:", "p: q", "c: not p"]);
    check("if q { #[cfg(x)] { return; } if c {} }", &["q:", "c: q"]);
}

#[test]
fn unreachable_conditions_have_no_dependences() {
    check("return; if a { if b {} }", &["a:", "b:"]);
    check("if a { return; if b {} } if c {}", &["a:", "b:", "c: not a"]);
}

#[test]
fn endless_functions_are_analysed() {
    check("loop { loop {} }", &[]);
    check("match never {}", &[]);
    check("if a { loop { if b {} } } if c {}", &["a:", "b: a", "c: not a"]);
}

#[test]
fn control_dependence_by_definition_includes_further_iterations() {
    let controlled = |body: &str| -> Vec<String> {
        let analysis = analysis(body);
        let branch = |&Branch { condition, outcome }: &Branch| {
            format!("{}{}", if outcome { "" } else { "not " }, analysis.conditions[condition].text)
        };
        let texts = analysis.conditions.iter().map(|condition| {
            let branches: Vec<String> = condition.controlled_by.iter().map(branch).collect();
            format!("{}: {}", condition.text, branches.join(", ")).trim_end().to_owned()
        });
        texts.collect()
    };
    assert_eq!(controlled("while a && b { if c { break } }"), ["a: not c", "b: a", "c: b"]);
    assert_eq!(controlled("while a && b {}"), ["a: b", "b: a"]);
    assert_eq!(controlled("loop { if a { return } if b {} }"), ["a:", "b: not a"]);
    let expected = ["for x in y: not c", "b: for x in y", "c: for x in y", "d: not for x in y"];
    assert_eq!(controlled("for x in y { if b {} if c { return } } if d {}"), expected);
    assert_eq!(controlled("if a { f(|| b && c) }"), ["a:", "b:", "c: b"]);
}
