//! Definitions that reach conditions. Bodies have a statement on each line, so that the name of its variable and its line
//! identify a definition; line 1 is the signature.

use sbst_analysis::{Analysis, Definition};

fn analysis(signature: &str, body: &str) -> Analysis {
    let function: syn::ItemFn = syn::parse_str(&format!("{signature} {{\n{body}\n}}")).unwrap();
    Analysis::from_function(&function.sig, &function.block)
}

/// `x@2`, or `x@2?` if it may be defined there.
fn written(analysis: &Analysis, definition: &Definition) -> String {
    let mark = if definition.kind.is_certain() { "" } else { "?" };
    format!("{}@{}{mark}", analysis.variables[definition.variable].name, definition.place.line)
}

fn all_written(analysis: &Analysis, definitions: Vec<usize>) -> String {
    let definitions =
        definitions.iter().map(|&definition| written(analysis, &analysis.definitions[definition]));
    definitions.collect::<Vec<_>>().join(" ")
}

/// The last definitions that reach the last condition.
#[track_caller]
fn check(signature: &str, body: &str, expected: &str) {
    let analysis = analysis(signature, body);
    let found = all_written(&analysis, analysis.last_definitions(analysis.conditions.len() - 1));
    assert_eq!(found, expected, "in `{body}`");
}

/// All definitions that contribute to the value of the last condition.
#[track_caller]
fn check_influencing(signature: &str, body: &str, expected: &str) {
    let analysis = analysis(signature, body);
    let found = all_written(&analysis, analysis.influencing(analysis.conditions.len() - 1));
    assert_eq!(found, expected, "in `{body}`");
}

#[test]
fn parameters_locals_and_constants() {
    check("fn f(x: i32)", "if x == LIMIT {}", "x@1");
    check("fn f(x: i32)", "let y = x;\nif y == 3 {}", "y@2");
    check("fn f(mut x: i32)", "x = 1;\nif x == 3 {}", "x@2");
    check("fn f()", "let x;\nif g() { x = 1 }\nelse { x = 2 }\nif x == 3 {}", "x@3 x@4");
}

#[test]
fn definitions_off_all_paths_do_not_reach() {
    check("fn f(mut x: i32)", "if x < 0 {\nx = 1;\nreturn }\nif x == 3 {}", "x@1");
    check("fn f(mut x: i32)", "if x < 0 {\nx = 1;\n}\nif x == 3 {}", "x@1 x@3");
    check("fn f(mut x: i32)", "loop {\nx = 1;\nif g() { break }\nx = 2;\n}\nif x == 3 {}", "x@3");
}

#[test]
fn definitions_go_round_loops() {
    check(
        "fn f(v: &[i32])",
        "let mut n = 0;\nfor x in v {\nif n > 3 {}\nn += 1;\n}\nif n == 2 {}",
        "n@2 n@5",
    );
    check("fn f(mut n: i32)", "while n > 0 {\nn = n - 1;\n}\nif n == -1 {}", "n@1 n@3");
    check("fn f(mut n: i32)", "while n > 0 {\nn = g();\nif n == 7 {}\n}", "n@3");
}

/// Figure 3 of McMinn and Holcombe, GECCO 2004: "the variable flag, last defined at nodes a and d".
#[test]
fn the_flag_of_figure_3() {
    let body = "let mut flag = true;\nfor i in 0..10 {\nif a[i] != 0 {\nflag = false;\n}\n}\nif flag {}";
    check("fn flag_avoid_loop_assignment(a: [i32; 10])", body, "flag@2 flag@5");
}

#[test]
fn shadowing_variables_have_distinct_names() {
    check("fn f(x: i32)", "let x = x + 1;\n{\nlet x = 5;\n}\nif x == 3 {}", "x#2@2");
    check("fn f(x: i32)", "if let Some(x) = g(x) {\nif x == 3 {}\n}", "x#2@2");
    check("fn f(x: i32)", "match g() {\nSome(x) => {}\n_ => { if x == 3 {} }\n}", "x@1");
    check("fn f(x: i32)", "let y = |x| x + 1;\nif x == 3 {}", "x@1");
}

