use super::*;
use crate::suite::fixtures::Directory;
use crate::suite::reach::Reach;
use sbst_model::TargetId;
use sbst_model::messages::{Getter, Items, Reading};
use sbst_model::target::{CallForm, Parameter, Place};

const TYPES: &str = "\
    pub struct Set { bits: u8 } #[derive(PartialEq)] pub struct Equal { bits: u8 }\n\
    impl Set { pub fn len(&self) -> usize { 0 } pub fn is_empty(&self) -> bool { true } \
     pub fn first(&self) -> Option<&str> { None } pub fn last(&self) -> Option<&str> { None } \
     pub fn bytes(&self) -> usize { 0 } pub fn capacity(&self) -> usize { 0 } pub fn inner(&self) -> Set { loop {} } }\n\
    impl Equal { pub const FULL: Equal = Equal { bits: 0xff }; const HIDDEN: Self = Equal { bits: 1 }; \
     pub fn new() -> Equal { loop {} } } pub const ONE: Equal = Equal { bits: 1 };\n\
    pub enum Error { Empty, Bad(u8), Named { at: u8 } } pub struct Open { pub x: f64 } pub struct Shut(f64);\n\
    pub enum Deep { Some(Shut), Flat(Open) }";

fn called(name: &str, line: u32, has_receiver: bool) -> Called {
    let path = format!("demo::{name}");
    let id = TargetId { package: "demo".into(), crate_name: "demo".into(), binary: None, path };
    let parameter = Parameter { name: "self".into(), type_text: "&self".into(), can_be_built: true };
    Called {
        id,
        place: Place { file: "src/lib.rs".into(), line, column: 1 },
        parameters: vec![parameter],
        form: CallForm { has_receiver, ..CallForm::default() },
        borrows: Vec::new(),
    }
}

fn reading(type_name: &str, debug: &str) -> Reading {
    Reading { type_name: type_name.into(), debug: debug.into(), unordered: false, items: None }
}

fn getter(name: &str, line: u32, type_name: &str, debug: &str) -> Getter {
    let called = called(&format!("Set::{name}"), line, true);
    Getter { called, arguments: Vec::new(), result: reading(type_name, debug), is_unchanged: false }
}

/// Returns the choices about `f()`, each with its claims as one line.
fn choices_of(
    (type_name, debug): (&str, &str),
    inspection: &Inspection,
    differences: &Differences<'_>,
) -> Vec<String> {
    let exports = Directory::with_files(&[("src/lib.rs", TYPES)]).exports();
    let others = Default::default();
    let mut scope = Scope::new(Reach::outside(&exports, &others), false);
    let shown = Shown { type_name, debug: (!debug.is_empty()).then_some(debug), unordered: false };
    let value = Value { shown, inspection, parameter: None, is_beside_result: false };
    let choices = choices(&mut scope, ("f()", "f().unwrap()"), &value, differences);
    let line =
        |together: &Together| together.claims.iter().map(|claim| &*claim.line).collect::<Vec<_>>().join(" ");
    choices.iter().map(line).collect()
}

fn plainly(type_name: &str, debug: &str) -> Vec<String> {
    choices_of((type_name, debug), &Inspection::default(), &Differences::default())
}

fn with_getters() -> Inspection {
    let getters = vec![
        getter("is_empty", 2, "bool", "false"),
        getter("len", 1, "usize", "2"),
        getter("capacity", 6, "usize", "4"),
        getter("inner", 7, "demo::Set", "Set { bits: 3 }"),
        getter("first", 3, "core::option::Option<&str>", "Some(\"a\")"),
        getter("last", 4, "core::option::Option<&str>", "Some(\"b\")"),
        getter("bytes", 5, "usize", "2"),
    ];
    Inspection { getters, ..Inspection::default() }
}

#[test]
fn a_value_with_private_fields_is_asserted_through_its_getters() {
    let seen = ("demo::Set", "Set { bits: 3 }");
    let expected = "assert_eq!(f().len(), 2); assert_eq!(f().first(), Some(\"a\")); \
                    assert_eq!(f().last(), Some(\"b\"));";
    assert_eq!(choices_of(seen, &with_getters(), &Differences::default()), [expected]);
    let seen = ("core::result::Result<demo::Set, demo::Error>", "Ok(_)");
    let choices = choices_of(seen, &with_getters(), &Differences::default());
    assert!(choices[0].starts_with("assert_eq!(f().unwrap().len(), 2);"), "{choices:?}");
}

#[test]
fn properties_that_differ_between_tests_come_first() {
    let mut differences = Differences::default();
    let mut other = with_getters();
    other.getters[6].result.debug = "3".into();
    differences.add(None, &with_getters());
    differences.add(None, &other);
    let choices = choices_of(("demo::Set", "Set { bits: 3 }"), &with_getters(), &differences);
    assert!(choices[0].starts_with("assert_eq!(f().bytes(), 2); assert_eq!(f().len(), 2);"));
}

