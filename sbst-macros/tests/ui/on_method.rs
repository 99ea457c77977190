struct Point(i32);

impl Point {
    #[sbst_macros::instrument]
    pub fn area<F: Fn(i32) -> i32>(&self, scale: F) -> i32 {
        scale(self.0)
    }
}

fn main() {
    Point(1).area(|x| x);
}
