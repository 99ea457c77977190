use super::inputs::Inputs;
use super::*;
use sbst_model::messages::{InputPath, Varied};
use sbst_model::shape::{
    Alphabet, Bounds, Endpoint, Float, Integer, Product, Range, Sequence, Sum, Text, Width,
};
use sbst_model::shape::{Distinct, ShapeRef};
use sbst_model::{expression, Literals, Shape};

static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
static WIDE: Shape = Shape::Integer(Integer::all("u128", 128, false));
static PAIR: Shape =
    Shape::Product(Product { fields: &[|| &I32, || &OPTION], template: "({0}, {1})", fallible: false });
static OPTION: Shape = Shape::Sum(Sum {
    variants: &[
        Product { fields: &[|| &LIST], template: "Some({0})", fallible: false },
        Product { fields: &[], template: "None", fallible: false },
    ],
});
const ELEMENT: ShapeRef = || &REAL;
static LIST: Shape = Shape::Sequence(Sequence {
    element: ELEMENT,
    template: "vec![{*}]",
    empty: None,
    shortest: 1,
    longest: 4,
    distinct: Distinct::Nothing,
});
static REAL: Shape = Shape::Float(Float::all(Width::Double));
static WORD: Shape = Shape::Text(Text {
    template: "{0}",
    empty: None,
    shortest: 0,
    longest: 5,
    alphabet: Alphabet::from_ranges(&[('a', 'z')]),
});

fn path(text: &str, parameter: usize, parts: &[usize]) -> InputPath {
    InputPath { text: text.into(), parameter, parts: parts.into() }
}

fn built(inputs: Inputs, shapes: &[&'static Shape]) -> Vec<String> {
    let test = inputs.into_test();
    let argument =
        |(node, shape): (usize, &&'static Shape)| expression::write(shape, &test, node).to_string();
    test.children(0).zip(shapes).map(argument).collect()
}

#[test]
fn unnamed_inputs_are_plain() {
    let shapes = [&I32, &PAIR, &LIST, &WORD, &WIDE];
    let inputs = Inputs::new(&shapes, &[]).unwrap();
    assert_eq!(built(inputs, &shapes), ["0", "(0, None)", "vec![0.0]", "\"\"", "0"]);
}

#[test]
fn named_inputs_exist_and_can_be_set() {
    let shapes = [&PAIR, &WORD, &WIDE];
    let (element, letter, wide) = (path("p.1.0[2]", 0, &[1, 0, 2]), path("w[3]", 1, &[3]), path("n", 2, &[]));
    let mut inputs = Inputs::new(&shapes, &[&element, &letter, &wide]).unwrap();
    inputs.set(&element, "-2.5").unwrap();
    inputs.set(&letter, "x").unwrap();
    inputs.set(&wide, "340_282_366_920_938_463_463_374_607_431_768_211_455").unwrap();
    let expected = ["(0, Some(vec![0.0, 0.0, -2.5]))", "\"aaax\"", "u128::MAX"];
    assert_eq!(built(inputs, &shapes), expected);
}

#[test]
fn unknown_input_is_refused_with_list_of_inputs() {
    let problem = |shape: &'static Shape, path: InputPath| {
        let inputs = Inputs::new(&[shape], &[&path]);
        inputs.and_then(|inputs| inputs.leaf(&path).map(|_| ())).unwrap_err()
    };
    assert_eq!(problem(&PAIR, path("p.2", 0, &[2])), "`p.2`: unknown field 2: there are 2, numbered from 0");
    assert_eq!(problem(&LIST, path("v[4]", 0, &[4])), "`v[4]`: it has 4 elements at most");
    assert_eq!(problem(&I32, path("n.0", 0, &[0])), "`n.0`: a single value has no parts");
    assert!(problem(&PAIR, path("p", 0, &[])).ends_with("name one of them, `p.0` for example"));
    let mut inputs = Inputs::new(&[&I32], &[]).unwrap();
    assert_eq!(inputs.set(&path("n", 0, &[]), "x").unwrap_err(), "`n` is an integer of type i32, not `x`");
}

fn axis(shape: &'static Shape, ends: [Option<&str>; 2], steps: usize, literals: &[i128]) -> Vec<String> {
    let input = path("x", 0, if matches!(shape, Shape::Text(_)) { &[0] } else { &[] });
    let inputs = Inputs::new(&[shape], &[&input]).unwrap();
    let [from, to] = ends.map(|end| end.map(str::to_owned));
    let integers = literals.iter().map(|&value| (value as u128, value < 0)).collect();
    let literals = Literals { integers, ..Literals::default() };
    let leaf = inputs.leaf(&input).unwrap();
    let axis = Axis::new(&Varied { input, from, to, steps }, leaf, &literals).unwrap();
    assert!(axis.positions().is_sorted_by(|a, b| a < b), "{:?}", axis.positions());
    axis.texts()
}

#[test]
fn values_lie_evenly_between_the_ends() {
    assert_eq!(axis(&I32, [Some("-10"), Some("10")], 5, &[]), ["-10", "-5", "0", "5", "10"]);
    assert_eq!(axis(&I32, [Some("3"), Some("5")], 100, &[]), ["3", "4", "5"]);
    assert_eq!(axis(&REAL, [Some("0"), Some("1")], 5, &[]), ["0", "0.25", "0.5", "0.75", "1"]);
    assert_eq!(axis(&WORD, [Some("x"), None], 100, &[]), ["x", "y", "z"]);
    let whole = axis(&WIDE, [None, Some("340282366920938463463374607431768211455")], 3, &[]);
    assert_eq!(whole.last().unwrap(), &u128::MAX.to_string());
}

#[test]
fn default_ends_follow_type_and_literals() {
    static BYTE: Shape = Shape::Integer(Integer::all("u8", 8, false));
    let range = Range {
        lowest: Some(Endpoint::new(5_000, 5_000.0)),
        highest: Some(Endpoint::new(9_000, 9_000.0)),
        exclusive: false,
    };
    let far = Integer::all("i32", 32, true).within(&Bounds { range: Some(range), ..Bounds::NONE });
    let far: &'static Shape = Box::leak(Box::new(Shape::Integer(far)));
    let ends = |shape, literals: &[i128]| {
        let texts = axis(shape, [None, None], 11, literals);
        [texts[0].clone(), texts[texts.len() - 1].clone()]
    };
    assert_eq!(ends(&BYTE, &[]), ["0", "255"]);
    assert_eq!(ends(&I32, &[7]), ["-100", "100"]);
    assert_eq!(ends(&I32, &[-4_000, 3]), ["-8000", "8000"]);
    assert_eq!(ends(&WIDE, &[i128::MAX]), ["0", "1000000"]);
    assert_eq!(ends(far, &[]), ["5000", "5200"]);
    assert_eq!(ends(&REAL, &[500]), ["-1000", "1000"]);
}

#[test]
fn the_last_input_varies_fastest() {
    let inputs = [path("a", 0, &[]), path("b", 1, &[])];
    let built = Inputs::new(&[&I32, &I32], &inputs.each_ref()).unwrap();
    let axes = inputs.map(|input| {
        let leaf = built.leaf(&input).unwrap();
        let varied = Varied { input, from: Some("0".into()), to: Some("2".into()), steps: 3 };
        Axis::new(&varied, leaf, &Literals::default()).unwrap()
    });
    let mut test = built.into_test();
    let points = (0..9).map(|point| {
        set(&mut test, &axes, point);
        [1, 2].map(|node| test.integer(node))
    });
    let expected = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2], [2, 0], [2, 1], [2, 2]];
    assert_eq!(points.collect::<Vec<_>>(), expected);
}
