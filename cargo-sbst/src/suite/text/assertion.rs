//! Turns observations of a call into the forms of a test.
//!
//! 1. [`observed`](super::observed) makes the assertions about the result, and about each argument
//!    that the call may change. A `let` binds such an argument, and a result with several
//!    assertions. All other arguments stay in the call.
//! 2. Output to a formatter is requested by a format string
//!    (`assert_eq!(format!("{:>5}", ..), "…")`). The function's own result is ignored unless it is
//!    an error.
//! 3. Items of a lazy result are compared ([`consumption`](super::consumption)).
//! 4. A changed argument that is also the result, as for a builder, is asserted once.
//! 5. A call that returns has no form if it has no possible assertion: it is no test.
//!
//! All applicable forms are kept, the strongest first. A form that does not compile or fails is
//! replaced by the next. Forms with assertions about the result and every argument precede

use super::argument::Arguments;
use super::call::{Function, split_formatter};
use super::claim::{Claim, Shown};
use super::consumption::Consumption;
use super::expression::before_dot;
use super::observed::{self, Differences, Together, Value};
use super::plain;
use super::scope::{Import, Scope};
use super::value::type_name::variable;
use sbst_model::messages::{Changed, Inspection, Items};

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
    /// The type of the result as written in the source.
    pub result_type: &'t str,
}

/// Observations of a call that returned.
pub struct Returned<'t> {
    pub result: Value<'t>,
    /// The items of a lazy result.
    pub items: Option<Items>,
    pub changed: &'t [Changed],
}

/// Assertions about one value.
struct Said {
    /// The lines that bind the value.
    lines: Vec<String>,
    claims: Vec<Claim>,
}

/// Returns the forms of a test whose call returned.
pub fn forms(
    scope: &mut Scope<'_>,
    call: &Call<'_>,
    seen: &Returned<'_>,
    differences: &Differences<'_>,
) -> Vec<Form> {
    let consumption = Consumption::from_items(call.function.form.lazy, seen.items);
    let formatter = call.function.form.written_to.as_ref().map(|formatter| formatter.parameter);
    let is_formatter = |changed: &&Changed| Some(changed.parameter) == formatter;
    let text = seen.changed.iter().find(is_formatter).map(Shown::from);
    if let Some((format, value)) =
        call.function.shown(call.arguments).filter(|_| seen.result.shown.debug == Some("Err(Error)"))
    {
        // `format!` would panic. An error of a text without room is the formatter's, so it has no
        // test.
        let room = formatter.and_then(|parameter| split_formatter(call.arguments.source(parameter)).1);
        if room.is_some() {
            return Vec::new();
        }
        return vec![Form {
            lines: vec![format!("assert!(write!(&mut String::new(), {format}, {value}).is_err());")],
            asserts: true,
            imports: vec![Import { cfgs: Vec::new(), path: "std::fmt::Write as _".to_owned() }],
            ..Form::default()
        }];
    }
    let nothing = Inspection::default();
    let result = text.map_or(seen.result, |shown| Value { shown, inspection: &nothing, ..seen.result });
    let is_beside_result = result.shown.type_name != "()";
    let changed = seen.changed.iter().filter(|changed| !is_formatter(changed));
    let changed = changed.map(|changed| Value { is_beside_result, ..Value::from(changed) });
    let is_known =
        |value: &Value<'_>| !observed::choices(scope, ("value", "value"), value, differences).is_empty();
    let changed: Vec<Value<'_>> = changed.filter(is_known).collect();
    let which: Vec<usize> = changed.iter().filter_map(|value| value.parameter).collect();
    let bound = call.arguments.binding(scope, &which);
    // Try the strongest claims about all arguments first, then weaken them one argument at a time.
    let mut levels: Vec<Vec<Claim>> = vec![Vec::new()];
    for value in &changed {
        let variable = value.parameter.and_then(|parameter| bound.value_after_call(parameter));
        let Some(variable) = variable else { continue };
        let inside = format!("{variable}.as_ref().unwrap()");
        let claims = observed::choices(scope, (variable, &inside), value, differences);
        let longest = levels.len().max(claims.len());
        if let (Some(last), Some(weakest)) = (levels.last().cloned(), claims.last()) {
            levels.resize(longest, last);
            for (level, strongest) in levels.iter_mut().enumerate() {
                strongest.extend(claims.get(level).unwrap_or(weakest).claims.iter().cloned());
            }
        }
    }
    levels.retain(|level| !level.is_empty());
    let is_builder = !levels.is_empty() && changed.iter().any(|value| is_returned(value, &result));
    let mut results = |arguments: &Arguments<'_>| match (result.shown.type_name, &consumption) {
        ("()", _) => Vec::new(),
        _ if is_builder => Vec::new(),
        (_, Some(consumption)) => {
            let is_plain = plain::is_plain(&scope.reach, result.shown.type_name);
            let claims = consumption.claims(scope, &call.function.call(arguments), &result.shown, is_plain);
            claims.into_iter().map(|claim| Said { lines: Vec::new(), claims: vec![claim] }).collect()
        }
        (_, None) => about_result(scope, call, arguments, &result, differences),
    };
    let (results_bound, results) = (results(&bound), results(call.arguments));
    let statement = |arguments: &Arguments<'_>| match (result.shown.type_name, &consumption) {
        ("()", _) => format!("{};", call.function.call(arguments)),
        _ if is_builder => format!("{};", call.function.call(arguments)),
        (_, Some(consumption)) => consumption.statement(&call.function.call(arguments)),
        (_, None) => format!("let _ = {};", call.function.call(arguments)),
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
        let said = results.get(pair.0);
        if said.is_none() && level.is_none() {
            continue;
        }
        let mut form = Form { lines: arguments.lines(), asserts: leaves_out(&pair) == 0, ..Form::default() };
        match said {
            Some(Said { lines, claims }) => {
                form.lines.extend(lines.iter().cloned());
                claims.iter().for_each(|claim| form.add(claim));
            }
            None => form.lines.push(statement(arguments)),
        }
        level.into_iter().flatten().for_each(|claim| form.add(claim));
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// Rule 4: true if the result is a reference to an argument, by all observations of both.
fn is_returned(changed: &Value<'_>, result: &Value<'_>) -> bool {
    let seen = |value: &Value<'_>| {
        let getters = value.inspection.getters.iter();
        getters.map(|getter| (getter.called.id.clone(), getter.result.debug.clone())).collect::<Vec<_>>()
    };
    let type_name = result.shown.type_name.strip_prefix("&mut ");
    type_name == Some(changed.shown.type_name) && seen(changed) == seen(result)
}

