//! Names of the variables of a story: rule 3 of [stories](super).

use super::Story;
use crate::suite::text::naming::Naming;
use crate::suite::text::variables::{candidates, last_word, of_parameter};
use sbst_model::expression::Piece;
use sbst_model::messages::Statement;
use sbst_vocabulary::standard::types::is_number;
use std::collections::BTreeSet;

/// The formatter's name in generated code, which no variable may have.
const RESERVED: &str = "formatter";

impl<'t> Story<'t> {
    /// Names the variables. The story's imports have their names already.
    pub(super) fn assign_names(&mut self, naming: &dyn Naming) {
        let mut used = BTreeSet::new();
        for (index, statement) in self.before.iter().enumerate() {
            let Some(variable) = self.bound(index) else { continue };
            let goes_on = statement.arguments.iter().find_map(|argument| match &argument.0[..] {
                [Piece::Variable(name)] => self.is_continued(name, &variable.name, index).then_some(name),
                _ => None,
            });
            let name = match goes_on {
                Some(name) => self.names[name.as_str()].clone(),
                None => free(readable(stem(&variable.name)), &used, naming),
            };
            used.insert(name.clone());
            self.names.insert(&variable.name, name);
        }
    }

    /// True if the result of a statement continues a variable that the statement takes by value.
    fn is_continued(&self, name: &str, result: &str, index: usize) -> bool {
        let given =
            |statement: &Statement| statement.variable.as_ref().is_some_and(|given| given.name == name);
        let origin = self.before[..index].iter().position(given);
        stem(name) == stem(result)
            && origin.is_some_and(|origin| !self.in_place[origin])
            && self.mentions(name).iter().all(|mention| mention.statement <= index)
    }
}

/// Returns a variable's name without its distinguishing number.
fn stem(name: &str) -> &str {
    match name.rsplit_once('_') {
        Some((stem, number)) if !stem.is_empty() && number.parse::<u32>().is_ok() => stem,
        _ => name,
    }
}

/// Returns the readable form of a variable's name that comes from its type.
fn readable(name: &str) -> &str {
    match name {
        "bool" => "flag",
        "char" => "character",
        "str" => "text",
        name if is_number(name) => "number",
        name => last_word(of_parameter(name)),
    }
}

/// Returns an unused name without another meaning.
pub fn free(name: &str, used: &BTreeSet<String>, naming: &dyn Naming) -> String {
    let is_free =
        |name: &String| !used.contains(name) && !naming.is_taken(name) && name != RESERVED && name != "self";
    candidates(name).find(is_free).expect("numbers do not end")
}
