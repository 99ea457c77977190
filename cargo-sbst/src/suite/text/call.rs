//! Idiomatic calls of functions in a test.

use super::argument::Arguments;
use super::expression::before_dot;
use super::idiom::Idiom;
use super::scope::last_name;
use sbst_model::target::{Applied, CallForm, WrittenTo};
use syn::spanned::Spanned as _;

/// Prefixes of functions' names before the name of the result.
const MAKING: [&str; 8] = ["build_", "compile_", "create_", "generate_", "get_", "make_", "mk_", "new_"];

/// The called function.
pub struct Function<'t> {
    pub path: &'t str,
    /// Generic arguments, as they follow the name.
    pub generics: &'t str,
    pub form: &'t CallForm,
    /// True if the type of the receiver's expression is known.
    pub is_known: bool,
    /// The idiomatic call, for a function of a trait.
    pub idiom: Option<&'t Idiom>,
}

/// The name of a called function in a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callee {
    pub path: String,
    /// Generic arguments, as they follow the name.
    pub generics: String,
    /// The idiomatic call, for a function of a trait.
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
            let list = arguments.list(first_of_last(applied)..end);
            call = match earlier_calls(applied, arguments, end, "function") {
                Some(earlier) => format!("{{ let mut function = {call}; {earlier} function({list}) }}"),
                None => in_place(&call, applied, path, &list),
            };
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

/// Returns the index of the first argument of the last call of a returned function.
pub fn first_of_last(applied: &Applied) -> usize {
    applied.first + usize::from(applied.has_earlier)
}

/// Returns the earlier calls of a returned function, if any. Its arguments end before `end`.
pub fn earlier_calls(applied: &Applied, arguments: &Arguments<'_>, end: usize, name: &str) -> Option<String> {
    let source = Some(arguments.source(applied.first)).filter(|_| applied.has_earlier)?;
    let earlier = source.strip_prefix("Some(")?.strip_suffix(')')?;
    let parameters: Vec<String> = match end - first_of_last(applied) {
        0 if earlier == "1" => return Some(format!("let _ = {name}();")),
        0 => return Some(format!("for _ in 0..{earlier} {{ let _ = {name}(); }}")),
        1 => vec![String::from("x")],
        count => ('a'..='z').take(count).map(String::from).collect(),
    };
    let items = earlier.strip_prefix("vec!").unwrap_or(earlier);
    if let Ok(syn::Expr::Array(array)) = syn::parse_str(items)
        && let [only] = &*array.elems.iter().collect::<Vec<_>>()
    {
        let list = match only {
            syn::Expr::Tuple(tuple) if parameters.len() > 1 => {
                let whole = items.get(tuple.span().byte_range())?;
                whole.get(1..whole.len() - 1)?
            }
            only => items.get(only.span().byte_range())?,
        };
        return Some(format!("let _ = {name}({list});"));
    }
    let list = parameters.join(", ");
    let pattern = if parameters.len() == 1 { list.clone() } else { format!("({list})") };
    Some(format!("for {pattern} in {items} {{ let _ = {name}({list}); }}"))
}

/// Returns the call of `call`'s result.
fn in_place(call: &str, applied: &Applied, path: &str, arguments: &str) -> String {
    if !applied.is_inner {
        return format!("{call}({arguments})");
    }
    let name = made_by(path).unwrap_or("function");
    let mutable = if applied.is_mutable { "mut " } else { "" };
    format!("{call}.map(|{mutable}{name}| {name}({arguments}))")
}

/// Returns the name of a function's result, from the function's name.
pub fn made_by(path: &str) -> Option<&str> {
    let name = last_name(path);
    let made = MAKING.iter().find_map(|making| name.strip_prefix(making))?;
    syn::parse_str::<syn::Ident>(made).is_ok().then_some(made)
}

/// Splits a formatter argument into its format string and the limit on the text in bytes, if any.
pub fn split_formatter(argument: &str) -> (&str, Option<&str>) {
    match argument.split_once("\", ") {
        Some((_, room)) => (&argument[..argument.len() - room.len() - 2], Some(room)),
        None => (argument, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a call with these arguments, and calls of the functions that it returns.
    fn call(path: &str, sources: &[&str], applied: &[Applied]) -> String {
        let sources = sources.iter().map(|source| (*source).to_owned()).collect();
        let arguments = Arguments::new(&[], sources, &[]);
        let form = CallForm { applied: applied.into(), ..CallForm::default() };
        Function { path, generics: "", form: &form, is_known: false, idiom: None }.call(&arguments)
    }

    const PLAIN: Applied = Applied { first: 1, is_inner: false, is_mutable: false, has_earlier: false };

    #[test]
    fn returned_functions_are_called_with_the_next_arguments() {
        assert_eq!(call("tag", &["\"a\"", "\"ab\""], &[PLAIN]), "tag(\"a\")(\"ab\")");
        let second = Applied { first: 2, ..PLAIN };
        assert_eq!(call("add", &["1", "2", "3"], &[PLAIN, second]), "add(1)(2)(3)");
        let inner = Applied { is_inner: true, ..PLAIN };
        assert_eq!(call("find", &["\"abs\"", "-2"], &[inner]), "find(\"abs\").map(|function| function(-2))");
        let changed = Applied { is_mutable: true, ..inner };
        let made = call("get_counter", &["1"], &[changed]);
        assert_eq!(made, "get_counter(1).map(|mut counter| counter())");
    }

    #[test]
    fn earlier_calls_of_a_returned_function_come_first() {
        let applied = Applied { is_mutable: true, has_earlier: true, ..PLAIN };
        let calls = |sources: &[&str]| {
            let sources: Vec<String> = sources.iter().map(|source| (*source).to_owned()).collect();
            let end = sources.len();
            earlier_calls(&applied, &Arguments::new(&[], sources, &[]), end, "next")
        };
        assert_eq!(calls(&["2", "None", "7"]), None);
        for (sources, expected) in [
            (&["2", "Some(1)"][..], "let _ = next();"),
            (&["2", "Some(3)"], "for _ in 0..3 { let _ = next(); }"),
            (&["2", "Some(vec![5])", "7"], "let _ = next(5);"),
            (&["2", "Some(vec![(5, 'a')])", "7", "'b'"], "let _ = next(5, 'a');"),
            (&["2", "Some(vec![5, 6])", "7"], "for x in [5, 6] { let _ = next(x); }"),
            (
                &["2", "Some(vec![(5, 'a'), (6, 'b')])", "7", "'c'"],
                "for (a, b) in [(5, 'a'), (6, 'b')] { let _ = next(a, b); }",
            ),
        ] {
            assert_eq!(calls(sources).unwrap(), expected);
        }
        assert_eq!(call("counter", &["2", "None"], &[applied]), "counter(2)()");
        let block = "{ let mut function = counter(2); let _ = function(); function() }";
        assert_eq!(call("counter", &["2", "Some(1)"], &[applied]), block);
    }
}
