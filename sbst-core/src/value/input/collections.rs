//! Collections that may contain equal values.

use super::slices::sequence;
use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::reach::Reach;
use crate::value::within::Within;
use sbst_model::shape::{Sequence, Shape};
use std::collections::{BinaryHeap, LinkedList, VecDeque};

macro_rules! collections {
    ($($collection:ident<T $(: $bound:path)?> $template:literal $empty:expr;)*) => { $(
        impl<'f, T: Build<'f>> Build<'f> for $collection<T>
        $(where T::SbstValue: $bound)?
        {
            type SbstValue = $collection<T::SbstValue>;
            const REACH: Reach = Reach::Sequence(&T::REACH);
            made_of!(but reach: T);

            fn shape<B: Within>() -> &'static Shape {
                const {
                    let filled = sequence::<B>(T::shape::<B::Elements>, $template);
                    &Shape::Sequence(Sequence { empty: $empty, ..filled })
                }
            }
            #[inline]
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                let length = frame.next().payload;
                (0..length).map(|_| T::build(frame)).collect()
            }
        }
    )* };
}
collections! {
    Vec<T> "vec![{*}]" None;
    VecDeque<T> "{std::collections::VecDeque}::from([{*}])" Some("{std::collections::VecDeque}::new()");
    LinkedList<T> "{std::collections::LinkedList}::from([{*}])" Some("{std::collections::LinkedList}::new()");
    BinaryHeap<T: Ord> "{std::collections::BinaryHeap}::from([{*}])" Some("{std::collections::BinaryHeap}::new()");
}

#[cfg(test)]
mod tests {
    use std::collections::{BinaryHeap, LinkedList, VecDeque};

    #[test]
    fn collections_are_built_as_they_are_printed() {
        check!(Vec<u8>, [3, 1, 2, 3], vec![1, 2, 3]);
        check!(Vec<Vec<String>>, [2, 0, 1, "a"], vec![vec![], vec![String::from("a")]]);
        check!(VecDeque<u8>, [2, 1, 2], VecDeque::from([1, 2]));
        check!(&VecDeque<u8>, [0], &VecDeque::new());
        check!(LinkedList<char>, [1, 'a'], LinkedList::from(['a']));
        check!(BinaryHeap<u8>, [3, 1, 3, 2], BinaryHeap::from([1, 3, 2]));
        check!(Option<BinaryHeap<u8>>, [1, 0], Some(BinaryHeap::new()));
        check!(VecDeque<&[u8]>, [2, 1, 3, 2, 1, 2], VecDeque::from([&[3][..], &[1, 2][..]]));
    }
}
