//! Mistakes visible only to the compiler.

pub struct Opaque;

fn make(_: Opaque) -> u8 {
    3
}

#[derive(sbst::Input)]
pub struct Made {
    #[sbst(with = make)]
    pub number: u8,
}

#[derive(sbst::Input)]
#[sbst(construct = Self::missing)]
pub struct Constructed(u8);

#[derive(sbst::Input)]
pub struct Skipped {
    #[sbst(skip)]
    pub number: std::num::NonZeroU8,
}

#[sbst::instrument]
pub fn other_type(#[sbst(with = u8::is_ascii)] number: &mut i32, #[sbst(range = 0..=NOWHERE)] limit: u8) -> bool {
    *number > 3 && limit > 3
}

fn main() {}
