use super::*;
use crate::compare::fixture;
use resvg::usvg::{self, Group, Node, Rect};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Subjects as different as can be: easy and hard, small and large.
fn subjects(algorithms: usize) -> Vec<Subject> {
    let easy = |_| [[1, 1].as_slice(); 9];
    let never = |_| [[1].as_slice(); 9];
    let nothing = |_| [[].as_slice(); 9];
    let scattered = |algorithm: u64| -> Vec<Vec<u64>> {
        let until = |repetition: u64| if (repetition + algorithm).is_multiple_of(3) { 5 } else { 6 };
        let at = move |repetition: u64, goal: u64| {
            3 + (repetition * 7 + algorithm) * goal.pow(3 + algorithm as u32)
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
    let samples: Vec<R> = samples.collect();
    let samples: Vec<Vec<&[u64]>> =
        samples.iter().map(|sample| sample.as_ref().iter().map(AsRef::as_ref).collect()).collect();
    fixture::subject(path, goals, &samples.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn algorithms(number: usize) -> Vec<String> {
    let names = ["mio", "random", "mosa", "classic-mio", "classic-mosa", "x", "one-with-a-long-name"];
    names[..number].iter().map(|name| name.to_string()).collect()
}

fn drawn(subjects: &[Subject], number: usize) -> Vec<(String, String)> {
    drawings(&subjects.iter().collect::<Vec<_>>(), &algorithms(number)).unwrap()
}

/// Every text of a drawing, with the room that it takes.
fn texts(group: &Group, found: &mut Vec<(String, Rect)>) {
    for node in group.children() {
        match node {
            Node::Group(group) => texts(group, found),
            Node::Text(text) => {
                let content: String = text.chunks().iter().map(|chunk| chunk.text()).collect();
                found.push((content, text.abs_bounding_box()));
            }
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

#[test]
fn no_text_is_cut_off_or_written_over_another() {
    let mut fonts = usvg::fontdb::Database::new();
    fonts.load_font_data(include_bytes!("../../../fonts/Arimo-Regular.ttf").to_vec());
    fonts.load_font_data(include_bytes!("../../../fonts/Arimo-Bold.ttf").to_vec());
    let options = usvg::Options { fontdb: Arc::new(fonts), ..usvg::Options::default() };
    for number in [1, 2, 7] {
        for (name, svg) in drawn(&subjects(number), number) {
            let tree = usvg::Tree::from_str(&svg, &options).unwrap();
            let mut found = Vec::new();
            texts(tree.root(), &mut found);
            assert!(found.len() > 8, "{found:?}");
            let whole = Rect::from_xywh(0.0, 0.0, tree.size().width(), tree.size().height()).unwrap();
            for (index, (text, place)) in found.iter().enumerate() {
                let inside = place.left() >= whole.left()
                    && place.right() <= whole.right()
                    && place.top() >= whole.top()
                    && place.bottom() <= whole.bottom();
                assert!(inside, "{name}: `{text}` is cut off: {place:?} in {whole:?}");
                for (other, there) in &found[..index] {
                    let apart = place.left() >= there.right()
                        || place.right() <= there.left()
                        || place.top() >= there.bottom()
                        || place.bottom() <= there.top();
                    assert!(apart, "{name}: `{text}` is written over `{other}`");
                }
            }
        }
    }
}

#[test]
fn files_have_the_names_that_were_announced() {
    let subjects = subjects(2);
    let ids: Vec<&TargetId> = subjects.iter().filter_map(|subject| subject.id.as_ref()).collect();
    let announced: BTreeSet<String> = file_names(&ids).into_iter().collect();
    let written = drawn(&subjects, 2).into_iter().map(|(name, _)| name).chain([ALL.to_owned()]);
    let written = written.flat_map(|name| EXTENSIONS.map(|extension| format!("{name}.{extension}")));
    assert_eq!(written.collect::<BTreeSet<String>>(), announced);
}

#[test]
fn every_figure_has_a_name_of_its_own_on_every_file_system() {
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
    let paths: Vec<String> = (0..overview::FUNCTIONS + 1).map(|number| format!("d::f{number}")).collect();
    let ids: Vec<TargetId> = paths.iter().map(|path| crate::fixture::description(path, 1).id).collect();
    let names = file_names(&ids.iter().collect::<Vec<_>>());
    for name in ["evaluations.svg", "evaluations-2.svg", "goals-2.png"] {
        assert!(names.iter().any(|other| other == name), "{name}");
    }
    assert!(!names.iter().any(|name| name == "evaluations-3.svg"));
}

#[test]
fn a_png_is_twice_as_large_as_its_svg() {
    let files = of(&[&subjects(2)[0]], &algorithms(2)).unwrap();
    let [svg, png] = &files[..] else { panic!("{}", files.len()) };
    let size =
        |number: u32| u32::from_be_bytes(png.content[16 + 4 * number as usize..][..4].try_into().unwrap());
    let start = format!("width=\"{}\" height=\"{}\"", size(0) / 2, size(1) / 2);
    assert!(String::from_utf8_lossy(&svg.content).contains(&start), "{start}");
    assert_eq!(&png.content[1..4], b"PNG");
}
