//! Values of the standard library's types, for [`value`](super).

use super::debug_text::DebugText;
use super::{Position, ValueWriter, type_arguments};
use crate::source::exports::Exports;
use sbst_model::expression::{grouped, unsigned};
use sbst_vocabulary::standard::types::{Fact, Kind, StandardType, is_integer, kind, standard_type};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;
use syn::Type;

impl<'a> ValueWriter<'_, 'a> {
    /// Returns the expression for the next value in a text, of the standard library's type with
    /// this name.
    pub fn standard(
        &mut self,
        path: &syn::Path,
        module: Option<(&'a Exports, usize)>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        let name = path.segments.last()?.ident.to_string();
        let arguments = type_arguments(path);
        let argument = |index: usize| Some((*arguments.get(index)?, module));
        let inner = |writer: &mut Self, index: usize, text: &mut DebugText<'_>| {
            writer.value(argument(index)?, text, Position::Nested)
        };
        let known = standard_type(&name)?;
        match known.kind {
            Kind::Boolean => text.name().filter(|name| ["true", "false"].contains(name)).map(str::to_owned),
            Kind::Character => text.literal('\'').map(str::to_owned),
            Kind::Text if name == "String" => text.literal('"').map(|literal| match (position, literal) {
                (Position::Nested, "\"\"") => String::from("String::new()"),
                (Position::Nested, literal) => format!("String::from({literal})"),
                (_, literal) => literal.to_owned(),
            }),
            Kind::Text if name != "CString" => self.operating_system_text((&known.path(), "from"), text),
            // The referent of an argument; values of the type occur nowhere else.
            Kind::Unsized if name == "str" && position == Position::Top => {
                text.literal('"').map(str::to_owned)
            }
            Kind::Float(_) => match text.number()? {
                "NaN" | "-NaN" => None,
                "inf" => Some(format!("{name}::INFINITY")),
                "-inf" => Some(format!("{name}::NEG_INFINITY")),
                number => Some(number.to_owned()),
            },
            Kind::Signed(_) | Kind::Unsigned(_) => text.number().map(|number| integer(&name, number)),
            Kind::NonZero => match argument(0) {
                Some((Type::Path(path), _)) => self.non_zero(&path.path.get_ident()?.to_string(), text),
                Some(_) => None,
                None => self.non_zero(&name.trim_start_matches("NonZero").to_ascii_lowercase(), text),
            },
            Kind::Outcome => match text.name()? {
                "None" => Some(String::from("None")),
                variant @ ("Some" | "Ok" | "Err") => {
                    let index = usize::from(variant == "Err");
                    let value = enclosed(text, ("(", ")"), |text| inner(self, index, text))?;
                    Some(format!("{variant}({value})"))
                }
                _ => None,
            },
            Kind::Sequence if name == "Vec" => self.sequence(argument(0)?, text, position, "vec!"),
            Kind::Sequence if name == "VecDeque" && position == Position::Top => {
                self.sequence(argument(0)?, text, position, "")
            }
            Kind::Sequence if known.has("PartialEq") => {
                let values = text.list(("[", "]"), |text| inner(self, 0, text))?;
                Some(self.collection(known, &values))
            }
            Kind::Set => {
                let values = text.list(("{", "}"), |text| inner(self, 0, text))?;
                Some(self.collection(known, &values))
            }
            Kind::Map => {
                let pairs = text.list(("{", "}"), |text| {
                    let key = inner(self, 0, text)?;
                    text.skip(": ")?;
                    Some(format!("({key}, {})", inner(self, 1, text)?))
                })?;
                Some(self.collection(known, &pairs))
            }
            Kind::Pointer => {
                let called = if known.is(Fact::Prelude) { name } else { self.import(&known.path()) };
                match argument(0)?.0 {
                    Type::Path(path) if path.path.is_ident("str") => {
                        Some(format!("{called}::from({})", text.literal('"')?))
                    }
                    Type::Slice(slice) => {
                        let list = self.sequence((&slice.elem, module), text, Position::Nested, "")?;
                        Some(format!("{called}::from({list})"))
                    }
                    _ => Some(format!("{called}::new({})", inner(self, 0, text)?)),
                }
            }
            Kind::Cell => {
                let value = text
                    .skip(&name)
                    .and_then(|()| enclosed(text, (" { value: ", " }"), |text| inner(self, 0, text)))?;
                Some(format!("{}::new({value})", self.import(&known.path())))
            }
            Kind::Newtype => {
                let value = inner(self, 0, text)?;
                Some(format!("{}({value})", self.import(&known.path())))
            }
            Kind::Range => range(&name, text, |text| inner(self, 0, text)),
            Kind::Address => self.address(known, text),
            _ => self.other(known, &arguments, module, text, position),
        }
    }

    /// Reads a value of a type without a form in common with others.
    fn other(
        &mut self,
        known: &StandardType,
        arguments: &[&Type],
        module: Option<(&'a Exports, usize)>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        match known.name {
            "Ordering" => {
                let variant = text.name().filter(|name| ["Less", "Equal", "Greater"].contains(name))?;
                Some(format!("{}::{variant}", self.import(&known.path())))
            }
            "Cow" => self.cow(arguments.first()?, module, text, position),
            "Reverse" => {
                text.skip("Reverse")?;
                let argument = *arguments.first()?;
                let value = enclosed(text, ("(", ")"), |text| {
                    self.value((argument, module), text, Position::Nested)
                })?;
                Some(format!("{}({value})", self.import(&known.path())))
            }
            "Duration" => text.word(duration).map(|time| self.duration(time)),
            "SystemTime" => self.system_time(text),
            _ => None,
        }
    }

    /// Reads a path or an `OsString`, made by an associated function. Bytes that are not UTF-8
    /// cannot be written.
    pub fn operating_system_text(
        &mut self,
        (type_, function): (&str, &str),
        text: &mut DebugText<'_>,
    ) -> Option<String> {
        let literal = text.literal('"').filter(|literal| !literal.contains("\\x"))?;
        Some(format!("{}::{function}({literal})", self.import(type_)))
    }

    fn import(&mut self, path: &str) -> String {
        self.scope.standard(path, &mut self.imports)
    }

    fn collection(&mut self, known: &StandardType, parts: &[String]) -> String {
        let called = self.import(&known.path());
        match parts {
            [] => format!("{called}::new()"),
            parts => format!("{called}::from([{}])", parts.join(", ")),
        }
    }

    /// Reads a `Cow`. Borrowed and owned ones have equal texts and are equal.
    fn cow(
        &mut self,
        type_: &Type,
        module: Option<(&'a Exports, usize)>,
        text: &mut DebugText<'_>,
        position: Position,
    ) -> Option<String> {
        match type_ {
            Type::Path(path) if path.path.is_ident("str") => {
                let literal = text.literal('"')?;
                Some(match position {
                    Position::Top | Position::Element => literal.to_owned(),
                    Position::Nested => format!("{}::from({literal})", self.import("std::borrow::Cow")),
                })
            }
            Type::Slice(slice) if position == Position::Top => {
                self.sequence((&slice.elem, module), text, Position::Element, "vec!")
            }
            Type::Slice(slice) => {
                let list = self.sequence((&slice.elem, module), text, Position::Nested, "vec!")?;
                Some(format!("{}::from({list})", self.import("std::borrow::Cow")))
            }
            other => {
                let value = self.value((other, module), text, Position::Nested)?;
                Some(format!("{}::Owned({value})", self.import("std::borrow::Cow")))
            }
        }
    }

    /// Reads a non-zero number, with its older name, which every compiler has: `NonZeroU8`.
    fn non_zero(&mut self, inner: &str, text: &mut DebugText<'_>) -> Option<String> {
        let number = text.number().filter(|_| is_integer(inner))?;
        let kind = format!("{}{}", inner[..1].to_ascii_uppercase(), &inner[1..]);
        let called = self.import(&format!("std::num::NonZero{kind}"));
        Some(format!("{called}::new({}).unwrap()", integer(inner, number)))
    }

    fn duration(&mut self, time: Duration) -> String {
        let called = self.import("std::time::Duration");
        let (seconds, nanoseconds) = (time.as_secs(), time.subsec_nanos());
        match nanoseconds {
            0 if seconds == u64::MAX => format!("{called}::from_secs(u64::MAX)"),
            0 => format!("{called}::from_secs({})", grouped(seconds)),
            _ if nanoseconds % 1_000_000 == 0 && seconds < 10 => {
                format!("{called}::from_millis({})", grouped(time.as_millis()))
            }
            _ => format!("{called}::new({}, {})", grouped(seconds), grouped(nanoseconds)),
        }
    }

    /// Reads a time in the form of Unix; forms of other systems may be inexact.
    fn system_time(&mut self, text: &mut DebugText<'_>) -> Option<String> {
        text.skip("SystemTime { tv_sec: ")?;
        let seconds: i64 = text.number()?.parse().ok()?;
        text.skip(", tv_nsec: ")?;
        let nanoseconds: u32 = text.number()?.parse().ok()?;
        text.skip(" }")?;
        let epoch = format!("{}::UNIX_EPOCH", self.import("std::time::SystemTime"));
        let since = Duration::new(seconds.unsigned_abs(), 0);
        Some(match seconds {
            0 if nanoseconds == 0 => epoch,
            ..=-1 if nanoseconds == 0 => format!("{epoch} - {}", self.duration(since)),
            ..=-1 => {
                let before = since - Duration::new(0, nanoseconds);
                format!("{epoch} - {}", self.duration(before))
            }
            _ => format!("{epoch} + {}", self.duration(since + Duration::new(0, nanoseconds))),
        })
    }

    fn address(&mut self, known: &StandardType, text: &mut DebugText<'_>) -> Option<String> {
        let address = match known.name.starts_with("Ip") {
            true => text.word(|word| word.parse::<IpAddr>().ok().map(|_| word))?,
            false => text.word(|word| word.parse::<SocketAddr>().ok().map(|_| word))?,
        };
        let called = self.import(&known.path());
        Some(match (known.name, address.parse::<Ipv4Addr>()) {
            ("Ipv4Addr", Ok(of)) => {
                let [a, b, c, d] = of.octets();
                format!("{called}::new({a}, {b}, {c}, {d})")
            }
            _ => format!("\"{address}\".parse::<{called}>().unwrap()"),
        })
    }
}

