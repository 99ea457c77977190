//! Without the feature `rewrite` the attribute hands back what it was given.
#![cfg(not(feature = "rewrite"))]
#![forbid(unsafe_code)]
#![deny(warnings)]

use sbst_macros::instrument;

/// Has everything that may stand before `fn`.
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
fn functions_are_what_they_were() {
    assert!(qualified(3));
    assert!(generic(|number| number > 1, [2, 3]));
    assert_eq!(substituted(), private() - 1);
    assert_eq!(whole(), 1);
    drop(asynchronous());
}
