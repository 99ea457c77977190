//! Box plots one below the other, in groups with a name.

use super::box_plot::{BoxPlot, Place};
use super::measures::Measure;
use crate::chart::{Anchor, Grid, Panel, Scale, Svg, colour_class};
use crate::statistics::quartiles::Time;

/// Pixels between the text and the plot.
const GAP: f64 = 8.0;
/// Pixels for the numbers of the scale and its name.
const SCALE_HEIGHT: f64 = 42.0;
/// Pixels for the notes.
const NOTE_WIDTH: f64 = 72.0;

/// A panel.
#[derive(Clone, Debug)]
pub struct BoxPanel {
    /// The measure of the values.
    pub measure: Measure,
    /// The groups, from the top.
    pub groups: Vec<Group>,
    /// Height of a box with its distance to the next, in pixels.
    pub row_height: f64,
    /// Width of the names, in pixels.
    pub name_width: f64,
    /// The name of the notes.
    pub note_description: &'static str,
}

/// A group.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name to the left of it, and its class.
    pub name: (String, String),
    /// Its boxes.
    pub boxes: Vec<LabelledBox>,
}

/// A box with its note.
#[derive(Clone, Debug)]
pub struct LabelledBox {
    /// The values.
    pub times: Vec<Time>,
    /// The number of the algorithm, for its colour.
    pub algorithm: usize,
    /// The note to the right of it.
    pub note: String,
}

impl BoxPanel {
    /// Height of everything, in pixels.
    pub fn height(&self) -> f64 {
        self.rows() * self.row_height + SCALE_HEIGHT
    }

    /// Boxes, and half a box's height between two groups of several.
    fn rows(&self) -> f64 {
        self.groups.iter().map(Group::rows).sum()
    }

    /// Draws it in this number of pixels.
    pub fn draw(&self, svg: &mut Svg, width: f64) {
        let left = self.name_width + GAP;
        let panel = Panel {
            left,
            top: 0.0,
            width: width - left - NOTE_WIDTH - 2.0 * GAP,
            height: self.height() - SCALE_HEIGHT,
            x: self.measure.scale.clone(),
            // rows are counted from the top
            y: Scale::new(self.rows(), 0.0),
        };
        let (right, bottom) = panel.corner();
        // Every second group lies on a stripe, which leads the eye from the name to the box.
        let mut top = 0.0;
        for (index, group) in self.groups.iter().enumerate() {
            if index % 2 == 1 {
                let (_, y) = panel.place(0.0, top);
                svg.rectangle("stripe", (left, y), (panel.width, group.rows() * self.row_height));
            }
            top += group.rows();
        }
        panel.draw(svg, [&self.measure.description, ""], Grid::Vertical);
        self.draw_limit(svg, &panel);
        let note_end = right + NOTE_WIDTH + GAP;
        svg.text("tick", Anchor::End, (note_end, bottom + 29.0), self.note_description);
        let mut top = 0.0;
        for group in &self.groups {
            let (name, class) = &group.name;
            let (_, middle) = panel.place(0.0, top + group.rows() / 2.0);
            svg.text(class, Anchor::End, (left - GAP, middle), name);
            for (index, labelled) in group.boxes.iter().enumerate() {
                let row = top + group.padding() + index as f64 + 0.5;
                let half_height = 0.33 * self.row_height;
                let place = Place { panel: &panel, row, half_height, limit: self.measure.limit };
                let colour = colour_class(labelled.algorithm);
                svg.group(&colour, &labelled.note, |svg| {
                    BoxPlot::from_times(&labelled.times).draw(svg, place)
                });
                svg.text("tick", Anchor::End, (note_end, panel.place(0.0, row).1), &labelled.note);
            }
            top += group.rows();
        }
    }

    /// A dashed line at the place of censored values, if they exist.
    fn draw_limit(&self, svg: &mut Svg, panel: &Panel) {
        let mut boxes = self.groups.iter().flat_map(|group| &group.boxes);
        if boxes.any(|labelled| labelled.times.iter().any(|time| time.is_censored())) {
            let limit = self.measure.limit;
            svg.path("limit", &[panel.place(limit, 0.0), panel.place(limit, self.rows())]);
        }
    }
}

impl Group {
    fn rows(&self) -> f64 {
        self.boxes.len() as f64 + 2.0 * self.padding()
    }

    /// Rows kept free above a group of several, and the same number below.
    fn padding(&self) -> f64 {
        if self.boxes.len() > 1 { 0.25 } else { 0.0 }
    }
}
