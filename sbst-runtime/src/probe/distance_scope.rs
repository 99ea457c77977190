//! What a callee decided: a boolean, an option or a result that comes back from instrumented code takes over the distance at
//! which that code decided, in the place of 0 or 1.
//!
//! Li and Fraser, "Bytecode Testability Transformation", SSBSE 2011, let the value of a flag carry the distance of the
//! condition that it was decided by. Here the value stays as it is, and its condition asks what was evaluated meanwhile:
//!
//! 1. Before what a condition decides on is evaluated, a *listener* is set up, if there is a call in it; when there is a value,
//!    it is taken away. In between it hears each condition that the owner evaluates: which, how, and how far it was from the
//!    other outcome. Listeners are nested: a condition in a callee that has one of its own is heard as one.
//! 2. *Who decided* is the condition that was evaluated last. If it had the other outcome before in this call, as in
//!    `all(…)` that fails late, its last evaluation decided. If not, as in a search that finds nothing, each evaluation
//!    could have, and the nearest counts.
//! 3. *How far it got* orders results before distances do: what has passed more conditions is nearer, whatever the next
//!    one says. Counted are the conditions that were evaluated, and how often the one that decided turned out otherwise.
//! 4. So the distance is above 0 and below 1: 1/(p + 2) + d·(1/(p + 1) − 1/(p + 2)) for p passed and a normalised
//!    distance d. It is a heuristic, as conditions may be evaluated that have no influence on the result; what holds is for
//!    the condition itself to say.
//! 5. The owner has another role while there is a listener, so that other evaluations pay nothing for it. A listener that
//!    has heard [`MOST_HEARD`] evaluations, a long loop, gives up, and the role with it.
//! 6. What a variable was made of is *kept* beside it (`let found = f(x); … if found`), and said again where the variable is
//!    what a condition decides on.
//! 7. A number that comes back and is compared with a literal is as far as the gap, and what was heard tells equal gaps apart:
//!    of the values that stand for something else, as −1 for "not found", none is nearer than another.
//! 8. What `?` lets through may be what the function around gives: what was heard of it is heard further out, too.
//! 9. What leaves between the two halves (a `?`, a panic) leaves its listener behind; the next one further out that ends,
//!    or the end of the execution, takes it away.

use crate::probe::call;
use crate::probe::ordering::Orders;
use crate::probe::role::{self, Role};
use crate::probe::site::Site;
use sbst_model::Distance;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::ptr;

/// Evaluations after which a listener gives up: enough for the texts that are checked character by character.
const MOST_HEARD: u32 = 1_000;
/// Conditions that a listener tells apart: of a function more than most have.
const MOST_CONDITIONS: usize = 16;

thread_local! {
    static LISTENERS: RefCell<Listeners> = const {
        RefCell::new(Listeners { open: 0, all: Vec::new(), said: Distance::ONE, said_order: None })
    };
}

struct Listeners {
    /// How many there are; those behind are kept for their memory.
    open: usize,
    all: Vec<Listener>,
    /// What the last one said that was asked for a pattern, and what it heard of an order.
    said: Distance,
    said_order: Option<Orders>,
}

#[derive(Default)]
struct Listener {
    heard: u32,
    conditions: Vec<Heard>,
    /// Which of these was evaluated last, how, and how far from the other outcome.
    last: Option<(usize, bool, Distance)>,
    /// What two operands were compared to, and if these are equal, the next two.
    order: Option<Orders>,
}

/// The evaluations of one condition.
struct Heard {
    address: usize,
    /// How often it was false, and true.
    counts: [u32; 2],
    /// The least distance from true, and from false.
    nearest: [Distance; 2],
}

impl Listener {
    /// Whether there is more to be heard.
    fn hear(&mut self, address: usize, holds: bool, other: Distance) -> bool {
        self.heard += 1;
        let known = self.conditions.iter().rposition(|heard| heard.address == address);
        let index = known.unwrap_or_else(|| {
            let nothing = Heard { address, counts: [0; 2], nearest: [Distance::FARTHEST; 2] };
            match self.conditions.len() {
                MOST_CONDITIONS => self.conditions[MOST_CONDITIONS - 1] = nothing,
                _ => self.conditions.push(nothing),
            }
            self.conditions.len() - 1
        });
        let heard = &mut self.conditions[index];
        heard.counts[usize::from(holds)] += 1;
        heard.nearest[usize::from(holds)] = heard.nearest[usize::from(holds)].min(other);
        self.last = Some((index, holds, other));
        self.heard < MOST_HEARD
    }

