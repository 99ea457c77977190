//! Errors of the standard library. Most have no public constructor: a value is the error of a
//! failing call, and is written as that call. They occur in the variants of many crates' own
//! errors.

use crate::value::build::{product, Build};
use crate::value::frame::Frame;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{Shape, ShapeRef, Sum};
use std::array::TryFromSliceError;
use std::char::{CharTryFromError, ParseCharError};
use std::env::VarError;
use std::ffi::OsString;
use std::io::SeekFrom;
use std::net::{AddrParseError, IpAddr, SocketAddr};
use std::num::{FpCategory, IntErrorKind, NonZeroU8, ParseFloatError, ParseIntError, TryFromIntError};
use std::str::{ParseBoolError, Utf8Error};
use std::string::FromUtf8Error;

/// Types with a few kinds of values: each with its source and constructor, the last one without a
/// number.
macro_rules! kinds {
    ($($type:ident { $($index:pat => $template:literal $(($field:ty))? |$frame:ident| $value:expr;)+ })*) => { $(
        impl<'f> Build<'f> for $type {
            owned!(Nothing);

            fn shape<B: Within>() -> &'static Shape {
                const {
                    &Shape::Sum(Sum {
                        variants: &[$(product(
                            &[$(<$field as Build<'static>>::shape::<Unbounded> as ShapeRef)?],
                            $template,
                        )),+],
                    })
                }
            }
            fn build(frame: &'f Frame<'f>) -> Self {
                match frame.variant() {
                    $($index => {
                        let $frame = frame;
                        $value
                    })+
                }
            }
        }
    )* };
}
kinds! {
    ParseIntError {
        0 => "\"\".parse::<u8>().unwrap_err()" |_frame| "".parse::<u8>().unwrap_err();
        1 => "\"x\".parse::<u8>().unwrap_err()" |_frame| "x".parse::<u8>().unwrap_err();
        2 => "\"256\".parse::<u8>().unwrap_err()" |_frame| "256".parse::<u8>().unwrap_err();
        3 => "\"-129\".parse::<i8>().unwrap_err()" |_frame| "-129".parse::<i8>().unwrap_err();
        _ => "\"0\".parse::<{std::num::NonZeroU8}>().unwrap_err()" |_frame| "0".parse::<NonZeroU8>().unwrap_err();
    }
    ParseFloatError {
        0 => "\"\".parse::<f64>().unwrap_err()" |_frame| "".parse::<f64>().unwrap_err();
        _ => "\"x\".parse::<f64>().unwrap_err()" |_frame| "x".parse::<f64>().unwrap_err();
    }
    ParseBoolError {
        _ => "\"\".parse::<bool>().unwrap_err()" |_frame| "".parse::<bool>().unwrap_err();
    }
    ParseCharError {
        0 => "\"\".parse::<char>().unwrap_err()" |_frame| "".parse::<char>().unwrap_err();
        _ => "\"ab\".parse::<char>().unwrap_err()" |_frame| "ab".parse::<char>().unwrap_err();
    }
    TryFromIntError {
        _ => "u8::try_from(256).unwrap_err()" |_frame| u8::try_from(256).unwrap_err();
    }
    CharTryFromError {
        _ => "char::try_from(0xd800_u32).unwrap_err()" |_frame| char::try_from(0xd800_u32).unwrap_err();
    }
    TryFromSliceError {
        _ => "<[u8; 1]>::try_from(&[0_u8; 2][..]).unwrap_err()"
            |_frame| <[u8; 1]>::try_from(&[0_u8; 2][..]).unwrap_err();
    }
    AddrParseError {
        0 => "\"\".parse::<{std::net::IpAddr}>().unwrap_err()" |_frame| "".parse::<IpAddr>().unwrap_err();
        _ => "\"\".parse::<{std::net::SocketAddr}>().unwrap_err()" |_frame| "".parse::<SocketAddr>().unwrap_err();
    }
    FromUtf8Error {
        0 => "String::from_utf8(vec![0xff]).unwrap_err()" |_frame| String::from_utf8(vec![0xff]).unwrap_err();
        // The last character is incomplete.
        _ => "String::from_utf8(vec![0x61, 0xc3]).unwrap_err()"
            |_frame| String::from_utf8(vec![0x61, 0xc3]).unwrap_err();
    }
    Utf8Error {
        // The compiler rejects literals that are not UTF-8.
        0 => "String::from_utf8(vec![0xff]).unwrap_err().utf8_error()"
            |_frame| String::from_utf8(vec![0xff]).unwrap_err().utf8_error();
        _ => "String::from_utf8(vec![0x61, 0xc3]).unwrap_err().utf8_error()"
            |_frame| String::from_utf8(vec![0x61, 0xc3]).unwrap_err().utf8_error();
    }
    VarError {
        0 => "{std::env::VarError}::NotPresent" |_frame| VarError::NotPresent;
        _ => "{std::env::VarError}::NotUnicode({0})" (OsString) |frame| VarError::NotUnicode(OsString::build(frame));
    }
    IntErrorKind {
        0 => "{std::num::IntErrorKind}::Empty" |_frame| IntErrorKind::Empty;
        1 => "{std::num::IntErrorKind}::InvalidDigit" |_frame| IntErrorKind::InvalidDigit;
        2 => "{std::num::IntErrorKind}::PosOverflow" |_frame| IntErrorKind::PosOverflow;
        3 => "{std::num::IntErrorKind}::NegOverflow" |_frame| IntErrorKind::NegOverflow;
        _ => "{std::num::IntErrorKind}::Zero" |_frame| IntErrorKind::Zero;
    }
    FpCategory {
        0 => "{std::num::FpCategory}::Nan" |_frame| FpCategory::Nan;
        1 => "{std::num::FpCategory}::Infinite" |_frame| FpCategory::Infinite;
        2 => "{std::num::FpCategory}::Zero" |_frame| FpCategory::Zero;
        3 => "{std::num::FpCategory}::Subnormal" |_frame| FpCategory::Subnormal;
        _ => "{std::num::FpCategory}::Normal" |_frame| FpCategory::Normal;
    }
    SeekFrom {
        0 => "{std::io::SeekFrom}::Start({0})" (u64) |frame| SeekFrom::Start(u64::build(frame));
        1 => "{std::io::SeekFrom}::End({0})" (i64) |frame| SeekFrom::End(i64::build(frame));
        _ => "{std::io::SeekFrom}::Current({0})" (i64) |frame| SeekFrom::Current(i64::build(frame));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_equal_the_calls_in_their_source() {
        check!(ParseIntError, [1], "x".parse::<u8>().unwrap_err());
        check!(
            [ParseIntError; 2],
            [2, 3, 4],
            ["-129".parse::<i8>().unwrap_err(), "0".parse::<NonZeroU8>().unwrap_err()]
        );
        check!(&ParseFloatError, [0], &"".parse::<f64>().unwrap_err());
        check!(Option<ParseBoolError>, [1, 0], Some("".parse::<bool>().unwrap_err()));
        check!(ParseCharError, [1], "ab".parse::<char>().unwrap_err());
        check!(TryFromIntError, [0], u8::try_from(256).unwrap_err());
        check!(CharTryFromError, [0], char::try_from(0xd800_u32).unwrap_err());
        check!(TryFromSliceError, [0], <[u8; 1]>::try_from(&[0_u8; 2][..]).unwrap_err());
        check!(AddrParseError, [1], "".parse::<SocketAddr>().unwrap_err());
        check!(FromUtf8Error, [0], String::from_utf8(vec![0xff]).unwrap_err());
        check!(Utf8Error, [1], String::from_utf8(vec![0x61, 0xc3]).unwrap_err().utf8_error());
        check!(VarError, [1, "a"], VarError::NotUnicode(OsString::from("a")));
    }

    #[test]
    fn kinds_are_built_as_they_are_printed() {
        check!(&IntErrorKind, [2], &IntErrorKind::PosOverflow);
        check!([FpCategory; 2], [2, 0, 4], [FpCategory::Nan, FpCategory::Normal]);
        check!((SeekFrom, SeekFrom), [0, 5, 1, -5], (SeekFrom::Start(5), SeekFrom::End(-5)));
    }
}
