//! Functions with probes, as problems.

use sbst_model::shape::{
    Alphabet, Distinct, Float, Integer, Product, Sequence, ShapeRef, Sum, Text, Width, Wrapper,
};
use sbst_model::{Distance, Literals, Shape, TestCase};
use sbst_search::{Ending, Execution, Inputs, Problem};

pub const fn text(longest: usize) -> Text {
    Text { template: "{0}", empty: None, shortest: 0, longest, alphabet: Alphabet::ALL }
}

pub const fn sequence(element: ShapeRef, longest: usize) -> Sequence {
    Sequence { element, template: "[{*}]", empty: None, shortest: 0, longest, distinct: Distinct::Nothing }
}

pub const fn product(template: &'static str, fields: &'static [ShapeRef]) -> Product {
    Product { fields, template, fallible: false }
}

/// The `i32` from -`most` to `most`.
const fn plus_or_minus(most: u128) -> Shape {
    let (lowest, highest) = ((1 << 31) - most, (1 << 31) + most);
    Shape::Integer(Integer { lowest, highest, ..Integer::all("i32", 32, true) })
}

pub static BOOL: Shape = Shape::Bool;
pub static CHAR: Shape = Shape::Char(Alphabet::ALL);
pub static I8: Shape = Shape::Integer(Integer::all("i8", 8, true));
pub static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
pub static U64: Shape = Shape::Integer(Integer::all("u64", 64, false));
pub static I128: Shape = Shape::Integer(Integer::all("i128", 128, true));
pub static U128: Shape = Shape::Integer(Integer::all("u128", 128, false));
pub static YEAR: Shape = Shape::Integer(Integer {
    lowest: 1 << 31 | 1_000,
    highest: 1 << 31 | 2_999,
    ..Integer::all("i32", 32, true)
});
pub static THOUSAND: Shape = plus_or_minus(1_000);
pub static TEN_THOUSAND: Shape = plus_or_minus(10_000);
pub static MILLION: Shape = plus_or_minus(1_000_000);
pub static F32: Shape = Shape::Float(Float::all(Width::Single));
pub static F64: Shape = Shape::Float(Float::all(Width::Double));
pub static STR: Shape = Shape::Text(text(64));
pub static TEN_CHARACTERS: Shape = Shape::Text(text(10));
pub static STRING: Shape = Shape::Text(text(8));
pub static INTEGERS: Shape = Shape::Sequence(sequence(|| &I32, 16));
pub static TEXTS: Shape = Shape::Sequence(sequence(|| &STRING, 5));
pub static PAIR: Shape = Shape::Product(product("", &[|| &INTEGERS, || &MAYBE]));
pub static MAYBE: Shape = Shape::Sum(Sum { variants: &[product("None", &[]), product("Some", &[|| &U128])] });
pub static REFERENCE: Shape = Shape::Wrapper(Wrapper::new(|| &PAIR, "&{0}"));
/// A recursive shape: numbers, and sums of any number of trees.
pub static TREE: Shape = Shape::Sum(Sum {
    variants: &[
        product("Leaf", &[|| &I8]),
        product("Text", &[|| &STRING]),
        product("Node", &[TREE_REFERENCE, TREE_REFERENCE]),
        product("Many", &[|| &TREES]),
    ],
});
const TREE_REFERENCE: ShapeRef = || &TREE;
pub static TREES: Shape = Shape::Sequence(sequence(TREE_REFERENCE, 10));

/// All the shapes in these tests.
pub const SHAPES: [&Shape; 17] = [
    &BOOL, &CHAR, &I8, &I32, &U64, &I128, &U128, &YEAR, &F32, &F64, &STR, &STRING, &INTEGERS, &TEXTS,
    &REFERENCE, &MAYBE, &TREE,
];

/// The records of probes of conditions. Goal 2c is the true outcome of condition c, goal 2c + 1 its
/// false outcome.
pub struct Probes {
    distances: Vec<(Distance, Distance)>,
    touched: Vec<u32>,
}

impl Probes {
    /// `left == right`, `left < right` …, by the steps between them.
    pub fn steps(&mut self, condition: usize, holds: bool, to_true: u64, to_false: u64) -> bool {
        let distances = if holds {
            (Distance::ZERO, Distance::from_steps(to_false.into()))
        } else {
            (Distance::from_steps(to_true.into()), Distance::ZERO)
        };
        self.record(condition, distances);
        holds
    }

    pub fn equal(&mut self, condition: usize, left: i64, right: i64) -> bool {
        self.steps(condition, left == right, left.abs_diff(right), 1)
    }

    pub fn at_most(&mut self, condition: usize, left: i64, right: i64) -> bool {
        let apart = left.abs_diff(right);
        self.steps(condition, left <= right, apart, apart + 1)
    }

    pub fn less(&mut self, condition: usize, left: i64, right: i64) -> bool {
        let apart = left.abs_diff(right);
        self.steps(condition, left < right, apart + 1, apart)
    }

