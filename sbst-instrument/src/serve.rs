//! Expansions for macros in other processes: the other end of `served` in `sbst-macros`.
//!
//! 1. The macro starts this process for a compiler, with the compiler's arguments as its own and
//!    with its environment and folder. So all files and settings are found as in the compiler.
//! 2. They exchange frames: a length in four bytes, and the content. Numbers are little-endian.
//! 3. The first frame is our version. Then each frame of the macro is a request, and each frame of
//!    ours an answer to it, after any number of questions about spans.
//! 4. The process ends when its input ends.

mod frames;
mod request;
mod answer;

use std::any::Any;
use std::cell::RefCell;
use std::io::{Read, Result, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::rc::Rc;

use sbst_source::configuration::work_for_compiler;
use sbst_source::span::Table;

use crate::call::building::derive::derive_input;
use crate::expand::instrument;
use crate::syntax::runtime::runtime_path;
use answer::Answer;
use frames::Frames;
use request::{Request, Task};

/// Answers the requests of a macro in a compiler with these arguments, until the input ends.
pub fn serve(words: Vec<String>, input: impl Read + 'static, output: impl Write + 'static) -> Result<()> {
    work_for_compiler(words);
    let frames = Rc::new(RefCell::new(Frames::new(input, output)));
    frames.borrow_mut().write(env!("CARGO_PKG_VERSION").as_bytes())?;
    loop {
        let Some(request) = frames.borrow_mut().read()? else { return Ok(()) };
        let answer = catch_unwind(AssertUnwindSafe(|| answer(&request, &frames)));
        let answer = answer.unwrap_or_else(|panic| Answer::panicked(message(&*panic)));
        frames.borrow_mut().write(answer.bytes())?;
    }
}

fn answer(request: &[u8], frames: &Rc<RefCell<Frames>>) -> Answer {
    let frames = frames.clone();
    let ask = move |question, number| frames.borrow_mut().ask(&answer::question(question, number));
    let mut request = Request::new(request);
    let (table, spans): (Table, _) = request.table(Box::new(ask));
    table.serve(|| {
        let (task, sent) = request.task(spans);
        let result = match task {
            Task::Instrument { arguments, item, mode } => instrument(arguments, item, runtime_path(), mode),
            Task::Derive { item } => derive_input(item, runtime_path()),
        };
        match result {
            Ok(tokens) => Answer::tokens(tokens, &sent),
            Err(error) => Answer::refused(&error),
        }
    })
}

fn message(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without a message")
}

#[cfg(test)]
mod tests;
