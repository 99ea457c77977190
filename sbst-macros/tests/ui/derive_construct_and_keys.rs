use sbst_macros::Input;

#[derive(Input)]
#[sbst(construct = Self::new)]
struct Constructed {
    #[sbst(range = 0..=100)]
    number: u8,
}

impl Constructed {
    fn new(number: u8) -> Self {
        Constructed { number }
    }
}

#[derive(Input)]
#[sbst(construct = some)]
enum Maybe {
    Some(u8),
    #[sbst(skip)]
    None,
}

fn some(number: u8) -> Maybe {
    Maybe::Some(number)
}

fn main() {}
