//! The frame of an execution: thunks read the arguments of their statements from it, and leave
//! their results in it.

use crate::value::store::Store;
use sbst_model::expression::Spelling;
use sbst_model::messages::{Changed, Inspection, Items};
use sbst_model::{Node, NodeKind, TestCase};
use std::any::TypeId;
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// One execution of a test case. It reads arguments in the order of the test case, and keeps
/// borrowed values until the execution ends.
pub struct Frame<'f> {
    test: &'f TestCase,
    nodes: &'f [Node],
    store: &'f Store,
    node: Cell<usize>,
    /// The beginning of the next text.
    text: Cell<usize>,
    /// The number of built functions.
    functions: Cell<usize>,
    /// True if a later statement may use the result of this statement.
    keeps_result: Cell<bool>,
    /// The number of this statement.
    statement: Cell<u64>,
    /// True if the arguments of this statement are complete.
    arguments_built: Cell<bool>,
    /// True if nodes of this statement choose the called instance.
    has_choices: Cell<bool>,
    observation: Option<&'f RefCell<Observation>>,
    /// The progress marker: the number of half-statements that were begun, in case the process
    /// dies.
    halves: Cell<u64>,
    noted: &'f AtomicU64,
    /// The most half-statements to execute.
    most_halves: u64,
    /// Values that borrow from the frame may have any lifetime in their types, so the frame must be
    /// invariant.
    _invariant: PhantomData<Cell<&'f ()>>,
}

/// The observed effects of a statement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Observation {
    /// The returned value; `None` if the statement did not return.
    pub result: Option<Shown>,
    /// The values of `&mut` arguments after the call.
    pub changed: Vec<Changed>,
    /// The items of an iterator as the result.
    pub items: Option<Items>,
    /// Other observations of the returned value.
    pub inspection: Inspection,
    /// Texts that parse as the built values, if requested.
    pub spellings: Option<Vec<Spelling>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// Full name of the type.
    pub type_name: &'static str,
    /// The `{:?}` text, if the type has one.
    pub debug: Option<String>,
}

/// The progress marker of frames without one.
static UNREAD: AtomicU64 = AtomicU64::new(0);

/// Returns the keys of a type and of references to it.
fn keys<T: ?Sized>() -> [TypeId; 3] {
    [typeid::of::<T>(), typeid::of::<&T>(), typeid::of::<&mut T>()]
}

/// The payload of unwinding when a constructor refuses its arguments.
struct Refused;

