struct Point;

#[sbst_macros::instrument]
impl Point {
    fn x(&self) -> i32 {
        1
    }
}

fn main() {
    Point.x();
}
