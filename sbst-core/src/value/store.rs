//! The values that an execution builds and lends: referents, and results of statements for later
//! statements. All live until the end of the execution.
//!
//! # Order of drops
//! 1. Values are dropped in reverse order of creation, so that each outlives the values built to
//!    borrow from it.
//! 2. Code under test may change a borrowed value so that it borrows from one created later, since
//!    all borrows of an execution have one lifetime. That matters if a destructor reads borrowed
//!    values. The latest such value is dropped first of all, while all others are still valid, and
//!    the other such values are forgotten. Their memory is reused, as allowed for any forgotten
//!    value that is not pinned. Functions that take two of them are rare.
//! 3. For types of built values, it is known whether a destructor may read borrowed values
//!    (`Build::LOOKS_BACK`). For others it is assumed if their names [show](may_borrow) that they
//!    borrow.

#[cfg(test)]
mod tests;

use std::any::{type_name, TypeId};
use std::cell::{Cell, RefCell};
use std::marker::PhantomData;
use std::pin::Pin;

/// Keeps values of any type during an execution. The next execution reuses its memory.
#[derive(Default)]
pub struct Store {
    memory: bumpalo::Bump,
    used: Cell<bool>,
    /// Values with a destructor, in order of creation.
    values: RefCell<Vec<Kept>>,
    /// Results, by statement.
    results: RefCell<Vec<Result>>,
    /// A value within a statement, for code that names its type otherwise.
    aside: RefCell<Vec<Result>>,
    /// True if a pinned value was forgotten, so that its memory must not be used again.
    has_forgotten_pinned: bool,
}

struct Kept {
    value: *mut u8,
    drop: unsafe fn(*mut u8),
    /// True if the destructor may read values that the value borrows.
    looks_back: bool,
    is_pinned: bool,
}

struct Result {
    value: *mut u8,
    key: TypeId,
    /// Its index among the values with a destructor.
    kept: Option<usize>,
    state: Cell<State>,
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    Whole,
    Taken,
}

impl Result {
    /// Returns a pointer to the `T` itself, or to its referent as `&mut`.
    ///
    /// # Panics
    /// If it is of another type.
    fn pointer<T: ?Sized>(&self) -> *mut T {
        if self.key == typeid::of::<&mut T>() {
            // SAFETY: the value is a `&mut T` up to lifetimes, by its key.
            return unsafe { self.value.cast::<*mut T>().read() };
        }
        self.check(typeid::of::<T>(), size_of::<*mut T>());
        // SAFETY: both are pointers without metadata.
        unsafe { std::ptr::from_ref(&self.value).cast::<*mut T>().read() }
    }

    /// Compares its type with that of this key; pointers to it have this size.
    ///
    /// # Panics
    /// If it is of another type.
    fn check(&self, key: TypeId, size: usize) {
        assert!(self.key == key, "the result of a statement is of another type");
        assert!(size == size_of::<*mut u8>(), "what is kept has a size");
    }
}

/// Drops the value at `value`.
///
/// # Safety
/// `value` points at a valid `T` that is not used any more.
unsafe fn drop_value<T>(value: *mut u8) {
    // SAFETY: as promised by the caller.
    unsafe { value.cast::<T>().drop_in_place() }
}

/// True if values of a type may borrow: its full name contains a lifetime, a reference, a trait
/// object or a closure. A compiler that leaves lifetimes out of names would make it true of all
/// types.
pub(super) fn may_borrow<T>() -> bool {
    shows_borrow(type_name::<T>())
}

fn shows_borrow(name: &str) -> bool {
    struct Borrowing<'a>(#[allow(dead_code)] PhantomData<&'a ()>);
    ["'", "&", "dyn ", "{{closure}}"].iter().any(|mark| name.contains(mark))
        || !type_name::<Borrowing<'_>>().contains('\'')
}

impl Store {
    /// Keeps a value of an unknown type, and lends it for as long as the store is borrowed.
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn keep_unknown<T>(&self, value: T) -> &mut T {
        self.keep_value(value, std::mem::needs_drop::<T>() && may_borrow::<T>())
    }

    /// Keeps a value, and lends it for as long as the store is borrowed. It `looks_back` if its
    /// destructor may read borrowed values.
    #[allow(clippy::mut_from_ref)] // each call lends another value
    #[inline]
    pub(super) fn keep_value<T>(&self, value: T, looks_back: bool) -> &mut T {
        self.used.set(true);
        let value: *mut T = self.memory.alloc(value);
        if std::mem::needs_drop::<T>() {
            self.note(Kept { value: value.cast(), drop: drop_value::<T>, looks_back, is_pinned: false });
        }
        // SAFETY: the memory was just allocated and contains the value. There are no other
        // references until `clear`, which needs exclusive access to the store. So this reference,
        // made from the pointer used by `clear`, has ended then.
        unsafe { &mut *value }
    }

