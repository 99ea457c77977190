//! What an execution builds and lends out: the values behind references, and the results of statements that later
//! statements use. Everything lives until the execution has ended and is dropped in reverse order of creation, so
//! that a value outlives whatever borrows from it.

use std::any::TypeId;
use std::cell::{Cell, RefCell};

/// Keeps values of any type for the length of an execution. Its memory is reused from execution to execution.
#[derive(Default)]
pub(crate) struct Store {
    memory: bumpalo::Bump,
    used: Cell<bool>,
    /// Values with a destructor, in order of creation.
    values: RefCell<Vec<Kept>>,
    /// Results of statements, by statement.
    results: RefCell<Vec<Result>>,
}

/// A value to be dropped.
struct Kept {
    value: *mut u8,
    drop: unsafe fn(*mut u8),
}

/// The result of a statement.
struct Result {
    value: *mut u8,
    key: TypeId,
    /// Its place among the values with a destructor.
    kept: Option<usize>,
    state: Cell<State>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Whole,
    Lent,
    Taken,
}

/// Drops the value at `value`.
///
/// # Safety
/// `value` points at a valid `T` that nothing uses any more.
unsafe fn drop_value<T>(value: *mut u8) {
    // SAFETY: as promised by the caller.
    unsafe { value.cast::<T>().drop_in_place() }
}

impl Store {
    /// Keeps a value and lends it for as long as the store is borrowed.
    #[allow(clippy::mut_from_ref)] // each call lends another value
    pub(crate) fn keep<T>(&self, value: T) -> &mut T {
        self.used.set(true);
        let value = self.memory.alloc(value);
        if std::mem::needs_drop::<T>() {
            let kept = Kept { value: std::ptr::from_mut(value).cast(), drop: drop_value::<T> };
            self.values.borrow_mut().push(kept);
        }
        value
    }

    /// Keeps the result of the next statement.
    pub(crate) fn keep_result<T>(&self, result: T) {
        let value = std::ptr::from_mut(self.keep(result)).cast();
        let kept = std::mem::needs_drop::<T>().then(|| self.values.borrow().len() - 1);
        let key = typeid::of::<T>();
        self.results.borrow_mut().push(Result { value, key, kept, state: Cell::new(State::Whole) });
    }

    /// Takes the result of a statement away.
    ///
    /// # Panics
    /// If there is no such result, it is of another type, or it was taken or lent before.
    pub(crate) fn take_result<T>(&self, statement: usize) -> T {
        let results = self.results.borrow();
        let result = Self::result::<T>(&results, statement);
        assert!(result.state.get() == State::Whole, "the result of statement {statement} is in use");
        result.state.set(State::Taken);
        if let Some(kept) = result.kept {
            self.values.borrow_mut()[kept].drop = |_| {};
        }
        // SAFETY: the value is a `T` up to lifetimes (its key says so), and everything in a store lives for one
        // execution, which all lifetimes in the types of thunks are bounded by. It was neither moved nor lent, and
        // from now on its state and its empty destructor see to it that nobody else uses it.
        unsafe { result.value.cast::<T>().read() }
    }

    /// Lends the result of a statement.
    ///
    /// # Panics
    /// If there is no such result, it is of another type, or it was taken.
    pub(crate) fn lend_result<T>(&self, statement: usize) -> &T {
        let results = self.results.borrow();
        let result = Self::result::<T>(&results, statement);
        assert!(result.state.get() != State::Taken, "the result of statement {statement} was moved");
        result.state.set(State::Lent);
        // SAFETY: as above; a lent value is never moved, and dropped only by `clear`, which needs the store for
        // itself.
        unsafe { &*result.value.cast::<T>() }
    }

    fn result<T>(results: &[Result], statement: usize) -> &Result {
        let result = results.get(statement).unwrap_or_else(|| panic!("statement {statement} has no result"));
        assert!(result.key == typeid::of::<T>(), "the result of statement {statement} is of another type");
        result
    }

    /// Whether anything was kept since the store was cleared.
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        self.used.get()
    }

    /// Drops everything, in reverse order of creation.
    pub(crate) fn clear(&mut self) {
        self.results.get_mut().clear();
        while let Some(Kept { value, drop }) = self.values.get_mut().pop() {
            // SAFETY: `keep` noted the destructor of the value's own type, and each is popped once. Nothing borrows
            // from the store, which is borrowed mutably here, and what borrowed from this value was dropped before.
            unsafe { drop(value) }
        }
        self.memory.reset();
        self.used.set(false);
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        self.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Logged<'a>(&'a RefCell<Vec<u32>>, u32);
    impl Drop for Logged<'_> {
        fn drop(&mut self) {
            self.0.borrow_mut().push(self.1);
        }
    }

    #[test]
    fn values_are_dropped_in_reverse_order_of_creation() {
        let log = RefCell::new(Vec::new());
        let mut store = Store::default();
        store.keep(Logged(&log, 1));
        store.keep(7u128);
        store.keep_result(Logged(&log, 2));
        store.keep(Logged(&log, 3));
        store.clear();
        assert_eq!(*log.borrow(), [3, 2, 1]);
    }

    #[test]
    fn a_result_that_was_taken_is_dropped_by_its_taker() {
        let log = RefCell::new(Vec::new());
        let mut store = Store::default();
        store.keep_result(Logged(&log, 1));
        store.keep_result(String::from("lent"));
        drop(store.take_result::<Logged<'_>>(0));
        assert_eq!(*log.borrow(), [1]);
        assert_eq!(
            (store.lend_result::<String>(1), store.lend_result::<String>(1).len()),
            (&"lent".into(), 4)
        );
        store.clear();
        assert_eq!(*log.borrow(), [1]);
    }

    #[test]
    #[should_panic(expected = "is of another type")]
    fn a_result_of_another_type_is_refused() {
        let store = Store::default();
        store.keep_result(3u32);
        store.take_result::<i32>(0);
    }

    #[test]
    #[should_panic(expected = "is in use")]
    fn a_lent_result_is_not_moved() {
        let store = Store::default();
        store.keep_result(String::new());
        store.lend_result::<String>(0);
        store.take_result::<String>(0);
    }
}
