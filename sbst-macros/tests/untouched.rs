//! Without the feature `rewrite` the attribute returns its item without the attributes on
//! parameters, and the derive emits no code.
#![cfg(not(feature = "rewrite"))]
#![forbid(unsafe_code)]
#![deny(warnings)]

use sbst_macros::{instrument, Input};

/// A function with every qualifier that may precede `fn`.
#[instrument]
#[inline]
pub(crate) const extern "C" fn qualified(number: u8) -> bool {
    number == 3
}

#[instrument(crate = ::elsewhere::sbst)]
async fn asynchronous() {}

#[instrument]
fn generic<F: Fn(u8) -> bool, const N: usize>(test: F, numbers: [u8; N]) -> bool {
    numbers.into_iter().all(test)
}

/// A function that loses our attributes on its parameters, and keeps the others.
#[instrument]
fn bounded<F: Fn(u8) -> u8, const N: usize>(
    #[sbst(range = 0..=100, step = LIMIT - 1)] first: u8,
    #[allow(unused_variables)]
    #[sbst(length = <u8 as Least>::of::<u8, 3>()..=N)]
    #[sbst(alphabet = ['a'..='z', "_-"])]
    second: &str,
    #[cfg(any())] third: Missing,
    #[sbst(with = <F as Missing>::new)] apply: F,
    #[cfg_attr(all(), sbst(arbitrary))] fourth: [u8; N],
    #[cfg_attr(all(), allow(unused_variables))]
    #[cfg_attr(all(), sbst(arbitrary), sbst(length = 3))]
    fifth: u8,
    pointer: fn(u8) -> u8,
) -> usize {
    usize::from(apply(pointer(first))) + fourth.len() + line!() as usize
}
/// The line of the brace above.
const AFTER_BODY: usize = line!() as usize - 2;

struct Counter(u8);

/// A block that loses our attributes on the parameters of its functions.
#[instrument]
impl Counter {
    const STEP: fn(u8) -> u8 = |number| number + 1;

    fn new(#[sbst(range = 0..=9)] start: u8, of: fn(u8) -> u8) -> Self {
        Counter(of(start))
    }

    fn count(&mut self, #[sbst(with = missing)] by: u8) -> u8 {
        self.0 = (Self::STEP)(self.0) * by;
        self.0
    }
}

#[instrument]
trait Limited: Sized {
    fn limit(&self, #[sbst(range = 1..)] at: u8) -> u8;

    fn twice(&self, #[sbst(range = 1..)] at: u8) -> u8 {
        self.limit(at) * 2
    }
}

#[instrument]
impl Limited for fn(u8) -> u8 {
    fn limit(&self, #[sbst(range = 1..)] at: u8) -> u8 {
        self(at).min(at)
    }
}

#[instrument]
mod inner {
    pub mod deeper {
        pub fn shifted(#[sbst(length = 3)] bits: &[u8]) -> usize {
            bits.len() << 1
        }
    }
}

macro_rules! documented {
    ($(#[$meta:meta])* $name:ident($($(#[$attribute:meta])* $parameter:ident: $ty:ty),*)) => {
        $(#[$meta])*
        #[instrument]
        fn $name($($(#[$attribute])* $parameter: $ty),*) -> usize {
            [$(usize::from($parameter)),*].iter().sum()
        }
    };
}
documented! {
    #[inline]
    sum(#[sbst(range = 1..)] #[allow(unused)] left: u8, right: u16)
}

/// A type with every attribute of the derive.
#[derive(Debug, PartialEq, Input)]
#[sbst(crate = ::elsewhere::sbst)]
struct Everything<'a, T: Fn(u8) -> u8, const N: usize>
where
    T: Clone,
{
    #[sbst(range = -1.5..=LIMIT as f64, step = 0.5)]
    pub(crate) number: f64,
    #[sbst(elements(length = 1..=3, elements(alphabet = 'x')))]
    words: Vec<&'a [char]>,
    #[sbst(with = missing::function)]
    function: Option<T>,
    #[sbst(skip)]
    skipped: [(); N],
    #[cfg(any())]
    missing: Missing,
}

#[derive(Input)]
struct Unnamed(#[sbst(range = 0..)] u8, #[cfg_attr(all(), sbst(arbitrary, length = 8))] u16);

#[derive(Clone, Copy, PartialEq, Debug, Input)]
#[sbst(construct = Self::new, construct = missing::other)]
struct Unit;

#[derive(Input)]
#[non_exhaustive]
#[repr(isize)]
enum Variants {
    #[sbst(skip)]
    Skipped {
        _text: String,
    },
    Kept(#[sbst(length = 3)] String) = 3 + LIMIT as isize,
    #[cfg(any())]
    Missing(Missing),
}

const LIMIT: u8 = 7;

macro_rules! function {
    ($visibility:vis $name:ident) => {
        #[instrument]
        $visibility fn $name() -> u32 {
            line!()
        }
    };
    ($item:item) => {
        #[instrument]
        $item
    };
}
function!(pub(crate) substituted);
function!(private);
function! {
    fn whole() -> u8 {
        1
    }
}

#[test]
fn functions_are_unchanged() {
    assert!(qualified(3));
    assert!(generic(|number| number > 1, [2, 3]));
    assert_eq!(substituted(), private() - 1);
    assert_eq!(whole(), 1);
    drop(asynchronous());
}

#[test]
fn attributes_on_parameters_are_removed() {
    let line_of_body = bounded(2, "", |number| number * 10, [0; 3], 0, |number| number + 1) - 30 - 3;
    assert_eq!(line_of_body, AFTER_BODY - 1);
    assert_eq!(sum(1, 2), 3);
}

#[test]
fn functions_within_items_are_unchanged() {
    let mut counter = Counter::new(3, |number| number + 1);
    assert_eq!(counter.count(2), 10);
    let limited: fn(u8) -> u8 = |number| number + 1;
    assert_eq!(limited.twice(4), 8);
    assert_eq!(inner::deeper::shifted(&[0; 3]), 6);
}

#[test]
fn types_are_unchanged() {
    let function = Some(|number| number);
    let everything = Everything { number: 0.5, words: vec![&['x']], function, skipped: [(); 2] };
    let Everything { number, words, function, skipped } = everything;
    assert_eq!((number, words.len(), skipped.len(), function.map(|f| f(3))), (0.5, 1, 2, Some(3)));
    let Unnamed(first, second) = Unnamed(1, 2);
    assert_eq!((first, second, Unit), (1, 2, Unit));
    let lengths =
        [Variants::Skipped { _text: String::new() }, Variants::Kept("kept".into())].map(|variant| {
            match variant {
                Variants::Skipped { .. } => 0,
                Variants::Kept(text) => text.len(),
            }
        });
    assert_eq!(lengths, [0, 4]);
}
