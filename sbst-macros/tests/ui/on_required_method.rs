pub trait Shape {
    #[sbst_macros::instrument]
    fn area(&self) -> f64;
}

fn main() {}
