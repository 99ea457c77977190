//! The analysis compared with the truth: ten functions of real crates, analysed by hand (see
//! [`truth`]).

use crate::truth::{At, Truth, FUNCTIONS};
use sbst_instrument::rewrite::rewrite;
use syn::{parse_quote, ImplItem, Item};

/// The conditions of the only function in `source`, as probes name them.
fn conditions(source: &str) -> Vec<At> {
    let file = syn::parse_file(source).unwrap();
    let [item] = &file.items[..] else { panic!("one item is expected") };
    let mut block = match item {
        Item::Fn(function) => (*function.block).clone(),
        Item::Impl(block) => match &block.items[..] {
            [ImplItem::Fn(method)] => method.block.clone(),
            _ => panic!("one method is expected"),
        },
        _ => panic!("a function is expected"),
    };
    let conditions = rewrite(&mut block, &parse_quote!(::sbst)).conditions;
    conditions
        .iter()
        .map(|condition| At::from_condition(condition.line, condition.kind, &condition.text))
        .collect()
}

#[test]
fn the_truth_has_exactly_the_conditions_of_the_source() {
    for function in FUNCTIONS {
        let truth = Truth::from_function(function);
        let mut expected: Vec<&At> = truth.conditions.iter().map(|condition| &condition.at).collect();
        let found = conditions(function.source);
        let mut found: Vec<&At> = found.iter().collect();
        expected.sort();
        found.sort();
        assert_eq!(expected, found, "in {}", function.name);
    }
}

#[test]
fn the_truth_names_only_existing_variables_and_conditions() {
    for function in FUNCTIONS {
        let truth = Truth::from_function(function);
        for condition in &truth.conditions {
            let here = format!("{}: {}", function.name, condition.at);
            for (above, _) in condition.after.union(&condition.again) {
                assert!(*above != condition.at, "{here} depends on itself");
                assert!(truth.conditions.iter().any(|other| other.at == *above), "{here}: no {above}");
            }
            assert!(!condition.uses.is_empty(), "{here} looks at nothing");
            for (variable, lines) in &condition.uses {
                let name = variable.rsplit('.').next().unwrap();
                // a scrutinee may be on another line, and `self` in a header too
                let is_there = |line: u32| function.source.lines().nth(line as usize - 1).is_some();
                assert!(function.source.contains(name) && lines.iter().all(|&line| is_there(line)), "{here}");
            }
        }
    }
}
