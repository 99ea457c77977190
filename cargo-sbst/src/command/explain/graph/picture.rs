//! Graphs as an SVG picture, in the colours of the paper: inputs grey, fields red, calls green, elements blue. Leaves, whose
//! values the search varies, have a thicker frame.

use super::layers::{Layers, lay_out};
use super::{Construction, OfCondition};
use crate::ui::text_width;
use sbst_analysis::construction::{Graph, NodeKind};
use std::fmt::{self, Write};

/// Fonts of the same width, of which the viewer takes the first that there is.
const FAMILY: &str = "Arial, Liberation Sans, Arimo, sans-serif";
/// Sizes, in pixels.
const BOX_HEIGHT: f64 = 38.0;
const LAYER: f64 = 78.0;
const GAP: f64 = 22.0;
const PADDING: f64 = 12.0;
const MARGIN: f64 = 24.0;
const HEADER: f64 = 50.0;
const LEGEND: f64 = 34.0;
const NAME: f64 = 13.0;
const TYPE: f64 = 10.5;
const TITLE: f64 = 15.0;

/// The frame and the area of each kind of node.
const KINDS: [(&str, &str, &str); 4] = [
    ("input", "#6b6b6b", "#e4e4e4"),
    ("field", "#b8352a", "#f8d8d4"),
    ("element", "#2468a8", "#d5e6f6"),
    ("call", "#2c7d3f", "#d6eedb"),
];
const INK: &str = "#282828";
const FAINT_INK: &str = "#6e6e6e";

/// The graphs, one below the other.
pub fn of(construction: &Construction<'_>) -> String {
    let drawings: Vec<Drawing> =
        construction.graphs.iter().map(|of| Drawing::of(of, construction.title(of.condition))).collect();
    let width = drawings.iter().map(Drawing::width).fold(420.0, f64::max) + 2.0 * MARGIN;
    let height: f64 = drawings.iter().map(Drawing::height).sum::<f64>() + LEGEND + 2.0 * MARGIN;
    let mut svg = String::new();
    // writing to a string cannot fail
    _ = write(&mut svg, construction, &drawings, (width, height));
    svg
}

fn write(
    svg: &mut String,
    construction: &Construction<'_>,
    drawings: &[Drawing<'_>],
    (width, height): (f64, f64),
) -> fmt::Result {
    writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" font-family=\"{FAMILY}\">"
    )?;
    writeln!(svg, "<title>Object construction graphs of {}</title>", escaped(&construction.found.path))?;
    writeln!(svg, "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>")?;
    writeln!(
        svg,
        "<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" \
         orient=\"auto\"><path d=\"M0,0.8 L7.5,4 L0,7.2 Z\" fill=\"{FAINT_INK}\"/></marker></defs>"
    )?;
    let mut top = MARGIN;
    for drawing in drawings {
        drawing.write(svg, (width, top), &construction.found.path)?;
        top += drawing.height();
    }
    legend(svg, top + LEGEND / 2.0)?;
    writeln!(svg, "</svg>")
}

/// A graph and where its nodes are.
struct Drawing<'a> {
    graph: &'a Graph,
    title: String,
    labels: Vec<(String, String)>,
    widths: Vec<f64>,
    layers: Layers,
}

