//! A closure behaves as its source: both are compared with a model of each answer.

use super::*;
use crate::value::within::Unbounded;
use proptest::prelude::*;
use sbst_model::expression;
use sbst_model::shape::Sum;
use std::cmp::Ordering;

struct One;
impl Template for One {
    const TEXT: &'static str = "|_| {0}";
}
struct Two;
impl Template for Two {
    const TEXT: &'static str = "&mut |_, _| {0}";
}

type OfNumber<R> = FunctionParameter<R, Unbounded, One, R, (Key<u8, 0>,)>;
type OfReference<R> = FunctionParameter<R, Unbounded, One, R, (Key<u8, 1>,)>;
type OfPair<R> = FunctionParameter<R, Unbounded, Two, R, (Key<u8, 0>, Key<str, 1>)>;
type Comparator = FunctionParameter<Ordering, Unbounded, Two, Ordering, (Key<u8, 1>, Key<u8, 1>)>;

/// Tests share the places of installed values.
static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Returns the variant with this answer, and the source of its closure for these nodes, after
/// installing them.
fn install<R, P: CanReturn<R>>(
    parameter: &P,
    parameters: &[ClosureParameter],
    body: &str,
    fields: impl Fn(&mut TestCase),
) -> String {
    let shape = parameter.shape(parameters).shape.unwrap();
    let Shape::Sum(Sum { variants }) = shape else { panic!("it has answers") };
    let variant = variants.iter().position(|variant| variant.template.contains(body));
    let variant = variant.unwrap_or_else(|| panic!("{body} is not among {variants:?}"));
    let mut test = TestCase::new();
    let sum = test.open(NodeKind::Sum, variant as u64);
    fields(&mut test);
    test.close(sum);
    let store = Store::default();
    let frame = Frame::new(&test, &store, None);
    parameter.install(&frame, 7, parameters);
    assert!(frame.is_at_end());
    expression::write(shape, &test, 0).to_string()
}

fn number(test: &mut TestCase, number: u8) {
    test.leaf(NodeKind::Integer, number.into());
}

fn of_number() -> [ClosureParameter; 1] {
    [CanCompare::parameter(&Key::<u8, 0>::NEW, "x", false)]
}

fn written(number: u8) -> String {
    if number == u8::MAX {
        "u8::MAX".to_owned()
    } else {
        number.to_string()
    }
}

