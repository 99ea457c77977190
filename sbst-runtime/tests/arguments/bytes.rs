//! Types made of bytes.

use crate::worker::search;
use arbitrary::{Arbitrary, Unstructured};
use sbst_model::messages::Observed;

/// A foreign type, without `Input`.
#[derive(Debug)]
struct Version<'a>(u16, u8, &'a str);

impl<'a> Arbitrary<'a> for Version<'a> {
    fn arbitrary(bytes: &mut Unstructured<'a>) -> arbitrary::Result<Version<'a>> {
        let (major, minor): (u16, u8) = bytes.arbitrary()?;
        if major == 7 {
            return Err(arbitrary::Error::IncorrectFormat);
        }
        Ok(Version(major, minor, bytes.arbitrary()?))
    }
}

#[sbst::instrument]
fn newer(version: Version<'_>, than: &Version<'_>, changed: &mut Version<'_>) -> bool {
    if version.0 == 7 || than.0 == 7 {
        return false;
    }
    changed.1 = 9;
    (version.0, version.1) > (than.0, than.1) && !changed.2.is_empty()
}

#[sbst::instrument]
fn asked_for(#[sbst(arbitrary, length = 3..=3)] values: Vec<u8>) -> bool {
    values.len() == 2
}

#[test]
fn values_without_constructor_are_made_of_bytes() {
    let searched = search("newer", 20_000);
    assert_eq!(searched.findings, []);
    let uncovered: Vec<u32> = (0..searched.goals).filter(|goal| !searched.covered.contains(goal)).collect();
    assert_eq!(uncovered, [0, 2], "what the type itself refuses");
    for test in &searched.tests {
        let arguments: Vec<String> = test.arguments.iter().map(ToString::to_string).collect();
        for (argument, sign) in arguments.iter().zip(["", "&", "&mut "]) {
            let begin = format!("{sign}Arbitrary::arbitrary(&mut Unstructured::new(&");
            let bytes = argument.strip_prefix(&begin).and_then(|rest| rest.strip_suffix("[..])).unwrap()"));
            assert!(bytes.is_some_and(|bytes| bytes.starts_with(['[', 'b'])), "{argument}");
        }
        let Observed::Returned { changed, .. } = &test.observed else { panic!("{:?}", test.observed) };
        assert!(changed[0].debug.as_ref().is_some_and(|debug| debug.contains(", 9, ")), "{changed:?}");
    }
}

#[test]
fn values_are_made_of_bytes_on_request() {
    let searched = search("asked_for", 3_000);
    assert!(searched.covered.len() == 2 && !asked_for(Vec::new()), "{searched:?}");
}
