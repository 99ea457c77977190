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

/// Vargha and Delaney's A12, the probability that one of `x` is greater than one of `y`, ties counting half; and the two-sided p
/// of the Mann-Whitney U test, by the normal approximation with corrections for ties and continuity.
///
/// ```
/// use sbst_experiments::sample::standing;
///
/// assert_eq!(standing(&[1, 2, 3], &[1, 2, 3]), (0.5, 1.0));
/// let (a12, p) = standing(&[11, 12, 13, 14, 15, 16], &[1, 2, 3, 4, 5, 6]);
/// assert!(a12 == 1.0 && p < 0.01);
/// ```
pub fn standing<T: Ord>(x: &[T], y: &[T]) -> (f64, f64) {
    let (m, n) = (x.len() as f64, y.len() as f64);
    let greater = |one: &T, other: &T| match one.cmp(other) {
        std::cmp::Ordering::Greater => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Less => 0.0,
    };
    let u: f64 = x.iter().flat_map(|one| y.iter().map(move |other| greater(one, other))).sum();
    let mut all: Vec<&T> = x.iter().chain(y).collect();
    all.sort_unstable();
    let ties: f64 = all
        .chunk_by(|one, other| one == other)
        .map(|tied| (tied.len() as f64).powi(3) - tied.len() as f64)
        .sum();
    let variance = m * n / 12.0 * (m + n + 1.0 - ties / ((m + n) * (m + n - 1.0)));
    let away = ((u - m * n / 2.0).abs() - 0.5).max(0.0);
    let p = if variance > 0.0 { two_sided(away / variance.sqrt()) } else { 1.0 };
    (u / (m * n), p)
}

/// The probability that a normal number is at least so many deviations from the mean: Abramowitz and Stegun 26.2.17, whose
/// error is below 1e-7.
fn two_sided(z: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * z);
    let series = [0.319_381_530, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429];
    let polynomial = series.iter().rev().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    (2.0 * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt() * polynomial).min(1.0)
}
