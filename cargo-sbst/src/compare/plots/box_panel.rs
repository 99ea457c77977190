//! Box plots one below the other, in groups with a name.

use super::box_plot::{BoxPlot, Place, Rows};
use crate::compare::quartiles::Time;
use crate::plot::axis::Axis;
use crate::plot::drawing::{Area, Drawn, px};
use crate::plot::style::{self, BODY, FAINT_INK, INK, SMALL};
use plotters::prelude::*;
use plotters::style::text_anchor::HPos;

/// Pixels between the text and what it stands beside.
const GAP: f64 = 8.0;
/// Pixels for the numbers of the axis and what they are.
const AXIS_HEIGHT: f64 = 42.0;

/// A panel.
#[derive(Clone, Debug)]
pub struct BoxPanel {
    /// The axis of the values.
    pub axis: Axis,
    /// What the values are.
    pub description: String,
    /// Where censored values stand.
    pub limit: f64,
    /// The groups, from the top.
    pub groups: Vec<Group>,
    /// Height of a box with its distance to the next, in pixels.
    pub row_height: f64,
    /// Width of the names, in pixels.
    pub name_width: f64,
    /// Width of the notes, in pixels.
    pub note_width: f64,
    /// What the notes are.
    pub note_description: &'static str,
}

/// A group.
#[derive(Clone, Debug)]
pub struct Group {
    /// What stands to the left of it, and its colour.
    pub name: (String, RGBColor),
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
    /// What stands to the right of it.
    pub note: String,
}

impl BoxPanel {
    /// Height of everything, in pixels.
    pub fn height(&self) -> f64 {
        self.rows() * self.row_height + AXIS_HEIGHT
    }

    /// Boxes, and half a box's height between two groups of several.
    fn rows(&self) -> f64 {
        self.groups.iter().map(Group::rows).sum()
    }

    /// Draws it at the top of `area`.
    pub fn draw(&self, area: &Area<'_>) -> Drawn {
        let height = self.height();
        let (area, _) = area.split_vertically(px(height));
        let mut chart = ChartBuilder::on(&area)
            .margin_left(px(self.name_width + GAP))
            .margin_right(px(self.note_width + 2.0 * GAP))
            .set_label_area_size(LabelAreaPosition::Bottom, px(AXIS_HEIGHT))
            .build_cartesian_2d(self.axis.clone(), self.rows()..0.0)?;
        self.draw_stripes(chart.plotting_area())?;
        chart
            .configure_mesh()
            .disable_y_mesh()
            .disable_y_axis()
            .light_line_style(TRANSPARENT)
            .bold_line_style(style::line(style::GRID_LINE, 1.0))
            .axis_style(style::line(FAINT_INK, 1.0))
            .set_tick_mark_size(LabelAreaPosition::Bottom, px(4.0))
            .x_label_style(style::text(SMALL, INK))
            .x_desc(self.description.as_str())
            .axis_desc_style(style::text(BODY, INK))
            .draw()?;
        self.draw_limit(chart.plotting_area())?;
        let under_notes = Text::new(self.note_description, self.note_offset(px(13.0)), self.note_style());
        let corner = EmptyElement::at((self.axis.end(), self.rows()));
        chart.plotting_area().draw(&(corner + under_notes))?;
        let mut top = 0.0;
        for group in &self.groups {
            self.draw_group(chart.plotting_area(), group, top)?;
            top += group.rows();
        }
        Ok(())
    }

    fn draw_group(&self, rows: &Rows<'_>, group: &Group, top: f64) -> Drawn {
        let (name, colour) = &group.name;
        let at_left = style::placed(style::text(BODY, *colour), HPos::Right);
        let name = Text::new(name.clone(), (-px(GAP), 0), at_left);
        rows.draw(&(EmptyElement::at((self.axis.start(), top + group.rows() / 2.0)) + name))?;
        for (index, labelled) in group.boxes.iter().enumerate() {
            let row = top + group.padding() + index as f64 + 0.5;
            let colour = style::colour(labelled.algorithm);
            let place = Place { row, half_height: 0.33 * self.row_height, limit: self.limit, colour };
            BoxPlot::of(&labelled.times).draw(rows, place)?;
            let note = Text::new(labelled.note.clone(), self.note_offset(0), self.note_style());
            rows.draw(&(EmptyElement::at((self.axis.end(), row)) + note))?;
        }
        Ok(())
    }

    /// Where a note ends, from the end of the axis.
    fn note_offset(&self, down: i32) -> (i32, i32) {
        (px(self.note_width + GAP), down)
    }

    fn note_style(&self) -> TextStyle<'static> {
        style::placed(style::text(SMALL, FAINT_INK), HPos::Right)
    }

    /// Every second group lies on a stripe, so that the eye finds from the name to the box.
    fn draw_stripes(&self, rows: &Rows<'_>) -> Drawn {
        let mut top = 0.0;
        for (index, group) in self.groups.iter().enumerate() {
            let bottom = top + group.rows();
            if index % 2 == 1 {
                let corners = [(self.axis.start(), top), (self.axis.end(), bottom)];
                rows.draw(&Rectangle::new(corners, style::fill(style::STRIPE)))?;
            }
            top = bottom;
        }
        Ok(())
    }

    /// A dashed line where censored values stand, if there are any.
    fn draw_limit(&self, rows: &Rows<'_>) -> Drawn {
        let mut boxes = self.groups.iter().flat_map(|group| &group.boxes);
        let censored = |time: &Time| matches!(time, Time::Censored(_));
        if !boxes.any(|labelled| labelled.times.iter().any(censored)) {
            return Ok(());
        }
        style::dashed(rows, [(self.limit, 0.0), (self.limit, self.rows())])
    }
}

impl Group {
    fn rows(&self) -> f64 {
        self.boxes.len() as f64 + 2.0 * self.padding()
    }

    /// What a group of several keeps free above and below, in rows.
    fn padding(&self) -> f64 {
        if self.boxes.len() > 1 { 0.25 } else { 0.0 }
    }
}
