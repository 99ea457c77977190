//! Values written back as the nodes that they would be built of ([`Input`](crate::input::Input) the other way round), so that
//! arguments of the user's own tests can be test cases.
//!
//! A trait of its own, without the lifetime of an execution: what a function is called with lives as it likes, and asking must
//! not keep its source from compiling. Method look-up prefers [`CanWrite`]; what it does not apply to is not written.

use sbst_model::{NodeKind, TestCase};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::num::{Saturating, Wrapping};
use std::rc::Rc;
use std::sync::Arc;

/// Nodes of a test case beyond which it is not worth keeping: searches stay below by far.
const MOST_NODES: usize = 4_096;
/// Bytes of text beyond which it is not.
const MOST_TEXT: usize = 16_384;

/// A type whose values can be written back.
pub trait Written {
    /// Appends the nodes of the value, and says whether these are all.
    fn write(&self, nodes: &mut TestCase) -> bool;
}

/// An argument, or a part of one.
pub struct ToWrite<'a, T: ?Sized>(pub &'a T);

/// Preferred by method look-up.
pub trait CanWrite {
    /// Appends the nodes of the value, and says whether these are all.
    fn write_down(&self, nodes: &mut TestCase) -> bool;
}

impl<T: Written + ?Sized> CanWrite for &ToWrite<'_, T> {
    #[inline(always)]
    fn write_down(&self, nodes: &mut TestCase) -> bool {
        self.0.write(nodes)
    }
}

/// The fallback.
pub trait CannotWrite {
    /// Appends nothing.
    fn write_down(&self, nodes: &mut TestCase) -> bool;
}

impl<T: ?Sized> CannotWrite for ToWrite<'_, T> {
    #[inline(always)]
    fn write_down(&self, _: &mut TestCase) -> bool {
        false
    }
}

/// Appends a node with what `parts` appends below it.
pub fn write_parts(
    nodes: &mut TestCase,
    kind: NodeKind,
    payload: u64,
    parts: impl FnOnce(&mut TestCase) -> bool,
) -> bool {
    let node = nodes.open(kind, payload);
    let is_complete = parts(nodes);
    nodes.close(node);
    is_complete && nodes.nodes().len() <= MOST_NODES && nodes.text_buffer().len() <= MOST_TEXT
}

/// Out of line, with what it is given in registers: arguments that are only written this way need not be in memory.
#[cold]
#[inline(never)]
fn write_leaf(nodes: &mut TestCase, kind: NodeKind, payload: u64) -> bool {
    nodes.leaf(kind, payload);
    true
}

macro_rules! integers {
    ($($type:ident)*) => { $(
        impl Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                write_leaf(nodes, NodeKind::Integer, *self as i64 as u64)
            }
        }
    )* };
}
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! wide_integers {
    ($($type:ident)*) => { $(
        impl Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let high = (*self >> 64) as u64;
                write_parts(nodes, NodeKind::Integer, *self as u64, move |nodes| {
                    write_leaf(nodes, NodeKind::Integer, high)
                })
            }
        }
    )* };
}
wide_integers!(i128 u128);

macro_rules! leaves {
    ($($type:ident $kind:ident |$value:ident| $payload:expr;)*) => { $(
        impl Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let $value = *self;
                write_leaf(nodes, NodeKind::$kind, $payload)
            }
        }
    )* };
}
leaves! {
    f64 Float |value| value.to_bits();
    f32 Float |value| f64::from(value).to_bits();
    bool Bool |value| u64::from(value);
    char Char |value| u64::from(u32::from(value));
}

impl Written for str {
    fn write(&self, nodes: &mut TestCase) -> bool {
        let fits = nodes.text_buffer().len() + self.len() <= MOST_TEXT;
        if fits {
            nodes.push_text(self);
        }
        fits
    }
}

impl Written for String {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.as_str().write(nodes)
    }
}

/// Pointers and wrappers have no nodes of their own.
macro_rules! transparent {
    ($($type:ty => |$value:ident| $inner:expr;)*) => { $(
        impl<T: Written + ?Sized> Written for $type {
            #[inline(always)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let $value = self;
                $inner.write(nodes)
            }
        }
    )* };
}
transparent! {
    &T => |value| **value;
    &mut T => |value| **value;
    Box<T> => |value| **value;
    Rc<T> => |value| **value;
    Arc<T> => |value| **value;
}

impl<T: Written> Written for Wrapping<T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.0.write(nodes)
    }
}

impl<T: Written> Written for Saturating<T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        self.0.write(nodes)
    }
}

fn elements<'a, T: Written + 'a>(
    length: usize,
    elements: impl Iterator<Item = &'a T>,
    nodes: &mut TestCase,
) -> bool {
    let mut elements = elements;
    length <= MOST_NODES
        && write_parts(nodes, NodeKind::Sequence, length as u64, |nodes| {
            elements.all(|element| element.write(nodes))
        })
}

macro_rules! sequences {
    ($([$($parameter:tt)*] $type:ty;)*) => { $(
        impl<T: Written, $($parameter)*> Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                elements(self.len(), self.iter(), nodes)
            }
        }
    )* };
}
sequences! {
    [] [T];
    [const N: usize] [T; N];
    [] Vec<T>;
    [] VecDeque<T>;
    [] LinkedList<T>;
    [] BTreeSet<T>;
    [S] HashSet<T, S>;
}

