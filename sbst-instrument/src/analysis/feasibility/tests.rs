use crate::analysis::facts;
use crate::rewrite::rewrite;
use syn::parse_quote;

/// The proofs of a function, a line each: condition, outcome, reason.
fn proofs(source: &str) -> Vec<String> {
    let function: syn::ItemFn = syn::parse_str(source).unwrap();
    let conditions = rewrite(&mut function.block.clone(), &parse_quote!(sbst)).conditions;
    let facts = facts(Some(&function.sig), &function.block, &conditions);
    let mut lines = Vec::new();
    for (condition, proofs) in conditions.iter().zip(&facts.infeasible) {
        for (outcome, reason) in [(true, &proofs.when_true), (false, &proofs.when_false)] {
            lines.extend(reason.as_ref().map(|reason| format!("{} {outcome}: {reason}", condition.text)));
        }
    }
    lines
}

fn none(source: &str) {
    assert_eq!(proofs(source), Vec::<String>::new(), "{source}");
}

#[test]
fn loops_over_nonempty_values_are_entered() {
    for iterable in ["&table", "table.iter().rev()", "table", "text.split(',')", "1..=9u8 as usize", "[1, n]"]
    {
        let source = format!("fn f(table: [u8; 4], text: &str, n: u8) {{ for x in {iterable} {{ g(x) }} }}");
        let found = proofs(&source);
        let is_decided = iterable.starts_with('[');
        assert_eq!(found.len(), usize::from(!is_decided), "{iterable}: {found:?}");
        assert!(found.iter().all(|proof| proof.contains(" false: ")), "{found:?}");
    }
    none("fn f(v: &[u8], n: usize) { for x in v {} for i in 0..n {} for l in text().lines() {} }");
    assert_eq!(
        proofs("fn f(v: V) {\nlet n = v.len(); for i in 0..(n + 1) {} for i in 1..n {} if n + 2 > 1 {} }"),
        [
            "for i in 0..(n + 1) false: `n` is at least 0 since line 2",
            "n + 2 > 1 false: `n` is at least 0 since line 2"
        ]
    );
    none("fn f(n: u8, m: u8) { if n + 3 < 5 {\nif n < 1 {} } if m - 1 > n {} }");
    none("fn f(v: &[u8]) { for x in v.iter().filter(|x| **x > 3) {} }");
    assert_eq!(
        proofs("fn f(v: &[u8]) { for part in v.chunks(4) {\n for b in part {} } }"),
        ["for b in part false: the length of `part` is 1 to 4 since line 1"]
    );
}

#[test]
fn a_checked_fact_decides_later_conditions() {
    assert_eq!(
        proofs("fn f(v: &Vec<u8>) -> u8 { if v.is_empty() { return 0; }\nfor x in v {} if v.len() == 0 { 1 } else { 2 } }"),
        [
            "for x in v false: the length of `v` is at least 1 since line 1",
            "v.len() == 0 true: the length of `v` is at least 1 since line 1"
        ]
    );
    assert_eq!(
        proofs("fn f(x: Option<u8>) -> Option<u8> { if x.is_none() { return None; }\nlet y = x?; Some(y) }"),
        ["x? false: `x` is `Some` or `Ok` since line 1"]
    );
    assert_eq!(
        proofs("fn f(x: Option<u8>) { let Some(y) = x else { return };\nmatch x { Some(z) if z > y => {} Some(_) => {} None => {} } }"),
        ["match x { Some(z) } false: `x` is `Some` or `Ok` since line 1", "match x { Some(_) } false: `x` is `Some` or `Ok` since line 1"]
    );
    assert_eq!(
        proofs("fn f(a: f64, b: f64) { if a < b {\n if a < b {} if b > a {} if a >= b {} } }"),
        ["a < b false: it is true since line 1"]
    );
}

