//! Which conditions are found, in which order, and how they are named.

use sbst_instrument::conditions::Condition;
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
fn a_comparison_counts_wherever_an_expression_may_stand() {
    check("a == b", &["a == b"]);
    check("let x = f(a < b, [c >= d; N]); return x != y;", &["a < b", "c >= d", "x != y"]);
    check("|x| x <= 3", &["x <= 3"]);
    check("async { x > 3 }", &["x > 3"]);
    check("S { a: x == y, ..z }", &["x == y"]);
    check("a = b + c", &[]);
}

#[test]
fn what_is_evaluated_first_comes_first() {
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
fn a_negation_is_looked_through_only_above_what_is_surely_boolean() {
    check("if !(a == b) {}", &["a == b"]);
    check("if !(a && b) {}", &["a", "b"]);
    check("if !!a {}", &["!a"]);
    check("if !a {}", &["!a"]);
    check("if !(a) {}", &["!(a)"]);
    check("let x = !a;", &[]);
}

#[test]
fn patterns_and_constants_are_none() {
    check("if let Some(x) = f(a == b) {}", &["a == b"]);
    check("if let Some(x) = y && x > 3 && z {}", &["x > 3", "z"]);
    check("while let Some(x) = y.next() && !z {}", &["!z"]);
    check("if true && a || cfg!(unix) {}", &["a"]);
    check("while true {}", &[]);
}

#[test]
fn what_leaves_is_none() {
    check("a || return; b && { break }; c || panic!(); d && { todo!(); }", &["a", "b", "c", "d"]);
}

#[test]
fn raw_pointers_are_no_comparison() {
    check("let x = p as *const u8 == q;", &[]);
    check("if p as *const u8 == q {}", &["p as *const u8 == q"]);
}

#[test]
fn what_is_not_executed_with_the_function_is_left_alone() {
    check("const A: bool = 1 < 2; static B: bool = 1 < 2; fn f() -> bool { 1 < 2 }", &[]);
    check("mod m { fn f() -> bool { 1 < 2 } } impl S { fn f() -> bool { 1 < 2 } }", &[]);
    check("let x = const { 1 < 2 };", &[]);
    check("let x = [0; (1 < 2) as usize];", &[]);
    check("let x: [u8; (1 < 2) as usize] = f::<{ 1 < 2 }>();", &[]);
    check("assert!(a == b); matches!(x, y if y == z);", &[]);
    check("#[cfg(a)] #[doc = \"a == b\"] f();", &[]);
}

#[test]
fn the_text_has_the_gaps_of_the_source() {
    check("s.len() > 3;  &x[..]==b\"ab\";", &["s.len() > 3", "&x[..]==b\"ab\""]);
    check("a::<B<C>>(&mut -d)  !=  *e.f?;", &["a::<B<C>>(&mut -d) != *e.f?"]);
}

#[test]
fn the_text_stands_on_one_line() {
    check("a\n  .b(c,\n d)\n  == e // why\n ", &["a.b(c, d) == e"]);
    check("a == \"x\ny\"", &["a == \"x\\ny\""]);
    check("a &&\n(\n  b\n  <= -\n  c)", &["a", "b <= -c"]);
}

#[test]
fn a_condition_knows_where_it_begins() {
    let places: Vec<(u32, u32)> = conditions("if é == b\n  && (c + d) < e {}")
        .iter()
        .map(|condition| (condition.line, condition.column))
        .collect();
    assert_eq!(places, [(1, 5), (2, 6)]);
}