impl<'f> Frame<'f> {
    /// Returns a frame for `test`, which records into `observation`, if given.
    #[inline]
    pub fn new(
        test: &'f TestCase,
        store: &'f Store,
        observation: Option<&'f RefCell<Observation>>,
    ) -> Frame<'f> {
        Frame {
            test,
            nodes: test.nodes(),
            store,
            node: Cell::new(0),
            text: Cell::new(0),
            functions: Cell::new(0),
            keeps_result: Cell::new(false),
            statement: Cell::new(0),
            arguments_built: Cell::new(false),
            has_choices: Cell::new(false),
            observation,
            halves: Cell::new(0),
            noted: &UNREAD,
            most_halves: u64::MAX,
            _invariant: PhantomData,
        }
    }

    /// Sets the progress marker, and the most half-statements to execute.
    #[inline]
    pub fn note(&mut self, noted: &'f AtomicU64, most_halves: u64) {
        (self.noted, self.most_halves) = (noted, most_halves);
    }

    /// Begins the next statement and returns the index of its callable; `None` after the last one.
    #[inline]
    pub fn next_statement(&self) -> Option<usize> {
        let index = self.node.get();
        let statement = self.nodes.get(index)?;
        let half = (self.halves.get() | 1) + 2 * (self.halves.get() & 1);
        if half > self.most_halves {
            return None;
        }
        self.halves.set(half);
        self.noted.store(half.to_le(), Relaxed);
        debug_assert!(statement.kind == NodeKind::Statement);
        self.keeps_result.set(self.test.subtree(index).end < self.nodes.len());
        self.arguments_built.set(false);
        self.has_choices.set(false);
        self.statement.set(statement.payload);
        self.node.set(index + 1);
        Some(statement.payload as usize)
    }

    /// Records that all arguments of the statement are built, and its call begins.
    #[inline]
    pub fn arguments_built(&self) {
        let half = (self.halves.get() + 1) & !1;
        if half > self.most_halves {
            self.refuse();
        }
        self.halves.set(half);
        self.noted.store(half.to_le(), Relaxed);
        self.arguments_built.set(true);
    }

    /// True if the last statement's function was called. A failure before that is not its own.
    #[inline]
    pub fn is_called(&self) -> bool {
        self.arguments_built.get() && !self.keeps_result.get()
    }

    /// Returns the index of the next node, or of the one behind the current statement if its
    /// arguments are complete.
    #[inline]
    pub fn position(&self) -> usize {
        self.node.get()
    }

    /// True if a later statement may use the result of this statement.
    #[inline]
    pub(crate) fn keeps_result(&self) -> bool {
        self.keeps_result.get()
    }

    /// True if a later statement takes the result of this statement; its arguments must have been
    /// read.
    pub(crate) fn result_is_used(&self) -> bool {
        let (read, rest) = self.nodes.split_at(self.node.get());
        let statements = read.iter().filter(|node| node.kind == NodeKind::Statement).count() as u64;
        rest.iter().any(|node| node.kind == NodeKind::ResultOf && node.payload + 1 == statements)
    }

    /// Takes the result of an earlier statement, if that is the next value.
    #[inline]
    pub fn taken<T>(&'f self) -> Option<T> {
        self.next_result::<T>().map(|statement| self.store.take_result(statement))
    }

    /// Ends the execution because a constructor refused its arguments.
    #[cold]
    pub fn refuse(&self) -> ! {
        resume_unwind(Box::new(Refused))
    }

    #[inline]
    pub(crate) fn next(&self) -> Node {
        let index = self.node.get();
        self.node.set(index + 1);
        self.nodes[index]
    }

    /// Returns the statement that gives the next value, if this is a `T` or a reference to one. A
    /// result of another type belongs to a value that a `T` wraps without a node of its own.
    #[inline]
    pub(crate) fn next_result<T: ?Sized>(&self) -> Option<usize> {
        match self.next_kind() {
            NodeKind::ResultOf => self.next_result_of(keys::<T>()),
            _ => None,
        }
    }

    /// Like `next_result`, by the keys of the type.
    #[cold]
    fn next_result_of(&self, keys: [TypeId; 3]) -> Option<usize> {
        let statement = self.nodes[self.node.get()].payload as usize;
        self.store.is_of(statement, keys).then(|| {
            self.node.set(self.node.get() + 1);
            statement
        })
    }

    /// Returns the kind of the next node, which remains the next.
    #[inline]
    pub(crate) fn next_kind(&self) -> NodeKind {
        self.nodes[self.node.get()].kind
    }

    #[inline]
    pub(crate) fn next_text(&self) -> &'f str {
        let start = self.text.get();
        let end = start + self.next().payload as usize;
        self.text.set(end);
        &self.test.text_buffer()[start..end]
    }

    /// Copies the next value over the contents of `value`.
    pub(crate) fn copy_next(&self, value: &mut TestCase) {
        let node = self.node.get();
        self.test.copy_subtree(node, value);
        self.node.set(self.test.subtree(node).end);
        self.text.set(self.text.get() + value.text_buffer().len());
    }

    /// Skips the next value.
    pub(crate) fn skip(&self) {
        let value = self.test.subtree(self.node.get());
        self.node.set(value.end);
        let texts = self.nodes[value].iter().filter(|node| node.kind == NodeKind::Text);
        let length: u64 = texts.map(|node| node.payload).sum();
        self.text.set(self.text.get() + length as usize);
    }

    /// Returns the place of the next value.
    pub(crate) fn place(&self) -> (usize, usize) {
        (self.node.get(), self.text.get())
    }

    /// Returns to a place: its value becomes the next one again.
    pub(crate) fn return_to(&self, (node, text): (usize, usize)) {
        self.node.set(node);
        self.text.set(text);
    }

    /// Returns the number of the next function.
    pub(crate) fn next_function(&self) -> usize {
        self.functions.replace(self.functions.get() + 1)
    }

    /// Begins the fields of a product.
    #[inline]
    pub fn open(&self) {
        self.next();
    }

    /// Begins the fields of a sum and returns the variant's index.
    #[inline]
    pub fn variant(&self) -> usize {
        self.next().payload as usize
    }

    /// Records that nodes of this statement choose the called instance.
    #[inline]
    pub fn begin_choices(&self) {
        self.has_choices.set(true);
    }

    /// Skips the node before an argument that chooses an instance, if any.
    #[inline]
    pub fn skip_choice(&self) {
        if self.has_choices.get() {
            self.next();
        }
    }

    /// Returns the variant of the argument with this index, before the first argument of the
    /// statement is read.
    #[inline]
    pub(crate) fn variant_of_argument(&self, index: usize) -> usize {
        let argument = self.test.children(self.node.get() - 1).nth(index);
        argument.map_or(0, |node| self.nodes[node].payload as usize)
    }

    /// Keeps a value until the execution has ended, and lends it.
    #[allow(clippy::mut_from_ref)] // each call lends another value
    pub fn lend<T>(&'f self, value: T) -> &'f mut T {
        self.store.keep_unknown(value)
    }

    #[cfg(test)]
    pub(crate) fn is_at_end(&self) -> bool {
        self.node.get() == self.nodes.len() && self.text.get() == self.test.text_buffer().len()
    }

    pub(crate) fn store(&self) -> &'f Store {
        self.store
    }

    /// Keeps the statement's result for a later statement, or drops it.
    #[inline]
    pub fn keep<T>(&'f self, result: T) {
        if !self.keeps_result.get() {
            return;
        }
        // An unused result is dropped here, as in a test: its destructor may be observable.
        if std::mem::needs_drop::<T>() && !self.result_is_used() {
            drop(result);
            return self.store.keep_result(());
        }
        self.store.keep_result(result);
    }

    /// Returns the number of this statement.
    pub(crate) fn statement(&self) -> u64 {
        self.statement.get()
    }

    /// Keeps an element of the statement's result; a later statement takes it if it `is_wanted`.
    pub fn keep_element<T>(&self, element: T, is_wanted: bool) {
        match is_wanted {
            true => self.store.keep_result(element),
            false => _ = self.store.keep_unknown(element),
        }
    }

    /// Returns the observation of the whole execution, if requested.
    #[inline]
    pub(crate) fn observation_of_all(&self) -> Option<&'f RefCell<Observation>> {
        self.observation
    }

    /// True if an observation is requested.
    pub(crate) fn is_observed(&self) -> bool {
        self.observation.is_some()
    }

    /// Returns the observation, if one of this statement is requested. Code is compiled for each
    /// type of a result, so this part is small and calls code without types.
    #[inline]
    pub(crate) fn observation(&self) -> Option<&'f RefCell<Observation>> {
        match self.keeps_result.get() {
            true => None,
            false => self.observation,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parameter::{ByValue, CanBuild as _, CannotBuild as _, Shared};

    /// A type without a shape: its values can only be results.
    struct Name(String);

    #[test]
    #[allow(clippy::needless_borrow, clippy::type_complexity)] // as the attribute emits it
    fn results_of_statements_are_arguments_of_later_ones() {
        let calls: [for<'f> fn(&'f Frame<'f>, &RefCell<Vec<String>>); 3] = [
            |frame, _| frame.keep(Name((&ByValue::<String>::NEW).argument(frame))),
            |frame, log| {
                let number: &u32 = (&Shared::<u32>::NEW).argument(frame);
                log.borrow_mut().push(number.to_string());
                frame.keep(number + 1);
            },
            |frame, log| {
                let name: Name = (&ByValue::<Name>::NEW).argument(frame);
                let number: &u32 = (&Shared::<u32>::NEW).argument(frame);
                log.borrow_mut().push(format!("{} {number}", name.0));
                frame.keep(());
            },
        ];
        let mut test = TestCase::new();
        let mut statement = |callable, argument: &dyn Fn(&mut TestCase)| {
            let call = test.open(NodeKind::Statement, callable);
            argument(&mut test);
            test.close(call);
        };
        statement(0, &|test| {
            test.push_text("Ada");
        });
        statement(1, &|test| {
            test.leaf(NodeKind::Integer, 6);
        });
        statement(1, &|test| {
            test.leaf(NodeKind::ResultOf, 1);
        });
        statement(2, &|test| {
            test.leaf(NodeKind::ResultOf, 0);
            test.leaf(NodeKind::ResultOf, 2);
        });

        let mut store = Store::default();
        let log = RefCell::new(Vec::new());
        {
            let frame = Frame::new(&test, &store, None);
            while let Some(callable) = frame.next_statement() {
                calls[callable](&frame, &log);
            }
        }
        store.clear();
        assert_eq!(*log.borrow(), ["6", "7", "Ada 8"]);
    }

    #[test]
    fn unused_results_are_dropped_at_once_and_used_ones_stay() {
        for is_used in [false, true] {
            let mut test = TestCase::new();
            let first = test.open(NodeKind::Statement, 1);
            test.close(first);
            let second = test.open(NodeKind::Statement, 0);
            if is_used {
                test.leaf(NodeKind::ResultOf, 0);
            }
            test.close(second);
            let (store, count) = (Store::default(), std::rc::Rc::new(()));
            let frame = Frame::new(&test, &store, None);
            frame.next_statement();
            frame.keep(count.clone());
            assert_eq!(std::rc::Rc::strong_count(&count), if is_used { 2 } else { 1 });
        }
    }
}
