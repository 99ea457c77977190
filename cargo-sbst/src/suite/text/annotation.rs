//! Types of the variables of a test that only a qualified call names.

use super::assertion::Form;
use super::idiom;
use super::scope::last_name;

/// Returns the form with types for its variables of generic types, taken from the qualified form.
pub fn annotated(form: &Form, qualified: &Form) -> Form {
    let annotate = |line: &String| {
        let bound = line.strip_prefix("let ").map(|rest| rest.strip_prefix("mut ").unwrap_or(rest));
        let (name, value) = bound.and_then(|rest| rest.split_once(" = "))?;
        let is_made =
            value.starts_with(char::is_uppercase) && !value.contains("::<") && value.ends_with(");");
        let ty = is_made.then(|| type_of(name, &qualified.lines)).flatten()?;
        let is_of_type = value.strip_prefix(ty.split('<').next()?)?.starts_with("::");
        is_of_type.then(|| line.replacen(" = ", &format!(": {ty} = "), 1))
    };
    let lines = form.lines.iter().map(|line| annotate(line).unwrap_or_else(|| line.clone()));
    let mut annotated = Form { lines: lines.collect(), ..form.clone() };
    for import in &qualified.imports {
        if !annotated.imports.contains(import) && annotated.mentions(last_name(&import.path)) {
            annotated.imports.push(import.clone());
        }
    }
    annotated
}

/// Returns the type with arguments that qualified calls on a variable name: `Ring<3, i32>` for
/// `Ring::<3, i32>::push(&mut ring, 1)` and for `<&Ring<3, i32> as Trait>::f(&ring)`. One without an
/// open argument comes first.
fn type_of(variable: &str, qualified: &[String]) -> Option<String> {
    let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
    let called = |line: &String| {
        let of = ["(&mut ", "(&"].iter().find_map(|sign| {
            let at = line.find(&format!("{sign}{variable}"))?;
            let behind = &line[at + sign.len() + variable.len()..];
            (!behind.starts_with(is_part)).then_some(&line[..at])
        })?;
        let (owner, _) = of.rsplit_once("::")?;
        let mut depth = 0;
        let start = owner.char_indices().rev().find(|(_, sign)| {
            depth += i32::from(*sign == '>') - i32::from(*sign == '<');
            depth == 0 && !is_part(*sign) && !matches!(sign, '<' | ':')
        });
        let owner = &owner[start.map_or(0, |(at, sign)| at + sign.len_utf8())..];
        let implementor = idiom::implementor(owner).unwrap_or(owner);
        let is_of_trait = implementor.len() < owner.len();
        let ty = implementor.trim_start_matches('&').trim_start_matches("mut ");
        (ty.ends_with('>') && (is_of_trait || ty.contains("::<"))).then(|| ty.replace("::<", "<"))
    };
    let mut found: Vec<String> = qualified.iter().filter_map(called).collect();
    found.sort_by_key(|ty| ty.contains('_'));
    found.into_iter().next()
}
