//! Source files, each read and parsed once.
//!
//! Not for a compiler's process, where no token outlives the expansion of an attribute.

use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io, rc::Rc};

use syn::File;

use crate::macro_input::{move_out, Call, Definitions};

/// The files read so far.
#[derive(Default)]
pub struct Files(RefCell<BTreeMap<PathBuf, Rc<ParsedFile>>>);

pub struct ParsedFile {
    pub text: String,
    /// The file as written.
    pub written: syn::Result<File>,
    with_inputs: OnceCell<(File, Vec<Call>)>,
}

impl Files {
    pub fn read(&self, path: &Path) -> io::Result<Rc<ParsedFile>> {
        if let Some(known) = self.0.borrow().get(path) {
            return Ok(known.clone());
        }
        let file = Rc::new(ParsedFile::from_text(fs::read_to_string(path)?));
        self.0.borrow_mut().insert(path.to_owned(), file.clone());
        Ok(file)
    }
}

impl ParsedFile {
    pub fn from_text(text: impl Into<String>) -> ParsedFile {
        let text = text.into();
        ParsedFile { written: syn::parse_file(&text), text, with_inputs: OnceCell::new() }
    }

    /// The file with the items in the [input of macros](crate::macro_input) after the calls.
    pub fn with_inputs(&self) -> syn::Result<&File> {
        self.moved_out().map(|(file, _)| file)
    }

    /// The macro calls among the items, including those in the input of others.
    pub fn calls(&self) -> syn::Result<&[Call]> {
        self.moved_out().map(|(_, calls)| &calls[..])
    }

    fn moved_out(&self) -> syn::Result<&(File, Vec<Call>)> {
        let written = self.written.as_ref().map_err(Clone::clone)?;
        Ok(self.with_inputs.get_or_init(|| {
            let mut file = written.clone();
            let calls = move_out(&mut file, &Definitions::default());
            (file, calls)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_once() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lib.rs");
        fs::write(&path, "fn f() {}").expect("a file");
        let files = Files::default();
        let first = files.read(&path).expect("a file");
        fs::remove_file(&path).expect("a file");
        assert!(Rc::ptr_eq(&first, &files.read(&path).expect("a known file")));
        assert!(files.read(&folder.path().join("other.rs")).is_err());
    }

    #[test]
    fn a_file_has_its_items_as_written_and_with_those_in_the_input_of_macros() {
        let file = ParsedFile::from_text("cfg_rt! { fn f() {} other! { fn g() {} } }");
        assert_eq!(file.written.as_ref().expect("it is Rust").items.len(), 1);
        assert_eq!(file.with_inputs().expect("it is Rust").items.len(), 4);
        let names = file.calls().expect("it is Rust").iter().map(|call| call.name.as_str());
        assert_eq!(names.collect::<Vec<_>>(), ["cfg_rt", "other"]);
        assert!(ParsedFile::from_text("fn {").with_inputs().is_err());
    }
}
