//! The fitness of the current individual at each step.
//!
//! A climber never steps to a worse test, so a rise of the fitness is a restart.

use super::colours;
use super::heights::{Measure, is_covered};
use super::line_plot::{MARGIN, RIGHT, draw_part};
use super::picture::OF_LINE;
use crate::chart::{Grid, HEADING, Panel, Scale, Svg, draw_heading, draw_legend};
use sbst_model::messages::{Height, WalkStep};

/// Pixels for the legend.
const LEGEND: f64 = 38.0;
/// Steps drawn one by one; of more, the least and the greatest fitness in each part of the walk.
const PARTS: usize = 2_000;

/// Returns the steps that are restarts.
pub fn restarts(steps: &[WalkStep]) -> Vec<usize> {
    let pairs = steps.windows(2).enumerate();
    pairs.filter(|(_, pair)| is_worse(pair[1].height, pair[0].height)).map(|(index, _)| index + 1).collect()
}

/// Compares raw distances, which distinguish large ones.
fn is_worse(height: Option<Height>, than: Option<Height>) -> bool {
    match (height, than) {
        (Some(height), Some(than)) => (height.level, height.distance) > (than.level, than.distance),
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

/// Draws it.
pub fn draw(function: &str, details: &str, steps: &[WalkStep], measure: Measure) -> Svg {
    let values: Vec<Option<f64>> = steps.iter().map(|step| measure.number(step.height)).collect();
    let greatest = values.iter().flatten().copied().fold(0.1, f64::max);
    let (width, height) = OF_LINE;
    let mut svg = Svg::new(width, height);
    let panel = Panel {
        left: MARGIN.0,
        top: HEADING,
        width: width - MARGIN.0 - RIGHT,
        height: height - HEADING - MARGIN.1 - LEGEND,
        x: Scale::from_numbers(0.0, steps.len().saturating_sub(1).max(1) as f64, 9),
        y: measure.scale(1.05 * greatest, 8),
    };
    draw_heading(&mut svg, function, details);
    panel.draw(&mut svg, ["steps", measure.description()], Grid::Horizontal);
    let points = values.iter().enumerate().filter_map(|(index, value)| Some((index, (*value)?)));
    let points: Vec<(usize, f64)> = points.collect();
    // A line from restart to restart, broken at unreached points.
    let goes_on = |a: &(usize, f64), b: &(usize, f64)| a.0 + 1 == b.0 && b.1 <= a.1;
    for climb in points.chunk_by(goes_on) {
        let points: Vec<_> = thin(climb, points.len()).map(|(index, value)| (index as f64, value)).collect();
        draw_part(&mut svg, &panel, &points);
    }
    // With enough room, the beginning of each climb is marked.
    let restarts = restarts(steps);
    let is_marked = !restarts.is_empty() && restarts.len() <= PARTS / 10;
    for &index in restarts.iter().filter(|_| is_marked) {
        if let Some(value) = values[index] {
            svg.circle("ring k1", panel.place(index as f64, value), 2.6);
        }
    }
    let covered = || (0..steps.len()).filter(|&index| is_covered(steps[index].height));
    for index in covered() {
        svg.circle(colours::COVERED, panel.place(index as f64, 0.0), 4.0);
    }
    let marks =
        [(is_marked, "restart", "ring k1"), (covered().next().is_some(), "goal covered", colours::COVERED)];
    let shown: Vec<_> = marks.into_iter().filter(|(is_shown, ..)| *is_shown).collect();
    let texts: Vec<&str> = shown.iter().map(|(_, text, _)| *text).collect();
    draw_legend(&mut svg, height - 30.0, &texts, |svg, index| svg.circle(shown[index].2, (22.0, 0.0), 3.5));
    svg
}

/// Returns the visible number of points of a climb in a walk of `all` points: its ends, and some
/// between.
fn thin(climb: &[(usize, f64)], all: usize) -> impl Iterator<Item = (usize, f64)> {
    let every = all.div_ceil(PARTS).max(1);
    let last = climb.len() - 1;
    climb.iter().enumerate().filter(move |(at, _)| at % every == 0 || *at == last).map(|(_, point)| *point)
}
