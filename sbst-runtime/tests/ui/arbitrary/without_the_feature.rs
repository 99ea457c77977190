//! A parameter whose values only the feature `arbitrary` can make.

#[sbst::instrument]
pub fn without_the_feature(#[sbst(arbitrary)] number: u8) -> bool {
    number > 3
}

fn main() {}
