//! The fitness of the current individual at each step.
//!
//! A climber never takes a step to something worse, so where fitness rises, it began anew.

use super::colours;
use super::heights::{Measure, is_covered};
use super::panel::Panel;
use super::picture::{self, HEADING};
use super::scale::Scale;
use crate::plot::drawing::{self, Drawing, px};
use crate::plot::style::{self, BODY, INK};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;
use sbst_model::messages::{Height, WalkStep};

/// Size of the picture, in pixels.
const SIZE: (u32, u32) = (900, 480);
/// Pixels beside the panel, and below it.
const MARGIN: (f64, f64) = (80.0, 86.0);
/// Steps that are drawn one by one; of more, the least and the greatest fitness in each part of the way.
const PARTS: usize = 2_000;

/// The steps that are restarts.
pub fn restarts(steps: &[WalkStep]) -> Vec<usize> {
    let pairs = steps.windows(2).enumerate();
    pairs.filter(|(_, pair)| is_worse(pair[1].height, pair[0].height)).map(|(index, _)| index + 1).collect()
}

/// By what is not normalised, which tells large distances apart.
fn is_worse(height: Option<Height>, than: Option<Height>) -> bool {
    match (height, than) {
        (Some(height), Some(than)) => (height.level, height.distance) > (than.level, than.distance),
        (None, Some(_)) => true,
        (_, None) => false,
    }
}

/// Draws it.
pub fn draw(function: &str, details: &str, steps: &[WalkStep], measure: Measure) -> anyhow::Result<Drawing> {
    let values: Vec<Option<f64>> = steps.iter().map(|step| measure.of(step.height)).collect();
    let greatest = values.iter().flatten().copied().fold(0.1, f64::max);
    let last = steps.len().saturating_sub(1).max(1) as f64;
    let (width, height) = (f64::from(SIZE.0), f64::from(SIZE.1));
    let panel = Panel {
        left: MARGIN.0,
        top: HEADING,
        width: width - MARGIN.0 - 30.0,
        height: height - HEADING - MARGIN.1,
        x: Scale::of_numbers(0.0, last, 9),
        y: match measure {
            Measure::Fitness => Scale::of_numbers(0.0, 1.05 * greatest, 8),
            Measure::Raw => Scale::of_logarithms(1.05 * greatest, 8),
        },
    };
    let restarts = restarts(steps);
    drawing::draw(SIZE.0, SIZE.1, |area| {
        picture::draw_heading(area, width, function, details)?;
        panel.draw(area, ["steps", measure.description()], true)?;
        let points: Vec<(usize, f64)> =
            values.iter().enumerate().filter_map(|(at, value)| Some((at, (*value)?))).collect();
        // A line from restart to restart, broken where nothing is reached.
        let goes_on = |a: &(usize, f64), b: &(usize, f64)| a.0 + 1 == b.0 && b.1 <= a.1;
        for climb in points.chunk_by(goes_on) {
            let corners = thinned(climb, points.len()).map(|(at, value)| panel.at(at as f64, value));
            let corners: Vec<_> = corners.collect();
            match corners[..] {
                [point] => area.draw(&Circle::new(point, px(1.2), style::fill(style::colour(0))))?,
                _ => area.draw(&PathElement::new(corners, style::line(style::colour(0), 1.6)))?,
            }
        }
        // Where there is room for it, the beginning of each climb is marked.
        let marked = restarts.len() <= PARTS / 10;
        for &at in restarts.iter().filter(|_| marked) {
            if let Some(value) = values[at] {
                let centre = panel.at(at as f64, value);
                area.draw(&Circle::new(centre, px(2.6), style::line(style::colour(1), 1.4)))?;
            }
        }
        for at in (0..steps.len()).filter(|&at| is_covered(steps[at].height)) {
            let centre = panel.at(at as f64, 0.0);
            area.draw(&Circle::new(centre, px(4.0), style::fill(colours::COVERED)))?;
        }
        let legend = [
            (marked && !restarts.is_empty(), style::line(style::colour(1), 1.4), "restart"),
            (steps.iter().any(|step| is_covered(step.height)), style::fill(colours::COVERED), "goal covered"),
        ];
        let (mut x, y) = (MARGIN.0 + 6.0, height - 20.0);
        for (_, mark, text) in legend.into_iter().filter(|(is_shown, ..)| *is_shown) {
            area.draw(&Circle::new((px(x), px(y)), px(3.5), mark))?;
            let label = style::placed(style::text(BODY, INK), HPos::Left);
            area.draw_text(text, &label, (px(x + 10.0), px(y)))?;
            x += 10.0 + crate::plot::heading::width(text) + 28.0;
        }
        Ok(())
    })
}

/// Of a climb that is part of a long way only as many points as can be seen: its ends, and some between.
fn thinned(climb: &[(usize, f64)], all: usize) -> impl Iterator<Item = (usize, f64)> {
    let every = all.div_ceil(PARTS).max(1);
    let last = climb.len() - 1;
    climb.iter().enumerate().filter(move |(at, _)| at % every == 0 || *at == last).map(|(_, point)| *point)
}
