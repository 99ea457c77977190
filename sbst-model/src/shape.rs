//! The shape of an input: which values there are, how they are stored in a [`TestCase`](crate::TestCase), and how
//! they are written in Rust. A shape is what sampling, mutation, local search, minimising and printing are driven by,
//! so each of them is written once.

/// The shape of a type, by reference: lazy, so that recursive types have one.
pub type ShapeRef = fn() -> &'static Shape;

/// The shape of a type. The comment of each variant says which nodes stand for a value of it.
#[derive(Debug)]
pub enum Shape {
    /// `bool`: one [`Bool`](crate::NodeKind::Bool) node, payload 0 or 1.
    Bool,
    /// `char`: one [`Char`](crate::NodeKind::Char) node, payload the scalar value.
    Char,
    /// An integer of up to 128 bits: one [`Integer`](crate::NodeKind::Integer) node, payload the value in two's
    /// complement, sign-extended to 64 bits; for 128-bit types it has a child of the same kind with the high half.
    Integer(Integer),
    /// `f32` or `f64`: one [`Float`](crate::NodeKind::Float) node, payload the bits of the value as an `f64`.
    Float(Float),
    /// Text: one [`Text`](crate::NodeKind::Text) node, payload its length in bytes; the bytes are in the text buffer.
    Text(Text),
    /// Any number of elements of one shape: a [`Sequence`](crate::NodeKind::Sequence) node, payload the number of
    /// elements, which follow as children.
    Sequence(Sequence),
    /// A fixed number of fields: a [`Product`](crate::NodeKind::Product) node with the fields as children.
    Product(Product),
    /// One of several variants: a [`Sum`](crate::NodeKind::Sum) node, payload the variant's index, with its fields as
    /// children.
    Sum(Sum),
    /// `&T`: no node of its own, the value is that of the inner shape.
    Reference(ShapeRef),
}

/// The values of an integer type. Ordinals count them upwards from the least value of the type, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// The type's name, `i32` for example.
    pub name: &'static str,
    /// Width in bits: 8 to 128.
    pub bits: u32,
    /// Whether there are negative values.
    pub signed: bool,
    /// Ordinal of the least value that is allowed.
    pub lowest: u128,
    /// Ordinal of the greatest value that is allowed, inclusive.
    pub highest: u128,
}

impl Integer {
    /// All values of a type.
    pub const fn all(name: &'static str, bits: u32, signed: bool) -> Integer {
        Integer { name, bits, signed, lowest: 0, highest: u128::MAX >> (128 - bits) }
    }

    /// Flips between two's complement and ordinal.
    const fn sign_bit(&self) -> u128 {
        if self.signed {
            1 << (self.bits - 1)
        } else {
            0
        }
    }

    /// The ordinal of a value given in two's complement (bits above the width are ignored).
    ///
    /// ```
    /// let byte = sbst_model::shape::Integer::all("i8", 8, true);
    /// assert_eq!(byte.ordinal(-128i128 as u128), 0);
    /// assert_eq!(byte.ordinal(0), 128);
    /// assert_eq!(byte.value(129) as i128, 1);
    /// ```
    #[inline]
    pub const fn ordinal(&self, value: u128) -> u128 {
        (value & (u128::MAX >> (128 - self.bits))) ^ self.sign_bit()
    }

    /// The value with an ordinal, in two's complement, sign-extended to 128 bits.
    #[inline]
    pub const fn value(&self, ordinal: u128) -> u128 {
        let raw = ordinal ^ self.sign_bit();
        if self.signed {
            let unused = 128 - self.bits;
            (((raw << unused) as i128) >> unused) as u128
        } else {
            raw
        }
    }

    /// The ordinal nearest to `ordinal` that is allowed.
    #[inline]
    pub const fn clamp(&self, ordinal: u128) -> u128 {
        if ordinal < self.lowest {
            self.lowest
        } else if ordinal > self.highest {
            self.highest
        } else {
            ordinal
        }
    }

    /// The ordinal nearest to that of a number from elsewhere (a literal, an integer of another type): out-of-range
    /// numbers become the nearest extreme. `negative` numbers are given in two's complement.
    pub const fn nearest(&self, value: u128, negative: bool) -> u128 {
        let zero = self.sign_bit();
        let ordinal =
            if negative { zero.saturating_sub(value.wrapping_neg()) } else { zero.saturating_add(value) };
        self.clamp(ordinal)
    }
}

/// The values of a floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Float {
    /// `f32`.
    Single,
    /// `f64`.
    Double,
}

/// The values of a text type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Text {
    /// How a value is written.
    pub form: TextForm,
    /// The greatest length allowed, in characters.
    pub longest: usize,
}

/// How a text is written in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextForm {
    /// `"…"`, a `&str`.
    Str,
    /// `String::from("…")`.
    String,
}

/// The values of a growable collection or slice.
#[derive(Clone, Copy, Debug)]
pub struct Sequence {
    /// Shape of each element.
    pub element: ShapeRef,
    /// How a value is written.
    pub form: SequenceForm,
    /// The greatest length allowed, in elements.
    pub longest: usize,
}

/// How a sequence is written in Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SequenceForm {
    /// `vec![…]`.
    Vec,
    /// `&[…]`.
    Slice,
}

/// The values of a tuple.
#[derive(Clone, Copy, Debug)]
pub struct Product {
    /// Shapes of the fields, in order.
    pub fields: &'static [ShapeRef],
}

/// The values of a type with variants.
#[derive(Clone, Copy, Debug)]
pub struct Sum {
    /// The variants, simplest first; at least one.
    pub variants: &'static [Variant],
}

/// One variant of a [`Sum`].
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// How it is written: `Some`, `None`.
    pub name: &'static str,
    /// Shapes of its fields, in order.
    pub fields: &'static [ShapeRef],
}

impl Shape {
    /// This shape with references looked through.
    pub fn value_shape(&'static self) -> &'static Shape {
        let mut shape = self;
        while let Shape::Reference(inner) = shape {
            shape = inner();
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const I32: Integer = Integer::all("i32", 32, true);
    const I128: Integer = Integer::all("i128", 128, true);
    const U128: Integer = Integer::all("u128", 128, false);

    proptest! {
        #[test]
        fn ordinals_keep_the_order_of_values(a: i128, b: i128) {
            prop_assert_eq!(I128.ordinal(a as u128) < I128.ordinal(b as u128), a < b);
            prop_assert_eq!(I128.value(I128.ordinal(a as u128)), a as u128);
            prop_assert_eq!(U128.ordinal(a as u128), a as u128);
        }

        #[test]
        fn narrow_integers_come_back_sign_extended(a: i32) {
            prop_assert_eq!(I32.value(I32.ordinal(a as u128)) as i128, i128::from(a));
        }

        #[test]
        fn the_nearest_value_is_saturated(a: i64) {
            let near = I32.value(I32.nearest(a as i128 as u128, a < 0)) as i128;
            prop_assert_eq!(near, i128::from(a.clamp(i32::MIN.into(), i32::MAX.into())));
        }
    }

    #[test]
    fn the_extremes_of_a_type_are_its_first_and_last_ordinal() {
        assert_eq!(I128.ordinal(i128::MIN as u128), 0);
        assert_eq!(I128.ordinal(i128::MAX as u128), u128::MAX);
        assert_eq!(I32.highest, u128::from(u32::MAX));
    }
}
