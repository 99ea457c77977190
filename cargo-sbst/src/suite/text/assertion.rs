//! Turns observations of a call into assertions.
//!
//! 1. A value that can be written is compared (`assert_eq!(f(..), Kind::Scalene)`).
//! 2. Otherwise its `{:?}` text is compared (`assert_eq!(format!("{:?}", f(..)), "…")`).
//! 3. Otherwise the test asserts nothing about it, and a comment gives the reason.
//! 4. The same rules hold for arguments that the call may change. A `let` binds these; all others
//!    stay in the call.
//! 5. Output to a formatter is requested by a format string
//!    (`assert_eq!(format!("{:>5}", ..), "…")`). The function's own result is ignored unless it is
//!    an error.
//! 6. Items of a lazy result are compared in each form ([`consumption`](super::consumption)).
//!
//! All applicable forms are kept, the strongest first: a form that does not compile or does not
//! hold gives way to the next. Forms with assertions about the result and every argument precede
//! forms that omit something.

use super::argument::Arguments;
use super::call::{Function, split_formatter};
use super::claim::{Claim, LONGEST_TEXT, Shown, claims};
use super::consumption::Consumption;
use super::scope::{Import, Scope};
use sbst_model::messages::{Changed, Items};

/// A form of the body of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Form {
    /// Lines without indentation.
    pub lines: Vec<String>,
    /// The number of lines before the call and its assertions.
    pub setup: usize,
    /// Imports besides the function's and its arguments'.
    pub imports: Vec<Import>,
    /// True if it asserts something about every observed value that allows it.
    pub asserts: bool,
}

/// The tested call.
pub struct Call<'t> {
    pub function: &'t Function<'t>,
    pub arguments: &'t Arguments<'t>,
}

