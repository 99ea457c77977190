//! The function meant by a name, a file or a line.
//!
//! 1. A name means the functions of that path; else those whose path ends with it after `::`; else
//!    all whose path contains it. Parameters of types are optional: `Reader::next` means
//!    `Reader<'a>::next` as well.
//! 2. With a line, it means those of these functions on that line; a file and a line mean the
//!    innermost function there.
//! 3. If several or none match, the error lists the candidates.

use crate::cargo::selection;
use crate::cargo::workspace::SourceTree;
use crate::source::module_files::{ModuleFile, module_files};
use anyhow::bail;
use sbst_analysis::{Function, MethodFields, SourceFile};

/// The most functions listed as candidates.
const CANDIDATES: usize = 10;

#[derive(Debug, PartialEq, Eq)]
pub struct Wanted {
    /// A path, the end of a path, or a file.
    pub name: String,
    pub line: Option<u32>,
}

impl Wanted {
    /// Reads `FN`, `FN:LINE` or `FILE:LINE`.
    pub fn parse(text: &str) -> Wanted {
        let with_line = text.rsplit_once(':').and_then(|(name, line)| {
            let line = line.parse().ok()?;
            (!name.is_empty() && !name.ends_with(':')).then(|| (name.to_owned(), line))
        });
        match with_line {
            Some((name, line)) => Wanted { name, line: Some(line) },
            None => Wanted { name: text.to_owned(), line: None },
        }
    }

    fn is_file(&self) -> bool {
        self.name.ends_with(".rs")
    }

    /// True if the file of a module may have the function: names in paths are spelled as in the
    /// source.
    fn may_be_in(&self, file: &ModuleFile) -> bool {
        if self.is_file() {
            return is_below(&file.name, &self.name);
        }
        let name = self.name.rsplit("::").next().unwrap_or(&self.name);
        name.contains('#') || file.source.text.contains(name) || file.module.contains(name)
    }
}

/// A function that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// Its path, from the name of its crate on.
    pub path: String,
    /// Its file, from the root of the workspace on.
    pub file: String,
    /// The analysed function.
    pub function: Function,
    /// The fields that it reads and writes, if it is a method.
    pub fields: Option<MethodFields>,
}

/// Finds the function in these sources. Also returns the unreadable files, and why they are
/// unreadable.
pub fn find(sources: &SourceTree, wanted: &Wanted) -> anyhow::Result<(Found, Vec<String>)> {
    let mut unread = Vec::new();
    let functions = functions(sources, |file| wanted.may_be_in(file), &mut unread);
    let mut meant = meant(&functions, wanted);
    match meant.len() {
        1 => Ok((functions[meant.remove(0)].clone(), unread)),
        0 => bail!("{}", nothing_found(sources, wanted, &functions)),
        _ => {
            let candidates: Vec<&Found> = meant.iter().map(|&index| &functions[index]).collect();
            bail!(
                "`{}` may mean several functions\n{}  write more of the path, or a line: `{}:{}`",
                wanted.name,
                listed(&candidates),
                wanted.name,
                candidates[0].function.first_line
            )
        }
    }
}

/// True if `file` is the named file, whose path may be shortened at its beginning.
fn is_below(file: &str, name: &str) -> bool {
    file == name || file.strip_suffix(name).is_some_and(|before| before.ends_with('/'))
}

/// Rules 1 and 2.
fn meant(functions: &[Found], wanted: &Wanted) -> Vec<usize> {
    let is_there = |index: &usize| {
        let Function { first_line, last_line, .. } = functions[*index].function;
        wanted.line.is_none_or(|line| (first_line..=last_line).contains(&line))
    };
    let mut meant: Vec<usize> = if wanted.is_file() {
        (0..functions.len()).collect()
    } else {
        let paths: Vec<&str> = functions.iter().map(|found| found.path.as_str()).collect();
        let without: Vec<String> = paths.iter().map(|path| without_parameters(path)).collect();
        let without: Vec<&str> = without.iter().map(String::as_str).collect();
        let meant = selection::meant_by(&paths, &wanted.name);
        if meant.is_empty() { selection::meant_by(&without, &wanted.name) } else { meant }
    };
    meant.retain(is_there);
    if wanted.line.is_some() {
        // A function within another is on that line, too.
        let inner = meant.iter().map(|&index| functions[index].function.first_line).max();
        meant.retain(|&index| Some(functions[index].function.first_line) == inner);
    }
    meant
}

/// Returns `Reader::next` for `Reader<'a>::next`. Text that begins with a bracket stays:
/// `<Reader<'a> as Iterator>::next` becomes `<Reader as Iterator>::next`.
fn without_parameters(path: &str) -> String {
    let mut text = String::new();
    let mut depth = 0;
    let mut before = ':';
    for sign in path.chars() {
        let opens = sign == '<' && (depth > 0 || before.is_alphanumeric() || before == '_');
        depth += u32::from(opens);
        if depth == 0 {
            text.push(sign);
        } else if sign == '>' && before != '-' {
            depth -= 1;
        }
        before = sign;
    }
    text
}

/// Returns all functions in the wanted files.
fn functions(
    sources: &SourceTree,
    is_read: impl Fn(&ModuleFile) -> bool,
    unread: &mut Vec<String>,
) -> Vec<Found> {
    let mut functions = Vec::new();
    for file in module_files(sources).iter().filter(|file| is_read(file)) {
        match file.source.with_inputs() {
            Ok(parsed) => {
                functions.extend(with_paths(&file.module, &file.name, SourceFile::read(parsed)));
            }
            Err(error) => unread.push(format!("{}: {error}", file.name)),
        }
    }
    functions
}