#[test]
fn arms_after_exhaustive_arms_are_not_reached() {
    assert_eq!(
        proofs("fn f(n: u32) -> u8 { match n % 3 { 0 => 1, 1 => 2, 2 => 3, _ => unreachable!() } }"),
        ["match n % 3 { 2 } false: the matched value is 2 since line 1"]
    );
    assert_eq!(
        proofs(
            "fn f(n: u8) -> u8 { let r = n % 3; match r { 0 => 1, 1 => 2, 2 => 3, _ => unreachable!() } }"
        ),
        ["match r { 2 } false: `r` is 2 since line 1"]
    );
    assert_eq!(
        proofs("fn f(b: u8) -> u8 { match b { 0..=127 => 1, 128..=255 => 2, _ => 3 } }"),
        ["match b { 128..=255 } false: `b` is 128 to 255 since line 1"]
    );
    assert_eq!(proofs("fn f(n: u8) { if n > 255 {} if n >= 0 {} }").len(), 2);
}

#[test]
fn variables_that_may_have_changed_have_no_facts() {
    none("fn f(mut n: u8) { if n > 3 { return; } n += 1; if n > 3 {} }");
    none("fn f(v: &mut Vec<u8>) { if v.is_empty() { g(v); if v.is_empty() {} } }");
    none("fn f(v: &mut Vec<u8>) { if v.is_empty() { v.push(1); if v.is_empty() {} } }");
    none("fn f(v: &mut Vec<u8>) { while !v.is_empty() { v.pop(); } }");
    none("fn f() { let mut n = 0; let mut g = || n += 1; g(); if n > 0 {} }");
    none("fn f() { let mut n = 0; let r = &mut n; *r = 7; if n > 0 {} }");
    none("fn f() { let mut n = 0; change!(n); if n > 0 {} }");
    none("fn f() { let mut n = 0; loop { if n > 3 { break; } n += 1; } }");
    none("fn f(s: &mut S) { if s.n > 3 { s.step(); if s.n > 3 {} } }");
    none("fn f() { let s = state(); if s.n > 3 { step(s); if s.n > 3 {} } }");
    none("fn f(&mut self) { if self.at < 3 { self.step(); if self.at < 3 {} } }");
    none("fn f(n: u32) { loop { match next(n) { 0 => {} 1 => {} _ => {} } } }");
    none("fn f(x: &Cell<u8>) { if x.get() > 3 { g(x); if x.get() > 3 {} } }");
    none("fn f(a: u8, b: u8) { let mut found = false; for x in list() { if x == a { found = true; } } if found {} }");
    none("static mut N: u8 = 0; fn f() {}".split_once(';').map_or("", |all| all.1));
}

#[test]
fn flags_and_fields_are_followed() {
    assert_eq!(
        proofs("fn f(a: u8) { let mut found = false;\nif a > 3 { g(); } if found {} }"),
        ["found true: `found` is 0 since line 1"]
    );
    assert_eq!(
        proofs("fn f(&self) -> u8 { if self.at < 3 { return 1; }\nif self.at < 2 { return 2; } 3 }"),
        ["self.at < 2 true: `self.at` is at least 3 since line 1"]
    );
    assert_eq!(
        proofs("fn f(n: i32) { return;\nif n > 0 {} }"),
        ["n > 0 true: nothing leads here", "n > 0 false: nothing leads here"]
    );
}

#[test]
fn the_last_arm_that_is_compiled_matches() {
    let function: syn::ItemFn = parse_quote! {
        fn f(e: E) -> u8 { match e { E::A => 1, #[cfg(feature = "b")] E::B => 2 } }
    };
    let conditions = rewrite(&mut function.block.clone(), &parse_quote!(sbst)).conditions;
    let facts = facts(Some(&function.sig), &function.block, &conditions);
    assert_eq!(facts.infeasible[0].unless, ["feature = \"b\""]);
    let emitted = facts.infeasible[0].emit().to_string();
    assert!(
        emitted.contains("cfg ! (all (any (feature = \"b\")))") && emitted.contains("no other arm"),
        "{emitted}"
    );
}
