//! The expander alone, for a test of ours.

use std::{env, io, panic};

fn main() -> io::Result<()> {
    panic::set_hook(Box::new(|_| {}));
    let words = env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
    sbst_instrument::serve::serve(words, io::stdin(), io::stdout())
}
