//! Texts other than `str` and `String`: paths, texts of the operating system, and shared or
//! borrowed ones. Each is compared as a whole, like a text, and with texts of any other type.
//!
//! A path is a text here, although paths are compared by their components. The operator has decided
//! whether `a//b` is `a/b`, and an edit that brings the texts closer brings the paths closer.

use super::{view, Found, Kind, Known, KnownPart, KnownType, Parts, Way};
use crate::probe::operand::Operand;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

macro_rules! texts {
    ($($type:ty: |$value:ident| $text:expr;)*) => { $(
        impl Parts for $type {
            fn kind(&self) -> Kind {
                Kind::Product
            }
            fn count(&self) -> usize {
                0
            }
            fn part(&self, _: usize) -> KnownPart<'_> {
                KnownPart::UNKNOWN
            }
            fn whole(&self) -> Option<KnownPart<'_>> {
                let $value = self;
                Some(KnownPart(Found::Operand($text)))
            }
        }
    )* };
}
texts! {
    OsStr: |text| of_system(text);
    OsString: |text| of_system(text);
    Path: |path| of_system(path.as_os_str());
    PathBuf: |path| of_system(path.as_os_str());
    Cow<'_, OsStr>: |text| of_system(text);
    Cow<'_, Path>: |path| of_system(path.as_os_str());
    Cow<'_, [u8]>: |bytes| Operand::Bytes(bytes);
    Rc<str>: |text| Operand::Text(text);
    Arc<str>: |text| Operand::Text(text);
}

/// Returns a text of the system; as bytes if it is not UTF-8.
fn of_system(text: &OsStr) -> Operand<'_> {
    text.to_str().map_or_else(|| Operand::Bytes(text.as_encoded_bytes()), Operand::Text)
}

/// # Safety
/// `pointer` must be one to a `&T`, up to lifetimes, and the result must not outlive that.
unsafe fn view_referred<T: Parts + ?Sized + 'static>(pointer: *const ()) -> &'static dyn Parts {
    // SAFETY: as the caller promises.
    unsafe { &*pointer.cast::<&T>() }
}

const fn unsized_text<T: Parts + ?Sized + 'static>() -> KnownType {
    KnownType { identity: typeid::of::<T>, way: Way::Unsized(view_referred::<T>) }
}

const fn shared<T: Parts + 'static>() -> [KnownType; 3] {
    let way = Way::Sized(view::<T>);
    [KnownType { identity: typeid::of::<T>, way }, KnownType::sized::<&T>(), KnownType::sized::<Option<T>>()]
}

pub(super) static TYPES: &[&[KnownType]] = &[
    &[unsized_text::<Path>(), unsized_text::<OsStr>()],
    &Known::<&'static Path>::TYPES,
    &Known::<&'static OsStr>::TYPES,
    &Known::<PathBuf>::TYPES,
    &Known::<OsString>::TYPES,
    &shared::<Box<Path>>(),
    &shared::<Box<OsStr>>(),
    &shared::<Cow<'static, Path>>(),
    &shared::<Cow<'static, OsStr>>(),
    &shared::<Cow<'static, [u8]>>(),
    &shared::<Rc<str>>(),
    &shared::<Arc<str>>(),
];

#[cfg(test)]
mod tests {
    use super::super::super::to_other_outcome;
    use super::*;
    use crate::probe::operand::Operator;
    use sbst_model::Distance;

    fn to_equal<L: ?Sized, R: ?Sized>(left: &L, right: &R) -> Distance {
        to_other_outcome(Operator::Equal, left, right, false)
    }

    #[test]
    fn paths_and_os_strings_are_as_far_apart_as_their_texts() {
        let expected = to_equal("a/c", "a/b");
        assert!(expected < Distance::ONE);
        let (path, text) = (Path::new("a/c"), OsStr::new("a/c"));
        for distance in [
            to_equal(path, Path::new("a/b")),
            to_equal(&path, &Path::new("a/b")),
            to_equal(&path.to_owned(), &Path::new("a/b")),
            to_equal(path, &PathBuf::from("a/b")),
            to_equal(&Box::<Path>::from(path), &Cow::Borrowed(Path::new("a/b"))),
            to_equal(text, OsStr::new("a/b")),
            to_equal(&text.to_owned(), "a/b"),
            to_equal(&Cow::Borrowed(text), &"a/b"),
            to_equal("a/c", &OsString::from("a/b")),
            to_equal(&Rc::<str>::from("a/c"), &Arc::<str>::from("a/b")),
        ] {
            assert_eq!(distance, expected);
        }
        assert_eq!(to_equal(&Cow::Borrowed(&b"ac"[..]), &b"ab"[..]), to_equal("ac", "ab"));
    }

    #[test]
    fn partial_paths_come_nearer_with_each_character() {
        let to_extension = |name: &str| to_equal(&Path::new(name).extension(), &Some(OsStr::new("rs")));
        let distances = ["main", "main.c", "main.r", "main.rt"].map(to_extension);
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
    }

    #[test]
    fn paths_are_ordered_by_the_first_difference() {
        let to_less = |path: &str| to_other_outcome(Operator::Less, Path::new(path), Path::new("ab"), false);
        assert!(to_less("az") > to_less("ac"));
    }

    #[test]
    fn a_text_that_is_no_utf_8_has_a_distance_to_bytes_alone() {
        #[cfg(unix)]
        {
            use std::os::unix::ffi::OsStrExt as _;
            let broken = OsStr::from_bytes(b"a\xff");
            assert!(to_equal(broken, OsStr::from_bytes(b"a\xfe")) < Distance::ONE);
            assert_eq!(to_equal(broken, "a"), Distance::ONE);
        }
    }
}
