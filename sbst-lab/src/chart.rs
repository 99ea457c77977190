//! Charts as SVG: shapes and text in the classes of one style sheet, scales with round ticks,
//! panels, and charts of lines.
//!
//! 1. A drawing takes its colours from a style sheet. A file carries it; a page has its own beside
//!    it, for the dark.
//! 2. The viewer's fonts show the text. Layout reckons with the widths of Arial, and leaves some
//!    room for others.
//! 3. Nine colours are distinguishable. More lines have the same colours again, dashed and then
//!    dotted.

mod heading;
mod lines;
mod panel;
mod scale;
mod svg;
mod text_width;
#[cfg(test)]
pub mod text_room;

pub use heading::{HEADING, draw_heading, draw_legend, shorten, widest};
pub use lines::{Line, LineChart};
pub use panel::{Grid, Panel};
pub use scale::{Scale, is_large};
pub use svg::{Anchor, STYLE, Svg, colour_class, escape};
