use super::*;
use serde_json::{Value, json};

/// A function with its own macro, and a macro that makes methods.
const SOURCE: &str = "\
fn outer(n: u8) -> bool {
    macro_rules! small {
        ($n:expr) => {
            if $n < 7 { return true }
        };
    }
    small!(n);
    n > 9
}
macro_rules! make {
    ($($name:ident)*) => { $(
        fn $name(n: u8) -> bool {
            n > 3
        }
    )* };
}
make!(a b);
fn other(n: u8) -> bool {
    n > 5
}
";

fn sources() -> SourceFiles {
    let file = SourceFile::from_text(SOURCE);
    let mut sources = SourceFiles::default();
    sources.files.insert("/w/src/lib.rs".into(), file);
    sources
}

#[test]
fn refused_functions_have_the_places_of_their_names() {
    let (sources, root) = (sources(), Utf8Path::new("/w"));
    let mut refusals = Refusals::default();
    assert!(refusals.places(&sources, root).is_empty());
    for (path, file, site) in sources.all_sites() {
        match *site.lines.start() {
            12 => _ = refusals.0.insert(Identity::from_call(path, file, site), "no".into()),
            18 => _ = refusals.0.insert(Identity::from_site(path, file, site), "no".into()),
            _ => {}
        }
    }
    let places: Vec<String> = refusals.places(&sources, root).into_iter().collect();
    assert_eq!(places, ["src/lib.rs:12:12", "src/lib.rs:18:4"]);
}

fn span(line: usize, text: &str, expansion: Value) -> Value {
    json!({
        "file_name": "src/lib.rs", "byte_start": 0, "byte_end": 0, "line_start": line, "line_end": line,
        "column_start": 1, "column_end": 1, "is_primary": true, "label": null, "suggested_replacement": null,
        "suggestion_applicability": null, "expansion": expansion,
        "text": [{"text": text, "highlight_start": text.len() + 1, "highlight_end": text.len() + 1}],
    })
}

fn error(code: Option<&str>, spans: Vec<Value>) -> Diagnostic {
    let code = code.map(|code| json!({"code": code, "explanation": null}));
    let error = json!({"message": "no", "code": code, "level": "error", "spans": spans, "children": [], "rendered": null});
    serde_json::from_value(error).unwrap()
}

/// Adds errors, and returns the first lines of the items that lose their attribute by it, or their
/// call.
fn added(refusals: &mut Refusals, errors: &[Diagnostic]) -> Vec<String> {
    let (sources, root, before) = (sources(), Utf8Path::new("/w"), refusals.clone());
    if refusals.add(&sources, root, errors) == 0 {
        refusals.add_around(&sources, root, errors);
    }
    let mut found = Vec::new();
    for (path, file, site) in sources.all_sites() {
        let line = site.lines.start();
        for (kind, identity) in [("", Identity::from_site as FindIdentity), ("call ", Identity::from_call)] {
            let identity = identity(path, file, site);
            if refusals.0.contains_key(&identity) && !before.0.contains_key(&identity) {
                found.push(format!("{kind}{line}"));
            }
        }
    }
    found
}

#[test]
fn error_in_an_unchanged_local_macro_concerns_its_function() {
    let mut refusals = Refusals::default();
    let errors = [error(Some("E0793"), vec![span(4, "            if $n", Value::Null)])];
    assert_eq!([added(&mut refusals, &errors), added(&mut refusals, &errors)], [["2"], ["1"]]);
}

#[test]
fn errors_that_may_follow_from_an_expansion_that_failed_wait() {
    let mut refusals = Refusals::default();
    let follows = error(Some("E0277"), vec![span(19, "    n", Value::Null)]);
    let errors = [follows.clone(), error(None, vec![span(11, "    ", Value::Null)])];
    assert_eq!(added(&mut refusals, &errors), ["10", "12"]);
    assert_eq!(added(&mut refusals, &[follows]), ["18"]);
}

#[test]
fn signature_errors_exclude_calls_and_body_errors_probes() {
    for (line, text, expected) in [
        (12, "        fn $name(n", "call 12"),
        (13, "            n", "12"),
        (18, "fn other(n", "call 18"),
        (18, "fn other(n: u8) -> bool {", "18"),
    ] {
        let errors = [error(Some("E0277"), vec![span(line, text, Value::Null)])];
        assert_eq!(added(&mut Refusals::default(), &errors), [expected], "{line}");
    }
}

#[test]
fn errors_outside_functions_concern_the_macro_then_the_file() {
    let mut refusals = Refusals::default();
    let place =
        json!({"span": span(17, "make!(a", Value::Null), "macro_decl_name": "make!", "def_site_span": null});
    let errors = [error(Some("E0277"), vec![span(17, "make!(a", place)])];
    let mut steps = || added(&mut refusals, &errors);
    let expected = [&["call 10", "call 12"][..], &["10", "12"], &["1", "2", "18"], &[]];
    for step in expected {
        assert_eq!(steps(), step);
    }
}

#[test]
fn another_build_of_ours_retries_refused_functions() {
    let directory = tempfile::tempdir().unwrap();
    let file = Utf8Path::from_path(directory.path()).unwrap().join("refused");
    let identity = Identity { file: "src/lib.rs".into(), lines: "f".into() };
    let refusals = Refusals(BTreeMap::from([(identity, "no rules expected `#`".to_owned())]));
    let left_by = |build| {
        Refusals::keep_those_of(build, &file).unwrap();
        let left = Refusals::read(&file).0.len();
        refusals.write(&file).unwrap();
        left
    };
    assert_eq!(["first", "first", "second", "second"].map(left_by), [0, 1, 0, 1]);
}

#[test]
fn the_lines_of_a_signature_end_with_the_first_brace() {
    let text = "struct S {}\n#[inline]\nfn near(\n    n: u8,\n) -> u8 {\n    n\n}\n";
    let name = text.find("near").unwrap();
    let lines: Vec<usize> = (1..=7).filter(|line| is_in_signature(text, name, *line)).collect();
    assert_eq!(lines, [3, 4, 5]);
}
