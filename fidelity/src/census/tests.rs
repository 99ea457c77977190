use super::*;

fn counted(text: &str) -> Vec<Function> {
    functions(text, &Configuration::default()).expect("the text is Rust")
}

/// Lists the conditions of the one function of `text`: `kind line:column`, with `!` for a peculiar
/// one.
fn conditions(text: &str) -> Vec<String> {
    let functions = counted(text);
    let found = functions.iter().flat_map(|function| &function.conditions);
    found
        .map(|found| {
            let sign = if found.peculiarity.is_some() { "!" } else { "" };
            format!("{} {}:{}{sign}", found.kind, found.place.0, found.place.1)
        })
        .collect()
}

#[test]
fn each_form_counts_as_designed() {
    let cases: [(&str, &[&str]); 16] = [
        ("fn f() { let x = a == b; }", &["comparison 1:18"]),
        ("fn f() { if a && (b || c < d) {} }", &["boolean 1:13", "boolean 1:19", "comparison 1:24"]),
        ("fn f() { if !(a == b) {} if !c {} }", &["comparison 1:15", "boolean 1:29"]),
        ("fn f() { if true && cfg!(x) {} }", &[]),
        ("fn f() { while let Some(x) = y {} }", &["pattern 1:16"]),
        ("fn f() { let Ok(x) = y else { return }; let (a, b) = c; }", &["pattern 1:10"]),
        ("fn f() { match a { 1 => {} X if b => {} _ => {} } }", &["arm 1:20", "arm 1:28", "boolean 1:33"]),
        ("fn f() { match a { A => {} B => {} } }", &["arm 1:20"]),
        ("fn f() { match a { A => {} B if c => {} } }", &["arm 1:20", "arm 1:28", "boolean 1:33"]),
        ("fn f() { for x in y {} for _ in 0..9 {} }", &["loop 1:10"]),
        ("fn f() { a?; Err(b)?; }", &["try 1:11"]),
        ("fn f() { assert!(a < b, \"{}\", c == d); }", &["comparison 1:18", "comparison 1:31"]),
        ("fn f() { assert_eq!(a, b); matches!(c, Some(_)); }", &["comparison 1:10", "pattern 1:28"]),
        ("fn f() { let x = [0; { 1 == 1 } as usize]; const { 2 == 2 }; }", &[]),
        ("fn f() { own!(a == b); }", &["comparison 1:15!"]),
        ("fn f() { if a && let Some(x) = y[i()] {} }", &["boolean 1:13", "pattern 1:18!"]),
    ];
    for (text, expected) in cases {
        assert_eq!(conditions(text), expected, "{text}");
    }
}

#[test]
fn macro_specific_tokens_may_be_conditions() {
    let found = |text: &str| counted(text)[0].conditions[0].peculiarity.clone();
    let name = "own".to_owned();
    assert_eq!(found("fn f() { own!(a == b => c); }"), Some(Peculiarity::MacroSyntax(name.clone())));
    assert_eq!(found("fn f() { own!(a == b, c); }"), Some(Peculiarity::OpaqueMacro(name)));
}

#[test]
fn configured_away_code_does_not_count() {
    let text = "fn f() { #[cfg(windows)] g(a)?; #[cfg(windows)] { b?; } #[cfg(windows)] let c = d?; match e { #[cfg(windows)] 1 => {} 2 => {} _ => {} } }";
    assert_eq!(conditions(text), ["arm 1:119"]);
}

#[test]
fn a_macro_among_the_patterns_is_peculiar_for_all_arms() {
    let text = "fn f() { match a { 1 => {} m!() => {} _ => {} } }";
    assert_eq!(conditions(text), ["arm 1:20!", "arm 1:28!"]);
}

#[test]
fn functions_are_distinguished_and_tests_excluded() {
    let text = "\
const fn a() { fn b() { x?; } }
impl S { fn c(&self) { if d {} } }
trait T { fn e(); fn g() { for h in i {} } }
#[cfg(test)] mod tests { fn j() { if k {} } }
#[cfg(windows)] fn l() { if m {} }
";
    let functions = counted(text);
    let told: Vec<(&str, bool, usize)> = functions
        .iter()
        .map(|function| (&*function.name, function.is_const, function.conditions.len()))
        .collect();
    assert_eq!(told, [("a", true, 0), ("b", false, 1), ("c", false, 1), ("g", false, 1)]);
}

#[test]
fn macro_definitions_count_functions_and_outside_conditions() {
    let text = "\
macro_rules! make { ($t:ty, $name:ident $(, $x:expr)*) => { impl $t { fn $name(&self) { if self.a == $name { $($x?;)* } } } } }
macro_rules! leave { ($e:expr) => { if $e { return } }; (@ $a:tt) => { $a == 1 } }
";
    let functions = counted(text);
    let told: Vec<(&str, usize)> =
        functions.iter().map(|function| (&*function.name, function.conditions.len())).collect();
    assert_eq!(told, [("$", 2), ("leave!", 1), ("leave!", 1)]);
    assert_eq!(functions[0].standing, Standing::MacroDefinition("make".to_owned()));
    assert_eq!(functions[1].standing, Standing::None);
    let peculiarity = Some(Peculiarity::MacroDefinition("leave".to_owned()));
    assert_eq!(functions[1].conditions[0].peculiarity, peculiarity);
}
