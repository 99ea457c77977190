//! Ranges.

use super::{write_parts, Written};
use sbst_model::{NodeKind, TestCase};
use std::ops::{Bound, Range, RangeBounds as _, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

macro_rules! ranges {
    ($($range:ident $($end:ident)+;)*) => { $(
        impl<T: Written> Written for $range<T> {
            fn write(&self, nodes: &mut TestCase) -> bool {
                write_parts(nodes, NodeKind::Product, 0, |nodes| true $(&& self.$end.write(nodes))+)
            }
        }
    )* };
}
ranges! {
    Range start end;
    RangeFrom start;
    RangeTo end;
    RangeToInclusive end;
}

/// Except for an exhausted one, which its ends do not show.
impl<T: Written> Written for RangeInclusive<T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        matches!(self.end_bound(), Bound::Included(_))
            && write_parts(nodes, NodeKind::Product, 0, |nodes| {
                self.start().write(nodes) && self.end().write(nodes)
            })
    }
}
