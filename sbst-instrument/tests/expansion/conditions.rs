//! The conditions found in a body, their order and their names.

use sbst_instrument::condition::{Condition, ConditionKind};
use sbst_instrument::rewrite::rewrite;
use syn::{parse_quote, parse_str, Block};

fn conditions(body: &str) -> Vec<Condition> {
    let mut block: Block = parse_str(&format!("{{{body}}}")).unwrap();
    rewrite(&mut block, &parse_quote!(::sbst)).conditions
}

#[track_caller]
fn check(body: &str, expected: &[&str]) {
    let texts: Vec<String> = conditions(body).into_iter().map(|condition| condition.text).collect();
    assert_eq!(texts, expected, "in `{body}`");
}

#[test]
fn a_comparison_counts_in_every_expression() {
    check("a == b", &["a == b"]);
    check("let x = f(a < b, [c >= d; N]); return x != y;", &["a < b", "c >= d", "x != y"]);
    check("|x| x <= 3", &["x <= 3"]);
    check("async { x > 3 }", &["x > 3"]);
    check("S { a: x == y, ..z }", &["x == y"]);
    check("a = b + c", &[]);
}

#[test]
fn conditions_are_in_the_order_of_evaluation() {
    check("(a == b) == (c < d)", &["a == b", "c < d", "(a == b) == (c < d)"]);
    check("if v.iter().any(|x| *x == y) && z {}", &["*x == y", "v.iter().any(|x| *x == y)", "z"]);
}

#[test]
fn a_boolean_counts_where_the_program_decides_on_it() {
    check("if a {} else if b {}", &["a", "b"]);
    check("while a.b() {}", &["a.b()"]);
    check("match x { y if z(y) => {} _ => {} }", &["z(y)"]);
    check("match x { y if z == y || w => {} _ => {} }", &["z == y", "w"]);
    check("let x = a && (b || c); f(x)", &["a", "b", "c"]);
    check("let x = a; f(a & b)", &[]);
}

#[test]
fn an_eager_operator_is_a_condition_and_so_are_its_sides() {
    check("if (a == b) & c {}", &["a == b", "c", "(a == b) & c"]);
    check("while a | b ^ !c && d {}", &["a", "b", "!c", "a | b ^ !c", "d"]);
    check("if (a | !(b & (c < d))) & true {}", &["a", "b", "c < d", "(a | !(b & (c < d))) & true"]);
    check("assert!(!((a == b) & (c || d)))", &["a == b", "c", "d", "(a == b) & (c || d)"]);
    check("let x = (a == b) & c; if x & y == z {}", &["a == b", "x & y == z"]);
    check("if !(a & b) {}", &["!(a & b)"]);
    check("if a & (return) {}", &["a & (return)"]);
}

#[test]
fn a_negation_is_part_of_a_condition_unless_its_operand_is_surely_boolean() {
    check("if !(a == b) {}", &["a == b"]);
    check("if !(a && b) {}", &["a", "b"]);
    check("if !!a {}", &["!a"]);
    check("if !a {}", &["!a"]);
    check("if !(a) {}", &["!(a)"]);
    check("let x = !a;", &[]);
}

#[test]
fn an_arm_for_all_remaining_values_is_no_condition_but_its_guard_is() {
    check(
        "match a { Ok(b) if c => {} Ok(_) => {} Err(d) if e => {} Err(f) if g => {} Err(_) => {} }",
        &["match a { Ok(b) }", "c", "match a { Ok(_) }", "e", "g"],
    );
    check("match a { B::C { d: 1 } if e => {} B::C { .. } => {} }", &["match a { B::C { d: 1 } }", "e"]);
    check("match a { Some(b) if c => {} None => {} }", &["match a { Some(b) }", "c"]);
}

#[test]
fn decisions_of_the_compiler_are_no_conditions() {
    check("if true && a || cfg!(unix) {}", &["a"]);
    check("while true {}", &[]);
}

