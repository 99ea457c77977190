//! Formatters as arguments: the written text is the result of the call.
//!
//! The standard library makes formatters, and lends each to one call of `fmt`. So a function with
//! such a parameter is called from within `fmt` of our own value. The format can be written in a
//! test: `{}`, `{:#}`, `{:>5.2}`, or `{}` into limited space, so that writing fails. The written
//! text is observed like a `&mut` argument.

use crate::value::frame::Frame;
use crate::value::observation::LONGEST_DEBUG;
use crate::value::shapes::ParameterShape;
use sbst_model::shape::{Integer, Product, Shape, ShapeRef, Sum, Template};
use std::any::type_name;
use std::cell::Cell;
use std::fmt::{self, Write};
use std::marker::PhantomData;

/// A parameter `&mut T`, where `T` has the name of the standard formatter.
pub struct Formatting<T: ?Sized>(PhantomData<fn(Box<T>)>);

impl<T: ?Sized> Formatting<T> {
    pub const NEW: Self = Formatting(PhantomData);
}

/// Preferred by method look-up: it is the standard formatter.
pub trait CanFormat {
    /// Returns the shape of the formats.
    fn shape(&self) -> ParameterShape;
    /// Reads the next format.
    fn way(&self, frame: &Frame<'_>) -> Way;
    /// Calls the function with a formatter as the parameter with this index.
    fn format(
        &self,
        frame: &Frame<'_>,
        parameter: usize,
        way: &Way,
        call: impl FnOnce(&mut fmt::Formatter<'_>),
    );
}

/// The fallback: it is a type of another crate.
pub trait CannotFormat<T: ?Sized> {
    fn shape(&self) -> ParameterShape {
        ParameterShape::default()
    }
    /// Never called.
    fn way(&self, _frame: &Frame<'_>) -> Way {
        unreachable!("it is no formatter of the standard library")
    }
    /// Never called.
    fn format(&self, _frame: &Frame<'_>, _parameter: usize, _way: &Way, _call: impl FnOnce(&mut T)) {}
}

impl CanFormat for Formatting<fmt::Formatter<'_>> {
    fn shape(&self) -> ParameterShape {
        WAYS.into()
    }

    fn way(&self, frame: &Frame<'_>) -> Way {
        Way::read(frame)
    }

    fn format(
        &self,
        frame: &Frame<'_>,
        parameter: usize,
        way: &Way,
        call: impl FnOnce(&mut fmt::Formatter<'_>),
    ) {
        let mut written = Written { text: frame.is_observed().then(String::new), room: way.room() };
        // The function itself returns the result of writing.
        let _ = way.ask(&mut written, &Called(Cell::new(Some(call))));
        let text = written.text.map(|text| format!("{text:?}"));
        frame.show_changed(type_name::<String>(), parameter, text);
    }
}

impl<T: ?Sized> CannotFormat<T> for &Formatting<T> {}

/// A value whose `fmt` is a call.
struct Called<F>(Cell<Option<F>>);

impl<F: FnOnce(&mut fmt::Formatter<'_>)> fmt::Display for Called<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(call) = self.0.take() {
            call(formatter);
        }
        Ok(())
    }
}

/// The written text, if requested and short enough.
struct Written {
    text: Option<String>,
    /// The remaining bytes of space, as in a `&mut [u8]`; a `String` accepts all text.
    room: Option<usize>,
}

impl Write for Written {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        if let Some(room) = &mut self.room {
            let left = room.checked_sub(text.len());
            *room = left.unwrap_or_default();
            left.ok_or(fmt::Error)?;
        }
        if let Some(written) =
            self.text.as_mut().filter(|written| written.len() + text.len() <= LONGEST_DEBUG)
        {
            written.push_str(text);
        } else {
            self.text = None;
        }
        Ok(())
    }
}

/// The greatest width, precision and space: more than usual texts, and still readable.
const MOST: u128 = 40;

/// A width, a precision or a number of bytes.
static NUMBER: Shape = Shape::Integer(Integer { highest: MOST, ..Integer::all("usize", 64, false) });

/// A format.
pub struct Way {
    which: usize,
    /// A width, a precision or a number of bytes; and a precision.
    numbers: [usize; 2],
}

/// The index of the format with limited space.
const WITH_ROOM: usize = 12;

const fn way(fields: &'static [ShapeRef], template: Template) -> Product {
    Product { fields, template, fallible: false }
}

/// The shape of a number in a format.
macro_rules! numbered {
    ($name:ident) => {
        (|| &NUMBER) as ShapeRef
    };
}