proptest! {
    #[test]
    fn a_table_has_the_value_of_the_first_equal_key_or_the_default(
        entries in prop::collection::vec((0..4_u8, "[ab]", 0..3_u8), 1..=3),
        default: u8,
        asked in prop::collection::vec((0..4_u8, "[ab]"), 8),
    ) {
        let _guard = ONE_AT_A_TIME.lock();
        let parameters = [Key::<u8, 0>::of_any("count", false), Key::<str, 1>::of_any("name", false)];
        let parameter = OfPair::<u8>::NEW;
        let bodies = ["if", "else if", "else if"];
        let body = bodies[..entries.len()].iter().enumerate().map(|(index, word)| {
            let (one, two, value) = (3 * index + 1, 3 * index + 2, 3 * index + 3);
            format!("{word} (count, name) == ({{{one}}}, {{{two}}}) {{{{ {{{value}}} }}}} ")
        });
        let body = body.collect::<String>() + "else {{ {0} }}";
        let source = install(&parameter, &parameters, &format!("| {body}"), |test| {
            number(test, default);
            for (count, name, value) in &entries {
                number(test, *count);
                test.push_text(name);
                number(test, *value);
            }
        });
        let model = entries.iter().enumerate().map(|(index, (count, name, value))| {
            format!("{} (count, name) == ({count}, {name:?}) {{ {value} }} ", bodies[index])
        });
        let model = model.collect::<String>();
        prop_assert_eq!(source, format!("&mut |count, name| {model}else {{ {} }}", written(default)));
        for (count, name) in &asked {
            let entry = entries.iter().find(|entry| (&entry.0, &entry.1) == (count, name));
            let given = parameter.answer(7, &[&Key::<u8, 0>::any(count), &Key::<str, 1>::any(name)]);
            prop_assert_eq!(given, entry.map_or(default, |entry| entry.2));
        }
    }

    #[test]
    fn a_predicate_has_the_result_of_the_written_comparison(key: u8, others in prop::array::uniform2(0..5_u8), x in 0..5_u8) {
        let _guard = ONE_AT_A_TIME.lock();
        let key = key % 5;
        let parameters = [Key::<u8, 1>::of_any("x", false)];
        let parameter = OfReference::<bool>::NEW;
        let [one, two] = others;
        for (body, fields, source, expected) in [
            ("*x == {0}", vec![key], format!("|x| *x == {key}"), x == key),
            ("*x != {0}", vec![key], format!("|x| *x != {key}"), x != key),
            ("*x < {0}", vec![key], format!("|x| *x < {key}"), x < key),
            ("*x > {0}", vec![key], format!("|x| *x > {key}"), x > key),
            (
                "[{0}, {1}, {2}]",
                vec![key, one, two],
                format!("|x| [{key}, {one}, {two}].contains(x)"),
                [key, one, two].contains(&x),
            ),
        ] {
            let written = install(&parameter, &parameters, body, |test| {
                fields.iter().for_each(|field| number(test, *field));
            });
            prop_assert_eq!(written, source);
            prop_assert_eq!(parameter.answer(7, &[&Key::<u8, 1>::any(&x)]), expected);
        }
    }

    #[test]
    fn orders_and_casts_are_those_of_the_arguments(a: u8, b: u8, key in 1..255_u8) {
        let _guard = ONE_AT_A_TIME.lock();
        let parameters = ["a", "b"].map(|name| Key::<u8, 1>::of_any(name, false));
        for (body, source, expected) in
            [("a.cmp(b)", "&mut |a, b| a.cmp(b)", a.cmp(&b)), ("b.cmp(a)", "&mut |a, b| b.cmp(a)", b.cmp(&a))]
        {
            prop_assert_eq!(install(&Comparator::NEW, &parameters, body, |_| {}), source);
            let arguments: [&dyn Argument; 2] = [&Key::<u8, 1>::any(&a), &Key::<u8, 1>::any(&b)];
            prop_assert_eq!(Comparator::NEW.answer(7, &arguments), expected);
        }
        let parameter = OfNumber::<Ordering>::NEW;
        let source = install(&parameter, &of_number(), "x.cmp(", |test| number(test, key));
        prop_assert_eq!(source, format!("|x| x.cmp(&{key})"));
        prop_assert_eq!(parameter.answer(7, &[&Key::<u8, 0>::any(&a)]), a.cmp(&key));
        let parameter = OfNumber::<u64>::NEW;
        prop_assert_eq!(install(&parameter, &of_number(), "as u64", |_| {}), "|x| x as u64");
        prop_assert_eq!(parameter.answer(7, &[&Key::<u8, 0>::any(&a)]), u64::from(a));
    }
}

#[test]
fn a_closure_may_give_its_argument() {
    let _guard = ONE_AT_A_TIME.lock();
    let parameters = [ClosureParameter::ignored("a", false), ClosureParameter::ignored("b", true)];
    type Second = FunctionParameter<u16, Unbounded, Two, u16, ((), u16)>;
    assert_eq!(install(&Second::NEW, &parameters, "| b", |_| {}), "&mut |_, b| b");
    assert_eq!(Second::NEW.itself(7), Some(1));
    install(&Second::NEW, &parameters, "{0}", |test| number(test, 3));
    assert_eq!((Second::NEW.itself(7), Second::NEW.answer(7, &[])), (None, 3));
}

