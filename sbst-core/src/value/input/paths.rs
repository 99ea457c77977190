//! Paths, and texts of the operating system and of C. All are Unicode: other contents differ
//! between systems, and a test should pass on each.

use super::text::{bounded_text, text};
use crate::value::within::Within;
use sbst_model::shape::{Alphabet, Template, Text};
use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

texts! {
    borrowed &'f Path: |B| text::<B>("{std::path::Path}::new({0})", None), |_frame, text| Path::new(text);
    owned PathBuf: |B| text::<B>("{std::path::PathBuf}::from({0})", Some("{std::path::PathBuf}::new()")),
        |_frame, text| text.into();
    owned Box<Path>: |B| text::<B>("{std::path::PathBuf}::from({0}).into_boxed_path()", None),
        |_frame, text| Path::new(text).into();
    owned Rc<Path>: |B| text::<B>("{std::rc::Rc}::from({std::path::Path}::new({0}))", None),
        |_frame, text| Path::new(text).into();
    owned Arc<Path>: |B| text::<B>("{std::sync::Arc}::from({std::path::Path}::new({0}))", None),
        |_frame, text| Path::new(text).into();

    borrowed &'f OsStr: |B| text::<B>("{std::ffi::OsStr}::new({0})", None), |_frame, text| OsStr::new(text);
    owned OsString: |B| text::<B>("{std::ffi::OsString}::from({0})", Some("{std::ffi::OsString}::new()")),
        |_frame, text| text.into();

    borrowed &'f CStr: |B| without_nul::<B>("&{std::ffi::CString}::new({0}).unwrap()"),
        |frame, text| frame.store().keep::<CString>(c_string(text));
    owned CString: |B| without_nul::<B>("{std::ffi::CString}::new({0}).unwrap()"),
        |_frame, text| c_string(text);
}

/// Returns the shape of a text that is possible in C.
///
/// # Panics
/// If the bounds require a NUL character.
const fn without_nul<B: Within>(template: Template) -> Text {
    let alphabet = match B::BOUNDS.alphabet {
        None => Alphabet::from_ranges(&[('\u{1}', '\u{d7ff}'), ('\u{e000}', char::MAX)]),
        Some(alphabet) => {
            assert!(alphabet.ranges()[0].0 != '\0', "the alphabet of a C string cannot have NUL in it");
            alphabet
        }
    };
    bounded_text::<B>(alphabet, template, None)
}

fn c_string(text: &str) -> CString {
    CString::new(text).expect("the alphabet has no NUL")
}

#[cfg(test)]
mod tests {
    use std::ffi::{CStr, CString, OsStr, OsString};
    use std::path::{Path, PathBuf};
    use std::rc::Rc;
    use std::sync::Arc;

    #[test]
    fn paths_are_built_as_they_are_printed() {
        check!(&Path, ["a/b"], Path::new("a/b"));
        check!(PathBuf, ["/"], PathBuf::from("/"));
        check!(&PathBuf, [""], &PathBuf::new());
        check!(Box<Path>, ["a"], PathBuf::from("a").into_boxed_path());
        check!(Rc<Path>, ["a"], Rc::from(Path::new("a")));
        check!(Arc<Path>, [""], Arc::from(Path::new("")));
        check!((OsString, &OsStr), ["a", "b"], (OsString::from("a"), OsStr::new("b")));
        check!(OsString, [""], OsString::new());
    }

    #[test]
    fn texts_of_c_have_no_end_in_the_middle() {
        check!(CString, ["ä"], CString::new("ä").unwrap());
        check!(&CStr, [""], &CString::new("").unwrap());
    }
}
