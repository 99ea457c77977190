//! Emitted code that reports values to symbolic execution.

use quote::quote;
use sbst_instrument::condition::checks::Check;
use sbst_instrument::rewrite::{rewrite, rewrite_with_checks, rewrite_with_operations};
use syn::{parse2, parse_quote, parse_str, ItemFn};

fn emitted(source: &str) -> String {
    let mut function: ItemFn = parse_str(source).unwrap();
    rewrite_with_operations(&mut function.block, &parse_quote!(rt), false);
    prettyplease::unparse(&parse2(quote!(#function)).unwrap())
}

#[test]
fn operations_follow_their_operands() {
    insta::assert_snapshot!(emitted(
        "fn f(a: u32, v: &[u8], p: &mut P) -> u32 {
            let mut crc = !a;
            crc = (crc >> 1) ^ (v[2] as u32 & g(a));
            p.count += 1;
            let copy = p.count;
            if copy * 7 == LIMIT { return 3 }
            crc
        }"
    ));
}

#[test]
fn variables_are_reported_where_they_are_bound() {
    insta::assert_snapshot!(emitted(
        "fn f(v: &[u8]) {
            let (a, mut b) = pair(v);
            for (i, &d) in v.iter().enumerate() { b = d; }
            for n in 0..3 {}
            while let Some(c) = next() {}
            match v { [first, ref rest @ ..] => { g() } None => {} }
            let n = 5;
            v[n] = a;
        }"
    ));
}

#[test]
fn conditions_are_numbered_as_they_are_in_a_plain_search() {
    let source = "fn f(v: &[u8], i: usize) -> bool {
        if v[i] as u32 + 1 > 3 && v[i..].iter().any(|b| !*b - 1 == 2) { return v[i + 1] == g(i)?; }
        while let Some(x) = v.get(i - 1) && *x as usize * i < 9 {}
        match v[0] { 1 if v[1] - v[2] > 3 => true, _ => i & 7 < 3 }
    }";
    let mut function: ItemFn = parse_str(source).unwrap();
    let plain = rewrite(&mut function.block, &parse_quote!(rt));
    let mut function: ItemFn = parse_str(source).unwrap();
    let followed = rewrite_with_operations(&mut function.block, &parse_quote!(rt), false);
    assert_eq!(plain.conditions, followed.conditions);
    assert!(followed.checks.iter().all(|check| !check.is_sought));
}

#[test]
fn hidden_checks_that_are_sought_are_those_of_a_search_without_following() {
    let source = "fn f(v: &[u8], i: usize, o: Option<u8>) -> u8 {
        let a = (v[i] & 7) + v[i / 2] * 3 / 2;
        let b = o.unwrap().wrapping_add(a - 1) ^ !a;
        v.chunks(i).next().expect(\"one\")[0] + b.max(-1 as i8 as u8)
    }";
    let sought = |checks: Vec<Check>| checks.into_iter().filter(|check| check.is_sought).collect::<Vec<_>>();
    let mut function: ItemFn = parse_str(source).unwrap();
    let plain = sought(rewrite_with_checks(&mut function.block, &parse_quote!(rt)).checks);
    let mut function: ItemFn = parse_str(source).unwrap();
    let followed = rewrite_with_operations(&mut function.block, &parse_quote!(rt), true).checks;
    assert!(followed.len() > plain.len(), "operations that cannot fail are followed as well");
    assert_eq!(sought(followed), plain);
}

#[test]
fn computations_let_their_operands_wait() {
    insta::assert_snapshot!(emitted(
        "fn f(a: u32, v: &[u32]) -> u64 {
            let b = a.wrapping_mul(v[0] + 1).rotate_left(5);
            u64::from(g(b).wrapping_neg())
        }"
    ));
}
