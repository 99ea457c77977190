use sbst_macros::{instrument, Input};

#[derive(Input)]
struct Static {
    name: &'static mut Own,
}

#[derive(Input)]
enum InVariant<'a> {
    Own(&'a str),
    Others(Vec<std::borrow::Cow<'static, Own>>),
}

#[instrument]
fn without_comma(#[sbst(range = 0..=5 step = 3)] number: u8) -> u8 {
    number
}

#[derive(Clone)]
struct Own;

fn main() {
    without_comma(1);
}
