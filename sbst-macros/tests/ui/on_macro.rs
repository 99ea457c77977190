#[sbst_macros::instrument]
thread_local! {
    static NOTHING: u8 = 0;
}

fn main() {}
