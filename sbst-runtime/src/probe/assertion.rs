//! Assertions.
//!
//! *`assert_eq!` and its kin* stay where they are, and may be anybody's macro of that name: what they do decides. So the
//! probe stands around the macro, sees its operands on their way, and sees whether it came back.
//!
//! *`assert!`* shows the text of its condition when it fails, and would show a rewritten one. So it gets a message, the one it
//! would have had. Where a crate has an `assert!` of its own, which may take no message, the text goes with the condition, as
//! an argument, and is put back where a panic's message is noted. Tests that were
//! generated expect the message of the program as it was written.

use crate::probe::branch_distance::{to_other_outcome, Comparison, Operand, Snapshot};
use crate::probe::comparison::Operator;
use crate::probe::notes;
#[cfg(feature = "search")]
use crate::probe::panics;
use crate::probe::site::Site;
use sbst_model::Distance;
use std::cell::Cell;

/// Around the text that an assertion would have shown. Characters that are in no program.
#[cfg(feature = "search")]
const MARKS: [char; 2] = ['\u{2045}', '\u{2046}'];

/// The probe of an assertion that compares. It keeps no operand: the macro may take them.
pub struct Assertion {
    site: &'static Site,
    operator: Operator,
    /// Whether anybody wants to know distances.
    is_looked_at: bool,
    /// The left operand, until the right one is known.
    left: Cell<Snapshot>,
    /// From the other outcome: if it holds, and if it does not.
    away: Cell<[Distance; 2]>,
    /// Whether both operands have been evaluated, or may have been.
    is_evaluated: Cell<bool>,
    holds: Cell<bool>,
}

impl Assertion {
    /// Before the assertion.
    #[inline(always)]
    pub fn begin(site: &'static Site, operator: Operator) -> Assertion {
        Assertion {
            site,
            operator,
            is_looked_at: site.wants_distances(),
            left: Cell::new(Snapshot::OTHER),
            away: Cell::new([Distance::ONE; 2]),
            is_evaluated: Cell::new(false),
            holds: Cell::new(false),
        }
    }

    /// The left operand has been evaluated.
    #[inline(always)]
    pub fn left<L: ?Sized>(&self, left: &L) {
        if self.is_looked_at {
            self.left.set(Snapshot::of(left));
        }
    }

    /// Then the right one has been.
    #[inline(always)]
    pub fn right<R: ?Sized>(&self, right: &R) {
        self.is_evaluated.set(true);
        if self.is_looked_at {
            let left = self.left.replace(Snapshot::OTHER);
            notes::expected(self.site, self.operator, left.operand(), Operand::of(right));
            self.away.set([true, false].map(|holds| left.to_other_outcome(self.operator, right, holds)));
        }
    }

    /// Both operands, where they can be seen at the same time.
    #[inline(always)]
    pub fn both<L: ?Sized, R: ?Sized>(&self, left: &L, right: &R) {
        self.is_evaluated.set(true);
        if self.is_looked_at {
            notes::expected(self.site, self.operator, Operand::of(left), Operand::of(right));
            self.away.set([true, false].map(|holds| to_other_outcome(self.operator, left, right, holds)));
        }
    }

    /// Operands that cannot be looked at.
    #[inline(always)]
    pub fn unseen(&self) {
        self.is_evaluated.set(true);
    }
}

impl Comparison for &Assertion {
    #[inline(always)]
    fn to_other_outcome(&self, holds: bool) -> Distance {
        self.away.get()[usize::from(!holds)]
    }

    /// The operands were written down when they could be seen.
    #[inline(always)]
    #[cfg(feature = "search")]
    fn record_otherwise(&self, site: &'static Site, holds: bool) {
        site.record_otherwise(holds, self.to_other_outcome(holds));
    }
}

/// After the assertion: it let the program go on.
#[inline(always)]
pub fn assertion_holds<T>(value: T, assertion: &Assertion) -> T {
    assertion.holds.set(true);
    value
}

/// It failed if nobody said that it holds, unless the panic is another: of `==` itself, or of a limit. Which one it is can
/// be told on the searching thread only; on others, an assertion that fails is not recorded.
impl Drop for Assertion {
    #[inline]
    fn drop(&mut self) {
        let holds = self.holds.get();
        if holds || self.is_evaluated.get() && (!std::thread::panicking() || is_of_assertion()) {
            self.site.record_comparison(holds, &*self);
        }
    }
}

/// Whether the panic under way is that of an assertion.
#[cfg(feature = "search")]
fn is_of_assertion() -> bool {
    panics::last_begins_with("assertion")
}

/// While a user's own tests run there is no hook of ours to tell: it is taken for one.
#[cfg(not(feature = "search"))]
fn is_of_assertion() -> bool {
    true
}

/// The condition of an `assert!`, with the text that it would have shown, in marks.
#[inline(always)]
pub fn asserted(holds: bool, _text: &'static str) -> bool {
    holds
}

/// The message of a panic as it would have been without instrumentation.
#[cfg(feature = "search")]
pub(crate) fn as_written(message: String) -> String {
    restored(&message).unwrap_or(message)
}

/// `before …::__private::asserted(…, "⁅text⁆") after`, or the same with spaces between the tokens, as `before text after`.
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

/// `text` without the path `…::` at its end.
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
