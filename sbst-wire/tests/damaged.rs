//! Lines left half written by a worker, or overwritten.

use sbst_model::expression::{Expression, Piece};
use sbst_model::messages::{
    Binding, Boundaries, Called, Differing, Event, Observed, Statement, TestOutline, Variable,
};
use sbst_model::target::{CallForm, Parameter, Place, TargetId};
use sbst_wire::{from_line, to_line, Malformed};
use std::collections::BTreeSet;

/// Returns a line with every kind of part: numbers, texts, collections, options, and variants.
fn replayed() -> Vec<u8> {
    let called = Called {
        id: TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: "p::f".into() },
        place: Place { file: "src/lib.rs".into(), line: 300, column: 5 },
        parameters: vec![Parameter { name: "x".into(), type_text: "u8".into(), can_be_built: true }],
        form: CallForm { types: vec![(0, "u8".into())], ..CallForm::default() },
        borrows: vec![70_000],
    };
    let statement = Statement {
        variable: Some(Variable {
            name: "v".into(),
            is_changed: true,
            unwraps: false,
            is_reference: true,
            binding: Binding::Tuple([Vec::new(), vec!["w".into()]]),
        }),
        ..Statement::new(
            Some(called),
            vec![Expression(vec![Piece::Item(Expression::source("const A: u8 = 1;"))])],
        )
    };
    let outline = TestOutline {
        test: "00ff".into(),
        before: vec![statement],
        goals: vec![0, u32::MAX],
        boundaries: Boundaries { known: Vec::new(), met: Vec::new() },
        differs: BTreeSet::from([Differing::Result, Differing::Goals]),
        ..TestOutline::new(
            vec![Expression::source("2")],
            Observed::Panicked { message: "no".into(), place: None },
        )
    };
    to_line(&Event::Replayed { index: 3, outline: Box::new(outline), is_shown: true })
}

#[test]
fn truncated_line_is_no_message() {
    let line = replayed();
    let event: Event = from_line(&line).unwrap();
    assert_eq!(to_line(&event), line);
    for end in 0..line.len() {
        assert!(from_line::<Event>(&line[..end]).is_err(), "{end}");
    }
}

#[test]
fn corrupt_line_is_other_message_or_error() {
    let line = replayed();
    for place in 0..line.len() {
        for bit in 0..u8::BITS {
            let mut damaged = line.clone();
            damaged[place] ^= 1 << bit;
            if let Ok(event) = from_line::<Event>(&damaged) {
                assert_eq!(from_line(&to_line(&event)), Ok(event));
            }
        }
    }
}

#[test]
fn lengths_are_not_trusted_and_depth_is_limited() {
    let longest = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1];
    assert_eq!(from_line::<Vec<TestOutline>>(&longest), Err(Malformed::TooShort));
    assert_eq!(from_line::<String>(&longest), Err(Malformed::TooShort));
    assert_eq!(from_line::<u64>(&longest), Ok(u64::MAX));
    let too_long = [&longest[..9], &[2]].concat();
    assert_eq!(from_line::<u64>(&too_long), Err(Malformed::NumberTooLarge));
    assert_eq!(from_line::<u32>(&longest), Err(Malformed::NumberTooLarge));
    // One piece, an item with one piece, and so on.
    let nested = [1, 3].repeat(1_000_000);
    assert_eq!(from_line::<Expression>(&nested), Err(Malformed::TooDeep));
}

#[test]
fn numbers_are_as_long_as_they_need() {
    assert_eq!(to_line(&127u64), [0x7f]);
    assert_eq!(to_line(&300u32), [0xac, 2]);
    for number in [0, 1, -1, 63, -64, 64, i32::MAX, i32::MIN] {
        let line = to_line(&number);
        assert_eq!((from_line(&line), line.len() == 1), (Ok(number), (-64..64).contains(&number)));
    }
}
