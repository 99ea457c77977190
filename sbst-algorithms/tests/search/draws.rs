//! Golden values: the values drawn for plain shapes without bounds, and their mutations. If one of
//! these fails, the same seed would make other suites for users: an incompatible change.

use crate::problems::*;
use sbst_model::shape::{ShapeRef, Sum};
use sbst_model::Literals;
use sbst_model::{fingerprint::Fnv1a, messages::ValueSource, Shape, TestCase};
use sbst_search::{Inputs, Operators};

static NESTED: Shape = Shape::Sequence(sequence(MAYBE_TUPLE, 64));
const MAYBE_TUPLE: ShapeRef = || &OPTION;
static OPTION: Shape =
    Shape::Sum(Sum { variants: &[product("None", &[]), product("Some({0})", &[|| &TUPLE])] });
static TUPLE: Shape =
    Shape::Product(product("({*})", &[|| &STR, || &F64, || &CHAR, || &MAYBE, || &TEXTS, || &BOOL]));

fn digest(hash: &mut Fnv1a, test: &TestCase) {
    let mut bytes = vec![0; test.byte_length()];
    test.write_bytes(&mut bytes);
    hash.add(&bytes);
}

/// The digest of walks from many samples.
fn walks(parameters: &[&'static Shape], without: &[ValueSource]) -> u64 {
    let literals = Literals {
        integers: vec![(42, false), ((-7i128) as u128, true), (u128::MAX, false)],
        floats: vec![2.5, f64::MAX],
        characters: vec!['ß', '%'],
        texts: vec!["secret".to_owned(), "wörld".to_owned(), String::new()],
    };
    let mut hash = Fnv1a::default();
    for seed in 0..40 {
        let inputs =
            Inputs { parameters: parameters.to_vec(), literals: literals.clone(), ..Inputs::default() };
        let mut operators = Operators::new(inputs, without, seed);
        let (mut parent, mut child) = (TestCase::new(), TestCase::new());
        for _ in 0..20 {
            operators.sample(&mut parent);
            digest(&mut hash, &parent);
            for _ in 0..60 {
                operators.mutate(&parent, &mut child);
                digest(&mut hash, &child);
                std::mem::swap(&mut parent, &mut child);
            }
        }
    }
    hash.value()
}

#[test]
fn scalars_keep_their_draws() {
    let scalars: [&Shape; 9] = [&BOOL, &CHAR, &I8, &I32, &U64, &I128, &U128, &F32, &F64];
    assert_eq!(walks(&scalars, &[]), 0x88461bf68f98428b);
    assert_eq!(walks(&scalars, &[ValueSource::Copying]), 0x6a08b00925395f0d);
    assert_eq!(walks(&scalars, &[ValueSource::SpecialValues, ValueSource::Literals]), 0xca9c59db0f389bf0);
}

#[test]
fn texts_keep_their_draws() {
    assert_eq!(walks(&[&STR, &STRING, &CHAR], &[]), 0x2ca1f80633827b35);
    assert_eq!(
        walks(&[&STR, &STRING, &STR], &[ValueSource::Literals, ValueSource::SpecialValues]),
        0x920ed2495bce5057
    );
}

#[test]
fn collections_tuples_and_options_keep_their_draws() {
    assert_eq!(walks(&[&INTEGERS, &INTEGERS, &TEXTS, &I8], &[]), 0x35422a0b8d00a693);
    assert_eq!(walks(&[&REFERENCE, &MAYBE, &MAYBE], &[]), 0x30f23e54a7c59a43);
    assert_eq!(walks(&[&NESTED, &I32, &NESTED], &[]), 0x5e7369f28b2eca3f);
    assert_eq!(
        walks(&[&NESTED, &REFERENCE], &[ValueSource::Copying, ValueSource::Literals]),
        0x115a2e351b335507
    );
}
