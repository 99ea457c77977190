#[sbst_macros::instrument(U = u8)]
fn unknown<'a, T, const N: usize>(_: &'a [T; N]) {}

#[sbst_macros::instrument(T = u8)]
fn none<'a>(_: &'a u8) {}

#[sbst_macros::instrument(T = 3)]
fn number<T>(_: T) {}

#[sbst_macros::instrument(Self = u8)]
fn free<T>(_: T) {}

struct Pair<T>(T, T);

#[sbst_macros::instrument(T = u8, U = u8)]
impl<T> Pair<T> {
    fn first(&self) -> &T {
        &self.0
    }
}

fn main() {
    unknown(&[1]);
    none(&1);
    number(1);
    free(1);
    Pair(1, 2).first();
}
