//! Reference-counted items: a test in many populations or suites is stored once. An item without
//! owners is reused with its buffers, so the steady state has no allocations.

use std::ops::{Index, IndexMut};

/// Items with numbers and counts of owners.
#[derive(Debug, Default)]
pub struct Store<T> {
    things: Vec<T>,
    owners: Vec<u32>,
    free: Vec<u32>,
}

impl<T: Default> Store<T> {
    /// Returns the number of an item with one owner. The item keeps its old contents.
    pub fn take(&mut self) -> u32 {
        let number = self.free.pop().unwrap_or_else(|| {
            self.things.push(T::default());
            self.owners.push(0);
            self.things.len() as u32 - 1
        });
        self.owners[number as usize] = 1;
        number
    }

    pub fn share(&mut self, number: u32) -> u32 {
        self.owners[number as usize] += 1;
        number
    }

    pub fn release(&mut self, number: u32) {
        let owners = &mut self.owners[number as usize];
        *owners -= 1;
        if *owners == 0 {
            self.free.push(number);
        }
    }

    pub fn in_use(&self) -> usize {
        self.things.len() - self.free.len()
    }
}

impl<T> Index<u32> for Store<T> {
    type Output = T;

    fn index(&self, number: u32) -> &T {
        &self.things[number as usize]
    }
}

impl<T> IndexMut<u32> for Store<T> {
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.things[number as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_without_owners_are_used_again() {
        let mut store: Store<Vec<u8>> = Store::default();
        let (one, other) = (store.take(), store.take());
        store[one].push(7);
        store.share(one);
        store.release(one);
        assert_eq!(store.in_use(), 2);
        assert_eq!(store[one], [7]);
        store.release(one);
        assert_eq!(store.in_use(), 1);
        assert_eq!(store.take(), one);
        assert_ne!(one, other);
    }
}
