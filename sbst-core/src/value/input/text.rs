//! Characters and texts.

use crate::value::build::Build;
use crate::value::frame::Frame;
use crate::value::within::Within;
use sbst_model::shape::{Alphabet, Shape, Template, Text};
use std::error::Error;
use std::rc::Rc;
use std::sync::Arc;

/// The most characters of a text. Longer ones rarely reach new goals, and cost time in every
/// execution.
pub(super) const LONGEST_TEXT: usize = 256;

impl<'f> Build<'f> for char {
    owned!(Character);

    fn shape<B: Within>() -> &'static Shape {
        const { &Shape::Char(B::BOUNDS.alphabet_or_all()) }
    }
    #[inline]
    fn build(frame: &'f Frame<'f>) -> char {
        u32::try_from(frame.next().payload)
            .ok()
            .and_then(char::from_u32)
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}

/// Returns a text within the bounds `B`.
pub(super) const fn text<B: Within>(template: Template, empty: Option<Template>) -> Text {
    bounded_text::<B>(B::BOUNDS.alphabet_or_all(), template, empty)
}

/// Returns a text of these characters whose length is within the bounds `B`.
pub(super) const fn bounded_text<B: Within>(
    alphabet: Alphabet,
    template: Template,
    empty: Option<Template>,
) -> Text {
    let (shortest, longest) = B::BOUNDS.length_or(0, LONGEST_TEXT);
    Text { template, empty, shortest, longest, alphabet }
}

texts! {
    borrowed &'f str: |B| text::<B>("{0}", None), |_frame, text| text;
    borrowed &'f mut str: |B| text::<B>("&mut String::from({0})", Some("&mut String::new()")),
        |frame, text| frame.store().keep_text(text);
    owned String: |B| text::<B>("String::from({0})", Some("String::new()")), |_frame, text| text.to_owned();
    owned Box<str>: |B| text::<B>("Box::from({0})", None), |_frame, text| text.into();
    owned Box<dyn Error>: |B| text::<B>("Box::from({0})", None), |_frame, text| text.into();
    owned Box<dyn Error + Send + Sync>: |B| text::<B>("Box::from({0})", None), |_frame, text| text.into();
    owned Rc<str>: |B| text::<B>("{std::rc::Rc}::from({0})", None), |_frame, text| text.into();
    owned Arc<str>: |B| text::<B>("{std::sync::Arc}::from({0})", None), |_frame, text| text.into();
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::sync::Arc;

    #[test]
    fn texts_are_built_as_they_are_printed() {
        check!(char, ['\''], '\'');
        check!(&str, ["say \"ä\"\n"], "say \"ä\"\n");
        check!(String, ["a"], String::from("a"));
        check!(String, [""], String::new());
        check!(&mut str, ["a"], &mut String::from("a"));
        check!(Box<str>, ["a"], Box::from("a"));
        check!(Option<Rc<str>>, [1, "a"], Some(Rc::from("a")));
        check!(&Arc<str>, [""], &Arc::from(""));
    }
}
