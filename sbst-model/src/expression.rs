//! Values as Rust expressions, as they stand in generated tests and in reports.

use crate::shape::{Float, Integer, SequenceForm, Shape, ShapeRef, TextForm};
use crate::TestCase;
use std::fmt::Write as _;

/// The Rust expression for the value of `shape` at `node`.
///
/// ```
/// use sbst_model::shape::{Shape, Text, TextForm};
/// use sbst_model::{expression, TestCase};
///
/// static TEXT: Shape = Shape::Text(Text { form: TextForm::String, longest: 100 });
/// let mut test = TestCase::new();
/// test.push_text("say \"hi\"");
/// assert_eq!(expression::of(&TEXT, &test, 0), r#"String::from("say \"hi\"")"#);
/// ```
pub fn of(shape: &'static Shape, test: &TestCase, node: usize) -> String {
    let mut out = String::new();
    write(shape, test, node, &mut out);
    out
}

fn write(shape: &'static Shape, test: &TestCase, node: usize, out: &mut String) {
    let payload = test.nodes()[node].payload;
    match shape {
        Shape::Bool => out.push_str(if payload == 0 { "false" } else { "true" }),
        Shape::Char => push(out, format_args!("{:?}", char::from_u32(payload as u32).unwrap_or('\u{fffd}'))),
        Shape::Integer(integer) => write_integer(integer, test.integer(node), out),
        Shape::Float(float) => write_float(*float, f64::from_bits(payload), out),
        Shape::Text(text) => match (text.form, test.text(node)) {
            (TextForm::Str, text) => push(out, format_args!("{text:?}")),
            (TextForm::String, "") => out.push_str("String::new()"),
            (TextForm::String, text) => push(out, format_args!("String::from({text:?})")),
        },
        Shape::Sequence(sequence) => {
            out.push_str(match sequence.form {
                SequenceForm::Vec => "vec![",
                SequenceForm::Slice => "&[",
            });
            write_list(test, test.children(node).map(|child| (sequence.element, child)), out);
            out.push(']');
        }
        Shape::Product(product) => {
            out.push('(');
            write_list(test, product.fields.iter().copied().zip(test.children(node)), out);
            out.push_str(if product.fields.len() == 1 { ",)" } else { ")" });
        }
        Shape::Sum(sum) => {
            let variant = &sum.variants[payload as usize];
            out.push_str(variant.name);
            if !variant.fields.is_empty() {
                out.push('(');
                write_list(test, variant.fields.iter().copied().zip(test.children(node)), out);
                out.push(')');
            }
        }
        Shape::Reference(inner) => {
            out.push('&');
            write(inner(), test, node, out);
        }
    }
}

fn write_list(test: &TestCase, values: impl Iterator<Item = (ShapeRef, usize)>, out: &mut String) {
    for (index, (shape, node)) in values.enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        write(shape(), test, node, out);
    }
}

fn write_integer(integer: &Integer, value: u128, out: &mut String) {
    let all = Integer::all(integer.name, integer.bits, integer.signed);
    let ordinal = integer.ordinal(value);
    if ordinal == all.highest {
        push(out, format_args!("{}::MAX", integer.name));
    } else if ordinal == all.lowest && integer.signed {
        push(out, format_args!("{}::MIN", integer.name));
    } else if integer.signed {
        push(out, format_args!("{}", integer.value(ordinal) as i128));
    } else {
        push(out, format_args!("{}", integer.value(ordinal)));
    }
}

fn write_float(float: Float, value: f64, out: &mut String) {
    let name = match float {
        Float::Single => "f32",
        Float::Double => "f64",
    };
    if value.is_nan() {
        push(out, format_args!("{name}::NAN"));
    } else if value.is_infinite() {
        push(out, format_args!("{name}::{}INFINITY", if value < 0.0 { "NEG_" } else { "" }));
    } else if float == Float::Single {
        push(out, format_args!("{:?}", value as f32));
    } else {
        push(out, format_args!("{value:?}"));
    }
}

fn push(out: &mut String, arguments: std::fmt::Arguments<'_>) {
    out.write_fmt(arguments).expect("writing to a String does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Product, Sequence, Sum, Text, Variant};
    use crate::NodeKind;

    static I32: Shape = Shape::Integer(Integer::all("i32", 32, true));
    static U8: Shape = Shape::Integer(Integer::all("u8", 8, false));
    static STR: Shape = Shape::Text(Text { form: TextForm::Str, longest: 10 });
    static PAIR: Shape = Shape::Product(Product { fields: &[|| &STR, || &I32] });
    static PAIRS: Shape =
        Shape::Sequence(Sequence { element: || &PAIR, form: SequenceForm::Vec, longest: 10 });
    static OPTION: Shape = Shape::Sum(Sum {
        variants: &[Variant { name: "None", fields: &[] }, Variant { name: "Some", fields: &[|| &PAIRS] }],
    });
    static REFERENCE: Shape = Shape::Reference(|| &OPTION);

    fn leaf(kind: NodeKind, payload: u64) -> TestCase {
        let mut test = TestCase::new();
        test.leaf(kind, payload);
        test
    }

    #[test]
    fn integers_are_written_plainly_and_extremes_by_name() {
        let i32 = |value: i32| of(&I32, &leaf(NodeKind::Integer, value as u64), 0);
        assert_eq!([i32(-5), i32(0), i32(i32::MAX), i32(i32::MIN)], ["-5", "0", "i32::MAX", "i32::MIN"]);
        let u8 = |value: u8| of(&U8, &leaf(NodeKind::Integer, value.into()), 0);
        assert_eq!([u8(0), u8(255), u8(200)], ["0", "u8::MAX", "200"]);
    }

    #[test]
    fn floats_that_have_no_literal_are_written_by_name() {
        static F64: Shape = Shape::Float(Float::Double);
        static F32: Shape = Shape::Float(Float::Single);
        let f64 = |value: f64| of(&F64, &leaf(NodeKind::Float, value.to_bits()), 0);
        assert_eq!(
            [f64(f64::NAN), f64(-f64::INFINITY), f64(-0.0)],
            ["f64::NAN", "f64::NEG_INFINITY", "-0.0"]
        );
        assert_eq!([f64(1e300), f64(0.1)], ["1e300", "0.1"]);
        assert_eq!(of(&F32, &leaf(NodeKind::Float, f64::from(0.1f32).to_bits()), 0), "0.1");
    }

    #[test]
    fn nested_values_are_written_inside_out() {
        let mut test = TestCase::new();
        let some = test.open(NodeKind::Sum, 1);
        let pairs = test.open(NodeKind::Sequence, 1);
        let pair = test.open(NodeKind::Product, 0);
        test.push_text("a\n");
        test.leaf(NodeKind::Integer, 1);
        test.close(pair);
        test.close(pairs);
        test.close(some);
        assert_eq!(of(&REFERENCE, &test, 0), r#"&Some(vec![("a\n", 1)])"#);
        assert_eq!(of(&OPTION, &leaf(NodeKind::Sum, 0), 0), "None");
    }
}
