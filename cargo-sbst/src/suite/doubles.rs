//! Doubles in a file of tests: types that have a trait of the crate under test and answer from
//! their fields. Templates bring their source along.

use super::file::blocks::Definition;
use sbst_model::Expression;
use sbst_model::messages::TestOutline;

/// Returns the sources of the doubles in a test's arguments.
fn items(outline: &TestOutline) -> impl Iterator<Item = &Expression> {
    let before = outline.before.iter().flat_map(|statement| &statement.arguments);
    before.chain(&outline.arguments).flat_map(Expression::items)
}

/// Writes the doubles in a test's arguments, with each path as `path` says.
pub fn written(outline: &TestOutline, mut path: impl FnMut(&str) -> String) -> Vec<Definition> {
    let mut found: Vec<Definition> = Vec::new();
    for item in items(outline) {
        let definition = Definition::from_text(item.with_paths(&mut path));
        if !found.iter().any(|known| known.name == definition.name) {
            found.push(definition);
        }
    }
    found
}

/// Returns the names of the doubles in a test's arguments.
pub fn names(outline: &TestOutline) -> Vec<String> {
    written(outline, str::to_owned).into_iter().map(|definition| definition.name).collect()
}
