//! Recording of the arguments of calls of annotated functions in the user's own tests, as seeds for
//! searches.
//!
//! 1. The command runs the tests once, with [`ARGUMENTS`] naming a file. Each call appends a line
//!    with its arguments before it begins, so they remain however the process ends.
//! 2. [`step`](crate::probe::limits::step) tests for recording on the branch of threads that do not
//!    search, so a search has no costs.
//! 3. For each function, [`MOST_SEEDS`] different calls of the user's tests are recorded, and as
//!    many of generated tests. Of more, those with the least fingerprints are kept, because threads
//!    may change the order of calls. (A written line stays; the reader makes the same choice among
//!    all lines.)
//! 4. After very many calls of a function, no more of them are recorded.
//! 5. Arguments that cannot be seeds are counted, with the reason.
//! 6. With [`ARGUMENTS_ONLY_OF`], the process ends when a call of that function has been recorded.
//!    So a test that shows a fault reveals its arguments and does no harm.

pub mod fit;
pub(crate) mod written;

use crate::probe::limits;
use crate::registry::Target;
use crate::value::erased::Erased;
use parking_lot::Mutex;
use sbst_model::messages::{
    NotRecorded, Recorded, ARGUMENTS, ARGUMENTS_ONLY_OF, GENERATED_MODULE, MOST_LOST, MOST_SEEDS,
};
use sbst_model::{conforms, fingerprint, NodeKind, Shape, TestCase};
use sbst_wire::to_line;
use std::collections::HashMap;
use std::fs::File;
use std::io::Write as _;
use std::ptr;
use std::sync::OnceLock;

/// The most recorded calls of one function in a process. Writing arguments takes one to a hundred
/// microseconds, so they take a few seconds at most. Only this limit makes the order of threads
/// matter.
const MOST_CALLS: usize = 1 << 16;

static LOG: OnceLock<Option<Mutex<Log>>> = OnceLock::new();

struct Log {
    file: File,
    /// The path of the function whose first call ends the process.
    last: Option<String>,
    functions: HashMap<usize, Function>,
}

/// The records of a function.
struct Function {
    /// The shapes of its parameters; `None` if it is not searched.
    shapes: Option<Vec<&'static Shape>>,
    calls: usize,
    /// The sorted fingerprints of recorded calls that still count: of the user's tests, and of
    /// generated ones.
    kept: [Vec<u64>; 2],
    /// Calls that cannot be seeds.
    lost: HashMap<NotRecorded, usize>,
}

fn log() -> Option<&'static Mutex<Log>> {
    let open = || {
        let path = std::env::var_os(ARGUMENTS)?;
        let file = File::options().create(true).append(true).open(path).ok()?;
        let last = std::env::var(ARGUMENTS_ONLY_OF).ok();
        Some(Mutex::new(Log { file, last, functions: HashMap::new() }))
    };
    LOG.get_or_init(open).as_ref()
}

/// Returns a call to which arguments are appended, if another call of `target` is to be recorded.
/// Then [`record_call`] must follow.
#[cold]
#[inline(never)]
pub fn begin_call(target: &'static Target) -> Option<TestCase> {
    let log = log()?;
    limits::IS_RECORDING.set(true);
    if !log.lock().wants(target) {
        limits::IS_RECORDING.set(false);
        return None;
    }
    let mut call = TestCase::new();
    call.open(NodeKind::Statement, 0);
    Some(call)
}

/// Records a call, with the number of arguments that could be written.
#[cold]
#[inline(never)]
pub fn record_call(target: &'static Target, mut call: TestCase, written: usize) {
    call.close(0);
    let call = match written < target.parameters.len() {
        true => Err(NotRecorded::Unreadable(written)),
        false => Ok(call),
    };
    record(target, call);
}

/// Records the arguments of a generic function, if they have the types chosen by the search.
#[cold]
#[inline(never)]
pub fn record_generic_call(target: &'static Target, arguments: &[Erased<'_>]) {
    let Some(mut call) = begin_call(target) else { return };
    let write = target.callable().and_then(|callable| callable.write);
    match write.and_then(|write| write(arguments, &mut call)) {
        Some(written) => record_call(target, call, written),
        None => record(target, Err(NotRecorded::OtherTypes)),
    }
}

/// Counts a call of a function whose calls are never recorded.
#[cold]
#[inline(never)]
pub fn record_lost_call(target: &'static Target, reason: &'static str) {
    if begin_call(target).is_some() {
        record(target, Err(NotRecorded::Never(reason.to_owned())));
    }
}

fn record(target: &'static Target, call: Result<TestCase, NotRecorded>) {
    if let Some(log) = log() {
        log.lock().record(target, call);
    }
    limits::IS_RECORDING.set(false);
}

