//! Literals in the package's examples, as initial values.

use sbst_model::messages::{Example, ExampleValue};
use sbst_model::Literals;
use sbst_search::Inputs;
use std::collections::BTreeMap;

/// Adds examples to the literals of a function. Examples of its parameters become its own, those of
/// other functions go to their calls, and the rest to the crate. `callables` are the numbers of a
/// function's instances, by its path.
pub(crate) fn add(examples: &[Example], inputs: &mut Inputs, callables: &BTreeMap<&str, Vec<u64>>) {
    inputs.examples = vec![Literals::default(); inputs.parameters.len()];
    for Example { function, parameter, value } in examples {
        match (function, parameter.map(|parameter| parameter as usize)) {
            (Some(function), Some(parameter)) => {
                let callables = callables.get(function.as_str()).map(Vec::as_slice).unwrap_or_default();
                let add = |literals: &mut Literals| add_value(value, literals);
                inputs.call_examples.for_each(function, callables, parameter, add);
            }
            (None, Some(parameter)) => {
                add_value(value, &mut inputs.literals);
                if let Some(literals) = inputs.examples.get_mut(parameter) {
                    add_value(value, literals);
                }
            }
            (_, None) => add_value(value, &mut inputs.crate_literals),
        }
    }
}

fn add_value(value: &ExampleValue, literals: &mut Literals) {
    match value {
        ExampleValue::Text(text) => put(text.clone(), &mut literals.texts),
        ExampleValue::Character(text) => text.chars().for_each(|one| put(one, &mut literals.characters)),
        ExampleValue::Number(digits) => {
            if let Ok(number) = digits.parse::<i128>() {
                put((number as u128, number < 0), &mut literals.integers);
            } else if let Ok(number) = digits.parse::<u128>() {
                put((number, false), &mut literals.integers);
            } else if let Ok(number) = digits.parse::<f64>() {
                put(number, &mut literals.floats);
            }
        }
    }
}

fn put<T: PartialEq>(value: T, values: &mut Vec<T>) {
    if !values.contains(&value) {
        values.push(value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::Shape;
    use sbst_search::operator::calls::{Function, TakenBy};

    #[test]
    fn examples_are_distinguished_by_their_place() {
        let mut inputs = Inputs { parameters: vec![&Shape::Bool; 2], ..Inputs::default() };
        let example = |parameter, value| Example { function: None, parameter, value };
        let number = |digits: &str| ExampleValue::Number(digits.to_owned());
        let examples = [
            example(Some(1), ExampleValue::Text("a b".into())),
            example(Some(1), ExampleValue::Text("a b".into())),
            example(Some(0), number("-3")),
            example(None, number("1.5")),
            example(None, ExampleValue::Character("x".into())),
            example(Some(9), number("340282366920938463463374607431768211455")),
            Example { function: Some("demo::f".into()), ..example(Some(1), ExampleValue::Text("c".into())) },
        ];
        add(&examples, &mut inputs, &BTreeMap::from([("demo::f", vec![3, 5])]));
        let texts = |function| {
            let literals = inputs.call_examples.of(TakenBy { function, parameter: 1 });
            literals.map_or(0, |literals| literals.texts.len())
        };
        let functions = [Function::Callable(3), Function::Callable(4), Function::Template("{demo::f}({0})")];
        assert_eq!(functions.map(texts), [1, 0, 1]);
        assert_eq!(inputs.examples[1].texts, ["a b"]);
        assert_eq!(inputs.examples[0].integers, [(-3i128 as u128, true)]);
        assert_eq!(inputs.literals.integers, [(-3i128 as u128, true), (u128::MAX, false)]);
        assert_eq!(
            (&inputs.crate_literals.floats[..], &inputs.crate_literals.characters[..]),
            (&[1.5][..], &['x'][..])
        );
    }
}
