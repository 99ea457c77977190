//! The figure of a function, or of all functions together. It has box plots of the evaluations to
//! full coverage and of the goals covered, and curves of coverage.

use super::super::curve_chart::{self, Measure};
use super::super::subject::Subject;
use super::box_panel::{BoxPanel, Group, LabelledBox};
use super::measures;
use crate::chart::{HEADING, Svg, colour_class, draw_heading, widest};
use cargo_sbst::ui::quantity::count;

/// Pixels.
const WIDTH: f64 = 1180.0;
/// Pixels for the box plots.
const LEFT: f64 = 500.0;
/// The least number of pixels for the panels.
const LEAST_HEIGHT: f64 = 330.0;
/// Height of a box with its distance to the next, in pixels: the available height, within these
/// limits.
const ROW_HEIGHT: (f64, f64) = (24.0, 46.0);
/// Pixels around everything.
const MARGIN: f64 = 20.0;
/// The most ticks of the evaluations.
const TICKS: usize = 8;

/// Draws the figure.
pub fn draw(subject: &Subject, algorithms: &[String]) -> Svg {
    let upper = panel(subject, algorithms, measures::to_full_coverage(&[subject], 6));
    let mut lower = panel(subject, algorithms, measures::covered(subject));
    // The upper panel has the notes of both.
    lower.note_description = "";
    lower.groups.iter_mut().flat_map(|group| &mut group.boxes).for_each(|labelled| labelled.note.clear());
    let height = (upper.height() + MARGIN + lower.height()).max(LEAST_HEIGHT);
    let mut svg = Svg::new(WIDTH, (HEADING + height + MARGIN).ceil());
    let title = match &subject.id {
        Some(_) => subject.name(),
        None => "All functions".to_owned(),
    };
    let repetitions = subject.samples.first().map_or(0, Vec::len);
    let details = [count(subject.goals as usize, "goal"), count(repetitions, "repetition")].join(", ");
    draw_heading(&mut svg, &title, &details);
    svg.shift((MARGIN, HEADING), |svg| upper.draw(svg, LEFT));
    svg.shift((MARGIN, HEADING + upper.height() + MARGIN), |svg| lower.draw(svg, LEFT));
    let curves = curve_chart::make_chart(subject, algorithms, Measure::Coverage, TICKS);
    let left = LEFT + 1.5 * MARGIN;
    svg.shift((left, HEADING - 8.0), |svg| curves.draw(svg, (WIDTH - left, height + 8.0)));
    svg
}

/// A box per algorithm.
fn panel(subject: &Subject, algorithms: &[String], measure: measures::Measure) -> BoxPanel {
    let group = |algorithm: usize| {
        let sample = &subject.samples[algorithm];
        let note = measures::full_coverage(sample);
        let times = (measure.times)(sample, subject.goals);
        let class = format!("label {}", colour_class(algorithm));
        Group {
            name: (algorithms[algorithm].clone(), class),
            boxes: vec![LabelledBox { times, algorithm, note }],
        }
    };
    let groups: Vec<Group> = (0..subject.samples.len()).map(group).collect();
    let mut panel = BoxPanel {
        measure,
        groups,
        row_height: 0.0,
        name_width: widest(algorithms),
        note_description: "full coverage",
    };
    let room = (LEAST_HEIGHT - MARGIN) / 2.0 - panel.height();
    panel.row_height = (room / panel.groups.len() as f64).clamp(ROW_HEIGHT.0, ROW_HEIGHT.1);
    panel
}
