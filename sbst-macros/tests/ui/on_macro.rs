#[sbst_macros::instrument]
macro_rules! nothing {
    () => {};
}

fn main() {
    nothing!();
}