#[test]
#[allow(clippy::needless_borrow)] // as the attribute emits it
fn other_types_are_compared_if_they_are_built_and_equal() {
    let _guard = ONE_AT_A_TIME.lock();
    struct Unequal;
    type OfOption = FunctionParameter<u8, Unbounded, One, u8, (Key<Option<u8>, 0>,)>;
    assert!((&Key::<Unequal, 0>::NEW).parameter("x", false).keys.is_none());
    assert!(Key::<Option<u8>, 0>::of_any("x", false).keys.is_none());
    let parameters = [(&Key::<Option<u8>, 0>::NEW).parameter("x", false)];
    let source = install(&OfOption::NEW, &parameters, "| if x == {1} {{ {2} }} else {{", |test| {
        number(test, 1);
        let some = test.open(NodeKind::Sum, 1);
        number(test, 4);
        test.close(some);
        number(test, 2);
    });
    assert_eq!(source, "|x| if x == Some(4) { 2 } else { 1 }");
    let answer = |x: Option<u8>| OfOption::NEW.answer(7, &[&(&Key::<Option<u8>, 0>::NEW).given(&x)]);
    assert_eq!([answer(Some(4)), answer(Some(5)), answer(None)], [2, 1, 1]);
}

#[test]
fn a_boolean_is_a_condition_by_itself() {
    let _guard = ONE_AT_A_TIME.lock();
    type OfBoolean = FunctionParameter<u8, Unbounded, One, u8, (Key<bool, 1>,)>;
    let parameters = [Key::<bool, 1>::of_any("x", false)];
    for (variant, source, expected) in
        [(0, "|x| if *x { 2 } else { 1 }", [1, 2]), (1, "|x| if !*x { 2 } else { 1 }", [2, 1])]
    {
        let written = install(&OfBoolean::NEW, &parameters, "| if {1}*x {{ {2} }} else {{", |test| {
            number(test, 1);
            test.leaf(NodeKind::Sum, variant);
            number(test, 2);
        });
        assert_eq!(written, source);
        let answers = [false, true].map(|x| OfBoolean::NEW.answer(7, &[&Key::<bool, 1>::any(&x)]));
        assert_eq!(answers, expected);
    }
}

#[test]
fn a_closure_without_comparable_arguments_is_constant() {
    type Constant = FunctionParameter<u8, Unbounded, One, u8, ()>;
    for parameters in [&[][..], &[ClosureParameter::ignored("x", false)]] {
        let shape = Constant::NEW.shape(parameters).shape;
        assert!(matches!(shape, Some(Shape::Wrapper(_))));
    }
    // A result within bounds is not an argument.
    struct Small;
    impl Within for Small {
        const BOUNDS: sbst_model::shape::Bounds = sbst_model::shape::Bounds::NONE;
        type Elements = Unbounded;
    }
    type Bounded = FunctionParameter<u8, Small, One, u8, ((),)>;
    let shape = Bounded::NEW.shape(&[ClosureParameter::ignored("x", true)]).shape;
    assert!(matches!(shape, Some(Shape::Wrapper(_))));
}

#[test]
fn arguments_without_keys_are_ignored() {
    let _guard = ONE_AT_A_TIME.lock();
    type OfSecond = FunctionParameter<u64, Unbounded, Two, u64, (Key<(), 0>, Key<char, 0>)>;
    let parameters = [Key::<(), 0>::of_any("a", false), Key::<char, 0>::of_any("b", false)];
    assert_eq!(install(&OfSecond::NEW, &parameters, "as u64", |_| {}), "&mut |_, b| b as u64");
    let answer = OfSecond::NEW.answer(7, &[&Key::<(), 0>::any(&()), &Key::<char, 0>::any(&'A')]);
    assert_eq!(answer, 65);
}

#[test]
fn an_empty_text_is_tested_by_its_method() {
    let _guard = ONE_AT_A_TIME.lock();
    type OfText = FunctionParameter<u8, Unbounded, One, u8, (Key<String, 1>,)>;
    let parameters = [Key::<String, 1>::of_any("x", false)];
    for (key, source) in
        [("", "|x| if x.is_empty() { 2 } else { 1 }"), ("é", r#"|x| if x == "é" { 2 } else { 1 }"#)]
    {
        let written = install(&OfText::NEW, &parameters, "| if x{1} {{ {2} }} else {{", |test| {
            number(test, 1);
            test.push_text(key);
            number(test, 2);
        });
        assert_eq!(written, source);
        let answers = ["", "é"].map(|x| OfText::NEW.answer(7, &[&Key::<String, 1>::any(&x.to_owned())]));
        assert_eq!(answers, if key.is_empty() { [2, 1] } else { [1, 2] });
    }
}
