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

/// [`mann_whitney`] of anything that has an order: Vargha and Delaney's A12, the probability that one of `x` is greater than
/// one of `y`, ties counting half; and the two-sided p.
///
/// ```
/// use sbst_experiments::sample::standing;
///
/// assert_eq!(standing(&[1, 2, 3], &[1, 2, 3]), (0.5, 1.0));
/// let (a12, p) = standing(&[11, 12, 13, 14, 15, 16], &[1, 2, 3, 4, 5, 6]);
/// assert!(a12 == 1.0 && p < 0.01);
/// ```
pub fn standing<T: Ord>(x: &[T], y: &[T]) -> (f64, f64) {
    let mut all: Vec<&T> = x.iter().chain(y).collect();
    all.sort_unstable();
    all.dedup();
    let ranks = |sample: &[T]| -> Vec<f64> {
        sample.iter().map(|value| all.partition_point(|other| *other < value) as f64).collect()
    };
    let (p, a12) = mann_whitney(&ranks(x), &ranks(y));
    (a12, p)
}

/// Mann and Whitney's U test of two samples, ties counted: the two-sided p of the normal distribution, corrected for ties and
/// continuity, and the probability that one of `ones` is greater than one of `others`, ties counting half (Vargha and Delaney's
/// A12).
///
/// ```
/// use sbst_experiments::sample::mann_whitney;
///
/// let (low, high): (Vec<f64>, Vec<f64>) = ((0..10).map(f64::from).collect(), (20..30).map(f64::from).collect());
/// let (p, effect) = mann_whitney(&high, &low);
/// assert!(p < 0.001 && effect == 1.0);
/// assert_eq!(mann_whitney(&low, &low), (1.0, 0.5));
/// ```
pub fn mann_whitney(ones: &[f64], others: &[f64]) -> (f64, f64) {
    let pairs = ones.iter().flat_map(|one| others.iter().map(move |other| one.total_cmp(other)));
    let u: f64 = pairs.map(|order| 0.5 * (f64::from(order as i8) + 1.0)).sum();
    let (n, m) = (ones.len() as f64, others.len() as f64);
    let mut all: Vec<f64> = ones.iter().chain(others).copied().collect();
    all.sort_by(f64::total_cmp);
    let ties =
        all.chunk_by(|one, other| one == other).map(|tied| (tied.len() as f64).powi(3) - tied.len() as f64);
    let variance = n * m / 12.0 * ((n + m + 1.0) - ties.sum::<f64>() / ((n + m) * (n + m - 1.0)));
    let away = ((u - n * m / 2.0).abs() - 0.5).max(0.0);
    let p = if variance > 0.0 { erfc(away / (2.0 * variance).sqrt()) } else { 1.0 };
    (p, u / (n * m))
}

/// The complementary error function, to 1.2e-7 (Press, Teukolsky, Vetterling and Flannery, "Numerical Recipes", 6.2).
fn erfc(x: f64) -> f64 {
    const COEFFICIENTS: [f64; 10] = [
        -1.265_512_23,
        1.000_023_68,
        0.374_091_96,
        0.096_784_18,
        -0.186_288_06,
        0.278_868_07,
        -1.135_203_98,
        1.488_515_87,
        -0.822_152_23,
        0.170_872_77,
    ];
    let t = 1.0 / (1.0 + 0.5 * x);
    let sum = COEFFICIENTS.iter().rev().fold(0.0, |sum, coefficient| sum * t + coefficient);
    (t * (sum - x * x).exp()).min(1.0)
}
