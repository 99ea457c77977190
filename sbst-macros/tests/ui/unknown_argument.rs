#[sbst_macros::instrument(skip)]
fn f() {}

fn main() {
    f();
}
