//! The figure of a function, or of all functions together: box plots of the evaluations to full coverage and of the
//! goals covered, and curves of coverage.

use super::box_panel::{BoxPanel, Group, LabelledBox};
use super::curve_panel;
use super::measures::{self, Measure};
use crate::compare::subject::Subject;
use crate::plot::drawing::{self, Area, Drawing, Drawn, px};
use crate::plot::{heading, style};
use crate::ui::quantity::count;
use std::iter;

/// Pixels.
const WIDTH: u32 = 1100;
/// Pixels for the box plots.
const LEFT: f64 = 500.0;
/// Pixels for the panels, at least.
const LEAST_HEIGHT: f64 = 330.0;
/// Height of a box with its distance to the next, in pixels: as much as there is room for, between these.
const ROW_HEIGHT: (f64, f64) = (24.0, 46.0);
/// Pixels around everything.
const MARGIN: f64 = 20.0;
/// Pixels for what stands beside a box.
const NOTE_WIDTH: f64 = 72.0;
/// Characters of a title, at most.
const TITLE_LENGTH: usize = 90;

/// Draws the figure.
pub fn draw(subject: &Subject, algorithms: &[String]) -> anyhow::Result<Drawing> {
    let upper = panel(subject, algorithms, measures::to_full_coverage(iter::once(subject), 6));
    let mut lower = panel(subject, algorithms, measures::covered(subject));
    // said once
    lower.note_description = "";
    lower.groups.iter_mut().flat_map(|group| &mut group.boxes).for_each(|labelled| labelled.note.clear());
    let panels = [upper, lower];
    let panels_height = panels.iter().map(BoxPanel::height).sum::<f64>() + MARGIN;
    let heading_height = heading::height(algorithms, f64::from(WIDTH));
    let height = heading_height + panels_height.max(LEAST_HEIGHT) + MARGIN;
    let title = match &subject.id {
        Some(_) => heading::shortened(&subject.name(), TITLE_LENGTH),
        None => "All functions".to_owned(),
    };
    let repetitions = subject.samples.first().map_or(0, Vec::len);
    let details = [count(subject.goals as usize, "goal"), count(repetitions, "repetition")].join(", ");
    drawing::draw(WIDTH, height.ceil() as u32, |area| {
        heading::draw(area, &title, &details, algorithms)?;
        let (_, below) = area.split_vertically(px(heading_height));
        draw_panels(&below.margin(0, px(MARGIN), px(MARGIN), 0), &panels, subject)
    })
}

fn draw_panels(area: &Area<'_>, [upper, lower]: &[BoxPanel; 2], subject: &Subject) -> Drawn {
    let (left, right) = area.split_horizontally(px(LEFT));
    let (top, bottom) = left.split_vertically(px(upper.height() + MARGIN));
    upper.draw(&top)?;
    lower.draw(&bottom)?;
    curve_panel::draw(&right.margin(0, 0, px(MARGIN), 0), subject)
}

/// A box for each algorithm.
fn panel(subject: &Subject, algorithms: &[String], measure: Measure) -> BoxPanel {
    let group = |algorithm: usize| {
        let sample = &subject.samples[algorithm];
        let note = measures::full_coverage(sample);
        let times = (measure.times)(sample, subject.goals);
        Group {
            name: (algorithms[algorithm].clone(), style::colour(algorithm)),
            boxes: vec![LabelledBox { times, algorithm, note }],
        }
    };
    let groups: Vec<Group> = (0..subject.samples.len()).map(group).collect();
    let mut panel = BoxPanel {
        axis: measure.axis,
        description: measure.description,
        limit: measure.limit,
        groups,
        row_height: 0.0,
        name_width: heading::widest(algorithms),
        note_width: NOTE_WIDTH,
        note_description: "full coverage",
    };
    let room = (LEAST_HEIGHT - MARGIN) / 2.0 - panel.height();
    panel.row_height = (room / panel.groups.len() as f64).clamp(ROW_HEIGHT.0, ROW_HEIGHT.1);
    panel
}
