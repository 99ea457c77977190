use super::*;
use crate::compare::fixture;
use crate::plot::texts::assert_texts_have_room;
use crate::plot::{drawing, style};
use std::collections::BTreeSet;

/// Subjects as different as can be: easy and hard, small and large.
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
    let samples: Vec<R> = samples.collect();
    let samples: Vec<Vec<&[u64]>> =
        samples.iter().map(|sample| sample.as_ref().iter().map(AsRef::as_ref).collect()).collect();
    fixture::subject(path, goals, &samples.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn algorithms(number: usize) -> Vec<String> {
    let names = ["mio", "random", "mosa", "classic-mio", "classic-mosa", "x", "one-with-a-long-name"];
    let named =
        (0..number).map(|index| names.get(index).map_or(format!("another-{index}"), |name| name.to_string()));
    named.collect()
}

fn drawn(subjects: &[Subject], number: usize) -> Vec<(String, Drawing)> {
    drawings(&subjects.iter().collect::<Vec<_>>(), &algorithms(number)).unwrap()
}

#[test]
fn no_text_is_cut_off_or_written_over_another() {
    for number in [1, 2, 20] {
        for (name, drawing) in drawn(&subjects(number), number) {
            assert_texts_have_room(&name, &drawing.svg);
        }
    }
}

/// Whether a pixel of a drawing has ink. Counted in pixels of the SVG.
fn has_ink(drawing: &Drawing, x: f32, y: f32) -> bool {
    let pixels = tiny_skia::Pixmap::decode_png(&drawing.png).unwrap();
    let colour = pixels.pixel((2.0 * x) as u32, (2.0 * y) as u32).unwrap();
    colour.red() < 128 && colour.green() < 128 && colour.blue() < 128
}

#[test]
fn a_png_shows_text_where_the_svg_has_it() {
    let drawing = drawing::draw(40, 60, |area| {
        let style = style::placed(style::text(20.0, style::INK), plotters::style::text_anchor::HPos::Center);
        let turned = style.clone().transform(plotters::style::FontTransform::Rotate90);
        area.draw_text("|", &style, (drawing::px(20.0), drawing::px(15.0)))?;
        area.draw_text("|", &turned, (drawing::px(20.0), drawing::px(45.0)))
    })
    .unwrap();
    // The upright stroke is as high as a capital, the other one as wide.
    let ink = [(20.0, 15.0), (20.0, 8.0), (20.0, 45.0), (27.0, 45.0)].map(|(x, y)| has_ink(&drawing, x, y));
    assert_eq!(ink, [true; 4]);
    let none = [(24.0, 15.0), (20.0, 52.0), (20.0, 40.0)].map(|(x, y)| has_ink(&drawing, x, y));
    assert_eq!(none, [false; 3]);
}

#[test]
fn files_have_the_names_that_were_announced() {
    let subjects = subjects(2);
    let ids: Vec<&TargetId> = subjects.iter().filter_map(|subject| subject.id.as_ref()).collect();
    let announced: BTreeSet<String> = file_names(&ids, 2).into_iter().collect();
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
    let paths: Vec<String> = (0..overview::functions(2) + 1).map(|number| format!("d::f{number}")).collect();
    let ids: Vec<TargetId> = paths.iter().map(|path| crate::fixture::description(path, 1).id).collect();
    let names = file_names(&ids.iter().collect::<Vec<_>>(), 2);
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
