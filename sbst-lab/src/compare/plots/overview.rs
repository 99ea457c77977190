//! Box plots of all functions, each with a group of boxes.

use super::super::subject::Subject;
use super::box_panel::{BoxPanel, Group, LabelledBox};
use super::measures::{self, Measure};
use crate::chart::{HEADING, Svg, colour_class, draw_heading, draw_legend, shorten, widest};
use cargo_sbst::ui::quantity::count;

/// Pixels.
const WIDTH: f64 = 1000.0;
/// The most pixels for the names of functions.
const NAME_WIDTH: f64 = 330.0;
/// Height of a box with its distance to the next, in pixels.
const ROW_HEIGHT: f64 = 16.0;
/// Pixels around everything.
const MARGIN: f64 = 20.0;
/// The approximate number of boxes on a page: it is one and a half times as high as wide.
const BOXES: usize = 72;

/// Functions on a page.
pub fn functions(algorithms: usize) -> usize {
    (BOXES / algorithms.max(2)).max(1)
}

/// Draws a page with the box plots of a measure.
pub fn draw(title: &str, subjects: &[&Subject], algorithms: &[String], measure: Measure) -> Svg {
    let names = names(subjects);
    let groups = subjects.iter().zip(&names).map(|(subject, name)| {
        let labelled = |algorithm: usize| {
            let sample = &subject.samples[algorithm];
            let times = (measure.times)(sample, subject.goals);
            LabelledBox { times, algorithm, note: measures::full_coverage(sample) }
        };
        let boxes = (0..subject.samples.len()).map(labelled).collect();
        Group { name: (name.clone(), "name".to_owned()), boxes }
    });
    let groups = groups.collect();
    let panel = BoxPanel {
        groups,
        measure,
        row_height: ROW_HEIGHT,
        name_width: widest(&names),
        note_description: "full coverage",
    };
    let draw_mark = |svg: &mut Svg, index: usize| {
        let colour = colour_class(index);
        svg.group(&colour, &algorithms[index], |svg| {
            svg.rectangle("band", (0.0, -6.0), (30.0, 12.0));
            svg.path("whisker", &[(0.0, -6.0), (30.0, -6.0), (30.0, 6.0), (0.0, 6.0), (0.0, -6.0)]);
        });
    };
    // The height of the legend results from drawing it.
    let legend = draw_legend(&mut Svg::new(WIDTH, 0.0), HEADING, algorithms, draw_mark);
    let top = HEADING + legend + 10.0;
    let mut svg = Svg::new(WIDTH, (top + panel.height() + MARGIN).ceil());
    let repetitions = subjects.iter().flat_map(|subject| subject.samples.first().map(Vec::len)).max();
    draw_heading(&mut svg, title, &count(repetitions.unwrap_or(0), "repetition"));
    draw_legend(&mut svg, HEADING, algorithms, draw_mark);
    svg.shift((MARGIN, top), |svg| panel.draw(svg, WIDTH - MARGIN));
    svg
}

/// The names of functions, without the crate if all share it, and shortened.
fn names(subjects: &[&Subject]) -> Vec<String> {
    let full: Vec<String> = subjects.iter().map(|subject| subject.name()).collect();
    let crates: Vec<Option<&str>> = full.iter().map(|name| Some(name.split_once("::")?.0)).collect();
    let same = crates.first().copied().flatten().filter(|_| crates.iter().all(|name| *name == crates[0]));
    let start = same.map_or(0, |name| name.len() + "::".len());
    full.iter().map(|name| shorten("name", &name[start..], NAME_WIDTH)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::fixture;

    #[test]
    fn names_show_the_differences() {
        let subject = |path: &str| fixture::subject(path, 2, &[&[&[1, 1], &[1, 1]]]);
        let (f, g, h) = (subject("d::a::f"), subject("d::g"), subject("e::g"));
        assert_eq!(names(&[&f, &g]), ["a::f", "g"]);
        assert_eq!(names(&[&f, &h]), ["d::a::f", "e::g"]);
    }
}
