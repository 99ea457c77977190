//! Colours of heights: dark where a goal is near, light where it is far. They are viridis (Smith and van der Walt, 2015),
//! which keeps its order in grey and for any colour vision.

use plotters::style::RGBColor;

/// Points of the colour map, evenly apart.
const VIRIDIS: [(u8, u8, u8); 9] = [
    (68, 1, 84),
    (71, 45, 123),
    (59, 82, 139),
    (44, 114, 142),
    (33, 145, 140),
    (40, 174, 128),
    (94, 201, 98),
    (173, 220, 48),
    (253, 231, 37),
];

/// Where the goal is covered: like no height.
pub const COVERED: RGBColor = RGBColor(213, 44, 30);
/// Where nothing was reached.
pub const UNREACHED: RGBColor = RGBColor(222, 222, 222);
/// The marks on that.
pub const UNREACHED_MARK: RGBColor = RGBColor(170, 170, 170);
/// Shades that are told apart: as many as an eye does, so that neighbours of one shade are drawn as one.
const SHADES: f64 = 64.0;

/// The number of the shade of a height from 0 to 1.
pub fn shade(part: f64) -> u32 {
    (part.clamp(0.0, 1.0) * SHADES).round() as u32
}

/// The colour of a shade.
pub fn of_shade(shade: u32) -> RGBColor {
    let place = f64::from(shade) / SHADES * (VIRIDIS.len() - 1) as f64;
    let below = (place.floor() as usize).min(VIRIDIS.len() - 2);
    let (low, high, part) = (VIRIDIS[below], VIRIDIS[below + 1], place - below as f64);
    let mix = |low: u8, high: u8| (f64::from(low) + part * (f64::from(high) - f64::from(low))).round() as u8;
    RGBColor(mix(low.0, high.0), mix(low.1, high.1), mix(low.2, high.2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_heights_are_lighter() {
        let light = |shade| {
            let RGBColor(red, green, blue) = of_shade(shade);
            0.2126 * f64::from(red) + 0.7152 * f64::from(green) + 0.0722 * f64::from(blue)
        };
        let lights: Vec<f64> = (0..=shade(1.0)).map(light).collect();
        assert!(lights.is_sorted_by(|a, b| a < b), "{lights:?}");
    }
}
