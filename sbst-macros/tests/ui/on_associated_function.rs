struct Point(i32);

impl Point {
    #[sbst_macros::instrument]
    pub fn new(x: i32) -> Option<Self> {
        Some(Point(x))
    }
}

fn main() {
    Point::new(1).unwrap().0;
}