    /// Rules 2 to 4.
    fn away(&self) -> Distance {
        let Some((index, holds, last)) = self.last.filter(|_| self.heard < MOST_HEARD) else {
            return Distance::ONE;
        };
        let heard = &self.conditions[index];
        let (deciding, passes) = match heard.counts[usize::from(!holds)] {
            0 => (heard.nearest[usize::from(holds)], 0),
            passes => (last, passes),
        };
        let passed = f64::from(passes) + (self.conditions.len() - 1) as f64;
        let (least, most) = (1.0 / (passed + 2.0), 1.0 / (passed + 1.0));
        let below_one = deciding.beyond(0);
        Distance::from_magnitude(least + below_one.magnitude() * (most - least), below_one.tie())
    }

    fn begin(&mut self) {
        self.heard = 0;
        self.conditions.clear();
        self.last = None;
        self.order = None;
    }
}

/// A listener that was set up.
#[derive(Clone, Copy, Debug)]
pub struct Listening(Ears);

#[derive(Clone, Copy, Debug)]
enum Ears {
    /// Nobody listens.
    None,
    /// The listener of this number.
    Open(usize),
    /// What was heard before is said again.
    Kept(Kept),
}

/// What was heard while the value of a variable was made.
#[derive(Clone, Copy, Debug)]
pub struct Kept {
    away: Distance,
    order: Option<Orders>,
}

/// Takes the listener away that was set up before a variable was made.
#[inline]
pub fn keep_heard(listening: Listening) -> Kept {
    let (away, order) = end_with_order(listening);
    Kept { away, order }
}

/// What was heard of a variable, in the place of a listener.
#[inline(always)]
pub fn listen_again(kept: Kept) -> Listening {
    Listening(Ears::Kept(kept))
}

/// Sets up a listener.
#[inline]
pub fn listen() -> Listening {
    match role::is_owner() {
        true => LISTENERS.with(|listeners| {
            let Ok(mut listeners) = listeners.try_borrow_mut() else { return Listening(Ears::None) };
            let number = listeners.open;
            listeners.open += 1;
            if listeners.all.len() == number {
                listeners.all.push(Listener::default());
            }
            listeners.all[number].begin();
            if role::current() == Role::Owner {
                role::set(Role::ListeningOwner);
            }
            Listening(Ears::Open(number))
        }),
        false => Listening(Ears::None),
    }
}

/// Takes a listener away, with those that were left behind in it, and says what it has heard.
#[inline]
pub(crate) fn end(listening: Listening) -> Distance {
    end_with_order(listening).0
}

#[inline]
fn end_with_order(Listening(ears): Listening) -> (Distance, Option<Orders>) {
    let nothing = (Distance::ONE, None);
    let number = match ears {
        Ears::None => return nothing,
        Ears::Open(number) => number,
        Ears::Kept(Kept { away, order }) => return (away, order),
    };
    LISTENERS.with(|listeners| {
        let Ok(mut listeners) = listeners.try_borrow_mut() else { return nothing };
        let Some(listener) = listeners.all.get(number) else { return nothing };
        let said = (listener.away(), listener.order);
        listeners.open = number;
        resume(&listeners);
        said
    })
}

/// Gives the owner the role that goes with the innermost listener.
fn resume(listeners: &Listeners) {
    let listens = listeners.open > 0 && listeners.all[listeners.open - 1].heard < MOST_HEARD;
    match role::current() {
        Role::Owner if listens => role::set(Role::ListeningOwner),
        Role::ListeningOwner if !listens => role::set(Role::Owner),
        _ => {}
    }
}

/// A condition was evaluated by the owner, which listens or writes down more.
pub(crate) fn hear(site: &'static Site, holds: bool, other: Distance) {
    hear_at(ptr::from_ref(site).addr(), holds, other);
}

pub(crate) fn hear_at(address: usize, holds: bool, other: Distance) {
    LISTENERS.with(|listeners| {
        let Ok(mut listeners) = listeners.try_borrow_mut() else { return };
        let Some(innermost) = listeners.open.checked_sub(1) else { return };
        if !listeners.all[innermost].hear(address, holds, other) {
            resume(&listeners);
        }
    });
}

/// Two operands were compared, of whose order the innermost listener hears. Where those before were equal, these decide.
pub(crate) fn hear_order(orders: Orders) {
    LISTENERS.with(|listeners| {
        let Ok(mut listeners) = listeners.try_borrow_mut() else { return };
        let Some(innermost) = listeners.open.checked_sub(1) else { return };
        let order = &mut listeners.all[innermost].order;
        if order.map_or(true, |before| before.order == Some(Ordering::Equal)) {
            *order = Some(orders);
        }
    });
}

/// Ends all listening, with the execution.
pub(crate) fn forget() {
    call::forget();
    LISTENERS.with_borrow_mut(|listeners| {
        listeners.open = 0;
        resume(listeners);
    });
}

