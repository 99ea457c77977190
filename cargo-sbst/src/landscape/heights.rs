//! The heights of a landscape.

use sbst_model::messages::{Height, LandscapeAxis};

/// A landscape over one or two inputs.
#[derive(Clone, Debug)]
pub struct Heights {
    /// The names of the inputs.
    pub inputs: Vec<String>,
    /// Their values.
    pub axes: Vec<LandscapeAxis>,
    /// The height of each point, the last input varying fastest; `None` where nothing was reached.
    pub heights: Vec<Option<Height>>,
}

/// What of a height is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Approach level and normalised distance.
    Fitness,
    /// The logarithm of the distance of the goal's own condition, raw.
    Raw,
}

impl Measure {
    /// The height as a number; `None` if there is none.
    pub fn of(self, height: Option<Height>) -> Option<f64> {
        let height = height?;
        match self {
            Measure::Fitness => Some(height.fitness()),
            Measure::Raw => (height.level == 0).then(|| (1.0 + height.distance).log10()),
        }
    }

    /// What it is.
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

    /// The greatest number to be drawn, at least a little more than nothing.
    pub fn greatest(&self, measure: Measure) -> f64 {
        self.heights.iter().filter_map(|height| measure.of(*height)).fold(0.1, f64::max)
    }

    /// How many points nothing is known of.
    pub fn unreached(&self, measure: Measure) -> usize {
        self.heights.iter().filter(|height| measure.of(**height).is_none()).count()
    }
}

/// Whether the goal is covered at a point.
pub fn is_covered(height: Option<Height>) -> bool {
    height.is_some_and(|height| height.level == 0 && height.distance == 0.0)
}