    /// Notes a value with a destructor.
    fn note(&self, kept: Kept) {
        self.values.borrow_mut().push(kept);
    }

    /// Keeps values without a destructor, and lends them as a slice.
    #[allow(clippy::mut_from_ref)]
    #[inline]
    pub(super) fn keep_plain_slice<T>(&self, length: usize, mut build: impl FnMut() -> T) -> &mut [T] {
        debug_assert!(!std::mem::needs_drop::<T>());
        self.used.set(true);
        self.memory.alloc_slice_fill_with(length, |_| build())
    }

    /// Keeps a copy of a text, and lends it for as long as the store is borrowed.
    #[allow(clippy::mut_from_ref)]
    pub(crate) fn keep_text(&self, text: &str) -> &mut str {
        self.used.set(true);
        self.memory.alloc_str(text)
    }

    /// Keeps the result of the next statement.
    pub(crate) fn keep_result<T>(&self, result: T) {
        self.push(self.hold(result));
    }

    fn push(&self, result: Result) {
        self.results.borrow_mut().push(result);
    }

    fn hold<T>(&self, value: T) -> Result {
        let value = std::ptr::from_mut(self.keep_unknown(value)).cast();
        self.whole(value, typeid::of::<T>(), std::mem::needs_drop::<T>())
    }

    /// Returns the result that was kept just now.
    fn whole(&self, value: *mut u8, key: TypeId, needs_drop: bool) -> Result {
        let kept = needs_drop.then(|| self.values.borrow().len() - 1);
        Result { value, key, kept, state: Cell::new(State::Whole) }
    }

    /// Sets a value aside for the next call that takes or borrows it.
    pub(crate) fn set_aside<T>(&self, value: T) {
        let value = self.hold(value);
        self.aside.replace(vec![value]);
    }

    /// Takes the value that was set aside.
    ///
    /// # Panics
    /// If it is missing, or of another type.
    pub(crate) fn take_aside<T>(&self) -> T {
        self.take_from(&self.aside.take(), 0)
    }

    /// Lends the value that was set aside.
    ///
    /// # Panics
    /// If it is missing, or of another type.
    #[allow(clippy::mut_from_ref)] // what was set aside is lent once
    pub(crate) fn lend_aside<T: ?Sized>(&self) -> &mut T {
        let value: *mut T = Self::usable(&self.aside.take(), 0).pointer();
        // SAFETY: it points at a `T` up to lifetimes, by its key. There are no other references to
        // it: it was kept just now, and is never requested again. It is dropped only by `clear`,
        // which needs exclusive access to the store.
        unsafe { &mut *value }
    }

    /// Takes the result of a statement.
    ///
    /// # Panics
    /// If the result is missing, of another type, or was taken before.
    pub(crate) fn take_result<T>(&self, statement: usize) -> T {
        self.take_from(&self.results.borrow(), statement)
    }

    fn take_from<T>(&self, results: &[Result], statement: usize) -> T {
        let value = self.take_out(Self::result(results, statement, typeid::of::<T>()));
        // SAFETY: the value is a `T` up to lifetimes, by its key. Everything in a store lives for
        // one execution, which bounds all lifetimes in the types of thunks. It was not moved. Its
        // borrows have ended, because a call sequence takes an object last. From now on its state
        // and its empty destructor ensure that it is not used elsewhere.
        unsafe { value.cast::<T>().read() }
    }

    /// Marks a result as taken, and returns its place.
    fn take_out(&self, result: &Result) -> *mut u8 {
        result.state.set(State::Taken);
        if let Some(kept) = result.kept {
            let kept = &mut self.values.borrow_mut()[kept];
            (kept.drop, kept.looks_back) = (|_| {}, false);
        }
        result.value
    }

    /// Lends the result of a statement, or the value that it refers to.
    ///
    /// # Panics
    /// If the result is missing, of another type, or was taken.
    pub(crate) fn lend_result<T: ?Sized>(&self, statement: usize) -> &T {
        let results = self.results.borrow();
        let result = Self::usable(&results, statement);
        let value: *const T = if result.key == typeid::of::<&T>() {
            // SAFETY: the value is a `&T` up to lifetimes, by its key.
            unsafe { result.value.cast::<*const T>().read() }
        } else {
            result.pointer()
        };
        // SAFETY: it points at a `T` up to lifetimes, by its key. Everything in a store lives for
        // one execution, which bounds all lifetimes in the types of thunks. It does not change
        // meanwhile: a call sequence lends an object as `&mut` only before and never to two at
        // once. It is dropped only by `clear`, which needs exclusive access to the store.
        unsafe { &*value }
    }