    pub fn equal_floats(&mut self, condition: usize, left: f64, right: f64) -> bool {
        let apart = Distance::from_magnitude((left - right).abs(), 0);
        let holds = left == right;
        let pair = if holds { (Distance::ZERO, Distance::ONE) } else { (apart, Distance::ZERO) };
        self.record(condition, pair);
        holds
    }

    /// `members.contains(value)`, by the distance to the nearest member.
    pub fn one_of(&mut self, condition: usize, value: char, members: &str) -> bool {
        let apart = |member: char| u64::from(u32::from(value).abs_diff(u32::from(member)));
        let nearest = members.chars().map(apart).min().expect("there are members");
        self.steps(condition, nearest == 0, nearest, 1)
    }

    pub fn flag(&mut self, condition: usize, holds: bool) -> bool {
        self.steps(condition, holds, 1, 1)
    }

    fn record(&mut self, condition: usize, (to_true, to_false): (Distance, Distance)) {
        let least = &mut self.distances[condition];
        if !least.0.is_reached() {
            self.touched.push(condition as u32);
        }
        least.0 = least.0.min(to_true);
        least.1 = least.1.min(to_false);
    }
}

/// A function as a problem.
pub struct Function<F> {
    inputs: Inputs,
    probes: Probes,
    body: F,
    pub evaluations: u64,
}

impl<F: FnMut(&TestCase, &mut Probes) -> Ending> Function<F> {
    pub fn new(parameters: &[&'static Shape], literals: Literals, conditions: usize, body: F) -> Function<F> {
        Function {
            inputs: Inputs { parameters: parameters.to_vec(), literals, ..Inputs::default() },
            probes: Probes {
                distances: vec![(Distance::UNREACHED, Distance::UNREACHED); conditions],
                touched: Vec::new(),
            },
            body,
            evaluations: 0,
        }
    }
}

impl<F: FnMut(&TestCase, &mut Probes) -> Ending> Problem for Function<F> {
    fn goals(&self) -> usize {
        2 * self.probes.distances.len()
    }
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }
    fn evaluate(&mut self, test: &TestCase, execution: &mut Execution) {
        self.evaluations += 1;
        execution.ending = (self.body)(test, &mut self.probes);
        for condition in self.probes.touched.drain(..) {
            let unreached = (Distance::UNREACHED, Distance::UNREACHED);
            let (to_true, to_false) =
                std::mem::replace(&mut self.probes.distances[condition as usize], unreached);
            execution.reached.push((2 * condition, to_true));
            execution.reached.push((2 * condition + 1, to_false));
        }
    }
}

/// The triangle of the notebook, over all of `i32`: 11 conditions, 22 goals.
pub fn triangle() -> impl Problem {
    triangle_of(&I32)
}

/// Such a problem over a range of `i32`.
pub fn triangle_of(side: &'static Shape) -> impl Problem {
    Function::new(&[side; 3], Literals::default(), 11, |test, probes| {
        let side = |node| i64::from(test.integer(node) as i32);
        classify(side(1), side(2), side(3), probes);
        Ending::Returned
    })
}

fn classify(a: i64, b: i64, c: i64, probes: &mut Probes) -> u32 {
    if probes.at_most(0, a, 0) || probes.at_most(1, b, 0) || probes.at_most(2, c, 0) {
        return 4;
    }
    if probes.at_most(3, a + b, c) || probes.at_most(4, a + c, b) || probes.at_most(5, b + c, a) {
        return 4;
    }
    if probes.equal(6, a, b) && probes.equal(7, b, c) {
        return 1;
    }
    if probes.equal(8, a, b) || probes.equal(9, b, c) || probes.equal(10, a, c) {
        return 2;
    }
    3
}

/// The keys of the notebook's map of hexadecimal digits.
const HEXADECIMAL: &str = "0123456789abcdefABCDEF";

/// The notebook's decoder of URLs. 5 conditions; a bad digit panics, a premature end is a fault.
pub fn cgi_decode() -> impl Problem {
    let literals = Literals { characters: vec!['+', '%', ' '], ..Literals::default() };
    Function::new(&[&STR], literals, 5, |test, probes| decode(test.text(1), probes))
}

/// The notebook's version of the decoder: up to 10 characters, where an error ends like a success.
pub fn cgi_decode_of_the_notebook() -> impl Problem {
    Function::new(&[&TEN_CHARACTERS], Literals::default(), 5, |test, probes| {
        decode(test.text(1), probes);
        Ending::Returned
    })
}

fn decode(text: &str, probes: &mut Probes) -> Ending {
    let text: Vec<char> = text.chars().collect();
    let mut index = 0;
    while probes.less(0, index as i64, text.len() as i64) {
        let character = i64::from(u32::from(text[index]));
        if !probes.equal(1, character, 43) && probes.equal(2, character, 37) {
            let Some(&[high, low]) = text.get(index + 1..index + 3) else {
                return Ending::Fault;
            };
            index += 2;
            if !(probes.one_of(3, high, HEXADECIMAL) && probes.one_of(4, low, HEXADECIMAL)) {
                return Ending::Panicked;
            }
        }
        index += 1;
    }
    Ending::Returned
}
