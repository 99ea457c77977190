//! Box plots of all functions, each with a group of boxes.

use super::box_panel::{BoxPanel, Group, LabelledBox};
use super::measures::{self, Measure};
use crate::compare::subject::Subject;
use crate::plot::drawing::{self, Drawing, px};
use crate::plot::heading;
use crate::plot::style::INK;
use crate::ui::quantity::count;

/// Pixels.
const WIDTH: u32 = 1000;
/// Pixels for the names of functions, at most.
const NAME_WIDTH: f64 = 330.0;
/// Height of a box with its distance to the next, in pixels.
const ROW_HEIGHT: f64 = 16.0;
/// Pixels around everything.
const MARGIN: f64 = 20.0;
/// Pixels for what stands beside a box.
const NOTE_WIDTH: f64 = 72.0;
/// Boxes on a page, about: it is one and a half times as high as wide.
const BOXES: usize = 72;

/// Functions on a page.
pub fn functions(algorithms: usize) -> usize {
    (BOXES / algorithms.max(2)).max(1)
}

/// Draws a page with the box plots of a measure.
pub fn draw(
    title: &str,
    subjects: &[&Subject],
    algorithms: &[String],
    measure: Measure,
) -> anyhow::Result<Drawing> {
    let names = names(subjects);
    let groups = subjects.iter().zip(&names).map(|(subject, name)| {
        let labelled = |algorithm: usize| {
            let sample = &subject.samples[algorithm];
            let times = (measure.times)(sample, subject.goals);
            LabelledBox { times, algorithm, note: measures::full_coverage(sample) }
        };
        Group { name: (name.clone(), INK), boxes: (0..subject.samples.len()).map(labelled).collect() }
    });
    let panel = BoxPanel {
        groups: groups.collect(),
        axis: measure.axis,
        description: measure.description,
        limit: measure.limit,
        row_height: ROW_HEIGHT,
        name_width: heading::widest(&names),
        note_width: NOTE_WIDTH,
        note_description: "full coverage",
    };
    let heading_height = heading::height(algorithms, f64::from(WIDTH));
    let height = heading_height + panel.height() + MARGIN;
    let repetitions = subjects.iter().flat_map(|subject| subject.samples.first().map(Vec::len)).max();
    let details = count(repetitions.unwrap_or(0), "repetition");
    drawing::draw(WIDTH, height.ceil() as u32, |area| {
        heading::draw(area, title, &details, algorithms)?;
        let (_, below) = area.split_vertically(px(heading_height));
        panel.draw(&below.margin(0, 0, px(MARGIN), 0))
    })
}

/// The names of functions, without the crate if it is the same for all, and not too wide.
fn names(subjects: &[&Subject]) -> Vec<String> {
    let full: Vec<String> = subjects.iter().map(|subject| subject.name()).collect();
    let crates: Vec<Option<&str>> = full.iter().map(|name| Some(name.split_once("::")?.0)).collect();
    let same = crates.first().copied().flatten().filter(|_| crates.iter().all(|name| *name == crates[0]));
    let start = same.map_or(0, |name| name.len() + "::".len());
    full.iter().map(|name| narrow(&name[start..])).collect()
}

fn narrow(name: &str) -> String {
    let lengths = (1..=name.chars().count()).rev();
    let mut shorter = lengths.map(|length| heading::shortened(name, length));
    shorter.find(|name| heading::width(name) <= NAME_WIDTH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::fixture;

    #[test]
    fn names_say_what_differs() {
        let subject = |path: &str| fixture::subject(path, 2, &[&[&[1, 1], &[1, 1]]]);
        let (f, g, h) = (subject("d::a::f"), subject("d::g"), subject("e::g"));
        assert_eq!(names(&[&f, &g]), ["a::f", "g"]);
        assert_eq!(names(&[&f, &h]), ["d::a::f", "e::g"]);
    }
}
