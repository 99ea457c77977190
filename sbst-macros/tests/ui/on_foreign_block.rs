#[sbst_macros::instrument]
unsafe extern "C" {}

fn main() {}
