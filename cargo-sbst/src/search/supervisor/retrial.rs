//! The retrial of slow executions, at the end, in the remaining time.
//!
//! # Policy
//! 1. One test case of a function is tried again: the smallest that was too slow. If that does not
//!    end, larger ones do not either.
//! 2. It gets all the remaining time, up to the hang timeout. Less than [`WORTH`] times its first
//!    limit is not worth a try.
//! 3. If it does not end within the hang timeout, it is a hang, which is a finding. But if its time
//!    [grows](endless) with its values, it stays slow. If a worker crashes in it, that is a
//!    finding. If it ends, it is a test like any other.

use super::{Supervisor, blame::repeat_within, endless};
use crate::ui::interrupt;
use crate::worker::watch::{Cause, End};
use cargo_metadata::camino::Utf8PathBuf;
use sbst_model::TestCase;
use sbst_model::magnitude::Magnitude;
use sbst_model::messages::Fatal;
use std::time::Duration;

/// A try within less than twice the time would end as the one before.
const WORTH: u32 = 2;

impl Supervisor<'_> {
    /// True if a test case was too slow, and was not tried again.
    pub fn has_slow(&self) -> bool {
        !self.has_tried_again && self.record.fatal().iter().any(Fatal::is_slow)
    }

    /// Tries the smallest slow test case again, within this time. True if it is not slow any more.
    pub fn try_again(&mut self, left: Duration) -> anyhow::Result<bool> {
        let within = left.min(self.assignment.hang_timeout);
        let is_worth_it = self.slow().is_some_and(|before| within >= WORTH * before);
        if !is_worth_it || !self.has_slow() || self.failure.is_some() || interrupt::requested() {
            return Ok(false);
        }
        let slow = self.record.fatal().iter().filter(|fatal| fatal.is_slow());
        let Some(smallest) = slow.min_by_key(|fatal| size(&fatal.test)).cloned() else { return Ok(false) };
        self.has_tried_again = true;
        let directory = Utf8PathBuf::from(format!("{}-again", self.assignment.directory));
        let end = repeat_within(&self.assignment, &directory, &smallest.test, None, within)?;
        self.assignment.host.directories.keep(&directory);
        let death = match end {
            Some(End::Done) => None,
            Some(End::Crashed(crash))
                if crash.cause != Cause::Hang || within == self.assignment.hang_timeout =>
            {
                let is_hang = crash.cause == Cause::Hang;
                if is_hang && endless::measure(&self.assignment, &smallest.test)?.grows() {
                    return Ok(false);
                }
                Some(crash.death)
            }
            _ => return Ok(false),
        };
        let is_over = death.is_none();
        self.record.tried_again(&smallest.test, death);
        // It may have to be executed several times to become a test.
        if is_over {
            self.offer(vec![smallest.test]);
        }
        Ok(true)
    }
}

/// Returns the size of a stored test case: the bits of its greatest number and of its length.
fn size(test: &str) -> u32 {
    let Some(test) = TestCase::from_hex(test) else { return u32::MAX };
    let Magnitude { number, length } = Magnitude::of_call(&test, 0, &[]);
    number + length
}
