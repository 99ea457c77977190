//! Calls of functions in a test, as people write them.

use super::argument::{Arguments, before_dot};
use super::idiom::Idiom;
use super::scope::last_name;
use sbst_model::target::{Applied, CallForm, WrittenTo};

/// The first words of names of functions that make what the other words say.
const MAKING: [&str; 8] = ["build_", "compile_", "create_", "generate_", "get_", "make_", "mk_", "new_"];

/// The called function.
pub struct Function<'t> {
    pub path: &'t str,
    /// Generic arguments, as they follow the name.
    pub generics: &'t str,
    pub form: &'t CallForm,
    /// True if the type of the receiver's expression is known.
    pub is_known: bool,
    /// The way people call it, if it is a trait's.
    pub idiom: Option<&'t Idiom>,
}

/// The name of a called function in a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callee {
    pub path: String,
    /// Generic arguments, as they follow the name.
    pub generics: String,
    /// The way people call it, if it is a trait's.
    pub idiom: Option<Idiom>,
}

impl From<String> for Callee {
    fn from(path: String) -> Callee {
        Callee { path, ..Callee::default() }
    }
}

/// The function of a generated file that runs futures.
pub const BLOCK_ON: &str = "block_on";

/// True if a call is written `value.f(..)`. A trait's method may be hidden or not in scope, and a
/// value may have no known type unless `is_known`.
pub fn is_method(form: &CallForm, path: &str, is_known: bool) -> bool {
    form.has_receiver && !path.starts_with('<') && (is_known || !path.contains('<'))
}

/// The adapter in a generated file that displays the output of a function to a formatter.
pub const SHOWN_BY: &str = "shown_by";

impl Function<'_> {
    /// Returns the call. For a function that writes to a formatter, returns the text.
    pub fn call(&self, arguments: &Arguments<'_>) -> String {
        match self.shown(arguments) {
            Some((format, value)) if format == "\"{}\"" => format!("{}.to_string()", before_dot(&value)),
            Some((format, value)) if syn::parse_str::<syn::Ident>(&value).is_ok() => {
                format!("format!({})", format.replacen('{', &format!("{{{value}"), 1))
            }
            Some((format, value)) => format!("format!({format}, {value})"),
            None => self.plain_call(arguments),
        }
    }

    /// Returns the format string and its value, if the function writes to a formatter.
    pub fn shown(&self, arguments: &Arguments<'_>) -> Option<(String, String)> {
        let WrittenTo { parameter, letters } = self.form.written_to.as_ref()?;
        let format = split_formatter(arguments.source(*parameter)).0;
        match letters {
            Some(letters) => {
                let format = match format.strip_suffix("}\"") {
                    Some(before) if format == "\"{}\"" && !letters.is_empty() => {
                        format!("{before}:{letters}}}\"")
                    }
                    Some(before) => format!("{before}{letters}}}\""),
                    None => format.to_owned(),
                };
                Some((format, arguments.shown()))
            }
            None => {
                // The closure's name for the formatter must differ from the function's name.
                let name = if last_name(self.path) == "formatter" { "f" } else { "formatter" };
                let call = self.plain_call(&arguments.replace(*parameter, name));
                Some((format.to_owned(), format!("{SHOWN_BY}(|{name}| {call})")))
            }
        }
    }

    fn plain_call(&self, arguments: &Arguments<'_>) -> String {
        let Function { path, generics, form, is_known, idiom } = self;
        let method = is_method(form, path, *is_known).then(|| last_name(path));
        let idiom = idiom.filter(|_| form.applied.is_empty());
        let idiomatic = idiom.and_then(|idiom| idiom.write(last_name(path), generics, arguments));
        let mut ends = form.applied.iter().map(|applied| applied.first).chain([arguments.count()]);
        let end = ends.next().unwrap_or_default();
        let mut call = match (idiomatic, method) {
            (Some(call), _) => call,
            (None, Some(name)) => {
                format!("{}.{name}{generics}({})", arguments.receiver(), arguments.list(1..end))
            }
            (None, None) => format!("{path}{generics}({})", arguments.list(0..end)),
        };
        for (applied, end) in form.applied.iter().zip(ends) {
            call = in_place(&call, applied, path, &arguments.list(applied.first..end));
        }
        if form.is_unsafe {
            call = format!("unsafe {{ {call} }}");
        }
        if form.is_async {
            call = format!("{BLOCK_ON}({call})");
        }
        call
    }
}

/// Returns the call of what `call` returns.
fn in_place(call: &str, applied: &Applied, path: &str, arguments: &str) -> String {
    if !applied.is_inner {
        return format!("{call}({arguments})");
    }
    let name = made_by(path).unwrap_or("function");
    let mutable = if applied.is_mutable { "mut " } else { "" };
    format!("{call}.map(|{mutable}{name}| {name}({arguments}))")
}

/// Returns the word for what a function makes, by its name.
pub fn made_by(path: &str) -> Option<&str> {
    let name = last_name(path);
    let made = MAKING.iter().find_map(|making| name.strip_prefix(making))?;
    syn::parse_str::<syn::Ident>(made).is_ok().then_some(made)
}

/// Splits a formatter argument into its format string and the limit on the text in bytes, if there
/// is one.
pub fn split_formatter(argument: &str) -> (&str, Option<&str>) {
    match argument.split_once("\", ") {
        Some((_, room)) => (&argument[..argument.len() - room.len() - 2], Some(room)),
        None => (argument, None),
    }
}
