//! Pointers to trait objects within other types: `Vec<Box<dyn Shape>>`, `&[&dyn Shape]`. Such a
//! value has one variant for each type with the trait, by its name: the pointer around a value of
//! that type.
//!
//! # Policy
//! 1. The attribute finds the types with a trait by names alone. The code beside a harness
//!    implements [`HasTrait`] for the types that really have it. Method look-up takes
//!    [`HasNoTrait`] for the others; their variants have no values.
//! 2. A search avoids variants without values. If all variants are without values, so is the type.

use crate::value::build::{Build, Of};
use crate::value::frame::Frame;
use crate::value::part::NOTHING;
use sbst_model::Shape;
use std::marker::PhantomData;

/// The pointers to trait objects, and the cells that may be between.
pub mod pointers {
    pub use std::boxed::Box;
    pub use std::cell::{Cell, RefCell};
    pub use std::pin::Pin;
    pub use std::rc::Rc;
    pub use std::sync::{Arc, Mutex, RwLock};
}

/// The variant of a builder `O` for the type `T`; `C` builds a pointer to it.
#[allow(clippy::type_complexity)]
pub struct Variant<O, T, C>(PhantomData<(fn() -> O, fn() -> T, fn() -> C)>);

impl<O, T, C> Variant<O, T, C> {
    /// Returns the variant with this builder.
    pub fn composed(_: Of<C>) -> Self {
        Variant(PhantomData)
    }
}

/// Preferred by method look-up: the type has the trait.
pub trait HasTrait<'f, O: Build<'f>> {
    fn shape_of_variant(&self) -> &'static Shape;
    /// Builds the pointer of the frame's next nodes, as a pointer to a trait object.
    fn build_variant(&self, frame: &'f Frame<'f>) -> O::SbstValue;
}

/// The fallback, because its methods take `&mut self`: the type does not have the trait.
pub trait HasNoTrait<'f, O: Build<'f>> {
    fn shape_of_variant(&mut self) -> &'static Shape {
        &NOTHING
    }
    /// Never called, because no test case has a value of that shape.
    fn build_variant(&mut self, _frame: &'f Frame<'f>) -> O::SbstValue {
        unreachable!("there is no value of the shape that this variant has")
    }
}

impl<'f, O: Build<'f>, T, C> HasNoTrait<'f, O> for &Variant<O, T, C> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::compose::{vec, IsComposed as _, IsInput as _, Node};
    use crate::value::parameter::{ByValue, CanBuild as _};
    use crate::value::store::Store;
    use crate::value::within::{Unbounded, Within};
    use sbst_model::shape::{Product, Sum};
    use sbst_model::{NodeKind, TestCase};

    trait Measured {
        fn size(&self) -> usize;
    }
    impl Measured for u8 {
        fn size(&self) -> usize {
            usize::from(*self)
        }
    }
    impl Measured for String {
        fn size(&self) -> usize {
            self.len()
        }
    }

    /// The emitted code of the attribute: only the compiler finds that a `char` does not have the
    /// trait.
    struct Boxed;
    impl<'f, T: Measured + 'static, C: Build<'f, SbstValue = Box<T>>> HasTrait<'f, Boxed>
        for Variant<Boxed, T, C>
    {
        fn shape_of_variant(&self) -> &'static Shape {
            C::shape::<Unbounded>()
        }
        fn build_variant(&self, frame: &'f Frame<'f>) -> Box<dyn Measured> {
            C::build(frame)
        }
    }
    macro_rules! variant {
        ($type:ty) => {
            (&Variant::<Boxed, $type, _>::composed((&&Node::<Box<$type>>::LEAF).chosen()))
        };
    }
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    impl<'f> Build<'f> for Boxed {
        type SbstValue = Box<dyn Measured>;
        fn shape<B: Within>() -> &'static Shape {
            const {
                &Shape::Sum(Sum {
                    variants: &[
                        Product::new(&[|| variant!(u8).shape_of_variant()], "{0} as Box<dyn Measured>"),
                        Product::new(&[|| variant!(char).shape_of_variant()], "{0} as Box<dyn Measured>"),
                        Product::new(&[|| variant!(String).shape_of_variant()], "{0} as Box<dyn Measured>"),
                    ],
                })
            }
        }
        fn build(frame: &'f Frame<'f>) -> Box<dyn Measured> {
            match frame.variant() {
                0 => variant!(u8).build_variant(frame),
                1 => variant!(char).build_variant(frame),
                _ => variant!(String).build_variant(frame),
            }
        }
    }

    #[test]
    #[allow(clippy::needless_borrow)]
    fn values_of_several_types_are_in_one_collection() {
        let mut test = TestCase::new();
        let sequence = test.open(NodeKind::Sequence, 2);
        let text = test.open(NodeKind::Sum, 2);
        test.push_text("abc");
        test.close(text);
        let number = test.open(NodeKind::Sum, 0);
        test.leaf(NodeKind::Integer, 7);
        test.close(number);
        test.close(sequence);
        let mut store = Store::default();
        {
            let frame = Frame::new(&test, &store, None);
            let boxed = (&&Node::<Box<dyn Measured>, _>::composed(Of::<Boxed>::NEW)).chosen();
            let all = (&&Node::<Vec<Box<dyn Measured>>, _>::composed(vec(boxed))).chosen();
            let all = ByValue::<Vec<Box<dyn Measured>>, Unbounded, _>::composed(all);
            let sizes: Vec<usize> = all.argument(&frame).iter().map(|one| one.size()).collect();
            assert_eq!(sizes, [3, 7]);
        }
        store.clear();
    }

    #[test]
    fn types_without_the_trait_have_no_values() {
        let Shape::Sum(sum) = Boxed::shape::<Unbounded>() else { panic!("it is a sum") };
        let has_values = sum.variants.iter().map(|variant| !std::ptr::eq((variant.fields[0])(), &NOTHING));
        assert_eq!(has_values.collect::<Vec<_>>(), [true, false, true]);
    }
}
