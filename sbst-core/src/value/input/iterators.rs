//! Iterators that a function continues, as parsers do.

use super::slices::sequence;
use super::text::text;
use crate::value::build::{wrapper, Build};
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::Shape;
use std::iter::{Cloned, Copied, Enumerate, Peekable, Rev};
use std::slice;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitAsciiWhitespace, SplitWhitespace};
use std::vec;

texts! {
    borrowed Chars<'f>: |B| text::<B>("{0}.chars()", None), |_frame, text| text.chars();
    borrowed CharIndices<'f>: |B| text::<B>("{0}.char_indices()", None), |_frame, text| text.char_indices();
    borrowed Bytes<'f>: |B| text::<B>("{0}.bytes()", None), |_frame, text| text.bytes();
    borrowed Lines<'f>: |B| text::<B>("{0}.lines()", None), |_frame, text| text.lines();
    borrowed SplitWhitespace<'f>: |B| text::<B>("{0}.split_whitespace()", None),
        |_frame, text| text.split_whitespace();
    borrowed SplitAsciiWhitespace<'f>: |B| text::<B>("{0}.split_ascii_whitespace()", None),
        |_frame, text| text.split_ascii_whitespace();
}

impl<'f, T: Build<'f>> Build<'f> for slice::Iter<'f, T> {
    type SbstValue = slice::Iter<'f, T::SbstValue>;
    const REACH: Reach = Reach::Sequence(&T::REACH);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "[{*}].iter()")) }
    }
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        <&'f [T]>::build(frame).iter()
    }
}

impl<'f, T: Build<'f>> Build<'f> for slice::IterMut<'f, T> {
    type SbstValue = slice::IterMut<'f, T::SbstValue>;
    const REACH: Reach = Reach::Sequence(&T::REACH);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "[{*}].iter_mut()")) }
    }
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        <&'f mut [T]>::build(frame).iter_mut()
    }
}

impl<'f, T: Build<'f>> Build<'f> for vec::IntoIter<T> {
    type SbstValue = vec::IntoIter<T::SbstValue>;
    const REACH: Reach = Reach::Sequence(&T::REACH);
    made_of!(but reach: T);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "vec![{*}].into_iter()")) }
    }
    fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
        Vec::<T>::build(frame).into_iter()
    }
}

/// Iterators that adapt another one.
macro_rules! adaptors {
    ($($adaptor:ident<$inner:ident: $bound:path $(, $item:ident: $item_bound:path)?> $template:literal $method:ident;)*) => { $(
        impl<'f, $($item: $item_bound + 'f,)? $inner: Build<'f> + $bound> Build<'f> for $adaptor<$inner>
        where
            $inner::SbstValue: $bound,
            $($inner::SbstValue: Iterator<Item = &'f $item>,)?
        {
            type SbstValue = $adaptor<$inner::SbstValue>;
            made_of!($inner);

            fn shape<B: Within>() -> &'static Shape {
                const { &wrapper(<$inner as Build<'f>>::shape::<B>, $template) }
            }
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                <$inner as Build<'f>>::build(frame).$method()
            }
        }
    )* };
}
adaptors! {
    Peekable<I: Iterator> "{0}.peekable()" peekable;
    Enumerate<I: Iterator> "{0}.enumerate()" enumerate;
    Rev<I: DoubleEndedIterator> "{0}.rev()" rev;
    Cloned<I: Iterator, T: Clone> "{0}.cloned()" cloned;
    Copied<I: Iterator, T: Copy> "{0}.copied()" copied;
}

#[cfg(test)]
mod tests {
    use std::iter::{Cloned, Copied, Enumerate, Peekable, Rev};
    use std::ops::Range;
    use std::str::{Bytes, CharIndices, Chars, Lines, SplitAsciiWhitespace, SplitWhitespace};
    use std::{slice, vec};

    #[test]
    fn iterators_are_built_as_they_are_printed() {
        check!(Chars<'_>, ["a b"], "a b".chars());
        check!(&mut Peekable<Chars<'_>>, ["a"], &mut "a".chars().peekable());
        check!((CharIndices<'_>, Bytes<'_>), ["ä", "b"], ("ä".char_indices(), "b".bytes()));
        check!((Lines<'_>, SplitWhitespace<'_>), ["a\nb", "a b"], ("a\nb".lines(), "a b".split_whitespace()));
        check!(Peekable<vec::IntoIter<u8>>, [2, 1, 2], vec![1, 2].into_iter().peekable());
        check!(Peekable<Range<u8>>, [1, 5], (1..5).peekable());
        check!(vec::IntoIter<&[u8]>, [1, 1, 7], vec![&[7][..]].into_iter());
        check!(SplitAsciiWhitespace<'_>, ["a b"], "a b".split_ascii_whitespace());
        check!(slice::Iter<'_, u8>, [1, 7], [7].iter());
        check!(slice::IterMut<'_, u8>, [1, 7], [7].iter_mut());
        check!(Peekable<Copied<slice::Iter<'_, u8>>>, [1, 7], [7].iter().copied().peekable());
        check!(Rev<Enumerate<Cloned<slice::Iter<'_, u8>>>>, [1, 7], [7].iter().cloned().enumerate().rev());
    }
}
