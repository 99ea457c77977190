//! Floating-point types, ranges and steps of them.

use super::{Bounds, Range};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// `f32`.
    Single,
    /// `f64`.
    Double,
}

/// The values of a floating-point type. They include only one NaN: no test can write its bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Float {
    pub width: Width,
    /// The least allowed value: representable in the type, or minus infinity.
    pub lowest: f64,
    /// The greatest allowed value, inclusive: representable in the type, or infinity.
    pub highest: f64,
    pub nan: bool,
    /// The distance between neighbours, if not every representable value is allowed: values are
    /// multiples of it, and finite.
    pub step: Option<f64>,
}

impl Float {
    pub const fn all(width: Width) -> Float {
        Float { width, lowest: f64::NEG_INFINITY, highest: f64::INFINITY, nan: true, step: None }
    }

    /// Restricts the values to a range, and to multiples of a step. NaN is excluded by both. Panics
    /// if the range is empty or contains no multiple of the step, or if the step is not a positive
    /// number.
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
        if let Some((first, last)) = float.multiples() {
            let (first, last) = (float.multiple(first), float.multiple(last));
            let within = float.lowest <= first && last <= float.highest;
            assert!(within, "the range has no multiple of the step in it");
        }
        float
    }

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

    pub fn allows(&self, value: f64) -> bool {
        self.nearest(value).to_bits() == value.to_bits()
    }

    /// The allowed value nearest to `value`, approximately; for a NaN that is not allowed, the
    /// value nearest to zero.
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
            Some(_) => self.multiple(self.steps(value)),
        }
    }

    /// The least and the greatest multiple of the step, as numbers of steps; `None` without a step.
    ///
    /// ```
    /// use sbst_model::shape::{Bounds, Float, Width};
    ///
    /// let price = Float::all(Width::Single).within(&Bounds { step: Some(0.05), ..Bounds::NONE });
    /// assert_eq!(price.multiple(price.steps(0.3)), f64::from(0.3f32));
    /// assert_eq!(price.multiples(), Some((-(1 << 48), 1 << 48)));
    /// ```
    pub const fn multiples(&self) -> Option<(i64, i64)> {
        match self.step {
            None => None,
            Some(_) => Some((self.steps(f64::NEG_INFINITY), self.steps(f64::INFINITY))),
        }
    }

    /// The number of steps from zero to the allowed multiple nearest to `value`; 0 without a step.
    pub const fn steps(&self, value: f64) -> i64 {
        let Some(step) = self.step else { return 0 };
        let (numerator, denominator) = fraction(step);
        let greatest = match self.width {
            Width::Single => f32::MAX as f64,
            Width::Double => f64::MAX,
        };
        let (lowest, highest) = (self.lowest.max(-greatest), self.highest.min(greatest));
        let exact = value.clamp(lowest, highest) * denominator / numerator;
        let mut count = exact.clamp(-MOST_STEPS, MOST_STEPS).round() as i64;
        if self.multiple(count) > highest {
            count -= 1;
        }
        if self.multiple(count) < lowest {
            count += 1;
        }
        count
    }

    /// Returns the value this number of steps from zero; NaN without a step. A step like 0.001 is
    /// not exact as a float, but it is a fraction of two exact numbers.
    pub const fn multiple(&self, count: i64) -> f64 {
        let Some(step) = self.step else { return f64::NAN };
        let (numerator, denominator) = fraction(step);
        // Minus zero is not a separate multiple.
        self.rounded(count as f64 * numerator / denominator) + 0.0
    }
}

/// The most steps from zero: within these, half a step can be distinguished from rounding errors.
const MOST_STEPS: f64 = (1u64 << 48) as f64;

