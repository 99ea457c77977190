//! Random numbers. A seed never changes its meaning. The generator has a name (xoshiro256++,
//! Blackman and Vigna). The functions of its bits are written here instead of left to versions of a
//! library, and golden values pin them.
//!
//! No function here calls a transcendental function: their last bits differ between platforms.

use rand::{rngs::Xoshiro256PlusPlus, Rng, SeedableRng};

/// A stream of random numbers.
///
/// ```
/// use sbst_search::Random;
///
/// let (mut one, mut same) = (Random::new(7), Random::new(7));
/// assert_eq!(one.bits(), same.bits());
/// assert!(one.below(6) < 6);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    generator: Xoshiro256PlusPlus,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { generator: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// 64 random bits.
    #[inline]
    pub fn bits(&mut self) -> u64 {
        self.generator.next_u64()
    }

    /// Returns a number from 0 to `n - 1`, each equally likely; 0 if `n` is 0.
    ///
    /// Lemire, "Fast random integer generation in an interval" (2019). It multiplies, takes the
    /// high half, and draws again in the rare case that would favour some numbers.
    #[inline]
    pub fn below(&mut self, n: u64) -> u64 {
        let mut product = u128::from(self.bits()) * u128::from(n);
        if (product as u64) < n {
            let unfair = n.wrapping_neg() % n;
            while (product as u64) < unfair {
                product = u128::from(self.bits()) * u128::from(n);
            }
        }
        (product >> 64) as u64
    }

    /// Returns a number from 0 to `highest`, inclusive, each equally likely.
    #[inline]
    pub fn up_to(&mut self, highest: u128) -> u128 {
        match u64::try_from(highest) {
            Ok(u64::MAX) => u128::from(self.bits()),
            Ok(highest) => u128::from(self.below(highest + 1)),
            Err(_) => self.up_to_wide(highest),
        }
    }

    /// Beyond 64 bits: draws as many bits as `highest` has, again while too great (under 2 draws).
    fn up_to_wide(&mut self, highest: u128) -> u128 {
        loop {
            let bits = u128::from(self.bits()) << 64 | u128::from(self.bits());
            let number = bits >> highest.leading_zeros();
            if number <= highest {
                return number;
            }
        }
    }

    #[inline]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// Returns one of `choices`, which must not be empty.
    #[inline]
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.index(choices.len())]
    }

    /// Returns a number from 0 to less than 1, a multiple of 2^-53.
    #[inline]
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 * (1.0 / (1u64 << 53) as f64)
    }

    /// True with this probability: never for 0, always for 1.
    #[inline]
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// True once in `n` times.
    #[inline]
    pub fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }

    #[inline]
    pub fn coin(&mut self) -> bool {
        self.bits() >> 63 == 1
    }

    /// Returns an approximately normally distributed number with mean 0 and deviation 1: the sum of
    /// twelve uniform ones, less 6 (their mean). It is within -6 to 6.
    #[inline]
    pub fn gaussian(&mut self) -> f64 {
        const LANES: u32 = 4;
        let mut sum = 0u64;
        for _ in 0..3 {
            let bits = self.bits();
            for lane in 0..LANES {
                sum += bits >> (16 * lane) & 0xffff;
            }
        }
        // Each of the twelve is the middle of its step of 2^-16.
        (sum as f64 + 6.0) / 65_536.0 - 6.0
    }

    /// Shuffles `items`, each order equally likely (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.index(last + 1));
        }
    }

    /// Returns 0, 1, 2 … each `continuing` times as likely as the one before, at most `most`.
    #[inline]
    pub fn geometric(&mut self, continuing: f64, most: usize) -> usize {
        let mut count = 0;
        while count < most && self.chance(continuing) {
            count += 1;
        }
        count
    }
}
