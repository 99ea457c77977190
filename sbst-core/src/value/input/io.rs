//! Readers of memory, and errors.

use crate::value::build::{product, Build};
use crate::value::frame::Frame;
use crate::value::within::{Unbounded, Within};
use sbst_model::shape::{Shape, ShapeRef, Sum};
use std::io::{BufReader, Cursor, Error, ErrorKind, Read};

wrappers! {
    Cursor<T> "{std::io::Cursor}::new({0})" Cursor::new;
}

impl<'f, R: Build<'f> + Read> Build<'f> for BufReader<R>
where
    R::SbstValue: Read,
{
    type SbstValue = BufReader<R::SbstValue>;
    made_of!(R);

    fn shape<B: Within>() -> &'static Shape {
        const { &crate::value::build::wrapper(R::shape::<B>, "{std::io::BufReader}::new({0})") }
    }
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        BufReader::new(R::build(frame))
    }
}

macro_rules! kinds {
    ($($index:literal $kind:ident)*) => {
        /// The kinds that programs distinguish, in the order of their variants.
        impl<'f> Build<'f> for ErrorKind {
            owned!(Nothing);

            fn shape<B: Within>() -> &'static Shape {
                const {
                    &Shape::Sum(Sum {
                        variants: &[
                            $(product(&[], concat!("{std::io::ErrorKind}::", stringify!($kind))),)*
                            product(&[], "{std::io::ErrorKind}::Other"),
                        ],
                    })
                }
            }
            fn build(frame: &'f Frame<'f>) -> Self {
                match frame.variant() {
                    $($index => ErrorKind::$kind,)*
                    _ => ErrorKind::Other,
                }
            }
        }
    };
}
kinds! {
    0 NotFound 1 PermissionDenied 2 AlreadyExists 3 WouldBlock 4 InvalidInput 5 InvalidData 6 TimedOut 7 WriteZero
    8 Interrupted 9 UnexpectedEof 10 Unsupported 11 OutOfMemory 12 BrokenPipe 13 ConnectionRefused 14 ConnectionReset
    15 ConnectionAborted 16 NotConnected 17 AddrInUse 18 AddrNotAvailable
}

/// An error with a message.
impl<'f> Build<'f> for Error {
    owned!(Nothing);

    fn shape<B: Within>() -> &'static Shape {
        const {
            let fields = &[
                <ErrorKind as Build<'static>>::shape::<Unbounded> as ShapeRef,
                <&'static str as Build<'static>>::shape::<Unbounded>,
            ];
            &Shape::Product(product(fields, "{std::io::Error}::new({*})"))
        }
    }
    fn build(frame: &'f Frame<'f>) -> Self {
        frame.open();
        Error::new(ErrorKind::build(frame), <&'f str>::build(frame))
    }
}

#[cfg(test)]
mod tests {
    use std::error;
    use std::io::{BufReader, Cursor, Error, ErrorKind};

    #[test]
    fn readers_are_built_as_they_are_printed() {
        check!(&mut Cursor<Vec<u8>>, [2, 1, 2], &mut Cursor::new(vec![1, 2]));
        check!(Cursor<&[u8]>, [1, 7], Cursor::new(&[7]));
        check!(&mut BufReader<&[u8]>, [1, 7], &mut BufReader::new(&[7]));
    }

    #[test]
    fn errors_are_built_as_they_are_printed() {
        check!(
            [ErrorKind; 3],
            [3, 0, 18, 19],
            [ErrorKind::NotFound, ErrorKind::AddrNotAvailable, ErrorKind::Other]
        );
        check!(&Error, [6, "late"], &Error::new(ErrorKind::TimedOut, "late"));
        check!(Result<u8, Box<dyn error::Error>>, [1, "a"], Err(Box::from("a")));
        check!(Box<dyn error::Error + Send + Sync>, ["a"], Box::from("a"));
    }
}
