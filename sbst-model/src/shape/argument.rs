//! Arguments that may be an earlier one again: two references to one object, or two pointers with a
//! common target.

use super::{Product, Shape, ShapeRef, Sum};

/// An argument with its own value, or an earlier one again.
#[derive(Debug)]
pub struct Argument {
    /// A sum: the field of the first variant is the own value; each of the others means one of
    /// `same`.
    choice: &'static Shape,
    /// The earlier arguments of the same call with a possible common value.
    same: Vec<Same>,
    /// True if a further, last variant is the object last lent to an earlier statement, or an own
    /// value if no object was lent.
    may_be_lent_again: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Same {
    /// Its index, less than the other one's.
    pub argument: usize,
    /// The shared pointer, if taken by value; a reference is lent twice.
    pub pointer: Option<Pointer>,
}

/// The statements of a pointer with shared ownership, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pointer {
    /// The number of the callable that makes such a pointer.
    pub value: u64,
    /// The number of the callable that clones its argument.
    pub clone: u64,
}

impl Argument {
    /// An argument with own values of the shape `own`. Like all shapes, it lives as long as the
    /// process.
    pub fn new(own: ShapeRef, same: Vec<Same>) -> Argument {
        Argument::from_parts(own, same, false)
    }

    /// Returns the argument for a reference to an object that earlier statements may have borrowed.
    pub fn lent_again(own: ShapeRef, same: Vec<Same>) -> Argument {
        Argument::from_parts(own, same, true)
    }

    fn from_parts(own: ShapeRef, same: Vec<Same>, may_be_lent_again: bool) -> Argument {
        let own = Product::new(Vec::leak(vec![own]), "{0}");
        let variants = std::iter::once(own)
            .chain(same.iter().map(|_| Product::new(&[], "")))
            .chain(may_be_lent_again.then_some(own));
        let choice = Shape::Sum(Sum { variants: Vec::leak(variants.collect()) });
        Argument { choice: Box::leak(Box::new(choice)), same, may_be_lent_again }
    }

    /// True if the variant with this index is the last lent object.
    pub fn is_lent_again(&self, variant: usize) -> bool {
        self.may_be_lent_again && variant == self.same.len() + 1
    }

    #[inline]
    pub fn choice(&self) -> &'static Shape {
        self.choice
    }

    pub fn own(&self) -> &'static Shape {
        match self.choice {
            Shape::Sum(Sum { variants: [Product { fields: [own], .. }, ..] }) => own(),
            _ => unreachable!("it is made so"),
        }
    }

    /// The earlier argument of the variant with this index; `None` for its own value.
    pub fn same(&self, variant: usize) -> Option<Same> {
        self.same.get(variant.checked_sub(1)?).copied()
    }
}
