//! Texts, paths and errors. Those of the operating system and of C are built from Unicode, so
//! others are not written.

use super::{Written, MOST_TEXT};
use sbst_model::TestCase;
use std::error::Error;
use std::ffi::{CStr, CString, OsStr, OsString};
use std::path::{Path, PathBuf};

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

/// Texts in other forms.
macro_rules! texts {
    ($($type:ty: |$value:ident| $text:expr;)*) => { $(
        impl Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                let $value = self;
                $text.is_some_and(|text: &str| text.write(nodes))
            }
        }
    )* };
}
texts! {
    Path: |path| path.to_str();
    PathBuf: |path| path.to_str();
    OsStr: |text| text.to_str();
    OsString: |text| text.to_str();
    CStr: |text| text.to_str().ok();
    CString: |text| text.to_str().ok();
}

/// An error that only shows the text for building it.
macro_rules! errors {
    ($($type:ty;)*) => { $(
        impl Written for $type {
            fn write(&self, nodes: &mut TestCase) -> bool {
                let text = self.to_string();
                self.source().is_none() && format!("{self:?}") == format!("{text:?}") && text.write(nodes)
            }
        }
    )* };
}
errors! {
    dyn Error;
    dyn Error + Send + Sync;
}
