//! [Texts](Spelling) that parse as built values.
//!
//! Method look-up finds which types display and parse texts; [`Spelled`] is called behind two
//! references.

use crate::probe::panics;
use crate::value::frame::Frame;
use crate::value::observation::show;
use sbst_model::expression::Spelling;
use sbst_model::shape::Template;
use std::fmt::{Debug, Display};
use std::str::FromStr;

/// The most bytes of a text: a longer one is no more readable than the value.
const LONGEST: usize = 64;

pub struct Spelled<'a, T>(pub &'a T);

/// Preferred by method look-up.
pub trait Spells {
    /// Returns the displayed text, if it parses as a value with the same `{:?}` text.
    fn text(&self) -> Option<String>;
}

/// The fallback: no such texts.
pub trait CannotSpell {
    fn text(&self) -> Option<String> {
        None
    }
}

impl<T: Display + FromStr + Debug> Spells for &Spelled<'_, T> {
    fn text(&self) -> Option<String> {
        panics::forgive(|| {
            let text = self.0.to_string();
            let is_fit = !text.is_empty() && text.len() <= LONGEST && !text.contains('\n');
            let parsed = is_fit.then(|| text.parse::<T>().ok()).flatten()?;
            (show(&parsed)? == show(self.0)?).then_some(text)
        })?
    }
}

impl<T> CannotSpell for Spelled<'_, T> {}

impl Frame<'_> {
    /// Notes the text of a value that was built from the nodes from `node` on, if texts are
    /// requested.
    #[inline]
    pub fn spell(&self, node: usize, template: Template, text: &dyn Fn() -> Option<String>) {
        if self.observation_of_all().is_some() {
            self.spell_if_wanted(node, template, text);
        }
    }

    #[cold]
    fn spell_if_wanted(&self, node: usize, template: Template, text: &dyn Fn() -> Option<String>) {
        let Some(observation) = self.observation_of_all() else { return };
        if observation.borrow().spellings.is_none() {
            return;
        }
        let text = text();
        let mut observation = observation.borrow_mut();
        if let (Some(spellings), Some(text)) = (&mut observation.spellings, text) {
            spellings.push(Spelling { node, template, text });
        }
    }
}

#[cfg(test)]
#[allow(clippy::needless_borrow)] // as the attribute emits it
mod tests {
    use super::*;
    use crate::value::frame::Observation;
    use crate::value::store::Store;
    use sbst_model::{NodeKind, TestCase};
    use std::cell::RefCell;
    use std::num::NonZeroU8;

    struct Opaque;

    #[test]
    fn a_text_that_parses_as_the_value_spells_it() {
        assert_eq!((&&Spelled(&NonZeroU8::MIN)).text(), Some("1".to_owned()));
        assert_eq!((&&Spelled(&f64::NAN)).text(), Some("NaN".to_owned()));
        assert_eq!((&&Spelled(&String::new())).text(), None);
        assert_eq!((&&Spelled(&"a".repeat(LONGEST + 1))).text(), None);
        assert_eq!((&&Spelled(&Opaque)).text(), None);
    }

    #[test]
    fn texts_are_noted_only_on_request() {
        let (mut test, store) = (TestCase::new(), Store::default());
        test.leaf(NodeKind::Product, 0);
        for is_wanted in [false, true] {
            let spellings = is_wanted.then(Vec::new);
            let observation = RefCell::new(Observation { spellings, ..Observation::default() });
            let frame = Frame::new(&test, &store, Some(&observation));
            frame.spell(0, "{0}.parse::<u8>().unwrap()", &|| (&&Spelled(&7_u8)).text());
            let texts = observation.into_inner().spellings.unwrap_or_default();
            assert_eq!(texts.len(), usize::from(is_wanted));
            assert!(texts.iter().all(|spelling| (spelling.node, &*spelling.text) == (0, "7")));
        }
    }
}
