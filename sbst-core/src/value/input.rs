//! Values of the standard library's types.

/// The constants of a type that owns its contents, with the reach of its bounds.
macro_rules! owned {
    ($reach:ident) => {
        type SbstValue = Self;
        const REACH: crate::value::reach::Reach = crate::value::reach::Reach::$reach;
        const BORROWS: bool = false;
    };
}

/// The constants of a type that borrows its contents, with the reach of its bounds.
macro_rules! borrowed {
    ($reach:ident) => {
        type SbstValue = Self;
        const REACH: crate::value::reach::Reach = crate::value::reach::Reach::$reach;
    };
}

/// The constants of a type that contains these types, and does not read them in a destructor.
macro_rules! made_of {
    ($($part:ty),+) => {
        const REACH: crate::value::reach::Reach =
            crate::value::reach::Reach::Any(&[$(&<$part as crate::value::build::Build<'f>>::REACH),+]);
        made_of!(but reach: $($part),+);
    };
    (but reach: $($part:ty),+) => {
        const BORROWS: bool = $(<$part as crate::value::build::Build<'f>>::BORROWS)||+;
        const LOOKS_BACK: bool = $(<$part as crate::value::build::Build<'f>>::LOOKS_BACK)||+;
    };
}

/// Types that only contain a value of another type: the source, and the constructor.
macro_rules! wrappers {
    ($($wrapper:ident<T> $template:literal $new:expr $(, cloned as $cloned:literal)?;)*) => { $(
        impl<'f, T: crate::value::build::Build<'f>> crate::value::build::Build<'f> for $wrapper<T> {
            type SbstValue = $wrapper<T::SbstValue>;
            made_of!(T);
            $(const CLONES: Option<crate::value::build::Clones<Self::SbstValue>> =
                Some(crate::value::build::Clones(Clone::clone, $cloned));)?

            fn shape<B: crate::value::within::Within>() -> &'static sbst_model::Shape {
                const { &crate::value::build::wrapper(T::shape::<B>, $template) }
            }
            #[inline]
            fn build(frame: &'f crate::value::frame::Frame<'f>) -> Self::SbstValue {
                $new(T::build(frame))
            }
        }
    )* };
}

/// Types with texts within the bounds `B` as values. Each has the source, that of the empty text if
/// it differs, and the constructor from the test case's own text.
macro_rules! texts {
    ($($own:ident $type:ty: |$bounds:ident| $shape:expr, |$frame:ident, $text:ident| $build:expr;)*) => { $(
        impl<'f> crate::value::build::Build<'f> for $type {
            $own!(Text);

            fn shape<$bounds: crate::value::within::Within>() -> &'static sbst_model::Shape {
                const { &sbst_model::Shape::Text($shape) }
            }
            #[inline]
            fn build($frame: &'f crate::value::frame::Frame<'f>) -> Self {
                let $text = $frame.next_text();
                $build
            }
        }
    )* };
}

#[cfg(test)]
#[macro_use]
pub(crate) mod check;

#[cfg(test)]
pub(crate) mod laws;

mod cells;
mod slices;
mod collections;
mod errors;
mod io;
mod text;
mod iterators;
mod maps;
mod network;
mod numbers;
mod paths;
mod pointers;
mod ranges;
mod time;
mod tuples;
mod variants;