impl<'a> Drawing<'a> {
    fn of(of: &'a OfCondition, title: String) -> Drawing<'a> {
        let graph = &of.graph;
        let labels: Vec<(String, String)> = (0..graph.nodes.len()).map(|node| label(graph, node)).collect();
        let wide = |(name, ty): &(String, String)| {
            (text_width(name, NAME)).max(text_width(ty, TYPE)).max(40.0) + 2.0 * PADDING
        };
        let widths: Vec<f64> = labels.iter().map(wide).collect();
        let from: Vec<Vec<usize>> = (0..graph.nodes.len()).map(|node| drawn_from(graph, node)).collect();
        let layers = lay_out(&widths, &from, GAP);
        Drawing { graph, title, labels, widths, layers }
    }

    fn width(&self) -> f64 {
        self.layers.width.max(text_width(&self.title, TITLE) * 1.06)
    }

    fn height(&self) -> f64 {
        let layers = self.layers.count.max(1) as f64;
        HEADER + (layers - 1.0) * LAYER + BOX_HEIGHT + MARGIN
    }

    fn write(&self, svg: &mut String, (width, top): (f64, f64), path: &str) -> fmt::Result {
        let (title, path) = (escaped(&self.title), escaped(path));
        writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"{TITLE}\" font-weight=\"bold\" fill=\"{INK}\">{title}</text>",
            top + TITLE
        )?;
        let below = top + TITLE + 17.0;
        writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{below:.1}\" font-size=\"11\" fill=\"{FAINT_INK}\">{path}, line {}</text>",
            self.graph.place.line
        )?;
        let top = top + HEADER;
        if self.graph.nodes.is_empty() {
            return writeln!(
                svg,
                "<text x=\"{MARGIN}\" y=\"{:.1}\" font-size=\"{NAME}\" fill=\"{INK}\">It looks at no part of an input.</text>",
                top + BOX_HEIGHT / 2.0
            );
        }
        let left = (width - self.layers.width) / 2.0;
        for arrow in &self.layers.arrows {
            self.arrow(svg, arrow, (left, top))?;
        }
        for node in 0..self.graph.nodes.len() {
            self.node(svg, node, (left, top))?;
        }
        Ok(())
    }

    /// A curve from the lower side of the first node to the upper side of the last one.
    fn arrow(&self, svg: &mut String, arrow: &[usize], (left, top): (f64, f64)) -> fmt::Result {
        let spots = &self.layers.spots;
        let upper = |spot: usize| top + spots[spot].layer as f64 * LAYER;
        let last = arrow.len() - 1;
        let mut path = String::new();
        for (at, &spot) in arrow.iter().enumerate() {
            let x = left + spots[spot].x;
            match at {
                0 => write!(path, "M{x:.1},{:.1}", upper(spot) + BOX_HEIGHT)?,
                _ => {
                    let before = left + spots[arrow[at - 1]].x;
                    let from = upper(arrow[at - 1]) + BOX_HEIGHT;
                    let to = upper(spot) - if at == last { 1.5 } else { 0.0 };
                    let bow = (to - from) / 2.0;
                    write!(path, " C{before:.1},{:.1} {x:.1},{:.1} {x:.1},{to:.1}", from + bow, to - bow)?;
                    if at < last {
                        write!(path, " L{x:.1},{:.1}", to + BOX_HEIGHT)?;
                    }
                }
            }
        }
        let is_of_call = |node: usize| matches!(self.graph.nodes[node].kind, NodeKind::Call(_));
        let [first, last] = [arrow[0], arrow[last]];
        // what a call is given, or hands out, is no part of it
        let dashes = if is_of_call(first) || is_of_call(last) { " stroke-dasharray=\"5 3\"" } else { "" };
        writeln!(
            svg,
            "<path d=\"{path}\" fill=\"none\" stroke=\"{FAINT_INK}\" stroke-width=\"1.3\"{dashes} marker-end=\"url(#tip)\"/>"
        )
    }

    fn node(&self, svg: &mut String, node: usize, (left, top): (f64, f64)) -> fmt::Result {
        let spot = &self.layers.spots[node];
        let (_, frame, area) = KINDS[kind(&self.graph.nodes[node].kind)];
        let width = self.widths[node];
        let (x, y) = (left + spot.x, top + spot.layer as f64 * LAYER);
        let stroke = if self.graph.is_leaf(node) { 2.6 } else { 1.2 };
        writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{BOX_HEIGHT}\" rx=\"5\" fill=\"{area}\" \
             stroke=\"{frame}\" stroke-width=\"{stroke}\"><title>{}</title></rect>",
            x - width / 2.0,
            escaped(&self.graph.name(node))
        )?;
        let (name, ty) = &self.labels[node];
        let shift = if ty.is_empty() { 4.5 } else { -2.0 };
        writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"{NAME}\" fill=\"{INK}\">{}</text>",
            y + BOX_HEIGHT / 2.0 + shift,
            escaped(name)
        )?;
        if ty.is_empty() {
            return Ok(());
        }
        writeln!(
            svg,
            "<text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\" font-size=\"{TYPE}\" fill=\"{FAINT_INK}\">{}</text>",
            y + BOX_HEIGHT / 2.0 + 12.5,
            escaped(ty)
        )
    }
}

fn legend(svg: &mut String, y: f64) -> fmt::Result {
    let mut x = MARGIN;
    for (name, frame, area) in KINDS {
        writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"14\" height=\"14\" rx=\"3\" fill=\"{area}\" stroke=\"{frame}\"/>",
            y - 7.0
        )?;
        x = entry(svg, x + 20.0, y, name)?;
    }
    writeln!(
        svg,
        "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"14\" height=\"14\" rx=\"3\" fill=\"#ffffff\" stroke=\"{INK}\" stroke-width=\"2.6\"/>",
        y - 7.0
    )?;
    entry(svg, x + 20.0, y, "leaf: its value is searched for").map(|_| ())
}

/// What a node has arrows from. What a call hands out is a part of its receiver: that goes without an arrow.
fn drawn_from(graph: &Graph, node: usize) -> Vec<usize> {
    let node = &graph.nodes[node];
    let is_above = |whole: usize| {
        let mut above = node
            .returns
            .iter()
            .map(|&part| std::iter::successors(graph.nodes[part].parent, |&next| graph.nodes[next].parent));
        above.any(|mut above| above.any(|one| one == whole))
    };
    node.from.iter().copied().filter(|&from| node.parent == Some(from) || !is_above(from)).collect()
}

/// A text of the legend; returns where the next one may begin.
fn entry(svg: &mut String, x: f64, y: f64, text: &str) -> Result<f64, fmt::Error> {
    writeln!(svg, "<text x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" fill=\"{INK}\">{text}</text>", y + 4.0)?;
    Ok(x + text_width(text, 11.0) + 18.0)
}

/// The name of a node and its type.
fn label(graph: &Graph, node: usize) -> (String, String) {
    let at = &graph.nodes[node];
    let name = match &at.kind {
        NodeKind::Input(_, name) | NodeKind::Field(name) => name.clone(),
        NodeKind::Element => "[_]".to_owned(),
        NodeKind::Call(_) => graph.name(node),
    };
    (name, at.ty.as_ref().map(ToString::to_string).unwrap_or_default())
}

/// Which of the kinds it is.
fn kind(kind: &NodeKind) -> usize {
    match kind {
        NodeKind::Input(..) => 0,
        NodeKind::Field(_) => 1,
        NodeKind::Element => 2,
        NodeKind::Call(_) => 3,
    }
}

fn text_width(text: &str, size: f64) -> f64 {
    text_width::text_width(text) * size
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
