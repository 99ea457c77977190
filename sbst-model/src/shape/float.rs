//! Floating-point types, ranges and steps of them.

use super::{Bounds, Range};

/// A floating-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `f32`.
    Single,
    /// `f64`.
    Double,
}

/// The values of a floating-point type. There is only one NaN: its bits cannot be written in a test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Float {
    /// The type.
    pub width: Width,
    /// The least value that is allowed: representable in the type, or minus infinity.
    pub lowest: f64,
    /// The greatest value that is allowed, inclusive: representable in the type, or infinity.
    pub highest: f64,
    /// Whether NaN is allowed.
    pub nan: bool,
    /// The distance between neighbours, if not every representable value is allowed: values are multiples of it, and
    /// finite.
    pub step: Option<f64>,
}

impl Float {
    /// All values of a type.
    pub const fn all(width: Width) -> Float {
        Float { width, lowest: f64::NEG_INFINITY, highest: f64::INFINITY, nan: true, step: None }
    }

    /// Those of these values that are within a range, and multiples of a step. NaN is in no range and no multiple.
    ///
    /// # Panics
    /// If the range is empty, or the step is not a positive number.
    pub const fn within(self, bounds: &Bounds) -> Float {
        let mut float = self;
        if let Some(Range { lowest, highest, exclusive }) = bounds.range {
            float.nan = false;
            if let Some(lowest) = lowest {
                float.lowest = self.rounded(lowest.real);
                if float.lowest < lowest.real {
                    float.lowest = self.next_up(float.lowest);
                }
            }
            if let Some(highest) = highest {
                float.highest = self.rounded(highest.real);
                if float.highest > highest.real || exclusive && float.highest == highest.real {
                    float.highest = self.next_down(float.highest);
                }
            }
        }
        if let Some(step) = bounds.step {
            assert!(step > 0.0 && step < f64::INFINITY, "a step is a positive number");
            float.nan = false;
            float.step = Some(step);
        }
        assert!(float.lowest <= float.highest, "the range is empty");
        float
    }

    /// Rounded to the type.
    const fn rounded(&self, value: f64) -> f64 {
        match self.width {
            Width::Single => value as f32 as f64,
            Width::Double => value,
        }
    }

    const fn next_up(&self, value: f64) -> f64 {
        match self.width {
            Width::Single => (value as f32).next_up() as f64,
            Width::Double => value.next_up(),
        }
    }

    const fn next_down(&self, value: f64) -> f64 {
        match self.width {
            Width::Single => (value as f32).next_down() as f64,
            Width::Double => value.next_down(),
        }
    }

    /// Whether a value is allowed.
    pub fn allows(&self, value: f64) -> bool {
        self.nearest(value).to_bits() == value.to_bits()
    }

    /// The allowed value nearest to `value`, about; zero or what is nearest to that for NaN where there is none.
    ///
    /// ```
    /// use sbst_model::shape::{Bounds, Float, Width};
    ///
    /// let price = Float::all(Width::Double).within(&Bounds { step: Some(0.01), ..Bounds::NONE });
    /// assert_eq!(price.nearest(1.0 / 3.0), 0.33);
    /// assert!(price.allows(-19.99) && !price.allows(0.001));
    /// ```
    #[inline]
    pub fn nearest(&self, value: f64) -> f64 {
        if value.is_nan() {
            return if self.nan { f64::NAN } else { self.nearest(0.0) };
        }
        match self.step {
            None => self.rounded(value).clamp(self.lowest, self.highest),
            Some(step) => self.nearest_multiple(value, step),
        }
    }

    fn nearest_multiple(&self, value: f64, step: f64) -> f64 {
        /// Steps from zero that are all representable.
        const MOST: f64 = (1u64 << 53) as f64;
        let steps = |value: f64| (value / step).clamp(-MOST, MOST);
        let mut multiple = steps(value.clamp(self.lowest, self.highest)).round();
        if self.multiple(multiple, step) > self.highest {
            multiple -= 1.0;
        }
        if self.multiple(multiple, step) < self.lowest {
            multiple += 1.0;
        }
        // Minus zero is no multiple of its own.
        self.multiple(multiple, step) + 0.0
    }

    /// `count` steps. A step like 0.001 is not exact itself; its inverse is, and so is division rounded.
    fn multiple(&self, count: f64, step: f64) -> f64 {
        let inverse = (1.0 / step).round();
        let decimal = step < 1.0 && (1.0 / inverse).to_bits() == step.to_bits();
        self.rounded(if decimal { count / inverse } else { count * step })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Endpoint;
    use super::*;
    use proptest::prelude::*;

    fn range(lowest: f64, highest: f64, exclusive: bool) -> Bounds {
        let endpoint = |value: f64| Some(Endpoint::of(value as i128, value));
        let range = Range { lowest: endpoint(lowest), highest: endpoint(highest), exclusive };
        Bounds { range: Some(range), ..Bounds::NONE }
    }

    proptest! {
        #[test]
        fn the_nearest_value_is_allowed_and_its_own_nearest(value: f64, a in -1e6..1e6f64, b in -1e6..1e6f64,
            step in prop_oneof![Just(None), Just(Some(0.001)), Just(Some(0.25)), Just(Some(7.0))], single: bool) {
            let width = if single { Width::Single } else { Width::Double };
            prop_assume!((a - b).abs() > 8.0);
            let bounds = Bounds { step, ..range(a.min(b), a.max(b), false) };
            for float in [Float::all(width), Float::all(width).within(&bounds)] {
                let near = float.nearest(value);
                prop_assert!(float.allows(near), "{near} of {float:?}");
                prop_assert!(near.is_nan() || float.lowest <= near && near <= float.highest);
            }
        }
    }

    #[test]
    fn multiples_of_a_decimal_step_are_the_decimals_that_people_write() {
        let float = Float::all(Width::Double).within(&Bounds { step: Some(0.001), ..Bounds::NONE });
        for decimal in [0.3, 1.001, -2.718, 1234.567] {
            assert_eq!(float.nearest(decimal), decimal);
        }
        assert_eq!(float.nearest(-0.0).to_bits(), 0.0f64.to_bits());
    }

    #[test]
    fn an_exclusive_end_is_left_out() {
        let unit = Float::all(Width::Single).within(&range(0.0, 1.0, true));
        assert!(!unit.allows(1.0) && unit.allows(f64::from(1.0f32.next_down())));
        assert!(unit.nearest(f64::NAN) == 0.0 && unit.nearest(f64::INFINITY) < 1.0);
    }

    #[test]
    #[should_panic(expected = "the range is empty")]
    fn an_empty_range_is_refused() {
        let _ = Float::all(Width::Double).within(&range(2.0, 1.0, false));
    }
}
