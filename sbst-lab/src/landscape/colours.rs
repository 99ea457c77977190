//! Colours of heights: dark where a goal is near, light where it is far. They are viridis (Smith
//! and van der Walt, 2015), which keeps its order in grey and for any colour vision.

/// Points of the colour map, evenly apart.
const VIRIDIS: [[u8; 3]; 9] = [
    [68, 1, 84],
    [71, 45, 123],
    [59, 82, 139],
    [44, 114, 142],
    [33, 145, 140],
    [40, 174, 128],
    [94, 201, 98],
    [173, 220, 48],
    [253, 231, 37],
];

/// The paint of a covered goal, unlike that of any height.
pub const COVERED: &str = "#d52c1e";
/// The paint of unreached points, unlike that of any height: slanting lines.
pub const UNREACHED: &str = "url(#unreached)";
/// The definition of the unreached paint.
pub const UNREACHED_PATTERN: &str = "<pattern id=\"unreached\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">\
    <path d=\"M0,0H6V6H0Z\" fill=\"#dedede\"/><path d=\"M-1,1L1,-1M0,6L6,0M5,7L7,5\" stroke=\"#aaaaaa\"/></pattern>";
/// Number of distinguishable shades; neighbours of one shade are drawn as one.
const SHADES: f64 = 64.0;

/// The number of the shade of a height from 0 to 1.
pub fn shade(part: f64) -> u32 {
    (part.clamp(0.0, 1.0) * SHADES).round() as u32
}

/// The paint of a shade.
pub fn paint(shade: u32) -> String {
    let [red, green, blue] = mix(shade);
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn mix(shade: u32) -> [u8; 3] {
    let place = f64::from(shade) / SHADES * (VIRIDIS.len() - 1) as f64;
    let below = (place.floor() as usize).min(VIRIDIS.len() - 2);
    let part = place - below as f64;
    std::array::from_fn(|channel| {
        let (low, high) = (f64::from(VIRIDIS[below][channel]), f64::from(VIRIDIS[below + 1][channel]));
        (low + part * (high - low)).round() as u8
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_heights_are_lighter() {
        let light = |shade| {
            let [red, green, blue] = mix(shade).map(f64::from);
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        };
        let lights: Vec<f64> = (0..=shade(1.0)).map(light).collect();
        assert!(lights.is_sorted_by(|a, b| a < b), "{lights:?}");
    }
}
