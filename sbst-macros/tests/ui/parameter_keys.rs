use sbst_macros::instrument;

#[instrument]
fn misspelt(#[sbst(rnage = 0..=100)] number: u8) -> u8 {
    number
}

#[instrument]
fn skipped(first: u8, #[sbst(skip)] second: u8) -> u8 {
    first + second
}

#[instrument]
fn constructed(#[sbst(construct = String::new)] text: String) -> usize {
    text.len()
}

#[instrument]
fn twice(#[sbst(length = 3, length = 4)] text: &str, #[allow(unused)] other: u8) -> usize {
    text.len()
}

#[instrument]
fn twice_apart(#[sbst(length = 3)] #[sbst(length = 4)] text: &str) -> usize {
    text.len()
}

#[instrument]
fn both(#[sbst(with = String::new, length = 3)] text: String) -> usize {
    text.len()
}

#[instrument]
fn of_elements(#[sbst(elements(with = String::new))] texts: Vec<String>) -> usize {
    texts.len()
}

#[instrument]
fn mixed(#[cfg_attr(all(), sbst(range = 0..=9), allow(unused))] number: u8) -> u8 {
    number
}

fn main() {
    mixed(1);
    misspelt(1);
    skipped(1, 2);
    constructed(String::new());
    twice("", 0);
    twice_apart("");
    both(String::new());
    of_elements(Vec::new());
}
