//! Equal values built by sbst, by `arbitrary` and by `proptest`.
//!
//! The three do not do the same work. sbst and `arbitrary` decode: the one nodes drawn by a search
//! before, the other bytes. `proptest` draws, and keeps data to simplify the value later.

use arbitrary::{Arbitrary, Unstructured};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use sbst_model::{NodeKind, TestCase};

pub use sbst::__private::bench::build;

/// An order with fields of several kinds.
#[derive(Arbitrary, Clone, Debug, PartialEq, sbst::Input)]
pub struct Order {
    id: i32,
    name: String,
    price: f64,
    discount: Option<u8>,
    paid: bool,
}

/// Orders in a list.
pub const ORDERS: usize = 5;
/// Characters in the name of an order.
const NAME: usize = 8;
/// Characters in a text.
pub const TEXT: usize = 20;

/// The nodes of a list of orders.
pub fn orders_nodes() -> TestCase {
    let mut test = TestCase::new();
    let orders = test.open(NodeKind::Sequence, ORDERS as u64);
    for id in 0..ORDERS as u64 {
        let order = test.open(NodeKind::Product, 0);
        test.leaf(NodeKind::Integer, id);
        test.push_text(&"n".repeat(NAME));
        test.leaf(NodeKind::Float, 9.99f64.to_bits());
        let discount = test.open(NodeKind::Sum, 1);
        test.leaf(NodeKind::Integer, 7);
        test.close(discount);
        test.leaf(NodeKind::Bool, 1);
        test.close(order);
    }
    test.close(orders);
    test
}

/// The nodes of a text.
pub fn text_nodes() -> TestCase {
    let mut test = TestCase::new();
    test.push_text(&"t".repeat(TEXT));
    test
}

/// The bytes of a list of orders for `arbitrary`: lengths of texts are taken from the end, the rest
/// from the beginning.
pub fn orders_bytes() -> Vec<u8> {
    let mut bytes = Vec::new();
    for id in 0..ORDERS as i32 {
        bytes.push(1); // there is another one
        bytes.extend(id.to_le_bytes());
        bytes.extend([b'n'; NAME]);
        bytes.extend(9.99f64.to_le_bytes());
        bytes.extend([1, 7, 1]);
    }
    bytes.push(0);
    bytes.extend([NAME as u8; ORDERS]);
    bytes
}

/// The bytes of a text for `arbitrary`.
pub fn text_bytes() -> Vec<u8> {
    [&[b't'; TEXT][..], &[TEXT as u8]].concat()
}

/// Returns the orders that `arbitrary` makes of bytes.
///
/// # Panics
/// If the bytes are too few.
pub fn from_bytes<T: for<'a> Arbitrary<'a>>(bytes: &[u8]) -> T {
    T::arbitrary(&mut Unstructured::new(bytes)).expect("there are enough bytes")
}

/// The strategy of `proptest` for a list of orders.
pub fn orders_strategy() -> impl Strategy<Value = Vec<Order>> {
    let name = proptest::string::string_regex(&format!("[a-z]{{{NAME}}}")).expect("the expression is right");
    let discount = any::<u8>().prop_map(Some);
    let order = (any::<i32>(), name, any::<f64>(), discount, any::<bool>());
    let order = order.prop_map(|(id, name, price, discount, paid)| Order { id, name, price, discount, paid });
    proptest::collection::vec(order, ORDERS)
}

/// The strategy of `proptest` for a text.
pub fn text_strategy() -> impl Strategy<Value = String> {
    proptest::string::string_regex(&format!("[a-z]{{{TEXT}}}")).expect("the expression is right")
}

/// Draws a value of a strategy.
///
/// # Panics
/// Never: the strategies here reject no values.
pub fn drawn<T: std::fmt::Debug>(strategy: &impl Strategy<Value = T>, runner: &mut TestRunner) -> T {
    strategy.new_tree(runner).expect("nothing is rejected").current()
}

/// Draws the same numbers at each run.
pub fn runner() -> TestRunner {
    TestRunner::deterministic()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_them_build_values_of_the_same_size() {
        let from_nodes: Vec<Order> = build(&orders_nodes());
        let from_bytes: Vec<Order> = from_bytes(&orders_bytes());
        assert_eq!(from_nodes, from_bytes);
        assert_eq!(build::<String>(&text_nodes()), super::from_bytes::<String>(&text_bytes()));
        assert_eq!((from_nodes.len(), from_nodes[4].name.len()), (ORDERS, NAME));
        let orders = drawn(&orders_strategy(), &mut runner());
        assert!(orders.len() == ORDERS && orders.iter().all(|order| order.name.len() == NAME));
        assert_eq!(drawn(&text_strategy(), &mut runner()).len(), TEXT);
    }
}
