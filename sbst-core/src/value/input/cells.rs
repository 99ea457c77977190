//! Types whose value can be changed through a shared reference.

use crate::value::build::{product, Build};
use crate::value::frame::Frame;
use crate::value::within::Within;
use sbst_model::shape::{Shape, ShapeRef, Sum};
use std::cell::{Cell, OnceCell, RefCell};
use std::sync::{Mutex, OnceLock, RwLock};

wrappers! {
    Cell<T> "{std::cell::Cell}::new({0})" Cell::new;
    RefCell<T> "{std::cell::RefCell}::new({0})" RefCell::new;
    Mutex<T> "{std::sync::Mutex}::new({0})" Mutex::new;
    RwLock<T> "{std::sync::RwLock}::new({0})" RwLock::new;
}

macro_rules! set_once {
    ($($cell:ident $path:literal;)*) => { $(
        impl<'f, T: Build<'f>> Build<'f> for $cell<T> {
            type SbstValue = $cell<T::SbstValue>;
            made_of!(T);

            fn shape<B: Within>() -> &'static Shape {
                const {
                    &Shape::Sum(Sum {
                        variants: &[
                            product(&[], concat!("{", $path, "}::new()")),
                            product(&[T::shape::<B> as ShapeRef], concat!("{", $path, "}::from({0})")),
                        ],
                    })
                }
            }
            fn build(frame: &'f Frame<'f>) -> Self::SbstValue {
                match frame.variant() {
                    0 => $cell::new(),
                    _ => $cell::from(T::build(frame)),
                }
            }
        }
    )* };
}
set_once! {
    OnceCell "std::cell::OnceCell";
    OnceLock "std::sync::OnceLock";
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, OnceCell, RefCell};
    use std::rc::Rc;
    use std::sync::{Arc, Mutex, OnceLock, RwLock};

    #[test]
    fn cells_are_built_as_they_are_printed() {
        check!(&Cell<u8>, [1], &Cell::new(1));
        check!(Rc<RefCell<Vec<u8>>>, [1, 2], Rc::new(RefCell::new(vec![2])));
        check!(Arc<Mutex<String>>, ["a"], Arc::new(Mutex::new(String::from("a"))));
        check!(&RwLock<Option<char>>, [0], &RwLock::new(None));
        check!((OnceCell<u8>, &OnceLock<u8>), [1, 5, 0], (OnceCell::from(5), &OnceLock::new()));
    }
}
