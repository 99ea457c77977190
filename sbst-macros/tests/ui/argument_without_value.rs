#[sbst_macros::instrument(crate =)]
fn f() {}

#[sbst_macros::instrument(crate: ::sbst)]
fn g() {}

fn main() {
    f();
    g();
}