fn with_paths(around: &str, file: &str, parsed: SourceFile) -> impl Iterator<Item = Found> {
    let SourceFile { functions, tables } = parsed;
    functions.into_iter().map(move |function| Found {
        path: format!("{around}::{}", function.path),
        file: file.to_owned(),
        fields: tables.iter().find(|table| table.path == function.path).cloned(),
        function,
    })
}

fn listed(candidates: &[&Found]) -> String {
    let mut lines: Vec<String> = candidates
        .iter()
        .take(CANDIDATES)
        .map(|found| format!("  {}  {}:{}\n", found.path, found.file, found.function.first_line))
        .collect();
    if candidates.len() > CANDIDATES {
        lines.push(format!("  and {} more\n", candidates.len() - CANDIDATES));
    }
    lines.concat()
}

/// Rule 3.
fn nothing_found(sources: &SourceTree, wanted: &Wanted, read: &[Found]) -> String {
    let Wanted { name, line } = wanted;
    if wanted.is_file() {
        let lines: Vec<&Found> = read.iter().collect();
        return match (line, lines.is_empty()) {
            (_, true) => {
                format!("no file of the workspace's libraries and binaries with functions is called `{name}`")
            }
            (Some(line), _) => format!("no function of `{name}` stands on line {line}\n{}", listed(&lines)),
            (None, _) => format!("`{name}` has no function"),
        };
    }
    let without_line = meant(read, &Wanted { name: name.clone(), line: None });
    if let (Some(line), false) = (line, without_line.is_empty()) {
        let candidates: Vec<&Found> = without_line.iter().map(|&index| &read[index]).collect();
        return format!("no function called `{name}` stands on line {line}\n{}", listed(&candidates));
    }
    let all = functions(sources, |_| true, &mut Vec::new());
    let paths: Vec<&str> = all.iter().map(|found| found.path.as_str()).collect();
    format!(
        "no function of the workspace is called `{name}`\n  similar names: {}",
        selection::similar(&paths, name).join(", ")
    )
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Returns the functions of a file of the module `d::inner`.
    pub fn found(file: &str, source: &str) -> Vec<Found> {
        with_paths("d::inner", file, SourceFile::parse(source).unwrap()).collect()
    }

    const SOURCE: &str = "\
impl T {
    fn new() -> T { T }
    fn get(&self) -> u8 {
        fn new() -> u8 { 1 }
        new()
    }
}
impl Iterator for T {
    fn next(&mut self) -> Option<u8> { None }
}";

    fn names(wanted: &str) -> Vec<String> {
        let functions = found("src/inner.rs", SOURCE);
        let meant = meant(&functions, &Wanted::parse(wanted));
        meant.into_iter().map(|index| functions[index].path.clone()).collect()
    }

    #[test]
    fn lines_and_paths_are_distinguished() {
        let wanted = |name: &str, line| Wanted { name: name.into(), line };
        assert_eq!(Wanted::parse("a::b"), wanted("a::b", None));
        assert_eq!(Wanted::parse("a::b:12"), wanted("a::b", Some(12)));
        assert_eq!(Wanted::parse("src/a.rs:12"), wanted("src/a.rs", Some(12)));
        assert_eq!(Wanted::parse("a::12"), wanted("a::12", None));
    }

    #[test]
    fn a_function_is_meant_by_the_end_of_its_path_and_by_a_line() {
        assert_eq!(names("T::get"), ["d::inner::T::get"]);
        assert_eq!(names("next"), ["d::inner::<T as Iterator>::next"]);
        assert_eq!(names("new"), ["d::inner::T::new", "d::inner::T::get::new"]);
        assert_eq!(names("new:4"), ["d::inner::T::get::new"]);
        assert_eq!(names("src/inner.rs:4"), ["d::inner::T::get::new"], "the innermost one");
        assert_eq!(names("inner.rs:5"), ["d::inner::T::get"]);
        assert!(names("new:5").is_empty() && names("old").is_empty());
    }

    #[test]
    fn parameters_of_types_need_not_be_written() {
        assert_eq!(without_parameters("d::Reader<'a>::next"), "d::Reader::next");
        assert_eq!(
            without_parameters("d::<Reader<'a, Vec<u8>> as Iterator>::next"),
            "d::<Reader as Iterator>::next"
        );
        assert_eq!(without_parameters("d::<F<fn() -> u8> as G>::h"), "d::<F as G>::h");
        let functions = found("src/lib.rs", "impl<'a> Reader<'a> { fn next(&self) {} }");
        assert_eq!(meant(&functions, &Wanted::parse("Reader::next")), [0]);
        assert_eq!(meant(&functions, &Wanted::parse("Reader<'a>::next")), [0]);
    }

    #[test]
    fn a_file_is_meant_by_the_end_of_its_path() {
        assert!(is_below("a/src/b.rs", "b.rs") && is_below("a/src/b.rs", "src/b.rs"));
        assert!(is_below("b.rs", "b.rs") && !is_below("src/ab.rs", "b.rs"));
    }

    #[test]
    fn a_method_has_its_effects_on_fields() {
        let functions = found("src/lib.rs", "impl T { fn set(&mut self, n: u8) { self.n = n } } fn f() {}");
        assert_eq!(functions[0].fields.as_ref().unwrap().writes, ["self.n"]);
        assert_eq!(functions[1].fields, None);
    }
}
