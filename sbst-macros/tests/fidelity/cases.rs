use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Mutex;

type Log = RefCell<Vec<String>>;

/// A temporary that logs its creation and its drop.
struct Noisy<'a>(&'static str, i32, &'a Log);

fn noisy<'a>(name: &'static str, value: i32, log: &'a Log) -> Noisy<'a> {
    log.borrow_mut().push(format!("make {name}"));
    Noisy(name, value, log)
}

impl Drop for Noisy<'_> {
    fn drop(&mut self) {
        self.2.borrow_mut().push(format!("drop {}", self.0));
    }
}

struct Parser {
    position: usize,
    values: Vec<i32>,
    name: String,
}

fn advance(parser: &mut Parser) -> usize {
    parser.position += 1;
    parser.position
}

/// A number with a `!=` that is not the opposite of its `==`.
struct Odd(i64);

impl PartialEq<i64> for Odd {
    fn eq(&self, other: &i64) -> bool {
        self.0 == *other
    }
    fn ne(&self, _: &i64) -> bool {
        true
    }
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum Token {
    End,
    String(i32),
}

cases! {
    fn temporaries(log: &Log) -> bool {
        if noisy("a", 1, log).1 == 1 && noisy("b", 2, log).1 < noisy("c", 3, log).1 || noisy("d", 0, log).1 > 3 {
            log.borrow_mut().push("then".into());
        }
        if noisy("i", 1, log).1 == 2 || noisy("j", 0, log).1 > 3 {}
        let held = noisy("e", 1, log).1 >= noisy("f", 2, log).1;
        log.borrow_mut().push("between".into());
        while noisy("g", 1, log).1 != 1 {}
        match noisy("h", 5, log).1 {
            x if x == noisy("k", 5, log).1 => log.borrow_mut().push("arm".into()),
            _ => {}
        }
        held == (noisy("l", 1, log).1 == 1)
    }

    fn last_expression(log: &Log) -> bool {
        let _local = noisy("local", 1, log);
        noisy("last", 1, log).1 == 1
    }

    fn guards_of_cells(cell: &RefCell<i32>) -> i32 {
        if *cell.borrow() == 3 { *cell.borrow_mut() += 1; }
        let mut rounds = 0;
        while *cell.borrow() < 10 { rounds += 1; *cell.borrow_mut() += 1; }
        rounds
    }

    fn guards_of_locks(lock: &Mutex<i32>) -> bool {
        if *lock.lock().unwrap() < 8 { *lock.lock().unwrap() = 9 }
        *lock.lock().unwrap() == 9
    }

    fn places(parser: &mut Parser) -> (bool, bool, bool) {
        (
            parser.position < advance(parser),
            parser.values[0] == { parser.values[0] += 1; 1 },
            parser.name == { let name: &str = "n"; name },
        )
    }

    fn changed_by_the_right_side() -> (bool, bool, bool) {
        let mut i = 1;
        let equal = i == { i += 1; i };
        let different = i != { i = 3; i };
        let reference = &mut i;
        (equal, different, *reference >= { *reference += 1; *reference })
    }

    fn inferred() -> bool {
        let x = 7;
        let bytes: Vec<u8> = vec![];
        x == "7".parse().unwrap() && bytes.len() == Default::default() && 7 <= x && x - 12 == -5
            && 1 == 1 && (|a| a + 1 == 2)(1)
    }

    fn mutable_references(value: &mut f64, number: &mut i32) -> (bool, bool) {
        let some = Some(&mut *number);
        (value <= &mut 0., some == Some(&mut 3))
    }

    fn texts(s: &str, t: String, b: Box<str>) -> bool {
        let cow = Cow::Borrowed("abc");
        s == t && t == *s && t == "abc" && cow == "abc" && *b == *s && s.as_bytes() == b"abc" && &s[..] == "abc"
    }

    fn slices(v: &[i32], w: Vec<i32>) -> bool {
        v == &[1, 2][..] && w == [1, 2] && &w[..] == v && v.first() == Some(&1) && v.get(9) == None
    }

    fn floats(x: f64) -> [bool; 4] { [x == x, x < 0.0, x != x, x >= f64::INFINITY] }

    fn references(a: &i32, b: &&i32, c: &mut i32, flag: &bool) -> bool {
        a == *b && &a == b && *c == *a && c <= &mut 9 && !flag && !!*flag || !(*a == 1 || *flag)
    }

    fn question_marks(v: &[i32]) -> Option<bool> { Some(*v.get(0)? < *v.get(1)? && v.get(2)? == v.get(3)?) }

    fn jumps(n: i32) -> i32 {
        let mut i = 0;
        'outer: loop {
            i += 1;
            if i == n { break i * 10 } else if i > 50 { break 'outer -1 }
            for j in 0..i { if j == 7 { continue 'outer } if j > 9 { return j } }
            if { if i > 30 { break 'outer -2 } i == 29 } { return 29 }
            while (i % 2 == 0) == true { i += 1; if i == 20 { continue 'outer } }
            let close = |x: i32| -> bool { x == i };
            if close(i + 1) || i == 9 && { return 5 } { break 3 }
        }
    }

    fn leaving(x: i32) -> i32 {
        let _ = x == 1 || return 7;
        let _ = x > 5 && panic!("never");
        if x == 1 && { return 3 } { 1 } else { 2 }
    }

    fn statements(x: i32, y: &mut i32) -> i32 {
        let _ = x == 1 && { *y += 1; true };
        #[cfg(all())]
        if x == 2 { *y = 5 }
        match x == 3 { true => *y = 6, false => {} }
        (x == 4) as i32 + (x > 4).then(|| 9).unwrap_or(1)
    }

    fn guarded(x: Option<String>, k: i32) -> String {
        match x {
            Some(s) if s == "a" && k > 3 => s + "!",
            Some(ref s) if (s.len() == 2) => s.clone(),
            Some(s) if s.is_empty() || !s.starts_with('q') => s,
            None if k == 0 => "none".to_string(),
            _ => String::new(),
        }
    }

    fn closures(v: &mut Vec<i32>) -> (usize, bool) {
        let k = 3;
        v.retain(|x| *x != k);
        let mut n = 0;
        v.iter().for_each(|&x| if x > k { n += 1 });
        let test = move |y| y == k && n < 100;
        v.sort_by(|a, b| if a < b { std::cmp::Ordering::Greater } else { a.cmp(b) });
        (n, test(3))
    }

    fn generic<T: PartialOrd + ?Sized, U>(a: &T, b: &T, c: &U) -> (bool, bool, bool) where U: PartialEq<T> + Clone {
        (a == b, *a < *b, c.clone() == *a)
    }

    fn own_operators(odd: Odd) -> (bool, bool) { (odd == 3, odd != 3) }

    fn variants(e: Token) -> bool { let x = Token::String(4); e < x && e == Token::String(3) || Token::End != e }

    fn struct_literals(x: i32) -> bool {
        #[derive(PartialEq)]
        struct S { x: i32 }
        if (S { x: x }) == (S { x: 1 }) { return true }
        S { x: 2 } == S { x: x }
    }

    fn constants(x: usize) -> usize {
        const N: usize = if 1 == 2 { 3 } else { 4 };
        static M: bool = 1 < 2;
        let a = [0u8; if N == 4 { 5 } else { 6 }];
        fn inner() -> bool { 1 == 1 }
        let b = [2 == x; const { (3 > 2) as usize + 1 }];
        if inner() && M { a.len() + x } else { b.len() }
    }

    fn macros(v: &[i32]) -> String {
        assert!(v.len() > 0, "empty");
        format!("{}", v[0] == 3) + if matches!(v, [x] if *x == 3) { "m" } else { "n" } + if cfg!(any()) { "c" } else { "d" }
    }

    fn patterns(o: Option<i32>) -> i32 {
        if let Some(3) = o.filter(|x| *x == 3) {
            1
        } else if let true = o == None {
            2
        } else if o.is_some() {
            let Some(x) = o.filter(|x| x > &1) else { return 9 };
            x
        } else {
            4
        }
    }

    fn names_of_probes(l: i32, r: i32, left: i32) -> bool {
        let holds = 5;
        l == r && { let mut left = left; left == { left += holds; left - l } } || r < holds
    }

    fn opaque<'a>(v: &'a [i32], k: i32) -> impl Iterator<Item = &'a i32> + 'a { v.iter().filter(move |x| **x == k || k > 7) }

    fn boxed(k: i32) -> Box<dyn Fn(i32) -> bool> { Box::new(move |x| x == k) }

    fn assigned(x: i32) -> (bool, i32) {
        let mut b = x == 1;
        b |= x == 2;
        b = b && x < 3;
        let mut v = vec![0; 3];
        v[(x == 2) as usize] += 5;
        (b, v[1])
    }

    fn imports_that_shadow(number: i32, text: String) -> bool {
        #![allow(unused_imports)]
        use self::Token::*;
        let _ = String(1);
        number == 3 && text == "x"
    }

    fn lifetimes<'a, 'b: 'a>(x: &'a str, y: Option<&'b [&'a str]>) -> &'a str where 'b: 'a {
        if y.map_or(false, |y| y[0] == x) { "y" } else { x }
    }

    fn functions(f: fn(&i32) -> bool, g: &dyn Fn(i32) -> i32) -> bool { f(&3) == (g(1) > 0) }

    fn bound_by_patterns((a, b): (i32, i32), _: i32, [c, ..]: [i32; 2]) -> bool { a == b || c > 1 }

    fn pointers(a: &Rc<String>, b: &Rc<String>) -> bool {
        &a == &b && *a == *b && a.as_str() == b.as_str() && a.len() > b.len() - 1 && a as *const _ == b as *const _
    }

    fn large(a: u128, b: i128) -> bool { a > 1 << 100 || b < -(1 << 100) }

    fn recursive(n: u32) -> u64 { if n < 2 { n as u64 } else { recursive(n - 1) + recursive(n - 2) } }

    fn nested_blocks(x: i32) -> bool {
        if match x { 1 => true, _ => x == 2 } { true } else { (if x > 3 { x == 4 } else { false }) && { x < 9 } }
    }

    fn fields(t: ((i32, u8), i32)) -> bool { t.0.1 == 3 && (t.0).0 < t.1 }
}

/// The results of the cases, as text.
pub fn observations() -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    macro_rules! see {
        ($($seen:expr),* $(,)?) => { $( let line = format!("{}: {:?}", stringify!($seen), $seen); seen.push(line); )* };
    }
    let log = Log::default();
    see!(temporaries(&log), last_expression(&log));
    see!(log.borrow());
    let cell = RefCell::new(3);
    see!(guards_of_cells(&cell), cell, guards_of_locks(&Mutex::new(3)));
    let mut parser = Parser { position: 0, values: vec![1], name: "n".into() };
    see!(places(&mut parser), parser.position, parser.values, changed_by_the_right_side(), inferred());
    see!(mutable_references(&mut 0.0, &mut 3), mutable_references(&mut 1.0, &mut 4));
    see!(texts("abc", "abc".into(), "abc".into()), texts("abd", "abd".into(), "abd".into()));
    see!(slices(&[1, 2], vec![1, 2]), slices(&[1], vec![1]));
    see!(floats(0.0), floats(-1.0), floats(f64::NAN), floats(f64::INFINITY));
    see!(references(&1, &&1, &mut 1, &true), references(&2, &&1, &mut 1, &false));
    let one = 1;
    see!(references(&one, &&one, &mut 1, &false));
    see!(question_marks(&[]), question_marks(&[1, 2]), question_marks(&[1, 2, 3, 3]), question_marks(&[2, 1]));
    see!(leaving(0), leaving(1));
    for i in 0..40 {
        let mut y = 0;
        see!(jumps(i), statements(i, &mut y), y, struct_literals(i), patterns(Some(i)), constants(i as usize));
        see!(assigned(i), nested_blocks(i), patterns(None));
    }
    for text in ["a", "b", "ab", "", "q", "qqq"] {
        see!(guarded(Some(text.into()), 0), guarded(Some(text.into()), 5));
    }
    see!(guarded(None, 0), guarded(None, 1));
    let mut values = vec![1, 3, 5, 4, 3];
    see!(closures(&mut values), values);
    see!(generic(&1, &2, &1), generic("a", "b", &String::from("a")), generic(&[1.5][..], &[1.0][..], &vec![1.0]));
    see!(own_operators(Odd(3)), variants(Token::End), variants(Token::String(3)), macros(&[3]), macros(&[4, 5]));
    see!(names_of_probes(1, 1, 2), names_of_probes(5, 5, 0), names_of_probes(1, 2, 3));
    see!(opaque(&[1, 2, 1], 1).count(), boxed(3)(3), imports_that_shadow(3, "x".into()));
    see!(lifetimes("x", Some(&["x"])), lifetimes("x", None), functions(|x| *x == 3, &|x| x));
    see!(bound_by_patterns((1, 2), 3, [1, 2]), bound_by_patterns((1, 1), 3, [1, 2]));
    let text = Rc::new("x".to_string());
    see!(pointers(&text, &text), pointers(&text, &text.clone()), large(1 << 101, 0), large(0, -(1 << 101)));
    see!(recursive(10), fields(((2, 3), 4)));
    seen
}
