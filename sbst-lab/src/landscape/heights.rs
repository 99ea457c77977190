//! The heights of a landscape.

use crate::chart::Scale;
use sbst_model::messages::{Height, LandscapeAxis};

/// A landscape over one or two inputs.
#[derive(Clone, Debug)]
pub struct Heights {
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// Their values.
    pub axes: Vec<LandscapeAxis>,
    /// The heights of the points, the last input varying fastest; `None` where the condition was
    /// not reached.
    pub heights: Vec<Option<Height>>,
}

/// The drawn part of a height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Approach level and normalised distance.
    Fitness,
    /// The logarithm of the raw distance of the goal's own condition.
    Raw,
}

impl Measure {
    /// The height as a number, if any.
    pub fn number(self, height: Option<Height>) -> Option<f64> {
        let height = height?;
        match self {
            Measure::Fitness => Some(height.fitness()),
            Measure::Raw => (height.level == 0).then(|| (1.0 + height.distance).log10()),
        }
    }

    /// The scale up to a height, with at most `most` ticks.
    pub fn scale(self, greatest: f64, most: usize) -> Scale {
        match self {
            Measure::Fitness => Scale::from_numbers(0.0, greatest, most),
            Measure::Raw => Scale::from_logarithms(greatest, most),
        }
    }

    /// Its name.
    pub fn description(self) -> &'static str {
        match self {
            Measure::Fitness => "fitness: approach level + normalised distance",
            Measure::Raw => "branch distance + 1, logarithmic",
        }
    }
}

impl Heights {
    /// The point at these indices of the axes.
    pub fn at(&self, first: usize, second: usize) -> Option<Height> {
        let width = self.axes.get(1).map_or(1, |axis| axis.positions.len());
        self.heights[first * width + second]
    }

    /// The greatest number to be drawn, at least slightly more than zero.
    pub fn greatest(&self, measure: Measure) -> f64 {
        self.heights.iter().filter_map(|height| measure.number(*height)).fold(0.1, f64::max)
    }

    /// The number of points without a number.
    pub fn unreached(&self, measure: Measure) -> usize {
        self.heights.iter().filter(|height| measure.number(**height).is_none()).count()
    }
}

/// True if the goal is covered at a point.
pub fn is_covered(height: Option<Height>) -> bool {
    height.is_some_and(|height| height.level == 0 && height.distance == 0.0)
}

/// The scale of the values of an input, with at most `most` ticks.
pub fn scale_of_input(axis: &LandscapeAxis, most: usize) -> Scale {
    let LandscapeAxis { texts, positions } = axis;
    let (from, to) = (positions[0], positions[positions.len() - 1]);
    let is_number =
        |(text, position): (&String, &f64)| text.parse().is_ok_and(|number: f64| number == *position);
    if texts.iter().zip(positions).all(is_number) {
        return Scale::from_numbers(from, to, most);
    }
    let visible = |text: &String| match text.as_str() {
        " " => "' '".to_owned(),
        _ => text.escape_default().to_string(),
    };
    let ticks = positions.iter().copied().zip(texts.iter().map(visible)).step_by(texts.len().div_ceil(most));
    Scale::new(from, to).with_ticks(ticks.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_ticks_as_they_are_written() {
        let axis = LandscapeAxis {
            texts: ["0", "1", "2", " "].map(str::to_owned).into(),
            positions: vec![48.0, 49.0, 50.0, 51.0],
        };
        let ticks = scale_of_input(&axis, 9).ticks.into_iter().map(|(_, text)| text);
        assert_eq!(ticks.collect::<Vec<_>>(), ["0", "1", "2", "' '"]);
    }
}