    /// Lends the result of a statement, or the value that it refers to, mutably.
    ///
    /// # Panics
    /// If the result is missing, of another type, or was taken.
    #[allow(clippy::mut_from_ref)] // a story lends an object to one at a time
    pub(crate) fn lend_result_mutably<T: ?Sized>(&self, statement: usize) -> &mut T {
        let results = self.results.borrow();
        let value: *mut T = Self::usable(&results, statement).pointer();
        // SAFETY: as above. Earlier borrows have ended, because each step of a story ends before
        // the next one begins. The part lent by a step goes to the steps on that part, which come
        // first.
        unsafe { &mut *value }
    }

    /// Pins the result of a statement in place.
    ///
    /// # Panics
    /// If the result is missing, of another type, or was taken before.
    pub(crate) fn pin_result<T: ?Sized>(&self, statement: usize) -> Pin<&mut T> {
        self.pin_in(&self.results.borrow(), statement)
    }

    /// Pins the value that was set aside.
    ///
    /// # Panics
    /// If it is missing, or of another type.
    pub(crate) fn pin_aside<T: ?Sized>(&self) -> Pin<&mut T> {
        self.pin_in(&self.aside.take(), 0)
    }

    #[allow(clippy::mut_from_ref)] // what is pinned counts as taken
    fn pin_in<T: ?Sized>(&self, results: &[Result], statement: usize) -> Pin<&mut T> {
        let result = Self::usable(results, statement);
        assert!(result.key == typeid::of::<T>(), "the result of statement {statement} is of another type");
        result.state.set(State::Taken);
        if let Some(kept) = result.kept {
            self.values.borrow_mut()[kept].is_pinned = true;
        }
        // SAFETY: the value is a `T` up to lifetimes, by its key. It counts as taken from now on,
        // so that it is neither moved nor referred to elsewhere. It is dropped in place by `clear`,
        // which needs exclusive access to the store, or its memory is not used again.
        unsafe { Pin::new_unchecked(&mut *result.pointer()) }
    }

    /// True if the result of a statement has one of these keys.
    pub(crate) fn is_of(&self, statement: usize, keys: [TypeId; 3]) -> bool {
        self.results.borrow().get(statement).is_some_and(|result| keys.contains(&result.key))
    }

    fn usable(results: &[Result], statement: usize) -> &Result {
        let result = results.get(statement).unwrap_or_else(|| panic!("statement {statement} has no result"));
        assert!(result.state.get() != State::Taken, "the result of statement {statement} was moved");
        result
    }

    fn result(results: &[Result], statement: usize, key: TypeId) -> &Result {
        let result = Self::usable(results, statement);
        assert!(result.key == key, "the result of statement {statement} is of another type");
        result
    }

    /// True if a value was kept since the store was cleared.
    #[inline]
    pub fn is_used(&self) -> bool {
        self.used.get()
    }

    pub fn clear(&mut self) {
        self.results.get_mut().clear();
        self.aside.get_mut().clear();
        let values = self.values.get_mut();
        if let Some(latest) = values.iter().rposition(|kept| kept.looks_back) {
            let latest = values.remove(latest);
            self.has_forgotten_pinned |= values.iter().any(|kept| kept.looks_back && kept.is_pinned);
            // Forgotten before the first destructor runs: if it panics, the rest is dropped later.
            values.retain(|kept| !kept.looks_back);
            // SAFETY: `keep_value` noted the destructor of the value's own type, and it runs once.
            // There are no borrows from the store, which is borrowed mutably here, and no value
            // borrowed by this one was dropped yet.
            unsafe { (latest.drop)(latest.value) }
        }
        while let Some(Kept { value, drop, .. }) = self.values.get_mut().pop() {
            // SAFETY: as above, except that values borrowed by this one may be dropped; its
            // destructor does not read them.
            unsafe { drop(value) }
        }
        if std::mem::take(&mut self.has_forgotten_pinned) {
            std::mem::forget(std::mem::take(&mut self.memory));
        }
        self.memory.reset();
        self.used.set(false);
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if self.is_used() {
            self.clear();
        }
    }
}
