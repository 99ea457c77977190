#[sbst_macros::instrument]
const LIMIT: u32 = 1;

fn main() {
    let _ = LIMIT;
}