fn enclosed<'t>(
    text: &mut DebugText<'t>,
    (open, close): (&str, &str),
    inner: impl FnOnce(&mut DebugText<'t>) -> Option<String>,
) -> Option<String> {
    text.skip(open)?;
    let value = inner(text)?;
    text.skip(close)?;
    Some(value)
}

fn range(
    name: &str,
    text: &mut DebugText<'_>,
    mut end: impl FnMut(&mut DebugText<'_>) -> Option<String>,
) -> Option<String> {
    let (from, dots, to) = match name {
        "Range" => (true, "..", true),
        "RangeInclusive" => (true, "..=", true),
        "RangeFrom" => (true, "..", false),
        "RangeTo" => (false, "..", true),
        "RangeToInclusive" => (false, "..=", true),
        "RangeFull" => (false, "..", false),
        _ => return None,
    };
    let start = if from { end(text)? } else { String::new() };
    text.skip(dots)?;
    let end = if to { end(text)? } else { String::new() };
    Some(format!("{start}{dots}{end}"))
}

/// Parses the `{:?}` text of a duration: `1.5s`, `20ms`, `3µs`, `1ns`. The text is exact.
fn duration(word: &str) -> Option<Duration> {
    let digits = word.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = word.split_at(digits);
    // Number of digits after the point that are whole nanoseconds.
    let places = match unit {
        "s" => 9,
        "ms" => 6,
        "µs" => 3,
        "ns" => 0,
        _ => return None,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let padded = format!("{fraction:0<places$}");
    let rest: u128 = if padded.is_empty() { 0 } else { padded.parse().ok()? };
    let whole: u128 = whole.parse().ok()?;
    let nanoseconds = whole.checked_mul(10u128.pow(places as u32))?.checked_add(rest)?;
    let seconds = u64::try_from(nanoseconds / 1_000_000_000).ok()?;
    (padded.len() == places).then(|| Duration::new(seconds, (nanoseconds % 1_000_000_000) as u32))
}

/// Returns an integer, with extremes by name as in the arguments of the call.
fn integer(name: &str, number: &str) -> String {
    let (lowest, highest) = match kind(name) {
        Some(Kind::Signed(bits)) => (i128::MIN >> (128 - bits), (i128::MAX >> (128 - bits)) as u128),
        Some(Kind::Unsigned(bits)) => (0, u128::MAX >> (128 - bits)),
        _ => return number.to_owned(),
    };
    if number == highest.to_string() {
        format!("{name}::MAX")
    } else if lowest != 0 && number == lowest.to_string() {
        format!("{name}::MIN")
    } else {
        let of_unsigned = number.parse().ok().filter(|_| name.starts_with('u'));
        of_unsigned.map_or_else(|| grouped(number), unsigned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_to_the_last_nanosecond() {
        for time in [
            Duration::ZERO,
            Duration::from_nanos(1),
            Duration::from_nanos(1_001),
            Duration::from_micros(1_500),
            Duration::new(1, 1),
            Duration::new(90, 500_000_000),
            Duration::MAX,
        ] {
            assert_eq!(duration(&format!("{time:?}")), Some(time));
        }
        for text in ["1.5", "1.0000000001s", "x", "1h", ".s"] {
            assert_eq!(duration(text), None, "{text}");
        }
    }
}