/// Returns the forms of a test whose call returned a result, perhaps a lazy one, and changed
/// arguments.
pub fn forms(
    scope: &mut Scope<'_>,
    call: &Call<'_>,
    (result, items): (&Shown<'_>, Option<Items>),
    changed: &[Changed],
) -> Vec<Form> {
    let consumption = Consumption::from_items(call.function.form.lazy, items);
    let formatter = call.function.form.written_to.as_ref().map(|formatter| formatter.parameter);
    let is_formatter = |changed: &&Changed| Some(changed.parameter) == formatter;
    let text = changed.iter().find(is_formatter).map(Shown::from);
    if let Some((format, value)) =
        call.function.shown(call.arguments).filter(|_| result.debug == Some("Err(Error)"))
    {
        // `format!` would panic. A slice has the same limit, but panics itself if the limit is not
        // the reason.
        let room = formatter.and_then(|parameter| split_formatter(call.arguments.source(parameter)).1);
        let limited = room.map(|room| format!("std::io::Write::write_fmt(&mut &mut [0; {room}][..], "));
        let unlimited = "std::fmt::write(&mut String::new(), ".to_owned();
        let form = |write: String| {
            let line = format!("assert!({write}format_args!({format}, {value})).is_err());");
            Form { lines: vec![line], asserts: true, ..Form::default() }
        };
        return limited.into_iter().chain([unlimited]).map(form).collect();
    }
    let result = &text.unwrap_or(*result);
    let shown: Vec<&Changed> =
        changed.iter().filter(|changed| changed.debug.is_some() && !is_formatter(changed)).collect();
    let which: Vec<usize> = shown.iter().map(|changed| changed.parameter).collect();
    let bound = call.arguments.binding(scope, &which);
    let called = |arguments: &Arguments<'_>| call.function.call(arguments);
    // Try the strongest claims about all arguments first, then weaken them one argument at a time.
    let mut levels: Vec<Vec<Claim>> = vec![Vec::new()];
    for changed in shown {
        let Some(variable) = bound.value_after_call(changed.parameter) else { continue };
        let claims = claims(scope, variable, &Shown::from(changed));
        let longest = levels.len().max(claims.len());
        if let (Some(last), Some(claim)) = (levels.last().cloned(), claims.last()) {
            levels.resize(longest, last);
            for (level, strongest) in levels.iter_mut().enumerate() {
                strongest.push(claims.get(level).unwrap_or(claim).clone());
            }
        }
    }
    levels.retain(|level| !level.is_empty());
    let mut results = |arguments: &Arguments<'_>| match (result.type_name, &consumption) {
        ("()", _) => Vec::new(),
        (_, Some(consumption)) => consumption.claims(scope, &called(arguments), result),
        (_, None) => claims(scope, &called(arguments), result),
    };
    let (results_bound, results) = (results(&bound), results(call.arguments));
    let statement = |arguments: &Arguments<'_>| match (result.type_name, &consumption) {
        ("()", _) => format!("{};", called(arguments)),
        (_, Some(consumption)) => consumption.statement(&called(arguments)),
        (_, None) => format!("let _ = {};", called(arguments)),
    };

    let mut forms = Vec::new();
    let mut pairs: Vec<(usize, usize)> =
        (0..=results.len()).flat_map(|result| (0..=levels.len()).map(move |level| (result, level))).collect();
    let leaves_out = |&(result, level): &(usize, usize)| {
        usize::from(result == results.len() && !results.is_empty())
            + usize::from(level == levels.len() && !levels.is_empty())
    };
    pairs.sort_by_key(|pair| (leaves_out(pair), pair.0 + pair.1, pair.0));
    for pair in pairs {
        let level = levels.get(pair.1);
        let (arguments, results) = match level {
            Some(_) => (&bound, &results_bound),
            None => (call.arguments, &results),
        };
        let claim = results.get(pair.0);
        let mut form = Form { lines: arguments.lines(), asserts: leaves_out(&pair) == 0, ..Form::default() };
        match claim {
            Some(claim) => form.add(claim),
            None => {
                form.lines.extend(reason(result));
                form.lines.push(statement(arguments));
            }
        }
        level.into_iter().flatten().for_each(|claim| form.add(claim));
        form.asserts &= claim.is_some() || level.is_some();
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Returns the forms of a test whose call does not return, or whose result panics when its items
/// are requested.
pub fn call_only(call: &Call<'_>, result_type: &str) -> Vec<Form> {
    let is_shown = call.function.form.written_to.is_some();
    let consumption = call.function.form.lazy.map(Consumption::whole);
    let call = call.function.call(call.arguments);
    let line = match result_type.replace(' ', "").as_str() {
        "" | "()" | "!" if !is_shown => format!("{call};"),
        _ => format!("let _ = {call};"),
    };
    let lines = consumption.map(|consumption| consumption.statement(&call)).into_iter().chain([line]);
    lines.map(|line| Form { lines: vec![line], ..Form::default() }).collect()
}

impl Form {
    /// True if the name occurs in the lines.
    pub fn mentions(&self, name: &str) -> bool {
        let is_part = |sign: char| !sign.is_alphanumeric() && sign != '_';
        self.lines.iter().any(|line| line.split(is_part).any(|word| word == name))
    }

    fn add(&mut self, claim: &Claim) {
        self.lines.push(claim.line.clone());
        self.imports.extend(claim.imports.iter().cloned());
    }
}

/// Returns the reason for asserting nothing about the result.
fn reason(result: &Shown<'_>) -> Option<String> {
    let reason = match result.debug {
        _ if result.type_name == "()" => return None,
        Some(debug) if debug.len() > LONGEST_TEXT => "it is too long to be read",
        Some(_) => "it cannot be compared",
        None => "it has no `Debug`, or differed from run to run",
    };
    Some(format!("// Nothing is asserted of the result: {reason}."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::{Directory, written};
    use crate::suite::reach::Reach;
    use sbst_model::expression::Expression;
    use sbst_model::target::{CallForm, Parameter, WrittenTo};

    fn all_forms(type_name: &str, debug: &str, changed: &[(&str, &str)]) -> Vec<Form> {
        let exports = Directory::with_files(&[("src/lib.rs", "")]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        let debug = (!debug.is_empty()).then_some(debug);
        let sources = vec![Expression::source("&mut 1"); changed.len()];
        let parameters = (0..changed.len()).map(|index| Parameter {
            name: format!("a{index}"),
            type_text: String::new(),
            can_be_built: true,
        });
        let parameters: Vec<Parameter> = parameters.collect();
        let arguments = written(&mut scope, &parameters, &sources, &mut Vec::new());
        let changed = changed.iter().enumerate().map(|(parameter, (type_name, debug))| Changed {
            parameter,
            type_name: (*type_name).to_owned(),
            debug: (!debug.is_empty()).then(|| (*debug).to_owned()),
            unordered: false,
        });
        let form = CallForm::default();
        let function = Function { path: "f", generics: "", form: &form, is_known: false, idiom: None };
        let call = Call { function: &function, arguments: &arguments };
        let result = Shown { type_name, debug, unordered: false };
        forms(&mut scope, &call, (&result, None), &changed.collect::<Vec<_>>())
    }

    fn lines(type_name: &str, debug: &str) -> Vec<String> {
        all_forms(type_name, debug, &[]).into_iter().map(|form| form.lines.join(" ")).collect()
    }

    #[test]
    fn changed_arguments_are_asserted_after_the_result() {
        let forms = all_forms("bool", "true", &[("alloc::vec::Vec<u8>", "[1]"), ("u8", ""), ("f32", "NaN")]);
        let shown: Vec<String> = forms.iter().map(|form| form.lines.join(" ")).collect();
        assert_eq!(
            shown[0],
            "let mut a0 = 1; let mut a2 = 1; assert!(f(&mut a0, &mut 1, &mut a2)); assert_eq!(a0, [1]); \
             assert!(a2.is_nan());"
        );
        assert_eq!(
            shown[1],
            "let mut a0 = 1; let mut a2 = 1; assert!(f(&mut a0, &mut 1, &mut a2)); \
             assert_eq!(format!(\"{:?}\", a0), \"[1]\"); assert_eq!(format!(\"{:?}\", a2), \"NaN\");"
        );
        assert_eq!(shown.last().unwrap().split(' ').next_back(), Some("1);"));
        assert!(shown.contains(&String::from("assert!(f(&mut 1, &mut 1, &mut 1));")));
        let asserting = forms.iter().take_while(|form| form.asserts).count();
        assert_eq!((asserting, forms.len()), (4, 9));
        assert!(forms[asserting..].iter().all(|form| !form.asserts));
    }

    #[test]
    fn an_argument_of_which_nothing_is_known_is_not_bound() {
        let lines = |type_name, changed| all_forms(type_name, "()", changed)[0].lines.join(" ");
        assert_eq!(lines("()", &[("demo::Opaque", "")]), "f(&mut 1);");
        assert_eq!(lines("()", &[("str", "\"A\"")]), "let mut a0 = 1; f(&mut a0); assert_eq!(a0, \"A\");");
        assert_eq!(lines("()", &[("[u8]", "[]")]), "let mut a0 = 1; f(&mut a0); assert!(a0.is_empty());");
    }

    /// The strongest form of a test of a function that writes to its second argument, a formatter.
    fn formatter_assertion(letters: Option<&str>, format: &str, result: &str) -> String {
        let exports = Directory::with_files(&[("src/lib.rs", "")]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        let sources = ["&Point", format].map(Expression::source);
        let arguments = written(&mut scope, &[], &sources, &mut Vec::new());
        let form = CallForm {
            written_to: Some(WrittenTo { parameter: 1, letters: letters.map(str::to_owned) }),
            ..CallForm::default()
        };
        let path = if letters.is_some() { "" } else { "f" };
        let function = Function { path, generics: "", form: &form, is_known: false, idiom: None };
        let call = Call { function: &function, arguments: &arguments };
        let text = Changed {
            parameter: 1,
            type_name: "alloc::string::String".to_owned(),
            debug: Some("\"1 2\"".to_owned()),
            unordered: false,
        };
        let shown = Shown { type_name: "", debug: Some(result), unordered: false };
        forms(&mut scope, &call, (&shown, None), &[text])[0].lines.join(" ")
    }

    #[test]
    fn what_is_written_to_a_formatter_is_asked_for_as_everybody_does() {
        for (letters, format, expected) in [
            (Some(""), "\"{}\"", "assert_eq!(Point.to_string(), \"1 2\");"),
            (Some(""), "\"{:>5}\"", "assert_eq!(format!(\"{:>5}\", Point), \"1 2\");"),
            (Some("?"), "\"{:#}\"", "assert_eq!(format!(\"{:#?}\", Point), \"1 2\");"),
            (Some("x"), "\"{}\"", "assert_eq!(format!(\"{:x}\", Point), \"1 2\");"),
            (
                None,
                "\"{:.2}\"",
                "assert_eq!(format!(\"{:.2}\", shown_by(|formatter| f(&Point, formatter))), \"1 2\");",
            ),
        ] {
            assert_eq!(formatter_assertion(letters, format, "Ok(())"), expected);
        }
        let failing = "assert!(std::fmt::write(&mut String::new(), format_args!(\"{}\", Point)).is_err());";
        assert_eq!(formatter_assertion(Some(""), "\"{}\"", "Err(Error)"), failing);
        let without_room =
            "assert!(std::io::Write::write_fmt(&mut &mut [0; 3][..], format_args!(\"{}\", Point)).is_err());";
        assert_eq!(formatter_assertion(Some(""), "\"{}\", 3", "Err(Error)"), without_room);
        let with_room = "assert_eq!(format!(\"{:?}\", Point), \"1 2\");";
        assert_eq!(formatter_assertion(Some("?"), "\"{}\", 3", "Ok(())"), with_room);
    }

    #[test]
    fn without_a_text_the_function_is_only_called() {
        assert_eq!(lines("()", "()"), ["f();"]);
        let reason = "// Nothing is asserted of the result: it has no `Debug`, or differed from run to run. let _ = f();";
        assert_eq!(lines("demo::Error", ""), [reason]);
    }
}