#[test]
fn a_pattern_counts_wherever_it_can_fail() {
    check("if let Some(x) = f(a == b) {}", &["a == b", "let Some(x) = f(a == b)"]);
    check("if let Some(x) = y && x > 3 && z {}", &["let Some(x) = y", "x > 3", "z"]);
    check("while let Some(x) = y.next() && !z {}", &["let Some(x) = y.next()", "!z"]);
    check("while let [x, ..] = y {}", &["let [x, ..] = y"]);
    check("let (A, b) = f() else { return a == b };", &["let (A, b) = f()", "a == b"]);
    check("f(matches!(x, 3 | 4))", &["matches!(x, 3 | 4)"]);
    check("if !matches!(x, Some(y) if y > 3) {}", &["matches!(x, Some(y) if y > 3)", "y > 3"]);
    check("matches!(x, y if y > 3)", &["y > 3"]);
}

#[test]
fn an_irrefutable_pattern_is_no_condition() {
    check("if let x = y {} if let (ref x, _) = y {} if let &mut x = y {} if let [..] = y {}", &[]);
    check("let (x, y) = z; let Some(x) = y;", &[]);
    check("while let (x | x) = y {} matches!(x, _);", &[]);
}

#[test]
fn every_arm_counts_but_the_last_and_those_that_always_match() {
    check("match x { 1 => {} 2 | 3 => {} _ => {} }", &["match x { 1 }", "match x { 2 | 3 }"]);
    check("match x { A => {} B => {} }", &["match x { A }"]);
    check(
        "match x { A(y) if y == 1 => {} B if z => {} }",
        &["match x { A(y) }", "y == 1", "match x { B }", "z"],
    );
    check("match x { y if y == 1 => y == 2, _ => y == 3 }", &["y == 1", "y == 2", "y == 3"]);
    check("match x { y => {} } match x {}", &[]);
    check("match x == y { true => {} false => {} }", &["x == y", "match x == y { true }"]);
    check(
        "match self.some_field.some_method(some_argument, another).await { A => {} B => {} }",
        &["match … { A }"],
    );
}

#[test]
fn a_match_with_patterns_of_macros_has_no_arms_that_count() {
    check("match x { A => {} pattern!() => a == b, _ => {} }", &["a == b"]);
    check("if let pattern!() = x {}", &["let pattern!() = x"]);
}

#[test]
fn a_loop_counts_once_and_a_question_mark_if_it_may_return() {
    check("for (a, b) in c == d { e == f; }", &["c == d", "for (a, b) in c == d", "e == f"]);
    check("for a in 0..9 {} for b in ('a'..='c') {} for c in 0..d {}", &["for c in 0..d"]);
    check(
        "for a in [b, c] {} for d in &[(1, 2)] {} for e in [0; 4].iter().rev().enumerate() {} for f in (0..3).rev() {}
         for g in [] {} for h in [0; N] {} for i in [b, c].iter().filter(f) {} for j in k.iter() {}",
        &["for g in []", "for h in [0; N]", "for i in [b, c].iter().filter(f)", "for j in k.iter()"],
    );
    check("f(a)?.b()?; Err(c == d)?; None?; Ok(1)?", &["f(a)?", "f(a)?.b()?", "c == d"]);
}

#[test]
fn assertions_count_and_so_do_the_arguments_of_known_macros() {
    check("assert!(a && b == c); debug_assert!(!d, \"{}\", e == f)", &["a", "b == c", "!d", "e == f"]);
    check(
        "assert_eq!(a, b == c); std::debug_assert_ne!(d, e, \"{}\", f == g);",
        &["b == c", "assert_eq!(a, b == c)", "std::debug_assert_ne!(d, e)", "f == g"],
    );
    check(
        "println!(\"{x} {y}\", y = a == b); vec![c == d; e]; vec![f == g, h == i]",
        &["a == b", "c == d", "f == g", "h == i"],
    );
    check("other!(a == b); assert!(a; b); my::assert!(a == b); matches!(a == b)", &[]);
}

#[test]
fn conditions_are_of_six_kinds() {
    let body =
        "if a == b && c {} if let A = d {} match e { A => {} _ => {} } for f in g {} h?; i.contains(j) && k;";
    let kinds: Vec<ConditionKind> = conditions(body).iter().map(|condition| condition.kind).collect();
    use ConditionKind::{Arm, Boolean, Comparison, Loop, Pattern, Try};
    assert_eq!(kinds, [Comparison, Boolean, Pattern, Arm, Loop, Try, Boolean, Boolean]);
}

