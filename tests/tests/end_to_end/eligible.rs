//! Functions of whole crates with special calls.

use sbst_tests::{Output, Project};
use std::sync::LazyLock;

struct Searched {
    project: Project,
    output: Output,
}

static SEARCHED: LazyLock<Searched> = LazyLock::new(|| {
    let project = Project::copy("eligible", "eligible");
    let output = project.sbst("--all --write-private --budget 20000evals --message-format json").succeed();
    project.cargo("test").succeed();
    Searched { project, output }
});

/// Returns the number of covered goals of a function, and of all its goals.
fn goals(path: &str) -> (u64, u64) {
    let target = SEARCHED.output.target(&format!("fixture_eligible::{path}"));
    (target["covered"].as_u64().unwrap(), target["goals"].as_u64().unwrap())
}

/// Asserts that the functions have at least these numbers of covered goals.
#[track_caller]
fn are_covered(expected: &[(&str, u64)]) {
    for (path, expected) in expected {
        let target = SEARCHED.output.target(&format!("fixture_eligible::{path}"));
        assert!(goals(path).0 >= *expected, "{target:#}");
    }
}

#[test]
fn formatter_output_is_asserted_with_format() {
    are_covered(&[
        ("shown::<Seconds as fmt::Display>::fmt", 6),
        ("shown::<Seconds as fmt::LowerHex>::fmt", 2),
        ("shown::part", 8),
        ("shown::perhaps", 2),
        ("shown::deepen", 2),
    ]);
    let public = SEARCHED.project.read("tests/sbst/shown.rs");
    for written in [
        "assert_eq!(format!(\"{:#}\", Seconds(1)), \"1 seconds\");",
        "assert_eq!(format!(\"{:7x}\", Seconds(1)), \"seven!!\");",
        "shown_by(|formatter| perhaps(formatter, 1))",
        "assert!(write!(&mut String::new(), ",
        "deepen(&mut ",
    ] {
        assert!(public.contains(written), "{written}: {public}");
    }
    assert!(public.matches("fn shown_by<").count() == 1, "{public}");
}

#[test]
fn writers_run_out_of_room_and_readers_fail() {
    are_covered(&[
        ("streams::header", 8),
        ("streams::Encoder<W>::push", 4),
        ("streams::label", 4),
        ("streams::length", 6),
        ("streams::total", 4),
        ("streams::both", 1),
    ]);
    let tests = SEARCHED.project.read("tests/sbst/streams.rs");
    for written in [
        "let mut out = Vec::<u8>::new();",
        "assert_eq!(out, [72, 68, 1]);",
        "let mut out = Cursor::new([0_u8; ",
        "assert_eq!(out.get_ref(), &[72, 68",
        "both(",
        "Encoder::new(Cursor::new([0_u8; ",
        "label(&mut with_room(",
        "length(&mut Read::chain(",
        "total(Read::chain(",
        "failing(ErrorKind::",
    ] {
        assert!(tests.contains(written), "{written}: {tests}");
    }
    for helper in ["fn with_room(", "fn failing("] {
        assert_eq!(tests.matches(helper).count(), 1, "{helper}: {tests}");
    }
}

#[test]
fn functions_of_constants_are_searched_and_stay_const() {
    are_covered(&[("constant::Pair::new", 1), ("constant::Pair::width", 1)]);
    assert_eq!(goals("constant::least"), (2, 2));
    let written = SEARCHED.project.read("tests/sbst/constant.rs");
    assert!(written.contains("least(") && !written.contains("__sbst"), "{written}");
}

#[test]
fn errors_for_tried_constants_cost_calls_not_the_crate() {
    assert_eq!(goals("constant::Kinds<A, B>::are_more"), (2, 2), "two constants differ");
    let output = &SEARCHED.output;
    let not_called = output.target("fixture_eligible::constant::Ranged<LOW, HIGH>::new");
    let reason = not_called["not_searched"].as_str().unwrap();
    assert!(reason.contains("a call of it does not compile"), "{reason}");
    let through = goals("constant::Ranged<LOW, HIGH>::is_least");
    assert_eq!(through, (2, 2), "it keeps its probes, and others reach its goals");
}

