//! Parameters `&mut`: the call compiles and is made, for any borrow in the result and any
//! referents.

use crate::drawn::{check, tell};

/// A lifetime hidden in the signatures below.
struct Hidden<'a>(&'a mut Vec<bool>);

impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        self.0.clear();
    }
}

#[sbst::instrument]
#[allow(elided_lifetimes_in_paths, mismatched_lifetime_syntaxes)]
fn hidden(values: &mut Vec<bool>) -> Hidden {
    tell(&values);
    Hidden(values)
}

#[sbst::instrument]
fn opaque(values: &mut Vec<bool>) -> impl Iterator<Item = &mut bool> {
    tell(&values);
    values.iter_mut()
}

#[sbst::instrument]
fn kept<'a>(values: &'a mut Vec<&'a bool>, value: &'a bool) -> usize {
    tell(&values);
    tell(value);
    values.push(value);
    values.len()
}

#[sbst::instrument]
fn lent<'a, 'b: 'a>(
    own: &mut Option<bool>,
    named: &'a mut bool,
    other: &mut Option<&'b mut bool>,
    slice: &mut [Option<bool>],
    text: &'b bool,
) -> Option<&'b mut bool> {
    tell(&own);
    tell(&named);
    tell(&other);
    tell(&*slice);
    tell(text);
    *named = !*named;
    *own = None;
    other.take()
}

#[sbst::instrument]
fn twice<'a>(left: &'a mut bool, right: &mut &'a mut bool, nested: &mut &mut bool) -> &'a bool {
    tell(&left);
    tell(&right);
    tell(**nested);
    std::mem::swap(&mut **right, left);
    left
}

#[test]
fn changed_arguments_are_built_as_written() {
    for name in ["hidden", "opaque", "kept", "lent", "twice"] {
        check(name, |source| source.replace("&mut ", "").replace('&', "").replace("vec![", "["));
    }
}
