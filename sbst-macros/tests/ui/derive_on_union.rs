#[derive(sbst_macros::Input)]
pub(crate) union Bits {
    #[sbst(skip)]
    whole: u32,
    float: f32,
}

fn main() {}