#[test]
fn parameters_are_chosen_by_implementations_in_the_crate() {
    are_covered(&[
        ("bounds::is_larger", 2),
        ("bounds::is_three", 2),
        ("bounds::begins_late", 2),
        ("bounds::Machine<C>::advance", 2),
        ("bounds::Work<'_, '_>::next", 2),
        ("bounds::measured", 1),
    ]);
    let written = SEARCHED.project.read("tests/sbst/bounds.rs");
    for call in [
        "is_larger(&Square::<u32>::new(",
        "is_three(&String::",
        "begins_late",
        "measured(\"hello world\", None)",
    ] {
        assert!(written.contains(call), "{call}: {written}");
    }
}

#[test]
fn values_are_made_by_whatever_makes_them() {
    are_covered(&[
        ("values::Version::is_early", 3),
        ("values::Percent::is_all", 2),
        ("values::Node::grow", 3),
        ("values::Span<T>::is_void", 2),
        ("values::alike", 4),
        ("values::exactness", 2),
        ("values::change_first", 5),
        ("generic::twice", 2),
        ("elsewhere::thrice", 4),
        ("generic::Counter::count_all", 3),
    ]);
    let public = SEARCHED.project.read("tests/sbst/values.rs");
    for written in [
        ".parse::<Version>().unwrap()",
        "Percent as std::convert::TryFrom<u16>>::try_from(",
        "<Measure as From<f32>>::from(",
        "<Measure as From<f64>>::from(",
        ".iter().peekable()",
    ] {
        assert!(public.contains(written), "{written}: {public}");
    }
    let private = SEARCHED.project.read("src/values/sbst_tests.rs");
    assert!(private.contains("Node::new(") && private.contains("Span {"), "{private}");
    let generic = SEARCHED.project.read("tests/sbst/generic.rs");
    assert!(generic.contains("UpTo { most: ") && generic.contains("twice(&mut "), "{generic}");
}

#[test]
fn items_in_the_input_of_a_macro_are_built_and_called() {
    for (path, expected) in [
        ("Level::new", (2, 2)),
        ("Level::is_full", (2, 2)),
        ("Stretch::between", (2, 2)),
        ("Stretch::has_in_the_middle", (4, 4)),
        ("inner::is_long", (2, 2)),
    ] {
        assert_eq!(goals(&format!("given::{path}")), expected, "{path}");
    }
    let written = SEARCHED.project.read("tests/sbst/given.rs");
    assert!(written.contains("Level::new(100)") && written.contains("Stretch::between("), "{written}");
}

#[test]
fn functions_of_macros_are_called_in_one_expansion() {
    for (path, expected) in [
        ("<$T as Number>::is_multiple_of", (2, 2)),
        ("<$T as Number>::of", (2, 2)),
        ("is_great", (2, 2)),
        ("is_great_number", (2, 2)),
        ("$T::are_many", (4, 4)),
        ("$T::are_few", (2, 2)),
        ("inside::half", (2, 2)),
    ] {
        assert_eq!(goals(&format!("made::{path}")), expected, "{path}");
    }
    let public = SEARCHED.project.read("tests/sbst/made.rs");
    for written in [" as Number>::is_multiple_of(&", "::of(\"three\")", "(7, 200, true)"] {
        assert!(public.contains(written), "{written}: {public}");
    }
    assert!(public.contains("are_few(Things(1), Others("), "{public}");
}

#[test]
fn types_left_open_by_empty_arguments_are_written() {
    let generic = SEARCHED.project.read("tests/sbst/generic.rs");
    for written in ["<Value as From<Option<Value>>>::from(None)", "<Value as From<Vec<Value>>>::from(vec![])"]
    {
        assert!(generic.contains(written), "{written}: {generic}");
    }
    let removed: Vec<_> =
        SEARCHED.output.find_messages("suite").iter().map(|suite| suite["removed"].clone()).collect();
    assert!(removed.iter().all(|removed| removed.as_array().is_none_or(Vec::is_empty)), "{removed:?}");
}