#[test]
fn jumps_and_panics_are_no_conditions() {
    check("a || return; b && { break }; c || panic!(); d && { unreachable!(); }", &["a", "b", "c", "d"]);
}

#[test]
fn comparisons_of_raw_pointers_are_noted_as_they_are() {
    check("let x = p as *const u8 == q;", &["p as *const u8 == q"]);
    check("if p as *const u8 == q {}", &["p as *const u8 == q"]);
    let mut block: Block =
        parse_str("{ a == v.as_ptr().add(1) && std::ptr::null() != b; c == d.add(1) }").unwrap();
    rewrite(&mut block, &parse_quote!(::sbst));
    let emitted = quote::quote!(#block).to_string();
    assert_eq!(emitted.matches("evaluate_match").count(), 2, "{emitted}");
    assert_eq!(emitted.matches("evaluate_condition").count(), 1, "{emitted}");
}

#[test]
fn code_that_is_not_executed_with_the_function_is_left_alone() {
    check("const FIRST: bool = 1 < 2; static SECOND: bool = 1 < 2; fn f() -> bool { 1 < 2 }", &[]);
    check("mod m { fn f() -> bool { 1 < 2 } } impl S { fn f() -> bool { 1 < 2 } }", &[]);
    check("let x = const { 1 < 2 };", &[]);
    check("let x = [0; (1 < 2) as usize];", &[]);
    check("let x: [u8; (1 < 2) as usize] = f::<{ 1 < 2 }>();", &[]);
    check("#[cfg(a)] #[doc = \"a == b\"] f();", &[]);
}

#[test]
fn the_text_has_the_gaps_of_the_source() {
    check("s.len() > 3;  &x[..]==b\"ab\";", &["s.len() > 3", "&x[..]==b\"ab\""]);
    check("a::<B<C>>(&mut -d)  !=  *e.f?;", &["e.f?", "a::<B<C>>(&mut -d) != *e.f?"]);
}

#[test]
fn the_text_is_on_one_line() {
    check("a\n  .b(c,\n d)\n  == e // why\n ", &["a.b(c, d) == e"]);
    check("a == \"x\ny\"", &["a == \"x\\ny\""]);
    check("a &&\n(\n  b\n  <= -\n  c)", &["a", "b <= -c"]);
}

#[test]
fn a_condition_has_its_place() {
    let places: Vec<(u32, u32)> = conditions("if é == b\n  && (c + d) < e {}")
        .iter()
        .map(|condition| (condition.line, condition.column))
        .collect();
    assert_eq!(places, [(1, 5), (2, 6)]);
}

#[test]
fn a_condition_carries_the_cfgs_around_it() {
    let body = r#"
        a == b;
        #[cfg(unix)] { #[cfg(feature = "x")] let c = d < e; f || g }
        #[cfg(not(h))] i >= j && k;
        match l { #[cfg(m)] 1 if n => {} #[cfg(o)] 2 => p == q, _ => {} }
        S { #[cfg(r)] s: t == u, ..v };
        f(#[cfg(w)] x?, y?);
        #[cfg(z)] assert!(a);
        #[cfg(z)] #[cfg(z)] if b {}
        #[cfg_attr(z, cfg(z))] if c {}
    "#;
    let cfgs: Vec<(String, String)> =
        conditions(body).into_iter().map(|condition| (condition.text, condition.cfgs.join(", "))).collect();
    let expected = [
        ("a == b", ""),
        ("d < e", "unix, feature = \"x\""),
        ("f", "unix"),
        ("g", "unix"),
        ("i >= j", "not (h)"),
        ("k", "not (h)"),
        ("match l { 1 }", "m"),
        ("n", "m"),
        ("match l { 2 }", "o"),
        ("p == q", "o"),
        ("t == u", "r"),
        ("x?", "w"),
        ("y?", ""),
        ("a", "z"),
        ("b", "z"),
        ("c", ""),
    ];
    assert_eq!(cfgs, expected.map(|(text, cfgs)| (text.to_owned(), cfgs.to_owned())));
}
