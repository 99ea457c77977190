//! Curves of coverage over evaluations, one for each algorithm: the median as a line, the quartiles as a band.

use crate::compare::curve::Curve;
use crate::compare::subject::{Outcome, Subject};
use crate::plot::axis::{self, Axis};
use crate::plot::drawing::{Area, Drawn, px};
use crate::plot::style::{self, BODY, FAINT_INK, INK, SMALL};
use plotters::prelude::*;

/// Pixels for the numbers at the left and what they are.
const LEFT: f64 = 62.0;
/// Pixels for the numbers at the bottom and what they are.
const BOTTOM: f64 = 42.0;
/// Ticks of the evaluations, at most.
const TICKS: usize = 8;

/// Curves that have bands.
const WITH_BANDS: usize = 4;

/// Draws the curves of a subject over all of `area`.
pub fn draw(area: &Area<'_>, subject: &Subject) -> Drawn {
    let evaluations = axis_of_evaluations(subject, TICKS);
    let end = evaluations.end();
    let start = evaluations.start();
    let goals = subject.goals as f64;
    let covered = Axis::linear(0.0..1.04 * goals, 9);
    let mut chart = ChartBuilder::on(area)
        .margin_right(px(22.0))
        .margin_top(px(8.0))
        .set_label_area_size(LabelAreaPosition::Left, px(LEFT))
        .set_label_area_size(LabelAreaPosition::Bottom, px(BOTTOM))
        .build_cartesian_2d(evaluations, covered)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(style::line(style::GRID_LINE, 1.0))
        .axis_style(style::line(FAINT_INK, 1.0))
        .set_all_tick_mark_size(px(4.0))
        .label_style(style::text(SMALL, INK))
        .x_desc("evaluations")
        .y_desc(format!("goals covered, of {}", subject.goals))
        .axis_desc_style(style::text(BODY, INK))
        .draw()?;
    style::dashed(chart.plotting_area(), [(start, goals), (end, goals)])?;
    let curves: Vec<Curve> = subject.samples.iter().map(|sample| Curve::of_coverage(sample)).collect();
    // Many would hide one another.
    for (index, curve) in curves.iter().enumerate().filter(|_| curves.len() <= WITH_BANDS) {
        let mut band = curve.corners(|quartiles| quartiles.first, end);
        band.extend(curve.corners(|quartiles| quartiles.third, end).into_iter().rev());
        chart
            .plotting_area()
            .draw(&Polygon::new(band, style::fill(style::colour(index).mix(style::LIGHT))))?;
    }
    for (index, curve) in curves.iter().enumerate() {
        let corners = curve.corners(|quartiles| quartiles.median, end);
        style::draw_curve(chart.plotting_area(), corners, index)?;
    }
    Ok(())
}

/// From the first evaluation to the end: that of the last goal if every search covered all, else of the longest
/// search. Logarithmic, unless everything happens late.
pub fn axis_of_evaluations(subject: &Subject, most_ticks: usize) -> Axis {
    let events = || subject.outcomes().flat_map(|outcome| &outcome.covered_at).copied();
    let all_full = subject.outcomes().all(Outcome::is_full);
    let end = match all_full {
        true => events().max(),
        false => subject.outcomes().map(|outcome| outcome.longest).max(),
    };
    let end = end.unwrap_or(1) as f64;
    match events().min() {
        Some(first) if !axis::is_large(first as f64, end) => Axis::linear(0.0..1.04 * end, most_ticks),
        _ => Axis::of_evaluations(1.0, end, most_ticks),
    }
}
