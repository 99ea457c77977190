//! What all plots are drawn with: a drawing as SVG and as PNG, axes, colours and text.

pub mod axis;
mod canvas;
pub mod drawing;
pub mod heading;
pub mod style;
pub mod text;
#[cfg(test)]
pub mod texts;
