//! Recursive types: drawn with sane sizes, changed where it matters, and minimised.

use crate::problems::*;
use sbst_model::shape::{Distinct, Sequence, ShapeRef, Sum, Wrapper};
use sbst_model::{Shape, TestCase};
use sbst_search::{Inputs, Operators};

const fn boxed(inner: ShapeRef) -> Shape {
    Shape::Wrapper(Wrapper::new(inner, "Box::new({0})"))
}

/// An expression; two of its ten variants contain no expression.
pub static EXPRESSION: Shape = Shape::Sum(Sum {
    variants: &[
        product("Add", &[BOXED, BOXED]),
        product("Call", &[|| &EXPRESSIONS]),
        product("If", &[BOXED, BOXED, BOXED]),
        product("Block", &[|| &BLOCK]),
        product("Number", &[|| &I32]),
        product("Not", &[BOXED]),
        product("Index", &[BOXED, BOXED]),
        product("Fields", &[|| &FIELDS]),
        product("Name", &[|| &STRING]),
        product("Closure", &[BOXED, || &STATEMENT]),
    ],
});
const BOXED: ShapeRef = || &BOX;
static BOX: Shape = boxed(|| &EXPRESSION);
static EXPRESSIONS: Shape = Shape::Sequence(sequence(|| &EXPRESSION, 64));
static BLOCK: Shape = Shape::Sequence(sequence(|| &STATEMENT, 64));
static FIELDS: Shape = Shape::Sequence(Sequence { distinct: Distinct::Keys, ..sequence(|| &FIELD, 64) });
static FIELD: Shape = Shape::Product(product("", &[|| &STRING, || &EXPRESSION]));
/// A statement, in a structure with a place in the source.
pub static STATEMENT: Shape = Shape::Product(product("", &[|| &KIND, || &I32]));
static KIND: Shape = Shape::Sum(Sum {
    variants: &[
        product("While", &[|| &EXPRESSION, || &BLOCK]),
        product("Let", &[|| &STRING, || &EXPRESSION]),
        product("Return", &[|| &RETURNED]),
        product("Nested", &[|| &BLOCK]),
    ],
});
static RETURNED: Shape =
    Shape::Sum(Sum { variants: &[product("Some", &[|| &EXPRESSION]), product("None", &[])] });

/// Node or leaf, the recursive variant first.
pub static BINARY: Shape = Shape::Sum(Sum {
    variants: &[product("Node", &[|| &BINARY_BOX, || &BINARY_BOX]), product("Leaf", &[|| &I32])],
});
static BINARY_BOX: Shape = boxed(|| &BINARY);

/// A list by hand.
pub static LIST: Shape = Shape::Sum(Sum { variants: &[product("Some", &[|| &CELL]), product("None", &[])] });
static CELL: Shape = Shape::Product(product("", &[|| &I8, || &LIST]));

/// A tree without variants.
pub static ROSE: Shape = Shape::Product(product("", &[|| &I8, || &ROSES]));
static ROSES: Shape = Shape::Sequence(sequence(|| &ROSE, 64));

/// Returns the numbers of nodes of drawn values, ascending, and their greatest number of levels.
fn drawn(shape: &'static Shape, count: usize) -> (Vec<usize>, usize) {
    let inputs = Inputs { parameters: vec![shape], ..Inputs::default() };
    let mut operators = Operators::new(inputs, &[], 1);
    let mut test = TestCase::new();
    let mut levels = 0;
    let mut sizes: Vec<usize> = (0..count)
        .map(|_| {
            operators.sample(&mut test);
            levels = levels.max(height(&test, 0));
            test.nodes().len()
        })
        .collect();
    sizes.sort_unstable();
    (sizes, levels)
}

fn height(test: &TestCase, node: usize) -> usize {
    test.children(node).map(|child| 1 + height(test, child)).max().unwrap_or(0)
}

const RECURSIVE: [(&str, &Shape); 6] = [
    ("expression", &EXPRESSION),
    ("statement", &STATEMENT),
    ("binary", &BINARY),
    ("list", &LIST),
    ("rose", &ROSE),
    ("tree", &TREE),
];

#[test]
fn sizes_are_sane_however_many_variants_are_recursive() {
    for (name, shape) in RECURSIVE {
        let (sizes, levels) = drawn(shape, 2_000);
        let mean = sizes.iter().sum::<usize>() / sizes.len();
        let at = |part: usize| sizes[part * (sizes.len() - 1) / 100];
        let quantiles = [10, 25, 50, 75, 90, 100].map(at);
        println!("{name}: {mean} nodes on average, {quantiles:?} at 10 to 100 %, {levels} levels");
        assert!((8..50).contains(&mean), "{name}: {mean} nodes on average");
        assert!(at(50) > 4 && at(90) < 150 && at(100) < 600, "{name}: {quantiles:?}");
        assert!((12..=64).contains(&levels), "{name}: {levels} levels");
    }
}

#[test]
fn trees_stay_bounded_under_selection_for_size_and_height() {
    for (name, shape) in RECURSIVE {
        let inputs = Inputs { parameters: vec![shape], ..Inputs::default() };
        for measure in [|test: &TestCase| test.nodes().len(), |test: &TestCase| height(test, 0)] {
            let mut operators = Operators::new(inputs.clone(), &[], 1);
            let (mut parent, mut child) = (TestCase::new(), TestCase::new());
            operators.sample(&mut parent);
            for _ in 0..6_000 {
                operators.mutate(&parent, &mut child);
                if measure(&child) >= measure(&parent) {
                    std::mem::swap(&mut parent, &mut child);
                }
            }
            let (nodes, levels) = (parent.nodes().len(), height(&parent, 0));
            println!("{name}: {nodes} nodes, {levels} levels");
            assert!(nodes < 1_000, "{name}: {nodes} nodes");
            assert!(levels < 64 + 8, "{name}: {levels} levels");
        }
    }
}