/// Returns the choices of assertions about the result of a call. A single assertion contains the
/// call; several are about a variable.
fn about_result(
    scope: &mut Scope<'_>,
    call: &Call<'_>,
    arguments: &Arguments<'_>,
    result: &Value<'_>,
    differences: &Differences<'_>,
) -> Vec<Said> {
    let written = call.function.call(arguments);
    let inside = format!("{}.unwrap()", before_dot(&written));
    let alone = observed::choices(scope, (&written, &inside), result, differences);
    if alone.iter().all(|together| together.claims.len() == 1) {
        return alone.into_iter().map(|Together { claims, .. }| Said { lines: Vec::new(), claims }).collect();
    }
    let may_borrow = call.result_type.contains(['&', '\'']) || scope.reach.may_borrow(result.shown.type_name);
    let (lasting, lines) =
        if may_borrow { arguments.lasting(scope) } else { (arguments.clone(), Vec::new()) };
    let name = match variable(result.shown.type_name) {
        name if lasting.free_name(scope, &name) == name => name,
        _ => lasting.free_name(scope, "result"),
    };
    let written = call.function.call(&lasting);
    let inside = format!("{}.unwrap()", before_dot(&written));
    let named = observed::choices(scope, (&name, &name), result, differences);
    let said = alone.into_iter().zip(named).map(|(alone, named)| {
        if alone.claims.len() == 1 {
            return Said { lines: Vec::new(), claims: alone.claims };
        }
        let value = if named.is_inside { &inside } else { &written };
        let advances = named.claims.iter().any(|claim| claim.line.contains(&format!("({name}.next()")));
        let mutability = if advances { "mut " } else { "" };
        let lines = lines.iter().cloned().chain([format!("let {mutability}{name} = {value};")]).collect();
        Said { lines, claims: named.claims }
    });
    said.collect()
}

