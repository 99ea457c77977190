//! Making texts shorter and plainer. The given nodes have equal texts before and after.

use super::{candidates::characters, values::Simplifier};
use sbst_model::shape::Text;

impl Simplifier<'_, '_> {
    /// Removes characters, half of them at once, then a quarter …, then each.
    pub(super) fn shorten_text(&mut self, shape: &Text, nodes: &[usize]) -> bool {
        let mut changed = false;
        let mut text: Vec<char> = self.candidate.test.text(nodes[0]).chars().collect();
        let mut chunk = text.len();
        while chunk > 0 {
            let mut at = 0;
            while at < text.len() {
                let removable = text.len().saturating_sub(shape.shortest);
                let end = (at + chunk.min(removable)).min(text.len());
                let shorter: Vec<char> = [&text[..at], &text[end..]].concat();
                if self.try_text(nodes, &shorter) {
                    text = shorter;
                    changed = true;
                } else {
                    at += chunk;
                }
            }
            chunk /= 2;
        }
        changed
    }

    /// Replaces each character by a simpler one.
    pub(super) fn simplify_text(&mut self, shape: &Text, nodes: &[usize]) -> bool {
        let mut changed = false;
        let mut text: Vec<char> = self.candidate.test.text(nodes[0]).chars().collect();
        for at in 0..text.len() {
            let before = text[at];
            for simpler in characters(&shape.alphabet, before) {
                text[at] = simpler;
                if self.try_text(nodes, &text) {
                    changed = true;
                    break;
                }
                text[at] = before;
            }
        }
        changed
    }

    fn try_text(&mut self, nodes: &[usize], characters: &[char]) -> bool {
        let text: String = characters.iter().collect();
        self.attempt(|test| nodes.iter().for_each(|&node| test.set_text(node, &text)))
    }
}
