use sbst_macros::instrument;

#[instrument]
fn without_value(#[sbst(range)] number: u8) -> u8 {
    number
}

#[instrument]
fn without_value_after_sign(#[sbst(step = , range = 0..=1)] number: u8) -> u8 {
    number
}

#[instrument]
fn in_parentheses(#[sbst(range(0..=100))] number: u8) -> u8 {
    number
}

#[instrument]
fn without_parentheses(#[sbst(elements = 0..=1)] numbers: &[u8]) -> usize {
    numbers.len()
}

#[instrument]
fn flag_with_value(#[sbst(arbitrary = true)] number: u8) -> u8 {
    number
}

#[instrument]
fn no_range(#[sbst(range = 5)] number: u8) -> u8 {
    number
}

#[instrument]
fn no_keys(#[sbst] number: u8) -> u8 {
    number
}

#[instrument]
fn no_keys_in_parentheses(#[sbst()] number: u8) -> u8 {
    number
}

#[instrument]
fn no_key(#[sbst(3)] number: u8) -> u8 {
    number
}

#[instrument]
fn no_comma(#[sbst(elements(length = 3) range = 0..=9)] numbers: &[u8]) -> usize {
    numbers.len()
}

fn main() {
    no_key(1);
    no_comma(&[]);
    without_value(1);
    without_value_after_sign(1);
    in_parentheses(1);
    without_parentheses(&[]);
    flag_with_value(1);
    no_range(1);
    no_keys(1);
    no_keys_in_parentheses(1);
}
