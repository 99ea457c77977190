#[sbst_macros::instrument]
pub(crate) struct Point {
    pub x: i32,
}

fn main() {
    let _ = Point { x: 1 }.x;
}
