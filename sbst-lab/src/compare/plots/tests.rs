use super::*;
use crate::chart::text_room::assert_texts_have_room;
use crate::compare::fixture;
use std::collections::BTreeSet;

/// Subjects of all kinds: easy and hard, small and large.
fn subjects(algorithms: usize) -> Vec<Subject> {
    let easy = |_| [[1, 1].as_slice(); 9];
    let never = |_| [[1].as_slice(); 9];
    let nothing = |_| [[].as_slice(); 9];
    let scattered = |algorithm: u64| -> Vec<Vec<u64>> {
        let until = |repetition: u64| if (repetition + algorithm).is_multiple_of(3) { 5 } else { 6 };
        let at = move |repetition: u64, goal: u64| {
            3 + (repetition * 7 + algorithm) * goal.pow(3 + algorithm as u32 % 7)
        };
        (0..9).map(|repetition| (0..until(repetition)).map(|goal| at(repetition, goal)).collect()).collect()
    };
    let narrow = |algorithm: u64| -> Vec<Vec<u64>> {
        (0..9).map(|repetition| vec![4_000, 4_100 + 100 * repetition + 10 * algorithm]).collect()
    };
    let long = "a_crate_with_a_name::and_its_module_which_goes_on::and_another_one::with_a_function_that_is_known_by_its_end";
    let numbers = 0..algorithms as u64;
    vec![
        subject("a_crate_with_a_name::easy", 2, numbers.clone().map(easy)),
        subject("a_crate_with_a_name::never", 2, numbers.clone().map(never)),
        subject("a_crate_with_a_name::nothing_at_all", 60, numbers.clone().map(nothing)),
        subject(long, 6, numbers.clone().map(scattered)),
        subject("a_crate_with_a_name::Größe::<impl Fläche>::ändern", 2, numbers.map(narrow)),
    ]
}

fn subject<S: AsRef<[u64]>, R: AsRef<[S]>>(
    path: &str,
    goals: usize,
    samples: impl Iterator<Item = R>,
) -> Subject {
    let owned = |sample: R| sample.as_ref().iter().map(|run| run.as_ref().to_vec()).collect();
    fixture::subject_from_runs(path, goals, &samples.map(owned).collect::<Vec<_>>())
}

fn algorithms(number: usize) -> Vec<String> {
    let names = ["mio", "random", "mosa", "classic-mio", "classic-mosa", "x", "one-with-a-long-name"];
    let named =
        (0..number).map(|index| names.get(index).map_or(format!("another-{index}"), |name| name.to_string()));
    named.collect()
}

fn drawn(subjects: &[Subject], number: usize) -> Vec<(String, Svg)> {
    drawings(&subjects.iter().collect::<Vec<_>>(), &algorithms(number))
}

#[test]
fn texts_are_neither_cut_off_nor_overlapping() {
    for number in [1, 2, 20] {
        for (name, drawing) in drawn(&subjects(number), number) {
            assert_texts_have_room(&name, &drawing.into_file());
        }
    }
}

#[test]
fn files_have_announced_names() {
    let subjects = subjects(2);
    let ids: Vec<&TargetId> = subjects.iter().filter_map(|subject| subject.id.as_ref()).collect();
    let announced: BTreeSet<String> = file_names(&ids, 2).into_iter().collect();
    let written = drawn(&subjects, 2).into_iter().map(|(name, _)| name).chain([ALL.to_owned()]);
    let written = written.map(|name| format!("{name}.svg"));
    assert_eq!(written.collect::<BTreeSet<String>>(), announced);
}

#[test]
fn figure_names_are_unique_on_every_file_system() {
    let id = |path: &str| TargetId {
        package: "d".into(),
        crate_name: "d".into(),
        binary: None,
        path: path.into(),
    };
    let ids = [id("d::f"), id("d::F"), id("d::<A>::f"), id("d::_A_::f"), id("d::g")];
    let names = figure_names(&ids.iter().collect::<Vec<_>>());
    let lower: BTreeSet<String> = names.iter().map(|name| name.to_lowercase()).collect();
    assert_eq!(lower.len(), ids.len(), "{names:?}");
    assert_eq!(names[4], "functions/d.g");
}

#[test]
fn many_functions_go_on_several_pages() {
    let paths: Vec<String> = (0..overview::functions(2) + 1).map(|number| format!("d::f{number}")).collect();
    let ids: Vec<TargetId> = paths.iter().map(|path| crate::fixture::description(path, 1).id).collect();
    let names = file_names(&ids.iter().collect::<Vec<_>>(), 2);
    for name in ["evaluations.svg", "evaluations-2.svg", "goals-2.svg"] {
        assert!(names.iter().any(|other| other == name), "{name}");
    }
    assert!(!names.iter().any(|name| name == "evaluations-3.svg"));
}