#[test]
fn tuple_element_is_taken_out_and_others_stay_alive() {
    are_covered(&[("ends::Entrance::put", 4), ("ends::Exit::take", 2)]);
    let written = SEARCHED.project.read("tests/sbst/ends.rs");
    assert!(written.contains("let (entrance, _exit) = queue("), "{written}");
    assert!(written.contains("let (_entrance, exit) = queue("), "{written}");
}

#[test]
fn other_calls_or_literals_replace_unusable_constructors() {
    are_covered(&[("ends::Output<'a>::write", 5), ("ends::Level::is_middle", 4)]);
    let private = SEARCHED.project.read("src/ends/sbst_tests.rs");
    assert!(private.contains("Level { height: "), "{private}");
    let public = SEARCHED.project.read("tests/sbst/ends.rs");
    assert!(public.contains("Output::to_buffer(&mut ["), "{public}");
}

#[test]
fn a_type_for_a_bound_mentions_the_bounds_types() {
    are_covered(&[("parsers::many", 3), ("parsers::<Letter<E> as Parser<I>>::parse", 2)]);
    let private = SEARCHED.project.read("src/parsers/sbst_tests.rs");
    assert!(private.contains("letter.parse("), "{private}");
}

#[test]
fn functions_within_types_are_pointers() {
    are_covered(&[
        ("parsers::<Wanted<P, F> as Parser<I>>::parse", 4),
        ("parsers::Late<T, F>::ask", 2),
        ("parsers::Late<T, F>::is_more_than", 4),
    ]);
    let public = SEARCHED.project.read("tests/sbst/parsers.rs");
    assert!(public.contains("Late::new(|| "), "{public}");
    let private = SEARCHED.project.read("src/parsers/sbst_tests.rs");
    assert!(private.contains("(|_| false) as fn(&_) -> _"), "{private}");
}

#[test]
fn futures_are_polled_where_they_are() {
    are_covered(&[
        ("futures::<Countdown as Future>::poll", 2),
        ("futures::Countdown::has_begun", 2),
        ("futures::is_same", 2),
    ]);
    let public = SEARCHED.project.read("tests/sbst/futures.rs");
    assert!(public.contains("Pin::new(&mut "), "{public}");
}

#[test]
fn caller_implemented_traits_get_doubles_in_test_file() {
    are_covered(&[
        ("doubles::is_past", 2),
        ("doubles::lengthen", 8),
        ("doubles::climbs", 2),
        ("doubles::known", 5),
        ("doubles::richest", 2),
        ("doubles::is_guarded", 4),
        ("doubles::Watch<C>::left", 2),
    ]);
    let locked = SEARCHED.output.target("fixture_eligible::doubles::locked");
    let reason = locked["not_searched"].as_str().unwrap();
    assert!(reason.contains("none of the types that are tried"), "what a method makes anew: {reason}");
    let public = SEARCHED.project.read("tests/sbst/doubles.rs");
    for written in [
        "is_past(&ClockDouble { now: ",
        "impl Store for StoreDouble {",
        "load: Result<Option<String>, StoreError>,",
        "self.roll.rotate_left(1);",
        "impl<T> Sink<T> for SinkDouble {",
        "Box::new(PaidDouble { name: ",
        "impl Named for PaidDouble {",
        "type Meaning = u8;",
        "Watch::new(ClockDouble {",
    ] {
        assert!(public.contains(written), "{written}: {public}");
    }
    assert_eq!(public.matches("struct ClockDouble {").count(), 1, "{public}");
    let private = SEARCHED.project.read("src/doubles/sbst_tests.rs");
    assert!(private.contains("impl Guard for GuardDouble {"), "of a private trait: {private}");
    assert!(!public.contains("__Sbst") && !private.contains("__Sbst"));
}
