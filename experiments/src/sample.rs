//! What many runs gave.

/// The number in the middle, or the mean of the two that are; NaN of none.
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

/// The mean; NaN of none.
pub fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len() as f64
}
