//! MIO's archive, counters and parameters against those of the notebook.

use super::archive::MioArchive;
use crate::golden::section;
use sbst_model::TestCase;
use sbst_search::algorithm::mio::{Current, Parameters};

/// Adds the notebook's tests to our archive, and compares both.
fn replay(program: &str, goals: usize) {
    let mut archive = MioArchive::new(goals);
    let (mut size, mut updated) = (0, false);
    let mut theirs = MioArchive::new(goals);
    let (mut compared, mut replaced) = (0, 0);
    for line in section(&format!("mio {program}")) {
        let number = || line.indices()[0] as usize;
        match line.word {
            "sampled" => {
                let goal = number();
                assert!(archive.with_lowest_counter().contains(&(goal as u32)), "goal {goal}");
                archive.sample_counter[goal] += 1;
            }
            "size" => {
                size = number();
                archive.crop(size);
            }
            "test" => updated = archive.update(&line.reached(), &line.test(program, 0), size),
            "updated" => {
                assert_eq!(usize::from(updated), number());
                replaced += usize::from(updated);
            }
            "counter" => theirs.sample_counter[number()] = u64::from(line.indices()[1]),
            "there" => theirs.tests[line.numbers()[0] as usize].push((0.0, line.test(program, 1))),
            "end" => {
                for goal in 0..goals {
                    let tests: Vec<&TestCase> = archive.tests[goal].iter().map(|there| &there.1).collect();
                    assert_eq!(tests, theirs.tests[goal].iter().map(|there| &there.1).collect::<Vec<_>>());
                    if !tests.is_empty() {
                        assert_eq!(archive.sample_counter[goal], theirs.sample_counter[goal], "goal {goal}");
                    }
                }
                theirs = MioArchive::new(goals);
                compared += 1;
            }
            word => panic!("unknown word {word}"),
        }
    }
    assert!(compared == 5 && replaced > 20, "{compared} times, {replaced} replaced");
}

#[test]
fn mio_archive_equals_notebook() {
    replay("triangle", 22);
    replay("cgi_decode", 10);
}

#[test]
fn the_parameters_of_mio_are_those_of_the_notebook() {
    let mut steps = 0;
    for line in section("schedule") {
        let [step, p_sample, archive_size, num_mutations] = line.reals()[..] else {
            panic!("a step and three parameters");
        };
        let theirs =
            Current { p_sample, archive_size: archive_size as usize, num_mutations: num_mutations as usize };
        assert_eq!(Parameters::paper().after(step / 25_000.0), theirs, "step {step}");
        steps += 1;
    }
    assert_eq!(steps, 15);
}
