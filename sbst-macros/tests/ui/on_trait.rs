#[sbst_macros::instrument]
pub unsafe trait Shape {
    fn area(&self) -> f64;
}

fn main() {}
