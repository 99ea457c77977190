//! Values made by functions: of a type, of a field, of a parameter.

use crate::drawn::{calls, check, tell, Call};
use sbst_search::Ending;
use std::num::NonZeroU8;

mod private {
    /// A value that cannot be made elsewhere.
    #[derive(Clone, Debug, PartialEq, sbst::Input)]
    #[sbst(construct = Percent::new)]
    pub struct Percent {
        value: u8,
    }

    impl Percent {
        pub fn new(value: u8) -> Option<Percent> {
            (value <= 100).then_some(Percent { value })
        }
    }

    /// Made in several ways, with a lifetime and a parameter.
    #[derive(Debug, sbst::Input)]
    #[sbst(construct = Self::empty)]
    #[sbst(construct = super::private::one, construct = self::two)]
    pub struct Some<'a, T> {
        values: Vec<T>,
        name: &'a str,
    }

    impl<T> Some<'_, T> {
        pub fn empty() -> Self {
            Some { values: Vec::new(), name: "empty" }
        }
    }

    pub fn one<T>(value: T, name: &str) -> Some<'_, T> {
        Some { values: vec![value], name }
    }

    pub fn two<T>(values: (T, T), name: &str) -> Result<Some<'_, T>, String> {
        if name.is_empty() {
            return Err("a name is needed".into());
        }
        Ok(Some { values: vec![values.0, values.1], name })
    }
}

use private::{Percent, Some};

#[sbst::instrument]
fn percentage(percent: Percent) -> bool {
    tell(&percent);
    percent == Percent::new(50).unwrap()
}

#[sbst::instrument]
fn some(some: &Some<'_, bool>) {
    tell(some);
}

#[test]
fn constructor_makes_private_fields_and_refusals_are_no_tests() {
    let (kept, refused): (Vec<Call>, Vec<Call>) =
        calls("percentage").into_iter().partition(|call| call.ending == Ending::Returned);
    assert!(!kept.is_empty() && !refused.is_empty());
    for call in kept {
        let number = call.told[0].strip_prefix("Percent { value: ").unwrap().trim_end_matches(" }");
        assert_eq!(call.full, [format!("inputs::constructed::private::Percent::new({number}).unwrap()")]);
    }
    assert!(refused.iter().all(|call| call.ending == Ending::Fault && call.told.is_empty()));
}

#[test]
fn each_constructor_makes_values() {
    let calls = calls("some");
    let made = |function: &str, values: &str| {
        calls.iter().any(|call| {
            call.full[0].starts_with(function)
                && call.ending == Ending::Returned
                && call.told[0].starts_with(&format!("Some {{ values: [{values}"))
        })
    };
    assert!(made("&inputs::constructed::private::Some::empty()", "], name: \"empty\""));
    assert!(made("&inputs::constructed::private::super::private::one(true, ", "true], name: "));
    assert!(made("&inputs::constructed::private::self::two((false, true), ", "false, true], name: "));
}

/// A type without values.
#[derive(Debug)]
struct Seconds(u64);

fn seconds(number: u8) -> Seconds {
    Seconds(number.into())
}

fn text(flag: bool) -> String {
    flag.to_string()
}

fn flags() -> Vec<bool> {
    vec![true]
}

fn forever() -> &'static str {
    "forever"
}

#[derive(Debug, sbst::Input)]
struct Step {
    #[sbst(with = seconds)]
    time: Seconds,
    #[sbst(with = forever)]
    name: &'static str,
    #[sbst(with = Self::default_flags)]
    flags: Vec<bool>,
    #[sbst(with = ::std::num::NonZeroU8::new)]
    count: NonZeroU8,
}

impl Step {
    fn default_flags(first: bool) -> Vec<bool> {
        vec![first, true]
    }
}

#[sbst::instrument]
fn constructed_fields(step: &Step) {
    tell(step);
}

#[sbst::instrument]
fn parameters(
    #[sbst(with = seconds)] value: Seconds,
    #[sbst(with = crate::constructed::seconds)] shared: &Seconds,
    #[sbst(with = seconds)] mutable: &mut Seconds,
    #[sbst(with = text)] text: &str,
    #[sbst(with = flags)] flags: &mut [bool],
    #[sbst(with = forever)] name: &'static str,
) -> &'static str {
    for seconds in [&value, shared, mutable] {
        tell(seconds);
    }
    mutable.0 += 1;
    tell(text);
    tell(flags);
    name
}

#[test]
fn fields_are_made_by_functions() {
    let mut seen = 0;
    for call in calls("constructed_fields").iter().filter(|call| call.ending == Ending::Returned) {
        let read = call.read[0].trim_start_matches("&Step { time: seconds(");
        let (time, rest) = read.split_once(')').unwrap();
        let flag = rest.strip_prefix(", name: forever(), flags: Step::default_flags(").unwrap();
        let (flag, rest) = flag.split_once(')').unwrap();
        let count = rest.strip_prefix(", count: NonZeroU8::new(").unwrap().trim_end_matches(").unwrap() }");
        let value = |number: &str| if number == "u8::MAX" { "255".to_owned() } else { number.to_owned() };
        let (time, count) = (value(time), value(count));
        assert_eq!(
            call.told,
            [format!(
                "Step {{ time: Seconds({time}), name: \"forever\", flags: [{flag}, true], count: {count} }}"
            )]
        );
        seen += 1;
    }
    assert!(seen > 400, "few counts are zero");
}

#[test]
fn parameters_are_made_by_functions() {
    for call in calls("parameters") {
        assert_eq!(call.ending, Ending::Returned, "{:?}", call.read);
        for (index, sign) in ["", "&", "&mut "].iter().enumerate() {
            let number = call.told[index].trim_start_matches("Seconds(").trim_end_matches(')');
            let number = if number == "255" { "u8::MAX" } else { number };
            assert_eq!(call.read[index], format!("{sign}seconds({number})"));
        }
        assert_eq!(format!("&text({})", call.told[3].trim_matches('"')), call.read[3]);
        assert_eq!(call.read[4..], ["&mut flags()", "forever()"]);
        assert_eq!(call.told[4], "[true]");
        assert_eq!(call.full[1].split('(').next(), Some("&inputs::constructed::crate::constructed::seconds"));
    }
}

#[sbst::instrument]
fn seconds_again(seconds: u8, #[sbst(with = seconds)] others: Seconds) {
    tell(seconds > 3);
    tell(others);
}

#[test]
fn a_parameter_named_like_a_function_does_not_hide_it() {
    check("seconds_again", |source| match source.strip_prefix("seconds(") {
        Some(number) => format!("Seconds({}", number.replace("u8::MAX", "255")),
        None => (source == "u8::MAX" || source.parse::<u8>().unwrap() > 3).to_string(),
    });
}
