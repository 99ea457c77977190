//! Emitted code for operations that may panic, in a search for panics.

use quote::quote;
use sbst_instrument::condition::checks::CheckKind;
use sbst_instrument::rewrite::{rewrite, rewrite_with_checks, Rewritten};
use syn::{parse2, parse_quote, parse_str, ItemFn};

fn rewritten(source: &str) -> (String, Rewritten) {
    let mut function: ItemFn = parse_str(source).unwrap();
    let rewritten = rewrite_with_checks(&mut function.block, &parse_quote!(rt));
    (prettyplease::unparse(&parse2(quote!(#function)).unwrap()), rewritten)
}

fn emitted(source: &str) -> String {
    rewritten(source).0
}

fn checks(source: &str) -> Vec<(CheckKind, String)> {
    rewritten(source).1.checks.into_iter().map(|check| (check.kind, check.text)).collect()
}

#[test]
fn arithmetic() {
    insta::assert_snapshot!(emitted(
        "fn f(a: i32, b: i32) -> i32 {
            let c = a + 1;
            let d = -(a * b) / g(a);
            let mut e = 1 << b;
            e += c;
            e -= g(d) + 2;
            e
        }"
    ));
}

#[test]
fn indices() {
    insta::assert_snapshot!(emitted(
        "fn f(v: &mut Vec<Option<i32>>, t: &str, i: usize) -> i32 {
            v[i + 1] = None;
            v[i].take();
            match v[0] { Some(ref mut k) => { *k = 3; } None => {} }
            let c = &mut v[i];
            t.as_bytes()[i] as i32 + t[i..].len() as i32 + v[i].unwrap()
        }"
    ));
}

#[test]
fn calls() {
    insta::assert_snapshot!(emitted(
        "fn f(o: Option<u8>, t: &mut String, c: &RefCell<u8>) -> u8 {
            t.insert(o.unwrap().into(), 'x');
            let k = g(t).expect(\"a number\");
            *c.borrow_mut() = k;
            t.parse().unwrap()
        }"
    ));
}

#[test]
fn constant_and_infallible_operations_have_no_check() {
    let source = "fn f(x: u32, t: &str) {
        (1 + 2, N * 3, x / 2, x % N, x << 3, 1.5 + y, &t[..], [1, 2][0], TABLE[3], -1, -N, x + 0);
        (format!(\"{x}\") + t, x.to_string() + t, y as f64 * z);
        [0; N + 1];
    }";
    let names: Vec<_> = checks(source).into_iter().map(|(_, text)| text).collect();
    assert_eq!(names, ["x % N"], "a constant may be zero");
}

#[test]
fn conditions_are_numbered_as_they_are_without_checks() {
    let source = "fn f(v: &[u8], i: usize) -> bool {
        if v[i] + 1 > 3 && v[i..].iter().any(|b| *b - 1 == 2) { return v[i + 1] == g(i)?.unwrap(); }
        while let Some(x) = v.get(i - 1) && *x as usize * i < 9 {}
        match v[0] { 1 if v[1] - v[2] > 3 => true, _ => -i < 0 }
    }";
    let mut function: ItemFn = parse_str(source).unwrap();
    let without = rewrite(&mut function.block, &parse_quote!(rt));
    let (_, with) = rewritten(source);
    assert_eq!(without.conditions, with.conditions);
    assert!(without.checks.is_empty());
    assert_eq!(with.checks.len(), 14, "{:#?}", with.checks);
}

#[test]
fn a_check_has_the_place_where_its_panic_is_raised() {
    let (_, found) = rewritten("fn f() { g((a + b) * c, v[i], o.unwrap()) }");
    let places: Vec<_> =
        found.checks.iter().map(|check| (check.text.as_str(), check.column, check.also.1)).collect();
    assert_eq!(
        places,
        [("a + b", 12, 12), ("(a + b) * c", 12, 12), ("v[i]", 25, 26), ("o.unwrap()", 33, 33)]
    );
}

#[test]
fn a_scrutinee_may_be_borrowed_mutably() {
    insta::assert_snapshot!(emitted(
        "fn f(x: i32) -> i32 {
            g({ let mut v = vec![Some(x), None]; if let Some(k) = &mut v[(x & 1) as usize] { *k = 1; } match v[0] { Some(ref mut k) => { *k = 3; *k } None => 0 } })
        }"
    ));
}
