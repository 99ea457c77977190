//! Iterators that functions take to go on where others stopped, as parsers do.

use super::slices::sequence;
use super::text::text;
use super::{wrapper, Input};
use crate::frame::Frame;
use crate::reach::Reach;
use crate::within::Within;
use sbst_model::shape::Shape;
use std::iter::Peekable;
use std::str::{Bytes, CharIndices, Chars, Lines, SplitWhitespace};
use std::vec;

texts! {
    borrowed Chars<'f>: |B| text::<B>("{0}.chars()", None), |_frame, text| text.chars();
    borrowed CharIndices<'f>: |B| text::<B>("{0}.char_indices()", None), |_frame, text| text.char_indices();
    borrowed Bytes<'f>: |B| text::<B>("{0}.bytes()", None), |_frame, text| text.bytes();
    borrowed Lines<'f>: |B| text::<B>("{0}.lines()", None), |_frame, text| text.lines();
    borrowed SplitWhitespace<'f>: |B| text::<B>("{0}.split_whitespace()", None),
        |_frame, text| text.split_whitespace();
}

impl<'f, T: Input<'f>> Input<'f> for vec::IntoIter<T> {
    const REACH: Reach = Reach::Sequence(&T::REACH);
    made_of!(but reach: T);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Sequence(sequence::<B>(T::shape::<B::Elements>, "vec![{*}].into_iter()")) }
    }
    fn build(frame: &'f Frame<'f>) -> Self {
        Vec::build(frame).into_iter()
    }
}

impl<'f, I: Input<'f> + Iterator> Input<'f> for Peekable<I> {
    made_of!(I);

    fn shape<B: Within>() -> &'static Shape {
        const { &wrapper(I::shape::<B>, "{0}.peekable()") }
    }
    fn build(frame: &'f Frame<'f>) -> Self {
        I::build(frame).peekable()
    }
}

#[cfg(test)]
mod tests {
    use std::iter::Peekable;
    use std::ops::Range;
    use std::str::{Bytes, CharIndices, Chars, Lines, SplitWhitespace};
    use std::vec;

    #[test]
    fn iterators_are_built_as_they_are_printed() {
        check!(Chars<'_>, ["a b"], "a b".chars());
        check!(&mut Peekable<Chars<'_>>, ["a"], &mut "a".chars().peekable());
        check!((CharIndices<'_>, Bytes<'_>), ["ä", "b"], ("ä".char_indices(), "b".bytes()));
        check!((Lines<'_>, SplitWhitespace<'_>), ["a\nb", "a b"], ("a\nb".lines(), "a b".split_whitespace()));
        check!(Peekable<vec::IntoIter<u8>>, [2, 1, 2], vec![1, 2].into_iter().peekable());
        check!(Peekable<Range<u8>>, [1, 5], (1..5).peekable());
        check!(vec::IntoIter<&[u8]>, [1, 1, 7], vec![&[7][..]].into_iter());
    }
}
