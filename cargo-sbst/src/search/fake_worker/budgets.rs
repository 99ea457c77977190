//! Total budgets whose workers are scripts.

use super::{Stage, ended, evaluations, hello, kept, line, ordered, turn_ended};
use crate::search::schedule::{self, Left, Outcome, Plan};
use crate::ui::progress::Progress;
use sbst_model::messages::{Budget, Event};
use std::fs;

/// The number 777 in a message.
const VARINT_777: [u8; 2] = [0x89, 0x06];
/// A function for scripts that writes a number in this form, with its last byte escaped if
/// necessary.
const WRITE_VARINT: &str = r#"varint() {
    n=$1
    while [ $n -gt 127 ]; do printf "\\$(printf %o $((n % 128 + 128)))"; n=$((n / 128)); done
    case $n in
        10) printf '\033n' ;;
        27) printf '\033e' ;;
        *) printf "\\$(printf %o $n)" ;;
    esac
}
"#;

/// Searches functions within 160,000 evaluations; only one with `easy` in its name is ever covered.
/// Returns the unused budget, and the budgets of the workers, by function.
fn shared(functions: &[&str], own: Budget, jobs: usize) -> (Left, Vec<Vec<u64>>) {
    let stage = Stage::new();
    let hard = [hello(), turn_ended(777, 5.0), Event::Finished(Vec::new())];
    let hard = hard.iter().map(line).collect::<Vec<_>>().concat();
    let at = hard.windows(2).position(|bytes| bytes == VARINT_777).unwrap();
    fs::write(stage.path("hard-before"), &hard[..at]).unwrap();
    fs::write(stage.path("hard-after"), &hard[at + 2..]).unwrap();
    let easy = [hello(), kept(&[0, 1], 3), ended(), Event::Finished(Vec::new())];
    // It uses up its budget; the last worker has none.
    let given = "given=$(sed -n 's/.*budget: Budget { evaluations: Some(\\([0-9]*\\)).*turn: Some.*/\\1/p' \
                 $SBST_WORKER_DIRECTORY/orders.txt)\n\
                 [ -z \"$given\" ] || echo $given >> $SBST_WORKER_DIRECTORY.log\n";
    let use_up = format!(
        "{{ cat {0}-before; varint ${{given:-777}}; cat {0}-after; }} >> $SBST_WORKER_DIRECTORY/events\n",
        stage.path("hard")
    );
    let script = WRITE_VARINT.to_owned() + given + &ordered("easy", &stage.send("easy", &easy)) + &use_up;
    let left = stage.with_assignments(&script, functions, own, 10.0, |assignments| {
        let mut received = Vec::new();
        let total_budget = Some(evaluations(160_000));
        let plan = Plan { assignments, jobs, total_budget, adopts: true, counts_goals: true, state: None };
        let progress = Progress::new(plan.work(), false);
        let left = schedule::search_in_order(&plan, &progress, &mut |index, outcome| {
            let Outcome::Searched(searched) = outcome else { panic!("{outcome:?}") };
            assert_eq!(searched.failure, None);
            received.push(index);
            Ok(())
        });
        assert_eq!(received, (0..functions.len()).collect::<Vec<_>>());
        left.unwrap()
    });
    let budgets = (0..functions.len()).map(|index| {
        let log = fs::read_to_string(stage.path(&format!("work-{index}.log"))).unwrap();
        log.lines().map(|line| line.parse().unwrap()).collect()
    });
    (left, budgets.collect())
}

#[test]
fn total_budget_follows_need_for_any_number_of_jobs() {
    let expected = (
        Left { evaluations: Some(0), seconds: None },
        vec![
            vec![3_333, 6_671, 13_346, 26_696, 53_396, 79_996],
            vec![3_333],
            vec![3_333, 6_670, 13_345, 26_695, 53_395, 79_995],
        ],
    );
    let functions = ["d::hard", "d::easy", "d::harder"];
    assert_eq!(shared(&functions, Budget::UNLIMITED, 1), expected);
    assert_eq!(shared(&functions, Budget::UNLIMITED, 3), expected);
}

#[test]
fn unusable_budget_is_left() {
    let own = evaluations(20_000);
    let (left, budgets) = shared(&["d::hard", "d::easy"], own, 2);
    assert_eq!(budgets, [vec![5_000, 10_009, 20_000], vec![5_000]]);
    assert_eq!(left.evaluations, Some(160_000 - 20_000 - 9));
    let stalls = Budget { stall: Some(30_000), ..Budget::UNLIMITED };
    let (left, budgets) = shared(&["d::hard", "d::easy"], stalls, 2);
    assert_eq!(budgets[0], [5_000, 10_009, 20_027, 40_063], "since the first turn nothing has moved");
    assert_eq!(left.evaluations, Some(160_000 - 40_063 - 9));
}
