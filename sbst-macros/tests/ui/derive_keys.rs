use sbst_macros::Input;

#[derive(Input)]
struct Misspelt {
    #[sbst(rnage = 0..=100)]
    number: u8,
}

#[derive(Input)]
struct OnField(#[sbst(construct = String::new)] String);

#[derive(Input)]
enum OnVariant {
    #[sbst(range = 0..=1)]
    Some(u8),
    None,
}

#[derive(Input)]
enum InVariant {
    Some {
        #[sbst(length = )]
        text: String,
    },
    None,
}

#[derive(Input)]
#[sbst(skip)]
struct OnType;

#[derive(Input)]
#[sbst(construct)]
struct WithoutFunction(u8);

#[derive(Input)]
struct Skipped<T: Fn(u8) -> u8>(#[sbst(skip, with = String::new)] String, T)
where
    T: Clone;

fn main() {}
