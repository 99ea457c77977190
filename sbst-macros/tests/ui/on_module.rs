/// Documented.
#[sbst_macros::instrument]
mod inner {
    pub fn f() {}
}

fn main() {
    inner::f();
}