/// The formats: the format string, its source in a test, its numbers, and an alternative.
macro_rules! ways {
    (|$first:ident, $second:ident| $($index:literal $format:literal $template:literal ($($number:ident)*) $(and $room:ident)?;)*) => {
        static WAYS: &Shape =
            &Shape::Sum(Sum { variants: &[$(way(&[$(numbered!($number),)* $(numbered!($room))?], $template)),*] });

        /// The count of numbers in each format.
        const NUMBERS: &[usize] = &[$(<[&str]>::len(&[$(stringify!($number),)* $(stringify!($room))?])),*];

        impl Way {
            fn ask(&self, written: &mut dyn Write, value: &dyn fmt::Display) -> fmt::Result {
                #[allow(unused_variables)]
                let [$first, $second] = self.numbers;
                match self.which {
                    $($index => write!(written, $format, value $(, $number = $number)*),)*
                    _ => unreachable!("there is no such way"),
                }
            }
        }
    };
}
ways! {
    |first, second|
    0 "{}" "\"{{}}\"" ();
    1 "{:#}" "\"{{:#}}\"" ();
    2 "{:.first$}" "\"{{:.{0}}}\"" (first);
    3 "{:first$}" "\"{{:{0}}}\"" (first);
    4 "{:>first$}" "\"{{:>{0}}}\"" (first);
    5 "{:*^first$}" "\"{{:*^{0}}}\"" (first);
    6 "{:first$.second$}" "\"{{:{0}.{1}}}\"" (first second);
    7 "{:+}" "\"{{:+}}\"" ();
    8 "{:+.first$}" "\"{{:+.{0}}}\"" (first);
    9 "{:0first$}" "\"{{:0{0}}}\"" (first);
    10 "{:#0first$}" "\"{{:#0{0}}}\"" (first);
    11 "{:#.first$}" "\"{{:#.{0}}}\"" (first);
    // A test splits it at the comma.
    12 "{}" "\"{{}}\", {0}" () and room;
}

impl Way {
    fn read(frame: &Frame<'_>) -> Way {
        let which = frame.variant();
        let mut numbers = [0; 2];
        for number in numbers.iter_mut().take(NUMBERS[which]) {
            *number = frame.next().payload as usize;
        }
        Way { which, numbers }
    }

    /// Returns the bytes of space, if they are limited.
    fn room(&self) -> Option<usize> {
        (self.which == WITH_ROOM).then_some(self.numbers[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::frame::Observation;
    use crate::value::store::Store;
    use sbst_model::{expression, NodeKind, TestCase};
    use std::cell::RefCell;

    /// Returns the text in the format with this index and these numbers, and its source in a test.
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn asked(which: u64, numbers: &[u64], value: impl fmt::Display) -> (String, String) {
        let mut test = TestCase::new();
        let node = test.open(NodeKind::Sum, which);
        for number in numbers {
            test.leaf(NodeKind::Integer, *number);
        }
        test.close(node);
        let observation = RefCell::new(Observation::default());
        let store = Store::default();
        let frame = Frame::new(&test, &store, Some(&observation));
        let formatting = Formatting::<fmt::Formatter<'_>>::NEW;
        let way = (&formatting).way(&frame);
        (&formatting).format(&frame, 3, &way, |formatter| assert!(value.fmt(formatter).is_ok()));
        assert!(frame.is_at_end());
        let changed = observation.into_inner().changed.pop().unwrap();
        assert_eq!(changed.parameter, 3);
        (expression::write(WAYS, &test, 0).to_string(), changed.debug.unwrap())
    }

    #[test]
    fn tests_format_as_the_search_did() {
        let texts = |which, numbers: &[u64]| asked(which, numbers, -1.5);
        let pair = |way: &str, text: &str| (format!("\"{way}\""), format!("{text:?}"));
        assert_eq!(texts(0, &[]), pair("{}", "-1.5"));
        assert_eq!(texts(2, &[2]), pair("{:.2}", "-1.50"));
        assert_eq!(texts(5, &[8]), pair("{:*^8}", "**-1.5**"));
        assert_eq!(texts(6, &[9, 3]), pair("{:9.3}", "   -1.500"));
        assert_eq!(texts(9, &[7]), pair("{:07}", "-0001.5"));
        assert_eq!(asked(7, &[], 1), pair("{:+}", "+1"));
        struct Alternate;
        impl fmt::Display for Alternate {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "{} {:?}", formatter.alternate(), formatter.precision())
            }
        }
        assert_eq!(asked(11, &[4], Alternate), pair("{:#.4}", "true Some(4)"));
        assert_eq!(asked(1, &[], Alternate), pair("{:#}", "true None"));
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn other_types_called_formatter_are_not_built() {
        struct Formatter;
        assert!((&Formatting::<Formatter>::NEW).shape().shape.is_none());
        assert!((&Formatting::<fmt::Formatter<'_>>::NEW).shape().shape.is_some());
    }

    #[test]
    fn an_unread_text_is_dropped() {
        let mut written = Written { text: Some(String::new()), room: None };
        written.write_str("a").unwrap();
        assert_eq!(written.text.as_deref(), Some("a"));
        written.write_str(&"b".repeat(LONGEST_DEBUG)).unwrap();
        assert_eq!(written.text, None);
    }

    #[test]
    fn text_without_room_is_refused_as_by_a_slice() {
        let asked_for = asked(WITH_ROOM as u64, &[4], -1.5);
        assert_eq!(asked_for, ("\"{}\", 4".to_owned(), "\"-1.5\"".to_owned()));
        for room in 0..6 {
            let mut written = Written { text: Some(String::new()), room: Some(room) };
            let mut bytes = [0; 6];
            let mut slice = &mut bytes[..room];
            for text in ["ab", "", "cde", "", "f"] {
                let fits = std::io::Write::write_all(&mut slice, text.as_bytes()).is_ok();
                assert_eq!(written.write_str(text).is_ok(), fits, "{text} {room}");
            }
        }
    }
}
