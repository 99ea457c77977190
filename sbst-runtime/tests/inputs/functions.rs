//! Functions as parameters, and functions with conflicting names or types.

use crate::drawn::{check, tell};
use sbst::__private::bench::FunctionProblem;
use std::rc::Rc;
use std::sync::Arc;

/// The result of a function in the notes: the source without its surroundings. The arguments have
/// types without comparison, so all calls return the same.
fn result(source: &str) -> String {
    let (_, result) = source.split_once("| ").unwrap();
    let result = if source.contains("::new(|") { &result[..result.len() - 1] } else { result };
    result.replace("String::from(\"", "\"").replace("\")", "\"").replace("String::new()", "\"\"")
}

#[sbst::instrument]
fn pointers(
    plain: fn([u8; 1], &[u8]) -> bool,
    dangerous: unsafe fn(&mut [u8]),
    none: for<'x> fn(&'x [u8], &'x [u8]) -> (char,),
) {
    tell(plain([1], &[]));
    // It is a closure.
    let _ = dangerous;
    tell(());
    tell(none(&[1], &[2]));
}

#[sbst::instrument]
fn closures(
    plain: impl Fn(&[u8], &[u8]) -> bool + Copy + Send + 'static,
    mut mutable: impl FnMut() -> Option<char>,
    #[sbst(alphabet = 'a'..='z')] once: impl FnOnce(Vec<u8>) -> String,
    shared: &impl Fn() -> bool,
    boxed: Box<impl Fn() -> bool>,
) {
    tell(plain(&[], &[]));
    tell(mutable());
    tell(once(Vec::new()));
    tell(shared());
    tell(boxed());
}

#[sbst::instrument]
fn objects<'a>(
    shared: &'a dyn Fn(&'a [u8]) -> bool,
    mutable: &mut (dyn FnMut(&mut Vec<u8>) -> char + Send),
    boxed: Box<dyn FnOnce(Vec<u8>) -> bool + 'a>,
    counted: Rc<dyn Fn([u8; 1]) -> bool>,
    shared_by_threads: Arc<dyn Fn([u8; 1]) -> bool + Send + Sync + 'static>,
    #[sbst(alphabet = 'a'..='z')] text: &'a str,
) -> Box<dyn Fn() -> bool + 'a> {
    tell(shared(text.as_bytes()));
    tell(mutable(&mut Vec::new()));
    tell(boxed(text.as_bytes().to_vec()));
    tell(counted([1]));
    tell(std::thread::spawn(move || shared_by_threads([1])).join().unwrap());
    // The text.
    tell(());
    Box::new(move || shared(text.as_bytes()))
}

/// A foreign function is no closure.
#[sbst::instrument]
fn others(pointer: &fn(&str) -> bool, boxed: Box<fn()>, other: extern "C" fn(u8) -> u8) -> bool {
    boxed();
    pointer("") && other(1) == 1
}

#[test]
fn what_is_no_function_for_the_search_has_a_reason() {
    let reason = FunctionProblem::by_name("others").err().unwrap().to_string();
    assert!(reason.contains("`extern \"C\" fn(u8) -> u8`") && reason.contains("`other`"), "{reason}");
}

#[test]
fn function_arguments_return_written_values() {
    check("pointers", result);
    check("closures", result);
    check("objects", |source| if source.contains('|') { result(source) } else { "()".into() });
}
