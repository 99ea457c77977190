//! The values of a picture as CSV.

use super::heights::Heights;
use anyhow::Context;
use csv::Writer;
use sbst_model::messages::{Height, WalkStep};

/// The columns of a height, which are empty for unreached points.
const HEIGHT: [&str; 3] = ["level", "distance", "fitness"];

/// Writes a row for each point.
pub fn write_heights(heights: &Heights) -> anyhow::Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    let names = heights.inputs.iter().map(String::as_str).chain(HEIGHT);
    writer.write_record(names).context(FAILED)?;
    for (point, height) in heights.heights.iter().enumerate() {
        let indices = match &heights.axes[..] {
            [_, second] => vec![point / second.texts.len(), point % second.texts.len()],
            _ => vec![point],
        };
        let values = indices.iter().zip(&heights.axes).map(|(index, axis)| axis.texts[*index].clone());
        writer.write_record(values.chain(cells(*height))).context(FAILED)?;
    }
    writer.into_inner().context(FAILED)
}

/// Writes a row for each step.
pub fn write_walk(steps: &[WalkStep]) -> anyhow::Result<Vec<u8>> {
    let mut writer = Writer::from_writer(Vec::new());
    writer.write_record(["step", "evaluations"].into_iter().chain(HEIGHT)).context(FAILED)?;
    for (number, step) in steps.iter().enumerate() {
        let numbers = [number as u64, step.evaluations].map(|number| number.to_string());
        writer.write_record(numbers.into_iter().chain(cells(step.height))).context(FAILED)?;
    }
    writer.into_inner().context(FAILED)
}

const FAILED: &str = "failed to make a CSV file";

fn cells(height: Option<Height>) -> [String; 3] {
    match height {
        Some(height) => [height.level.to_string(), height.distance.to_string(), height.fitness().to_string()],
        None => [const { String::new() }; 3],
    }
}