/// The probe of a bare boolean with a call in it.
#[inline(always)]
pub fn evaluate_called(site: &'static Site, listening: Listening, boolean: bool) -> bool {
    let away = end(listening);
    site.record(boolean, away);
    boolean
}

/// The same for one that asks whether an ordering is one of a set.
#[inline(always)]
pub fn evaluate_ordered(site: &'static Site, listening: Listening, set: u8, boolean: bool) -> bool {
    let (away, order) = end_with_order(listening);
    let away = order.and_then(|order| order.to_one_of(if boolean { !set } else { set })).unwrap_or(away);
    site.record(boolean, away);
    boolean
}

/// The second half for a value that is matched with a pattern, see `said`.
#[inline(always)]
pub fn heard<T>(listening: Listening, value: T) -> T {
    let (away, order) = end_with_order(listening);
    LISTENERS.with(|listeners| {
        if let Ok(mut listeners) = listeners.try_borrow_mut() {
            listeners.said = away;
            listeners.said_order = order;
        }
    });
    value
}

/// What was heard of the value that is being matched: below one step, or one.
pub(crate) fn said() -> Distance {
    LISTENERS.with(|listeners| listeners.try_borrow().map_or(Distance::ONE, |listeners| listeners.said))
}

/// How far the ordering that is being matched is from those of a set.
pub(crate) fn order_to(set: u8) -> Option<Distance> {
    let order = LISTENERS.with(|listeners| listeners.try_borrow().ok()?.said_order);
    order.and_then(|order| order.to_one_of(set))
}

/// The same for what `?` is applied to; with what was heard last.
#[inline]
pub(crate) fn end_tried(listening: Listening) -> (Distance, Option<(usize, bool, Distance)>) {
    let last = match listening.0 {
        Ears::Open(number) => LISTENERS.with(|listeners| {
            let listeners = listeners.try_borrow().ok()?;
            let listener = listeners.all.get(number)?;
            listener.last.map(|(index, holds, away)| (listener.conditions[index].address, holds, away))
        }),
        Ears::None | Ears::Kept(_) => None,
    };
    (end(listening), last)
}

/// What was heard of a value that goes on is heard by those further out (rule 8).
#[inline]
pub(crate) fn hear_further_out(last: Option<(usize, bool, Distance)>) {
    if let Some((address, holds, away)) = last {
        if role::current() != Role::Owner {
            hear_at(address, holds, away);
        }
    }
}

/// A closure has answered for the condition at `site`, which is so far away from true and from false.
#[inline(always)]
pub(crate) fn hear_answer(site: &'static Site, away: [Distance; 2], holds: bool) {
    if role::current() != Role::Owner && role::is_owner() {
        hear(site, holds, away[usize::from(holds)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(evaluations: &[(usize, bool, u128)]) -> Distance {
        let mut listener = Listener::default();
        for &(address, holds, other) in evaluations {
            assert!(listener.hear(address, holds, Distance::from_steps(other)));
        }
        listener.away()
    }

    #[track_caller]
    fn come_nearer(distances: &[Distance]) {
        assert!(distances.windows(2).all(|pair| pair[0] > pair[1]), "{distances:?}");
        assert!(
            distances.iter().all(|distance| !distance.is_zero() && *distance < Distance::ONE),
            "{distances:?}"
        );
    }

    #[test]
    fn each_condition_that_is_passed_brings_a_result_nearer_and_then_the_distance_does() {
        come_nearer(&[
            after(&[(1, false, 1 << 90)]),
            after(&[(1, false, (1 << 90) - 1)]),
            after(&[(1, false, 8)]),
            after(&[(1, true, 1), (2, false, 90)]),
            after(&[(1, true, 1), (2, false, 3)]),
        ]);
    }

    #[test]
    fn what_fails_late_has_come_nearer_than_what_fails_early() {
        come_nearer(&[
            after(&[(1, false, 5)]),
            after(&[(1, true, 5), (1, false, 50)]),
            after(&[(1, true, 5), (1, false, 2)]),
            after(&[(1, true, 5), (1, true, 5), (1, false, 70)]),
        ]);
    }

    #[test]
    fn what_is_looked_for_and_not_found_is_as_far_as_the_nearest() {
        let found_nothing = after(&[(1, false, 5), (1, false, 2), (1, false, 80)]);
        assert_eq!(found_nothing, after(&[(1, false, 2)]));
    }

    #[test]
    fn nothing_heard_and_too_much_heard_are_one_step() {
        assert_eq!(Listener::default().away(), Distance::ONE);
        let mut listener = Listener::default();
        let heard = (1..=MOST_HEARD).filter(|_| listener.hear(1, false, Distance::from_steps(2))).count();
        assert_eq!((heard, listener.away()), (MOST_HEARD as usize - 1, Distance::ONE));
    }
}
