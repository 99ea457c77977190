use super::*;

/// A process has one owner, so there is one test.
#[test]
fn readings_are_exact_for_records_of_any_threads() {
    static SITES: [Site; 3] = [const { Site::new() }; 3];
    let index_of = |site: &Site| SITES.iter().position(|candidate| ptr::eq(candidate, site)).unwrap();
    let read = || {
        let mut readings = [Reading::NOTHING; 3];
        for_each_touched(|site, distances, count| {
            let index = index_of(site);
            assert_eq!(readings[index], Reading::NOTHING, "each site is visited once");
            readings[index] = Reading { count, distances };
        });
        readings
    };
    role::become_owner();

    for round in 1..200u64 {
        begin_execution();
        assert_eq!(read(), [Reading::NOTHING; 3], "a new execution begins empty");
        SITES[0].record(true, Distance::from_steps(7));
        SITES[0].record(true, Distance::from_steps(5));
        SITES[0].record_unevaluated([Distance::from_steps(3), Distance::from_steps(6)]);
        std::thread::scope(|scope| {
            for thread in 0..3 {
                scope.spawn(move || {
                    for step in 0..100 {
                        SITES[1].record(false, Distance::from_steps(round.into()));
                        SITES[2].record(true, Distance::from_steps(1000 - 100 * thread - step));
                    }
                });
            }
            for _ in 0..100 {
                SITES[1].record(true, Distance::from_steps(9));
            }
        });
        let readings = read();
        assert_eq!(readings[0], Reading { count: 2, distances: [Distance::ZERO, Distance::from_steps(5)] });
        assert_eq!(readings[1], Reading { count: 400, distances: [Distance::ZERO, Distance::ZERO] });
        assert_eq!(
            readings[2],
            Reading { count: 300, distances: [Distance::ZERO, Distance::from_steps(701)] }
        );
    }
    nearest_evaluations_are_those_that_met_the_least_distance_first(&SITES);
}

fn nearest_evaluations_are_those_that_met_the_least_distance_first(sites: &'static [Site; 3]) {
    let steps = Distance::from_steps;
    begin_execution();
    role::set(Role::DetailingOwner);
    for (holds, other) in [(false, 9), (false, 4), (false, 6), (false, 4), (true, 2), (true, 1)] {
        sites[0].record(holds, steps(other));
    }
    sites[1].record_unevaluated_pattern(false, &[steps(3), Distance::ZERO]);
    sites[1].record(false, steps(5));
    sites[1].record(false, steps(2));
    sites[2].record(true, steps(8));
    std::thread::scope(|scope| scope.spawn(|| sites[2].record(true, steps(7))).join().unwrap());
    role::set(Role::Owner);
    let mut nearest = [[9, 9]; 3];
    for_each_touched(|site, distances, _| {
        let index = sites.iter().position(|candidate| ptr::eq(candidate, site)).unwrap();
        nearest[index] = site.nearest(distances);
    });
    assert_eq!(nearest[0], [5, 1], "false was met at once, true at the fifth evaluation");
    assert_eq!(nearest[1], [2, 0], "looking at an arm is no evaluation");
    assert_eq!(nearest[2], [1, 0], "evaluations of another thread have no number");
}