#[test]
fn display_text_and_items_are_asserted() {
    let items = Items { count: Some(1), cut_after: None };
    let items = Reading { items: Some(items), ..reading("alloc::vec::Vec<&str>", "[\"a\"]") };
    let inspection = Inspection { display: Some("a".into()), items: Some(items), ..Inspection::default() };
    assert_eq!(
        choices_of(("demo::Set", "Set { bits: 3 }"), &inspection, &Differences::default()),
        ["assert_eq!(f().to_string(), \"a\"); assert_eq!(f().collect::<Vec<_>>(), [\"a\"]);"]
    );
    let as_number = choices_of(("u8", "1"), &inspection, &Differences::default());
    assert_eq!(as_number[0], "assert_eq!(f(), 1);");
}

#[test]
fn values_are_compared_with_results_of_functions() {
    let made_by = |name: &str| Inspection {
        made_by: Some(Box::new(Called { parameters: Vec::new(), ..called(name, 1, false) })),
        ..Inspection::default()
    };
    let equal =
        choices_of(("demo::Equal", "Equal { bits: 0 }"), &made_by("Equal::new"), &Differences::default());
    assert_eq!(equal, ["assert_eq!(f(), Equal::new());"]);
    let set = choices_of(("demo::Set", "Set { bits: 0 }"), &made_by("Set::new"), &Differences::default());
    assert_eq!(set, [""; 0], "it has no `PartialEq`");
}

#[test]
fn a_value_is_compared_with_a_constant_of_its_type() {
    assert_eq!(plainly("demo::Equal", "Equal { bits: 255 }"), ["assert_eq!(f(), Equal::FULL);"]);
    assert_eq!(plainly("demo::Equal", "Equal { bits: 1 }"), ["assert_eq!(f(), ONE);"]);
    assert_eq!(plainly("demo::Equal", "Equal { bits: 2 }"), [""; 0]);
}

#[test]
fn errors_are_asserted_by_their_variant_or_text() {
    const RESULT: &str = "core::result::Result<demo::Set, demo::Error>";
    assert_eq!(plainly(RESULT, "Err(Empty)"), ["assert!(matches!(f(), Err(Error::Empty)));"]);
    assert_eq!(plainly(RESULT, "Err(Bad(1))"), ["assert!(matches!(f(), Err(Error::Bad(..))));"]);
    let display = Inspection { display: Some("bad".into()), ..Inspection::default() };
    assert_eq!(
        choices_of((RESULT, "Err(Bad(1))"), &display, &Differences::default()),
        [
            "assert_eq!(f().unwrap_err().to_string(), \"bad\");",
            "assert!(matches!(f(), Err(Error::Bad(..))));"
        ]
    );
    assert_eq!(plainly("demo::Error", "Named { at: 1 }")[0], "assert!(matches!(f(), Error::Named { .. }));");
}

#[test]
fn the_error_of_a_value_without_a_debug_text_is_asserted_alone() {
    const RESULT: &str = "core::result::Result<demo::Set, demo::Equal>";
    let partial = |display: Option<&str>| Inspection {
        is_partial: true,
        display: display.map(str::to_owned),
        ..Inspection::default()
    };
    let choices = |result: &str, debug: &str, display: Option<&str>| {
        choices_of((result, debug), &partial(display), &Differences::default())
    };
    let number = RESULT.replace("demo::Equal", "i64");
    assert_eq!(choices(&number, "Err(13)", None)[0], "assert_eq!(f().err(), Some(13));");
    assert_eq!(
        choices(RESULT, "Err(Equal { bits: 1 })", Some("no")),
        ["assert_eq!(f().err().unwrap().to_string(), \"no\");"]
    );
    assert_eq!(choices(RESULT, "Err(_)", None), ["assert!(f().is_err());"]);
    assert_eq!(choices(RESULT, "Ok(_)", None), ["assert!(f().is_ok());"]);
}

#[test]
fn a_variant_alone_is_asserted_as_a_last_resort() {
    for (type_name, debug, expected) in [
        ("core::option::Option<demo::Set>", "None", "assert!(f().is_none());"),
        ("core::option::Option<demo::Set>", "Some(Set { bits: 1 })", "assert!(f().is_some());"),
        ("core::result::Result<demo::Set, demo::Shut>", "Ok(Set { bits: 1 })", "assert!(f().is_ok());"),
        ("core::result::Result<demo::Set, demo::Shut>", "Err(Shut(1.0))", "assert!(f().is_err());"),
    ] {
        assert_eq!(plainly(type_name, debug), [expected]);
    }
}

#[test]
fn debug_text_is_compared_only_without_private_data() {
    for (type_name, debug, is_compared) in [
        ("(f64, i32)", "(NaN, 1)", true),
        ("demo::Open", "Open { x: NaN }", true),
        ("demo::Shut", "Shut(1.0)", false),
        ("demo::Deep", "Some(Shut(1.0))", false),
        ("demo::Set", "Set { bits: 3 }", false),
        ("core::str::iter::Chars", "Chars(['a'])", false),
        ("other::Version", "Version { major: 1 }", false),
    ] {
        let text = format!("assert_eq!(format!(\"{{:?}}\", f()), {debug:?});");
        assert_eq!(plainly(type_name, debug).contains(&text), is_compared, "{type_name}");
    }
}
