//! The sizes of the least values of shapes.

use sbst_model::shape::{Heights, Shape, MOST_ELEMENTS};

/// The greatest number of nodes in a least value, as for a sequence.
pub(crate) const MOST_NODES: u64 = MOST_ELEMENTS as u64;

/// True if a shape has finite values, and its least one is not too large.
pub(crate) fn has_values(shape: &'static Shape) -> bool {
    let heights = Heights::from_shapes(&[shape]);
    heights.least(shape).is_some() && too_large(&heights).is_none()
}

/// Returns the length of the longest sequence that is too long.
pub(crate) fn longest(heights: &Heights) -> Option<u64> {
    let lengths = heights.shapes().filter_map(|shape| match shape {
        Shape::Sequence(sequence) => Some(sequence.shortest as u64),
        _ => None,
    });
    lengths.max().filter(|&longest| longest > MOST_NODES)
}

/// Returns the number of nodes of the least value of some shape, if that is too large.
pub(crate) fn too_large(heights: &Heights) -> Option<u64> {
    let finite = heights.shapes().filter(|shape| heights.least(shape).is_some());
    finite.map(least_nodes).find(|&nodes| nodes > MOST_NODES)
}

/// Returns the nodes of the least finite value, with variants assumed to be empty. This terminates:
/// a shape that contains itself, other than in a variant or a possibly empty sequence, has no
/// finite values.
fn least_nodes(shape: &'static Shape) -> u64 {
    match shape.value_shape() {
        Shape::Sequence(sequence) if sequence.shortest > 0 => {
            let element = least_nodes((sequence.element)());
            element.saturating_mul(sequence.shortest as u64).saturating_add(1)
        }
        Shape::Product(product) => {
            product.fields.iter().fold(1, |nodes, field| nodes.saturating_add(least_nodes(field())))
        }
        _ => 1,
    }
}
