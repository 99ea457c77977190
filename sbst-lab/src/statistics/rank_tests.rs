//! Effect size and significance of the difference between two samples. Arcuri and Briand require
//! both beside each comparison ("A Hitchhiker's guide to statistical tests for assessing randomized
//! algorithms in software engineering", 2014). Both use only the order of the observations, and
//! assume no distribution.
//!
//! Searches of the same repetition share a seed and may begin alike. Paired samples of this kind
//! differ less than independent ones, so p is too large rather than too small.

/// Â₁₂ of Vargha and Delaney ("A Critique and Improvement of the CL Common Language Effect Size
/// Statistics of McGraw and Wong", 2000): the fraction of pairs with a greater observation of `x`
/// than of `y`, ties counting half. 0.5 means no difference.
///
/// # Panics
/// If one of them is empty.
pub fn vargha_delaney<T: Ord>(x: &[T], y: &[T]) -> f64 {
    assert!(!x.is_empty() && !y.is_empty(), "nothing to compare");
    u_statistic(x, y) / (x.len() as f64 * y.len() as f64)
}

/// The result of the U test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MannWhitney {
    /// Pairs of observations with a greater one of `x`; ties count half.
    pub u: f64,
    /// The probability of a `u` at least as far from its mean, if both samples came from one
    /// distribution.
    pub p: f64,
}

/// The largest size of samples with an exact p; it takes 30 ms at this size, and grows with the
/// fourth power.
///
/// Without ties, the normal distribution's p is wrong by 0.001 for two samples of 20 where p is
/// below 0.1. With many ties, as with easy functions, that of two samples of 30 can be 0.05 instead
/// of 0.08.
const EXACT: usize = 50;

/// The test of Mann and Whitney ("On a Test of Whether one of Two Random Variables is
/// Stochastically Larger than the Other", 1947), two-sided.
///
/// 1. Ties get the mean of their ranks.
/// 2. If both samples are small, p is exact: all divisions of the observed ranks are counted.
/// 3. Otherwise it is that of the normal distribution, with corrections for ties and for
///    continuity.
///
/// # Panics
/// If one of the samples is empty.
pub fn mann_whitney<T: Ord>(x: &[T], y: &[T]) -> MannWhitney {
    assert!(!x.is_empty() && !y.is_empty(), "nothing to compare");
    let u = u_statistic(x, y);
    let ranks = doubled_ranks(x, y);
    let p = match x.len().max(y.len()) <= EXACT {
        true => exact_p(u, x.len(), &ranks),
        false => normal_p(u, x.len(), &ranks),
    };
    MannWhitney { u, p }
}

/// True if the test's p is below `level`, which is between 0.01 and 0.1. Most decisions need no
/// exact p: the normal distribution's is far from the level.
///
/// # Panics
/// If one of the samples is empty.
pub fn differ<T: Ord>(x: &[T], y: &[T], level: f64) -> bool {
    /// The least size of both samples for which the error of the normal distribution is within the factors
    /// below.
    const NORMAL: usize = 10;
    assert!(!x.is_empty() && !y.is_empty(), "nothing to compare");
    if x.len().min(y.len()) >= NORMAL {
        let p = normal_p(u_statistic(x, y), x.len(), &doubled_ranks(x, y));
        if p > 6.0 * level || p < level / 50.0 {
            return p < level;
        }
    }
    mann_whitney(x, y).p < level
}

fn u_statistic<T: Ord>(x: &[T], y: &[T]) -> f64 {
    let pairs = x.iter().flat_map(|a| y.iter().map(move |b| a.cmp(b)));
    pairs.map(|order| f64::from(order as i8 + 1) / 2.0).sum()
}

/// Returns the doubled ranks of all observations, ascending; doubled, they are whole numbers with
/// ties too (rule 1).
fn doubled_ranks<T: Ord>(x: &[T], y: &[T]) -> Vec<usize> {
    let mut all: Vec<&T> = x.iter().chain(y).collect();
    all.sort_unstable();
    let groups = all.chunk_by(|a, b| a == b).scan(0, |before, group| {
        // The mean of the ranks from `before + 1` to `before + group.len()`.
        let doubled = 2 * *before + group.len() + 1;
        *before += group.len();
        Some(std::iter::repeat_n(doubled, group.len()))
    });
    groups.flatten().collect()
}

/// Returns p by rule 2: counts, for each sum of ranks, the ways to choose `n` of them with that
/// sum.
fn exact_p(u: f64, n: usize, ranks: &[usize]) -> f64 {
    let largest_sum: usize = ranks.iter().rev().take(n).sum();
    let mut ways = vec![vec![0.0; largest_sum + 1]; n + 1];
    ways[0][0] = 1.0;
    for &rank in ranks {
        for chosen in (1..=n).rev() {
            let (fewer, more) = ways.split_at_mut(chosen);
            for (ways, without) in more[0][rank..].iter_mut().zip(&fewer[chosen - 1]) {
                *ways += without;
            }
        }
    }
    let smallest_u_sum = n * (n + 1);
    let mean = mean(n, ranks);
    let deviation = |sum: usize| ((sum as f64 - smallest_u_sum as f64) / 2.0 - mean).abs();
    let as_far = |(sum, _): &(usize, &f64)| deviation(*sum) >= (u - mean).abs();
    let far: f64 = ways[n].iter().enumerate().filter(as_far).map(|(_, ways)| ways).sum();
    far / ways[n].iter().sum::<f64>()
}

/// Returns p by rule 3.
fn normal_p(u: f64, n: usize, ranks: &[usize]) -> f64 {
    let (x, all) = (n as f64, ranks.len() as f64);
    let ties = ranks.chunk_by(|a, b| a == b).map(|group| group.len() as f64);
    let ties: f64 = ties.map(|size| size.powi(3) - size).sum();
    let variance = x * (all - x) / 12.0 * (all + 1.0 - ties / (all * (all - 1.0)));
    if variance <= 0.0 {
        // all are equal
        return 1.0;
    }
    let deviation = ((u - mean(n, ranks)).abs() - 0.5).max(0.0);
    libm::erfc(deviation / (2.0 * variance).sqrt())
}

/// The mean of U if both samples came from one distribution.
fn mean(n: usize, ranks: &[usize]) -> f64 {
    n as f64 * (ranks.len() - n) as f64 / 2.0
}

#[cfg(test)]
mod tests;
