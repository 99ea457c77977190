//! Uses of the variables of a [story](super).

use super::Story;
use sbst_model::expression::Piece;

/// A mention of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// Index of the statement; the tested call has the index after the last one.
    pub(super) statement: usize,
    /// Index of the argument.
    pub(super) argument: usize,
    pub(super) how: How,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum How {
    ByValue,
    Shared,
    Changed,
    /// Receiver of a method call with unknown receiver type.
    Called,
}

impl Story<'_> {
    /// Returns all mentions of a variable, in order.
    pub(super) fn mentions(&self, name: &str) -> Vec<Mention> {
        let is_it = |piece: &&Piece| matches!(piece, Piece::Variable(variable) if variable == name);
        let mut mentions = Vec::new();
        for statement in 0..=self.before.len() {
            for (argument, expression) in self.find_arguments(statement).iter().enumerate() {
                let pieces = &expression.0;
                for (at, _) in pieces.iter().enumerate().filter(|(_, piece)| is_it(piece)) {
                    let before = at.checked_sub(1).and_then(|at| pieces.get(at));
                    let how = match (before, pieces.get(at + 1)) {
                        (Some(Piece::Source(before)), _) if before.ends_with("&mut ") => How::Changed,
                        (Some(Piece::Source(before)), _) if before.ends_with('&') => How::Shared,
                        (_, Some(Piece::Source(after))) if after.starts_with('.') => How::Called,
                        _ => How::ByValue,
                    };
                    mentions.push(Mention { statement, argument, how });
                }
            }
        }
        mentions
    }
}
