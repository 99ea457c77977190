//! Charts as SVG: shapes and text in the classes of one style sheet, scales with round ticks,
//! panels, and charts of lines.
//!
//! 1. A drawing takes its colours from a style sheet. A file contains the sheet; a page has its own
//!    in addition, for dark mode.
//! 2. The viewer's fonts show the text. Layout uses the widths of Arial, with a margin for other
//!    fonts.
//! 3. Nine colours are distinguishable. Further lines repeat the colours, dashed and then dotted.

mod text_width;
mod svg;
mod heading;
mod scale;
mod panel;
mod lines;
#[cfg(test)]
pub mod text_room;

pub use heading::{HEADING, draw_heading, draw_legend, shorten, widest};
pub use lines::{Line, LineChart};
pub use panel::{Grid, Panel};
pub use scale::{Scale, is_large};
pub use svg::{Anchor, STYLE, Svg, colour_class, escape};
