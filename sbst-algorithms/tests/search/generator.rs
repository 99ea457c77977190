//! Golden values: a seed never changes its meaning. If one of these fails, the same seed would make
//! other suites for users: an incompatible change.

use sbst_search::Random;

fn first<T>(mut draw: impl FnMut(&mut Random) -> T) -> Vec<T> {
    let mut random = Random::new(42);
    (0..6).map(|_| draw(&mut random)).collect()
}

#[test]
fn bits_are_those_of_xoshiro256_plus_plus() {
    assert_eq!(
        first(Random::bits)[..4],
        [15021278609987233951, 5881210131331364753, 18149643915985481100, 12933668939759105464]
    );
}

#[test]
fn numbers_made_of_the_bits_stay_the_same() {
    assert_eq!(first(|random| random.below(6)), [4, 1, 5, 4, 4, 3]);
    assert_eq!(
        first(|random| random.below(u64::MAX / 3 * 2)),
        [
            12099762610656987399,
            9758382828455216886,
            7441692629090207619,
            2554470336433479129,
            6881120967853013888,
            10453521773536530098
        ]
    );
    assert_eq!(
        first(|random| random.up_to(1 << 100)),
        [
            317806196841818928972751814881,
            526625594572027686985007810115,
            1021912223455125957368541416218,
            539538061925447592315504467294,
            409967023900265555501387575952,
            1080380560071160954510225217531
        ]
    );
    assert_eq!(
        first(|random| random.unit()),
        [
            0.8143051451229099,
            0.3188210400616611,
            0.9838941681774888,
            0.7011355981347556,
            0.793504489691729,
            0.5880984664675596
        ]
    );
    assert_eq!(
        first(|random| random.gaussian()),
        [
            -0.6269989013671875,
            -0.2573394775390625,
            -0.77349853515625,
            0.6080780029296875,
            0.63482666015625,
            -0.2610931396484375
        ]
    );
    assert_eq!(first(|random| random.geometric(0.75, 8)), [0, 1, 1, 4, 1, 8]);
    assert_eq!(first(Random::coin), [true, false, true, true, true, true]);
}

#[test]
fn shuffling_stays_the_same() {
    let mut items: Vec<u32> = (0..8).collect();
    Random::new(42).shuffle(&mut items);
    assert_eq!(items, [7, 0, 1, 4, 3, 5, 2, 6]);
}

#[test]
fn each_number_is_about_equally_likely() {
    let mut random = Random::new(1);
    let mut counts = [0; 6];
    for _ in 0..60_000 {
        counts[random.below(6) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (9_500..10_500).contains(count)), "{counts:?}");
}

#[test]
fn ranges_are_closed_at_both_ends() {
    let mut random = Random::new(1);
    for highest in [0, 1, u128::from(u64::MAX), 1 << 64, u128::MAX] {
        for _ in 0..200 {
            assert!(random.up_to(highest) <= highest);
        }
    }
    let wide: Vec<u128> = (0..200).map(|_| random.up_to(u128::MAX)).collect();
    assert!(wide.iter().any(|number| number >> 120 == 0xff), "the high half is random too");
    assert!((0..100).any(|_| random.up_to(1) == 1) && (0..100).any(|_| random.up_to(1) == 0));
}

#[test]
fn normally_distributed_numbers_have_mean_0_and_deviation_1() {
    let mut random = Random::new(1);
    let numbers: Vec<f64> = (0..100_000).map(|_| random.gaussian()).collect();
    let mean = numbers.iter().sum::<f64>() / 1e5;
    let variance = numbers.iter().map(|number| number * number).sum::<f64>() / 1e5;
    assert!(mean.abs() < 0.02 && (variance - 1.0).abs() < 0.02, "mean {mean}, variance {variance}");
}

#[test]
fn probabilities_one_and_zero_are_certain_and_impossible() {
    let mut random = Random::new(1);
    assert!((0..1_000).all(|_| random.chance(1.0) && !random.chance(0.0)));
}
