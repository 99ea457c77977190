use super::*;
use proptest::prelude::*;

#[track_caller]
fn assert_near(value: f64, expected: f64) {
    let error = (value - expected).abs();
    assert!(error <= 1e-9 * expected, "{value} instead of {expected}");
}

fn normal(x: &[u64], y: &[u64]) -> f64 {
    normal_p(u_statistic(x, y), x.len(), &doubled_ranks(x, y))
}

/// Ages at which diabetes was diagnosed, the example of `scipy.stats.mannwhitneyu`, with its
/// values.
#[test]
fn a_small_sample_without_ties_is_tested_as_scipy_does() {
    let (males, females) = ([19, 22, 16, 29, 24], [20, 11, 17, 12]);
    let test = mann_whitney(&males, &females);
    assert_eq!(test.u, 17.0);
    assert_near(test.p, 0.111_111_111_111_111_1);
    assert_near(normal(&males, &females), 0.111_346_886_533_140_41);
    assert_eq!(mann_whitney(&females, &males).u, 3.0);
}

/// Against scipy 1.17.1, `method="asymptotic"`.
#[test]
fn normal_distribution_is_corrected_as_in_scipy() {
    let (x, y) = ([1, 2, 2, 3, 5, 8, 8, 8, 13, 21], [2, 4, 4, 6, 8, 9, 14, 21, 30, 40]);
    assert_near(normal(&x, &y), 0.183_220_165_366_189_12);
    let x: Vec<u64> = (0..25).map(|i| i * 37 % 11).collect();
    let y: Vec<u64> = (0..30).map(|i| (i * 53 + 20) % 14).collect();
    assert_eq!(u_statistic(&x, &y), 296.0);
    assert_near(normal(&x, &y), 0.183_251_310_949_311_24);
    let x: Vec<u64> = (0..30).collect();
    let y: Vec<u64> = (100..130).collect();
    assert_near(normal(&x, &y), 3.019_859_359_162_157e-11);
}

/// Against scipy 1.17.1, `method=PermutationMethod(n_resamples=1000000)`, which enumerates all
/// 184,756 of them.
#[test]
fn p_with_ties_equals_that_of_all_permutations() {
    let (x, y) = ([1, 2, 2, 3, 5, 8, 8, 8, 13, 21], [2, 4, 4, 6, 8, 9, 14, 21, 30, 40]);
    let test = mann_whitney(&x, &y);
    assert_eq!(test.u, 32.0);
    assert_near(test.p, 0.182_759_964_493_710_62);
}

#[test]
fn disjoint_samples_have_least_p() {
    // 2 of the 20 over 10 ways
    assert_near(mann_whitney::<u64>(&Vec::from_iter(0..10), &Vec::from_iter(10..20)).p, 2.0 / 184_756.0);
    let large = mann_whitney::<u64>(&Vec::from_iter(0..60), &Vec::from_iter(60..120));
    assert!((1e-22..1e-20).contains(&large.p), "{}", large.p);
}

#[test]
fn equal_samples_show_no_difference() {
    for size in [2, EXACT, EXACT + 1] {
        let same = vec![7; size];
        assert_eq!(mann_whitney(&same, &same).p, 1.0);
        assert_eq!(vargha_delaney(&same, &same), 0.5);
    }
}

#[test]
fn a12_counts_ties_half() {
    assert_eq!(vargha_delaney(&[3, 4], &[1, 2]), 1.0);
    assert_eq!(vargha_delaney(&[1, 2], &[3, 4]), 0.0);
    // greater in (3, 2), equal in (2, 2) and (3, 3)
    assert_eq!(vargha_delaney(&[2, 3], &[2, 3]), 0.5);
    // of nine pairs five greater, two equal
    assert_eq!(vargha_delaney(&[1, 4, 6], &[1, 2, 4]), 6.0 / 9.0);
}

/// The fraction of all divisions of the observations with U at least as far from its mean, by
/// enumeration.
fn p_by_enumeration(x: &[u64], y: &[u64]) -> f64 {
    let all: Vec<u64> = x.iter().chain(y).copied().collect();
    let mean = (x.len() * y.len()) as f64 / 2.0;
    let observed = (u_statistic(x, y) - mean).abs();
    let (mut ways, mut far) = (0.0, 0.0);
    for chosen in (0u32..1 << all.len()).filter(|chosen| chosen.count_ones() as usize == x.len()) {
        let of = |wanted: bool| {
            let indices = (0..all.len()).filter(move |index| (chosen >> index & 1 == 1) == wanted);
            indices.map(|index| all[index]).collect::<Vec<_>>()
        };
        ways += 1.0;
        if (u_statistic(&of(true), &of(false)) - mean).abs() >= observed {
            far += 1.0;
        }
    }
    far / ways
}

fn sample(sizes: std::ops::RangeInclusive<usize>, greatest: u64) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::vec(0..=greatest, sizes)
}

proptest! {
    #[test]
    fn exact_p_equals_enumeration(x in sample(1..=5, 9), y in sample(1..=5, 9)) {
        let p = mann_whitney(&x, &y).p;
        prop_assert!((p - p_by_enumeration(&x, &y)).abs() < 1e-12, "{p}");
    }

    /// The greatest difference without ties, over all values of U, is 0.0109 for two samples of 8
    /// and 0.0042 for two of 20.
    #[test]
    fn normal_distribution_without_ties_is_near_exact_one(
        order in Just(Vec::from_iter(0..40u64)).prop_shuffle(),
        size in 8usize..=20,
    ) {
        let (x, y) = (&order[..size], &order[size..2 * size]);
        let difference = (mann_whitney(x, y).p - normal(x, y)).abs();
        prop_assert!(difference < 0.0875 / size as f64, "{difference}");
    }

    #[test]
    fn exchanging_the_samples_turns_everything_round(x in sample(1..=20, 30), y in sample(1..=60, 30)) {
        let (one, other) = (mann_whitney(&x, &y), mann_whitney(&y, &x));
        prop_assert_eq!(one.u + other.u, (x.len() * y.len()) as f64);
        prop_assert!((one.p - other.p).abs() < 1e-9);
        prop_assert!((0.0..=1.0 + 1e-9).contains(&one.p));
        prop_assert!((vargha_delaney(&x, &y) + vargha_delaney(&y, &x) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn only_order_of_observations_counts(x in sample(1..=20, 30), y in sample(1..=20, 30)) {
        let cubed = |sample: &[u64]| Vec::from_iter(sample.iter().map(|number| number.pow(3)));
        prop_assert_eq!(mann_whitney(&cubed(&x), &cubed(&y)), mann_whitney(&x, &y));
    }
}

proptest! {
    /// Small numbers, so that ties are frequent, and one sample shifted by the difference.
    #[test]
    fn samples_differ_agrees_with_exact_p(
        x in prop::collection::vec(0u32..6, 10..14), y in prop::collection::vec(0u32..6, 10..14), shift in 0u32..6
    ) {
        let y: Vec<u32> = y.into_iter().map(|value| value + shift).collect();
        prop_assert_eq!(differ(&x, &y, 0.05), mann_whitney(&x, &y).p < 0.05);
    }
}
