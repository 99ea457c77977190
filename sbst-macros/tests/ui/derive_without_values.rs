use sbst_macros::Input;

#[derive(Input)]
enum Never {}

#[derive(Input)]
pub enum Unwanted {
    #[sbst(skip)]
    One,
    #[sbst(skip)]
    Two { number: u8 },
}

fn main() {}
