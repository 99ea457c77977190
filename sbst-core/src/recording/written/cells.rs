//! Types whose value can be changed through a shared reference. A value that is mutably borrowed,
//! locked or poisoned is not written; there is no waiting.

use super::{write_unit, write_variant, Written};
use sbst_model::TestCase;
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::{Mutex, OnceLock, RwLock};

/// Values of other types can only be read from a cell by replacing them.
impl<T: Written + Copy> Written for Cell<T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.get().write(nodes)
    }
}

macro_rules! looked_into {
    ($($type:ident $look:ident)*) => { $(
        impl<T: Written + ?Sized> Written for $type<T> {
            fn write(&self, nodes: &mut TestCase) -> bool {
                self.$look().is_ok_and(|value| value.write(nodes))
            }
        }
    )* };
}
looked_into!(RefCell try_borrow Mutex try_lock RwLock try_read);

macro_rules! set_once {
    ($($type:ident)*) => { $(
        impl<T: Written> Written for $type<T> {
            fn write(&self, nodes: &mut TestCase) -> bool {
                match self.get() {
                    None => write_unit(nodes, 0),
                    Some(value) => write_variant(nodes, 1, value),
                }
            }
        }
    )* };
}
set_once!(OnceCell OnceLock);