/// True if a generated test runs on this thread. The harness names threads after their tests.
fn is_generated() -> bool {
    let is_module = |path: &str| path.rsplit("::").nth(1) == Some(GENERATED_MODULE);
    std::thread::current().name().is_some_and(is_module)
}

impl Log {
    fn function(&mut self, target: &'static Target) -> &mut Function {
        let new = || Function {
            shapes: target.shapes().ok().map(|(_, shapes)| shapes),
            calls: 0,
            kept: Default::default(),
            lost: HashMap::new(),
        };
        self.functions.entry(ptr::from_ref(target).addr()).or_insert_with(new)
    }

    /// True if another call of a function is recorded.
    fn wants(&mut self, target: &'static Target) -> bool {
        let function = self.function(target);
        function.calls += 1;
        function.shapes.is_some() && function.calls <= MOST_CALLS
    }

    fn record(&mut self, target: &'static Target, call: Result<TestCase, NotRecorded>) {
        let generated = is_generated();
        if let Some(call) = self.function(target).take(call, generated) {
            let mut line = to_line(&Recorded { target: target.id(), generated, call });
            line.push(b'\n');
            // In one piece, because other processes of the tests append to the same file. A full
            // disk only means fewer records.
            _ = self.file.write_all(&line);
        }
        if self.last.as_ref().is_some_and(|last| *last == target.id().path) {
            std::process::exit(0);
        }
    }
}

impl Function {
    /// Returns the line for a call; `None` for a repeated or ignored call.
    fn take(
        &mut self,
        call: Result<TestCase, NotRecorded>,
        generated: bool,
    ) -> Option<Result<String, NotRecorded>> {
        let fitted = call.and_then(|call| fitted(call, self.shapes.as_deref().unwrap_or_default()));
        match fitted {
            Ok(call) => {
                let text = call.to_hex();
                let fingerprint = fingerprint::hash_text(&text);
                let kept = &mut self.kept[usize::from(generated)];
                let is_least = || kept.last().is_some_and(|last| fingerprint < *last);
                let counts = kept.len() < MOST_SEEDS || is_least();
                let index = kept.binary_search(&fingerprint).err().filter(|_| counts)?;
                kept.insert(index, fingerprint);
                kept.truncate(MOST_SEEDS);
                Some(Ok(text))
            }
            Err(reason) => {
                let lost = self.lost.entry(reason.clone()).or_default();
                *lost += 1;
                (*lost <= MOST_LOST).then_some(Err(reason))
            }
        }
    }
}

/// Returns a call with arguments that conform to the shapes.
fn fitted(mut call: TestCase, shapes: &[&'static Shape]) -> Result<TestCase, NotRecorded> {
    let conforming =
        |call: &TestCase| call.children(0).zip(shapes).position(|(node, shape)| !conforms(shape, call, node));
    if conforming(&call).is_some() {
        call = fit::call(&call, shapes);
    }
    match conforming(&call) {
        Some(parameter) => Err(NotRecorded::OutOfBounds(parameter)),
        None => Ok(call),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::build::Build;
    use crate::value::within::Unbounded;

    fn call(number: u64) -> TestCase {
        let mut call = TestCase::new();
        call.open(NodeKind::Statement, 0);
        call.leaf(NodeKind::Integer, number);
        call.close(0);
        call
    }

    /// Returns a function that takes a `u16`.
    fn function() -> Function {
        let shapes = Some(vec![<u16 as Build<'static>>::shape::<Unbounded>()]);
        Function { shapes, calls: 0, kept: Default::default(), lost: HashMap::new() }
    }

    #[test]
    fn the_choice_among_many_calls_does_not_depend_on_their_order() {
        let kept = |numbers: &mut dyn Iterator<Item = u64>| {
            let mut function = function();
            let written = numbers.filter(|number| function.take(Ok(call(*number)), false).is_some()).count();
            assert!((MOST_SEEDS..8 * MOST_SEEDS).contains(&written), "{written} lines");
            let [kept, _] = function.kept;
            kept
        };
        let forwards = kept(&mut (0..20_000));
        assert_eq!(forwards.len(), MOST_SEEDS);
        assert_eq!(forwards, kept(&mut (0..20_000).rev()));
        assert_eq!(forwards, kept(&mut (0..20_000).map(|number| number * 7_919 % 20_000)));
    }

    #[test]
    fn a_call_is_written_once_and_an_unusable_call_as_its_reason() {
        let mut function = function();
        assert_eq!(function.take(Ok(call(7)), false), Some(Ok(call(7).to_hex())));
        assert_eq!(function.take(Ok(call(7)), false), None);
        let refused = NotRecorded::OutOfBounds(0);
        assert_eq!(function.take(Ok(call(70_000)), false), Some(Err(refused.clone())));
        let more = (0..1_000).filter(|_| function.take(Ok(call(70_000)), false).is_some()).count();
        assert_eq!(more, MOST_LOST - 1);
    }
}
