//! Assertions.
//!
//! *`assert_eq!` and similar macros* stay as written, because a user's macro may have the same name
//! and its own behaviour. The probe surrounds the macro: it reads the operands when they are
//! evaluated, and records whether the macro returned.
//!
//! *`assert!`* prints the text of its condition when it fails, and would print the rewritten
//! condition. So the probe passes the original text as the message. A crate's own `assert!` may not
//! accept a message. Then the text is an argument of the condition, and is restored where a panic's
//! message is recorded. Generated tests expect the message of the program as written.

use crate::probe::branch_distance::{to_other_outcome, Comparison, Operand, Snapshot};
use crate::probe::comparison::Operator;
use crate::probe::notes;
#[cfg(feature = "search")]
use crate::probe::panics;
use crate::probe::site::Site;
use sbst_model::Distance;
use std::cell::Cell;

/// Marks around the original text of an assertion: characters that no program contains.
#[cfg(feature = "search")]
const MARKS: [char; 2] = ['\u{2045}', '\u{2046}'];

/// The probe of an assertion that compares. It keeps no operand, because the macro may take them.
pub struct Assertion {
    site: &'static Site,
    operator: Operator,
    /// True if the distances are wanted.
    is_looked_at: bool,
    /// The left operand, until the right one is evaluated.
    left: Cell<Snapshot>,
    /// The distances to the other outcome: if the assertion holds, and if it does not.
    distance: Cell<[Distance; 2]>,
    /// True if both operands have been evaluated, or may have been.
    is_evaluated: Cell<bool>,
    holds: Cell<bool>,
}

impl Assertion {
    /// Begins the probe before the assertion.
    #[inline(always)]
    pub fn begin(site: &'static Site, operator: Operator) -> Assertion {
        Assertion {
            site,
            operator,
            is_looked_at: site.wants_distances(),
            left: Cell::new(Snapshot::OTHER),
            distance: Cell::new([Distance::ONE; 2]),
            is_evaluated: Cell::new(false),
            holds: Cell::new(false),
        }
    }

    /// Records that the left operand has been evaluated.
    #[inline(always)]
    pub fn left<L: ?Sized>(&self, left: &L) {
        if self.is_looked_at {
            self.left.set(Snapshot::from_value(left));
        }
    }

    /// Records that the right operand has been evaluated.
    #[inline(always)]
    pub fn right<R: ?Sized>(&self, right: &R) {
        self.is_evaluated.set(true);
        if self.is_looked_at {
            let left = self.left.replace(Snapshot::OTHER);
            notes::expected(self.site, self.operator, left.operand(), Operand::from_value(right));
            self.distance.set([true, false].map(|holds| left.to_other_outcome(self.operator, right, holds)));
        }
    }

    /// Records both operands where they are visible at the same time.
    #[inline(always)]
    pub fn both<L: ?Sized, R: ?Sized>(&self, left: &L, right: &R) {
        self.is_evaluated.set(true);
        if self.is_looked_at {
            notes::expected(self.site, self.operator, Operand::from_value(left), Operand::from_value(right));
            self.distance.set([true, false].map(|holds| to_other_outcome(self.operator, left, right, holds)));
        }
    }

    /// Records that the operands are not visible.
    #[inline(always)]
    pub fn unseen(&self) {
        self.is_evaluated.set(true);
    }
}

impl Comparison for &Assertion {
    #[inline(always)]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        self.distance.get()[usize::from(!holds)]
    }

    /// Does not trace the operands again: they were traced when they were visible.
    #[inline(always)]
    #[cfg(feature = "search")]
    fn record_slow(&self, site: &'static Site, holds: bool) {
        site.record_slow(holds, self.to_other_outcome(holds));
    }
}

/// Ends the probe after the assertion, which let the program go on.
#[inline(always)]
pub fn assertion_holds<T>(value: T, assertion: &Assertion) -> T {
    assertion.holds.set(true);
    value
}

/// The assertion failed unless it was recorded to hold, or another panic is in progress: in `==`
/// itself, or at a limit. Only the searching thread can attribute a panic; on other threads a
/// failed assertion is not recorded.
impl Drop for Assertion {
    #[inline]
    fn drop(&mut self) {
        let holds = self.holds.get();
        if holds || self.is_evaluated.get() && (!std::thread::panicking() || is_of_assertion()) {
            self.site.record_comparison(holds, &*self);
        }
    }
}

/// True if the panic in progress comes from an assertion.
#[cfg(feature = "search")]
fn is_of_assertion() -> bool {
    panics::last_begins_with("assertion")
}

/// Without our hook, every panic is assumed to come from an assertion.
#[cfg(not(feature = "search"))]
fn is_of_assertion() -> bool {
    true
}

/// Returns the condition of an `assert!`, whose original text is an argument, in marks.
#[inline(always)]
pub fn asserted(holds: bool, _text: &'static str) -> bool {
    holds
}

/// Returns the message of a panic as the program without instrumentation would print it.
#[cfg(feature = "search")]
pub fn as_written(message: String) -> String {
    restored(&message).unwrap_or(message)
}

/// Returns `before text after` for `before …::__private::asserted(…, "⁅text⁆") after`, with or
/// without spaces between the tokens.
#[cfg(feature = "search")]
fn restored(message: &str) -> Option<String> {
    let call =
        ["__private::asserted", "__private :: asserted"].into_iter().find_map(|call| message.find(call))?;
    let before = without_path(&message[..call]);
    let (text_from, text_to) = (message.rfind(MARKS[0])?, message.rfind(MARKS[1])?);
    let text = message.get(text_from + MARKS[0].len_utf8()..text_to)?;
    let end = text_to + message[text_to..].find(')')? + 1;
    Some(format!("{before}{text}{}", &message[end..]))
}

/// Returns `text` without the path `…::` at its end.
#[cfg(feature = "search")]
fn without_path(text: &str) -> &str {
    let is_part_of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
    let mut path = text;
    while let Some(before) = path.trim_end().strip_suffix("::") {
        let segment = before.trim_end();
        let start = segment.trim_end_matches(is_part_of_name);
        path = if start.len() < segment.len() { start } else { before };
    }
    path
}

#[cfg(all(test, feature = "search"))]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_the_program_is_put_back() {
        let rewritten = [
            "assertion failed: ::sbst::__private::asserted(match a { _ => \"⁅x⁆\" }, \"⁅a == b⁆\")",
            "assertion failed: crate::r#fn::__private::asserted(!x,\n    \"⁅a == b⁆\")",
            "assertion failed: :: sbst :: __private :: asserted (! x , r#\"⁅a == b⁆\"#)",
        ];
        for message in rewritten {
            assert_eq!(as_written(message.to_owned()), "assertion failed: a == b");
        }
        assert_eq!(as_written("check x::__private::asserted(y, \"⁅y⁆\") failed".into()), "check y failed");
    }

    #[test]
    fn other_messages_stay_as_they_are() {
        for message in ["assertion failed: a == b", "", "__private::asserted", "⁆⁅", "__private::asserted ⁆⁅"]
        {
            assert_eq!(as_written(message.to_owned()), message);
        }
    }
}
