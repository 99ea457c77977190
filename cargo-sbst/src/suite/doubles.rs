//! Doubles in a file of tests: types that implement a trait of the crate under test and return
//! their fields' values. The templates contain their source.

use super::blocks::Definition;
use super::helpers::{HELPERS, in_file};
use sbst_model::Expression;
use sbst_model::messages::TestOutline;
use sbst_model::target::CallForm;
use std::collections::BTreeSet;

/// Returns the sources of the doubles in a test's arguments.
fn items(outline: &TestOutline) -> impl Iterator<Item = &Expression> {
    let before = outline.before.iter().flat_map(|statement| &statement.arguments);
    before.chain(&outline.arguments).flat_map(Expression::items)
}

/// Writes the doubles in a test's arguments, with each path converted by `path`.
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

/// Returns the paths of doubles that a test with this call has in types, but in no value.
pub fn without_value(outline: &TestOutline, form: &CallForm) -> BTreeSet<String> {
    let names = names(outline);
    let statements = outline.before.iter();
    let called = statements.filter_map(|statement| Some(&statement.called.as_ref()?.form));
    let of_calls = called.chain([form]).flat_map(|form| form.owner.iter().chain([&form.generics]));
    let arguments = outline.before.iter().flat_map(|statement| &statement.arguments);
    let paths = of_calls.chain(arguments).chain(&outline.arguments).flat_map(Expression::paths);
    let named = |path: &&str| in_file(path).is_some_and(|name| names.iter().any(|known| known == name));
    let is_helper = |path: &&str| HELPERS.iter().any(|helper| in_file(path) == Some(helper.name));
    let own = paths.filter(|path| in_file(path).is_some());
    own.filter(|path| !named(path) && !is_helper(path)).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::fixtures::expression;
    use sbst_model::expression::Piece;
    use sbst_model::messages::Observed;

    fn inferred(arguments: Vec<Expression>) -> BTreeSet<String> {
        let outline = TestOutline {
            differs: Default::default(),
            ..TestOutline::new(arguments, Observed::Panicked { message: String::new(), place: None })
        };
        without_value(&outline, &CallForm::default())
    }

    #[test]
    fn a_double_without_a_value_is_left_to_inference() {
        let path = || "self::WalkerDouble".to_owned();
        let empty = expression("«demo::Iter»::<«self::WalkerDouble»>::new(«self::failing»(1))");
        assert_eq!(inferred(vec![empty.clone()]), [path()].into());
        let item = Piece::Item(Expression::source("#[derive(Clone)]\nstruct WalkerDouble {}"));
        let value = Expression(vec![item, Piece::Path(path()), Piece::Source(" {}".to_owned())]);
        assert_eq!(inferred(vec![empty, value]), [].into());
    }
}