fn entries<'a, K: Written + 'a, V: Written + 'a>(
    length: usize,
    mut entries: impl Iterator<Item = (&'a K, &'a V)>,
    nodes: &mut TestCase,
) -> bool {
    let entry = |(key, value): (&'a K, &'a V), nodes: &mut TestCase| {
        write_parts(nodes, NodeKind::Product, 0, |nodes| key.write(nodes) && value.write(nodes))
    };
    length <= MOST_NODES
        && write_parts(nodes, NodeKind::Sequence, length as u64, |nodes| {
            entries.all(|pair| entry(pair, nodes))
        })
}

impl<K: Written, V: Written> Written for BTreeMap<K, V> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        entries(self.len(), self.iter(), nodes)
    }
}

impl<K: Written, V: Written, S> Written for HashMap<K, V, S> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        entries(self.len(), self.iter(), nodes)
    }
}

impl<T: Written> Written for Option<T> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        match self {
            None => write_parts(nodes, NodeKind::Sum, 0, |_| true),
            Some(value) => write_parts(nodes, NodeKind::Sum, 1, |nodes| value.write(nodes)),
        }
    }
}

impl<T: Written, E: Written> Written for Result<T, E> {
    fn write(&self, nodes: &mut TestCase) -> bool {
        match self {
            Ok(value) => write_parts(nodes, NodeKind::Sum, 0, |nodes| value.write(nodes)),
            Err(error) => write_parts(nodes, NodeKind::Sum, 1, |nodes| error.write(nodes)),
        }
    }
}

macro_rules! tuples {
    ($($($field:ident)*;)*) => { $(
        impl<$($field: Written),*> Written for ($($field,)*) {
            #[allow(non_snake_case)]
            fn write(&self, nodes: &mut TestCase) -> bool {
                let ($($field,)*) = self;
                write_parts(nodes, NodeKind::Product, 0, |_nodes| true $(&& $field.write(_nodes))*)
            }
        }
    )* };
}
tuples! {
    ; A; A B; A B C; A B C D; A B C D E; A B C D E F; A B C D E F G; A B C D E F G H; A B C D E F G H I;
    A B C D E F G H I J; A B C D E F G H I J K; A B C D E F G H I J K L;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::Frame;
    use crate::input::Input;
    use crate::store::Store;
    use crate::within::Unbounded;
    use proptest::prelude::*;
    use sbst_search::conforms;
    use std::fmt::Debug;

    /// What is written conforms to the shape, and the value is built of it again.
    fn comes_back<T: Written + Debug + for<'f> Input<'f>>(value: T) {
        let mut nodes = TestCase::new();
        assert!(value.write(&mut nodes), "{value:?} is not written");
        let shape = <T as Input<'_>>::shape::<Unbounded>();
        assert!(conforms(shape, &nodes, 0), "{value:?} is not what it is built of");
        let store = Store::default();
        let frame = Frame::new(&nodes, &store, None);
        let built = <T as Input<'_>>::build(&frame);
        assert_eq!(format!("{built:?}"), format!("{value:?}"));
        assert!(frame.is_at_end());
    }

    proptest! {
        #[test]
        fn numbers_characters_and_texts_come_back(
            narrow: (i8, u8, i16, u16, i32, u32), wide: (i64, u64, i128, u128), sizes: (usize, isize),
            floats: (f32, f64), others: (bool, char), text in ".{0,20}",
        ) {
            comes_back(narrow);
            comes_back(wide);
            comes_back(sizes);
            comes_back(floats);
            comes_back((others, text));
        }

        #[test]
        fn what_has_others_in_it_comes_back(
            list: Vec<Option<u8>>, nested in proptest::collection::vec((any::<i64>(), ".{0,5}"), 0..5),
            array: [u16; 3], result: Result<i32, String>, map: BTreeMap<u8, bool>,
        ) {
            prop_assume!(list.len() <= 64 && map.len() <= 64);
            prop_assume!(result.as_ref().err().is_none_or(|text| text.chars().count() <= 256));
            comes_back(VecDeque::from(list.clone()));
            comes_back(Box::new(list));
            comes_back((nested, array, Wrapping(3_u8), ()));
            comes_back(result);
            comes_back(map);
        }
    }

    #[test]
    fn what_is_too_large_is_not_written() {
        assert!(!vec![0_u8; MOST_NODES + 1].write(&mut TestCase::new()));
        assert!(!"x".repeat(MOST_TEXT + 1).write(&mut TestCase::new()));
        assert!(!vec![vec![0_u8; 100]; 100].write(&mut TestCase::new()));
    }

    #[test]
    #[allow(clippy::needless_borrow)] // as the attribute emits it
    fn method_look_up_tells_what_can_be_written() {
        struct Own;
        let mut nodes = TestCase::new();
        assert!((&&ToWrite(&&3)).write_down(&mut nodes));
        assert!(!(&&ToWrite(&Own)).write_down(&mut nodes));
        assert!(!(&&ToWrite(&Some(Own))).write_down(&mut nodes));
    }
}
