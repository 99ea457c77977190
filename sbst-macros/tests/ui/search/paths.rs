use sbst_macros::{instrument, Input};

#[derive(Input)]
struct NoPath(#[sbst(with = 5)] i32);

#[derive(Input)]
struct GenericFunction(#[sbst(with = std::mem::size_of::<u8>)] usize);

#[derive(Input)]
#[sbst(construct = <Self as Default>::default)]
#[derive(Default)]
struct OfTrait(u8);

#[instrument]
fn closure(#[sbst(with = || 5)] number: i32) -> i32 {
    number
}

fn main() {
    closure(1);
}