#[test]
fn patterns_bind() {
    check("fn f(p: (i32, i32))", "let (a, b) = p;\nif b == 3 {}", "b@2");
    check_influencing("fn f(x: i32, y: i32)", "let (a, b) = (x, y);\nif b == 3 {}", "y@1 b@2");
    check("fn f(o: Option<i32>)", "match o {\nSome(n @ 1..=9)\n| Some(n) if n > 3 => {}\n_ => {}\n}", "n@3");
    check("fn f(s: S)", "let S { a, b: S2 { c, .. } } = s;\nif a == c {}", "a@2 c@2");
    check("fn f(o: Option<i32>)", "let Some(n) = o else { return };\nif n == 3 {}", "n@2");
    check("fn f(v: &[i32])", "while let [first, rest @ ..] = v {\nif *first == 1 {}\n}", "first@2");
    check("fn f(o: Option<i32>)", "if let Some(x) = o\n&& x > 3 {}", "x@2");
    check("fn f(o: Option<i32>)", "if matches!(o, Some(x)\nif x > 3) {}", "x@2");
}

#[test]
fn a_compound_assignment_uses_and_defines() {
    check("fn f(mut x: i32)", "x += 1;\nif x == 3 {}", "x@2");
    check_influencing("fn f(x: i32, y: i32)", "let mut n = x;\nn += y;\nif n == 3 {}", "x@1 y@1 n@2 n@3");
}

#[test]
fn fields_are_parts() {
    check("fn f(mut p: P)", "p.x = 1;\np.y = 2;\nif p.x == 3 {}", "p@1 p.x@2");
    check("fn f(mut p: P)", "p.x.z = 1;\nif g(&p) {}", "p@1 p.x.z@2 g(…)@3");
    check("fn f(mut p: P)", "p.x = 1;\np = q();\nif p.x == 3 {}", "p@3");
    check("fn f(mut p: P)", "p.x.z = 1;\np.x = q();\nif p.x.z == 3 {}", "p@1 p.x@3");
    check("fn f(&mut self)", "self.n = 1;\nif self.n == 3 {}", "self@1 self.n@2");
    check("fn f(mut t: (i32, i32))", "t.0 = 1;\nif t.1 == 3 {}", "t@1");
}

#[test]
fn any_element_may_be_the_one() {
    check("fn f(mut v: Vec<i32>, i: usize)", "v[0] = 1;\nv[i] = 2;\nif v[1] == 3 {}", "v@1 v[_]@2? v[_]@3?");
    check("fn f(v: &mut [i32], i: usize)", "if v[i] == 3 {}", "v@1 i@1");
    check_influencing("fn f(mut v: Vec<i32>, i: usize)", "v[i] = 2;\nif v[1] == 3 {}", "v@1 i@1 v[_]@2?");
}

#[test]
fn exclusive_references_may_define() {
    check("fn f(mut x: i32)", "g(&mut x);\nif x == 3 {}", "x@1 x@2?");
    check("fn f(x: &mut i32)", "g(x);\nif *x == 3 {}", "x@1 x@2?");
    check("fn f(x: &i32)", "g(x);\nif *x == 3 {}", "x@1");
    check("fn f(x: &mut i32)", "*x = 1;\nif *x == 3 {}", "x@2");
    check("fn f(mut x: i32)", "let r = &mut x;\n*r = 5;\nif x == 3 {}", "x@1 x@3?");
    check("fn f(mut v: Vec<i32>)", "for e in v.iter_mut() {\n*e = 5;\n}\nif v[0] == 3 {}", "v@1 v@3?");
    check("fn f(mut m: M)", "*m.entry(1).or_insert(0) += 1;\nif m.len() == 3 {}", "m@1 m@2?");
    check("fn f(mut o: Option<P>)", "if let Some(p) = &mut o {\np.x = 1;\n}\nif o == q {}", "o@1 o.x@3?");
}