/// A step as a fraction: over a power of ten if it is a decimal, else by its inverse or itself.
const fn fraction(step: f64) -> (f64, f64) {
    let mut denominator = 1.0;
    while denominator <= 1e15 {
        let numerator = (step * denominator).round();
        if numerator / denominator == step {
            return (numerator, denominator);
        }
        denominator *= 10.0;
    }
    let inverse = (1.0 / step).round();
    if 1.0 / inverse == step {
        (1.0, inverse)
    } else {
        (step, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::Endpoint;
    use super::*;
    use proptest::prelude::*;

    fn range(lowest: f64, highest: f64, exclusive: bool) -> Bounds {
        let endpoint = |value: f64| Some(Endpoint::new(value as i128, value));
        let range = Range { lowest: endpoint(lowest), highest: endpoint(highest), exclusive };
        Bounds { range: Some(range), ..Bounds::NONE }
    }

    fn steps() -> impl Strategy<Value = f64> {
        let usual = prop::sample::select(vec![0.001, 0.25, 7.0, 0.05, 0.3, 2.5, 1.0 / 3.0, 1e-20, 1e300]);
        prop_oneof![usual, 1e-9..1e9f64]
    }

    proptest! {
        #[test]
        fn the_nearest_value_is_allowed_and_its_own_nearest(value: f64, a in -1e6..1e6f64, b in -1e6..1e6f64,
            step in prop::option::of(steps()), single: bool) {
            let width = if single { Width::Single } else { Width::Double };
            prop_assume!((a - b).abs() > 8.0);
            let bounds = Bounds { step: step.filter(|&step| 1e-9 < step && step < 8.0), ..range(a.min(b), a.max(b), false) };
            let stepped = Float::all(width).within(&Bounds { step, ..Bounds::NONE });
            for float in [Float::all(width), stepped, Float::all(width).within(&bounds)] {
                for value in [value, a, b, a + b, 0.0, f64::INFINITY, f64::MIN, 1e12 * a] {
                    let near = float.nearest(value);
                    prop_assert!(float.allows(near), "{near} of {float:?}");
                    prop_assert!(near.is_nan() || float.lowest <= near && near <= float.highest);
                    prop_assert!(float.step.is_none() || near.is_finite());
                }
            }
        }

        #[test]
        fn multiples_and_their_numbers_go_together(step in steps(), count in -(1i64 << 48)..=1 << 48) {
            let float = Float::all(Width::Double).within(&Bounds { step: Some(step), ..Bounds::NONE });
            let Some((least, greatest)) = float.multiples() else { unreachable!() };
            prop_assume!((least..=greatest).contains(&count));
            prop_assert_eq!(float.steps(float.multiple(count)), count);
        }
    }

    #[test]
    fn multiples_of_a_decimal_step_are_decimals() {
        let float = Float::all(Width::Double).within(&Bounds { step: Some(0.001), ..Bounds::NONE });
        for decimal in [0.3, 1.001, -2.717, 1234.567] {
            assert_eq!(float.nearest(decimal), decimal);
        }
        assert_eq!(float.nearest(-0.0).to_bits(), 0.0f64.to_bits());
        let tenths = Float::all(Width::Double).within(&Bounds { step: Some(0.3), ..Bounds::NONE });
        assert_eq!(tenths.nearest(1.0), 0.9);
    }

    #[test]
    fn an_exclusive_end_is_left_out() {
        let unit = Float::all(Width::Single).within(&range(0.0, 1.0, true));
        assert!(!unit.allows(1.0) && unit.allows(f64::from(1.0f32.next_down())));
        assert!(unit.nearest(f64::NAN) == 0.0 && unit.nearest(f64::INFINITY) < 1.0);
    }

    #[test]
    #[should_panic(expected = "no multiple of the step")]
    fn a_range_between_two_multiples_is_refused() {
        let _ = Float::all(Width::Double).within(&Bounds { step: Some(8.0), ..range(1.0, 7.0, false) });
    }

    #[test]
    #[should_panic(expected = "the range is empty")]
    fn an_empty_range_is_refused() {
        let _ = Float::all(Width::Double).within(&range(2.0, 1.0, false));
    }
}