/// Returns the forms of a test without a result: its call panics, or the items of its result do.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::{Directory, written};
    use crate::suite::reach::Reach;
    use sbst_model::expression::Expression;
    use sbst_model::messages::{Items, Reading};
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
            inspection: Inspection::default(),
        });
        let form = CallForm::default();
        let function = Function { path: "f", generics: "", form: &form, is_known: false, idiom: None };
        let call = Call { function: &function, arguments: &arguments, result_type: "" };
        let shown = Shown { type_name, debug, unordered: false };
        let inspection = Inspection::default();
        let result = Value { shown, inspection: &inspection, parameter: None, is_beside_result: false };
        let changed: Vec<Changed> = changed.collect();
        let seen = Returned { result, items: None, changed: &changed };
        forms(&mut scope, &call, &seen, &Differences::default())
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
        assert!(shown.contains(&String::from("assert!(f(&mut 1, &mut 1, &mut 1));")));
        let asserting = forms.iter().take_while(|form| form.asserts).count();
        assert_eq!((asserting, forms.len()), (4, 8));
        assert!(forms[asserting..].iter().all(|form| !form.asserts));
    }

    #[test]
    fn arguments_without_observations_are_not_bound() {
        let lines = |type_name, changed| all_forms(type_name, "()", changed)[0].lines.join(" ");
        assert_eq!(all_forms("bool", "true", &[("demo::Opaque", "")])[0].lines, ["assert!(f(&mut 1));"]);
        assert_eq!(lines("()", &[("str", "\"A\"")]), "let mut a0 = 1; f(&mut a0); assert_eq!(a0, \"A\");");
        assert_eq!(lines("()", &[("[u8]", "[]")]), "let mut a0 = 1; f(&mut a0); assert!(a0.is_empty());");
        let of_bytes = |debug| all_forms("()", "()", &[("[u8]", debug)])[0].lines.join(" ");
        assert_eq!(of_bytes("[97, 98]"), "let mut a0 = 1; f(&mut a0); assert_eq!(a0, *b\"ab\");");
        assert_eq!(of_bytes("[0]"), "let mut a0 = 1; f(&mut a0); assert_eq!(a0, [0]);");
    }

    #[test]
    fn advanced_result_is_bound_to_a_mutable_variable() {
        let exports = Directory::with_files(&[("src/lib.rs", "")]).exports();
        let others = Default::default();
        let mut scope = Scope::new(Reach::outside(&exports, &others), false);
        let arguments = written(&mut scope, &[], &[], &mut Vec::new());
        let form = CallForm::default();
        let function = Function { path: "f", generics: "", form: &form, is_known: false, idiom: None };
        let call = Call { function: &function, arguments: &arguments, result_type: "" };
        let items = Reading {
            type_name: "alloc::vec::Vec<u8>".to_owned(),
            debug: "[]".to_owned(),
            unordered: false,
            items: Some(Items { count: Some(0), cut_after: None }),
        };
        let inspection =
            Inspection { display: Some("a".to_owned()), items: Some(items), ..Inspection::default() };
        let shown = Shown { type_name: "demo::Lines", debug: None, unordered: false };
        let result = Value { shown, inspection: &inspection, parameter: None, is_beside_result: false };
        let seen = Returned { result, items: None, changed: &[] };
        let forms = forms(&mut scope, &call, &seen, &Differences::default());
        assert_eq!(
            forms[0].lines.join(" "),
            "let mut lines = f(); assert_eq!(lines.to_string(), \"a\"); assert!(lines.next().is_none());"
        );
    }

    /// Returns the strongest form of a test of a function that writes to its second argument, a
    /// formatter.
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
        let call = Call { function: &function, arguments: &arguments, result_type: "" };
        let text = Changed {
            parameter: 1,
            type_name: "alloc::string::String".to_owned(),
            debug: Some("\"1 2\"".to_owned()),
            unordered: false,
            inspection: Inspection::default(),
        };
        let shown = Shown { type_name: "", debug: Some(result), unordered: false };
        let inspection = Inspection::default();
        let result = Value { shown, inspection: &inspection, parameter: None, is_beside_result: false };
        let seen = Returned { result, items: None, changed: &[text] };
        forms(&mut scope, &call, &seen, &Differences::default())[0].lines.join(" ")
    }

    #[test]
    fn formatter_output_is_asserted_with_format() {
        for (letters, format, expected) in [
            (Some(""), "\"{}\"", "assert_eq!(Point.to_string(), \"1 2\");"),
            (Some(""), "\"{:>5}\"", "assert_eq!(format!(\"{Point:>5}\"), \"1 2\");"),
            (Some("?"), "\"{:#}\"", "assert_eq!(format!(\"{Point:#?}\"), \"1 2\");"),
            (Some("x"), "\"{}\"", "assert_eq!(format!(\"{Point:x}\"), \"1 2\");"),
            (
                None,
                "\"{:.2}\"",
                "assert_eq!(format!(\"{:.2}\", shown_by(|formatter| f(&Point, formatter))), \"1 2\");",
            ),
        ] {
            assert_eq!(formatter_assertion(letters, format, "Ok(())"), expected);
        }
        let failing = "assert!(write!(&mut String::new(), \"{}\", Point).is_err());";
        assert_eq!(formatter_assertion(Some(""), "\"{}\"", "Err(Error)"), failing);
        let with_room = "assert_eq!(format!(\"{Point:?}\"), \"1 2\");";
        assert_eq!(formatter_assertion(Some("?"), "\"{}\", 3", "Ok(())"), with_room);
    }

    #[test]
    fn calls_without_assertions_are_no_tests() {
        assert!(all_forms("()", "()", &[]).is_empty());
        assert!(all_forms("()", "()", &[("demo::Opaque", "")]).is_empty());
        assert!(all_forms("demo::Error", "", &[]).is_empty());
    }
}