#[test]
fn methods_may_define_their_receiver() {
    check("fn f(mut v: Vec<i32>)", "v.push(1);\nif v.is_empty() {}", "v@1 v@2?");
    check("fn f(v: Vec<i32>)", "v.unheard_of();\nif v.is_empty() {}", "v@1");
    check("fn f(mut v: Vec<i32>)", "v.len();\nif v.is_empty() {}", "v@1");
    check("fn f(c: &Cell<i32>)", "c.set(1);\nif c.get() == 3 {}", "c@1 c@2?");
    check("fn f(mut s: String)", "write!(s, \"{}\", 1);\nif s.is_empty() {}", "s@1 s@2?");
}

#[test]
fn closures_use_and_define_captured_variables() {
    check("fn f(v: V)", "let mut n = 0;\nv.each(|x| {\nn += x;\n});\nif n == 3 {}", "n@2 n@4");
    check("fn f(v: V, mut y: i32)", "y = 1;\nv.any(|x| *x == y);", "y@2 x@3");
    check("fn f(v: V)", "let mut n = 0;\nv.each(|x| {\nif n == 3 {}\nn = x;\n});", "n@2 n@5");
    check_influencing("fn f(v: V, w: V)", "v.any(|x| x == 3);", "v@1 x@2");
}

#[test]
fn results_of_calls_are_definitions() {
    check("fn f(x: i32)", "if inverse(x) == 0 {}", "x@1 inverse(…)@2");
    check_influencing("fn f(x: i32)", "let y = inverse(x);\nif y == 0 {}", "x@1 inverse(…)@2 y@2");
    check("fn f(x: i32)", "if Some(x) == y {}", "x@1");
}

#[test]
fn copies_are_looked_through() {
    let body = "let a = x;\nlet b = a * 2;\nlet c = y;\nif b > 3 {}";
    check_influencing("fn f(x: i32, y: i32)", body, "x@1 a@2 b@3");
    let body = "let s = format!(\"{x}-{}\", y);\nif s == t {}";
    check_influencing("fn f(x: i32, y: i32)", body, "x@1 y@1 s@2");
}

#[test]
fn conditions_use_the_variables_in_them() {
    check("fn f(x: i32, y: i32, z: i32)", "g(z, h(y)?);", "y@1 h(…)@2");
    check("fn f(v: V)", "for x in v.iter() {}", "v@1");
    check("fn f(a: bool, b: bool)", "if a & b {}", "a@1 b@1");
    check("fn f(a: i32, b: i32)", "assert_eq!(a, b, \"{c}\");", "a@1 b@1");
    check("fn f(o: O, x: i32)", "match o {\nA => {}\nB if x == 1 => {}\n_ => {}\n}", "x@1");
}

#[test]
fn a_definition_has_control_dependences() {
    let analysis = analysis("fn f(x: i32)", "let mut y = 0;\nif x > 3 {\ny = 1;\n}\nif y == 1 {}");
    let last = analysis.last_definitions(1);
    let on: Vec<usize> = last.iter().map(|&last| analysis.definitions[last].depends_on.len()).collect();
    assert_eq!(on, [0, 1]);
    assert_eq!(analysis.definitions[last[1]].depends_on[0].condition, 0);
}

#[test]
fn invisible_changes_are_listed_as_imprecisions() {
    let reasons = |signature: &str, body: &str| -> Vec<String> {
        let analysis = analysis(signature, body);
        analysis.imprecisions.iter().map(|imprecision| imprecision.to_string()).collect()
    };
    assert_eq!(reasons("fn f(mut x: i32)", "let r = &mut x;"), ["2:5: `x` may be changed through `r`"]);
    assert_eq!(
        reasons("fn f(x: &mut i32)", "g(x);"),
        ["2:1: changes by `g` through an exclusive reference are invisible"]
    );
    assert_eq!(
        reasons("fn f(c: &Cell<i32>)", "c.set(1);"),
        ["2:3: `set` works behind a shared reference, where other code may change the value, too"]
    );
    assert_eq!(
        reasons("fn f(mut x: i32)", "let p = &raw mut x;"),
        ["2:9: a value changed through a raw pointer has no name"]
    );
    assert_eq!(
        reasons("fn f()", "static N: u8 = 0;\nif N == 1 {}"),
        ["3:4: anybody may change the static `N`"]
    );
    assert_eq!(reasons("fn f(mut x: i32)", "x += 1;\nx = x.pow(2);"), [""; 0]);
}
