//! Statistics of the results of many runs.

use sbst_lab::statistics::rank_tests::{mann_whitney, vargha_delaney};

/// The median; NaN of an empty sample.
///
/// ```
/// assert_eq!(sbst_experiments::sample::median(&mut [3.0, 1.0, 2.0, 10.0]), 2.5);
/// ```
pub fn median(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let middle = numbers.len() / 2;
    match numbers.len() {
        0 => f64::NAN,
        odd if odd % 2 == 1 => numbers[middle],
        _ => f64::midpoint(numbers[middle - 1], numbers[middle]),
    }
}

/// The mean; NaN of an empty sample.
pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

/// Vargha and Delaney's A12, the probability that one of `x` is greater than one of `y`, ties
/// counting half. The second number is the two-sided p of the Mann-Whitney U test.
///
/// ```
/// use sbst_experiments::sample::standing;
///
/// assert_eq!(standing(&[1, 2, 3], &[1, 2, 3]), (0.5, 1.0));
/// let (a12, p) = standing(&[11, 12, 13, 14, 15, 16], &[1, 2, 3, 4, 5, 6]);
/// assert!(a12 == 1.0 && p < 0.01);
/// ```
pub fn standing<T: Ord>(x: &[T], y: &[T]) -> (f64, f64) {
    (vargha_delaney(x, y), mann_whitney(x, y).p)
}

/// Cohen's d: the difference of the means of `x` and `y`, in (pooled) standard deviations. Without
/// a deviation, it is infinite unless the means are equal.
///
/// ```
/// use sbst_experiments::sample::cohen;
///
/// assert_eq!(cohen(&[2.0, 4.0, 6.0], &[0.0, 2.0, 4.0]), 1.0);
/// assert_eq!(cohen(&[1.0, 1.0], &[1.0, 1.0]), 0.0);
/// assert_eq!(cohen(&[1.0, 1.0], &[0.0, 0.0]), f64::INFINITY);
/// ```
pub fn cohen(x: &[f64], y: &[f64]) -> f64 {
    let squares = |numbers: &[f64]| {
        let mean = mean(numbers);
        numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>()
    };
    let difference = mean(x) - mean(y);
    if difference == 0.0 {
        return 0.0;
    }
    difference / ((squares(x) + squares(y)) / (x.len() + y.len() - 2) as f64).sqrt()
}
