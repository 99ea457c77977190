#[sbst_macros::instrument(unsafe, unsafe)]
unsafe fn twice() {}

#[sbst_macros::instrument(unsafe = true)]
unsafe fn with_value() {}

#[sbst_macros::instrument(T = , N = 3)]
fn without_type<T, const N: usize>(_: [T; N]) {}

#[sbst_macros::instrument(T)]
fn without_anything<T>(_: T) {}

#[sbst_macros::instrument(T = Vec<(u8, u8)>, T = u8)]
fn chosen_twice<T>(_: T) {}

#[sbst_macros::instrument(t = u8)]
fn in_lower_case<T>(_: T) {}

fn main() {
    unsafe {
        twice();
        with_value();
    }
    without_type([1]);
    without_anything(1);
    chosen_twice(1);
    in_lower_case(1);
}
