//! Emitted code for each form of pattern, loop, early return, assertion and membership.

use quote::quote;
use sbst_instrument::rewrite::rewrite;
use syn::{parse2, parse_quote, parse_str, ItemFn};

/// The rewritten function. A short path makes it readable.
fn rewritten(body: &str) -> String {
    let mut function: ItemFn = parse_str(&format!("fn f() {{ {body} }}")).unwrap();
    rewrite(&mut function.block, &parse_quote!(rt));
    prettyplease::unparse(&parse2(quote!(#function)).unwrap())
}

macro_rules! snapshots {
    ($($name:ident: $body:expr;)*) => { $(
        #[test]
        fn $name() {
            insta::assert_snapshot!(rewritten($body));
        }
    )* };
}

snapshots! {
    if_let_with_a_value: "if let Some(5) = g() { a() } else { b() }";
    if_let_with_a_place: "let x = if let Ok(ref y) = self.z { y } else if let [1, ..] = v[i + 1] { a() } else { b() };";
    if_let_with_a_place_within_a_value: "if let A { x: 0, y, .. } = *cell.borrow() { g(y) }";
    if_let_with_a_macro: "if let Some(x) = place!() { g(x) }";
    if_let_in_a_chain: "if a && let Some(x) = b && let B(3 | 4) = g(x) && x > 2 {}";
    while_let_with_a_value: "while let Some(x) = stack.pop() { continue }";
    while_let_with_a_place: "'a: while let Some(x) = list { list = g(x); break 'a }";
    while_let_with_a_macro: "while let Some(x) = place!() {}";
    let_else: "
        let Some(a) = b else { return };
        let Some(c) = &mut d.e else { return };
        let Some(f) = &g().h else { return };
        let Some(i) = (&j(), 3) else { return };
        let Some(k): Option<u8> = l() else { return };
        #[cfg(m)]
        let Some(n) = o else { return };";
    patterns_taken_apart: "if let (A(B(1), _, C { d: 2..=3, e }), &[ref x @ f::MAX, _, y @ .., -4.5], Some(\"g\" | \"h\") | None) = i() {}";
    arms: "match x { A | B(_) => a(), C(0..=9, y) => g(y), D if h => {}, z if z == 3 => {} #[cfg(w)] E if k => {} F => {}, _ => {} }";
    matches_macro: "let a = matches!(b, Some(c) if c == 3) || matches!(d(), 'x'..='z');";
    loops_and_early_returns: "'a: for i in 0..g()? { h(i)?; }";
    assertions: "assert!(a == b); assert!(c, \"message {}\", d); std::assert_ne!(e(), 3, \"{}\", f);";
    assertions_in_expressions: "let x = (debug_assert_eq!(a, b), #[allow(z)] 3);";
    arguments_of_macros: "println!(\"{x} {y}\", y = a == b); vec![c == d; e].len(); mine!(f == g)";
    eager_operators: "if (a == b) & !(c | (d > e)) ^ f.contains(&g) {} let x = (a == b) & c;";
    special_values: "
        if find(x) == -1 || None != g().h() {}
        if a.cmp(&b) == Ordering::Less && b == NONE && f(b) > 3 {}";
    kept: "
        let valid = a == b && f(c);
        let found = find(x)?;
        let (sum, overflows) = x.overflowing_add(y);
        let unused = g(y);
        if !valid && overflows { h(|| if valid {}) }
        { let inner = k(); if inner.is_none() { return inner?; } }
        if let Some(n) = found { n } else if found == None { match found { Some(3) => 1, _ => 2 } } else { 3 }";
    standard_calls: "
        let sum = a.checked_add(b)?.checked_mul(h()?).ok_or(E)?;
        if list.get(i).is_some() && self.list.get(i + 1).is_none() && f().first().is_none() {}
        if let Some((c, d)) = text.split_once(\":\") {}
        let Some(e) = f(x).strip_prefix('x') else { return };
        match a.cmp(&b).reverse() { Ordering::Less | Ordering::Equal => c(), Ordering::Greater => d() }
        if a.cmp(&(b + 1)).is_lt() || u8::try_from(n).is_err() || char::from_u32(n as u32).is_none() {}
        let g: u8 = n.try_into()?;";
    callees: "
        if a(b) || !c.all(|d| d.is_alphabetic()) && e.f() || g.any(char::is_numeric) || h.is_some() || Some(i) == j || k().await {}
        let Some(l) = m(n)? else { return };
        let Some(t) = u(v) else { return };
        let q = r.parse::<u8>()? + s.trim().parse()?;
        match o() { Some(3) => {} Some(_) if p => {} _ => {} }";
    classes: "if c.is_ascii_digit() || !b[i].is_whitespace() && f().is_alphabetic() || d.is_digit(16) || d.is_digit(g()) {}";
    qualities_of_numbers: "if n.is_power_of_two() || !(a / b).is_infinite() && n.is_multiple_of(k) || list.is_sorted() {}";
    comparisons_by_methods: "if (a ^ 1).eq(&f()) || a.lt(&b) {}";
    structures: "let x = a == [1, 2] || Some(3) != b || (c, d) < e() || &f[..2] >= g || h == b\"x\" || i == None; if (a == [1]) & j {}";
    memberships: "
        if !map.contains_key(&c) {}
        if set.contains(&3) && f().contains(x) && [1, 2].contains(&g(y)) {}
        if a().b.contains(c) || d.contains(|e| e) || h[i].contains(&j()) {}
        if k.starts_with(\"l\") || !m().is_empty() || n.eq_ignore_ascii_case(&o) && p.ends_with(q, r) {}";
}
