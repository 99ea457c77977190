//! The error of a worker that cannot carry out its orders.

use sbst_model::algorithm::UnknownAlgorithm;
use sbst_model::messages::ORDERS;
use sbst_model::target::{Obstacle, TargetId};
use sbst_wire::Malformed;
use std::error::Error;
use std::fmt::{self, Display, Formatter};
use std::io;

/// The reason why a worker does not carry out its orders.
#[derive(Debug)]
pub enum Refusal {
    /// A file of its directory, by name, cannot be used.
    File(&'static str, io::Error),
    Orders(Malformed),
    UnknownAlgorithm(UnknownAlgorithm),
    /// The executable has no such target.
    UnknownTarget(Box<TargetId>),
    /// No target has a path with this end.
    UnknownName(String),
    /// Two targets have paths with this end.
    AmbiguousName(String, Box<[TargetId; 2]>),
    NotCallable(Obstacle),
    UnknownGoal {
        goal: u32,
        goals: usize,
    },
    /// A stored test case is not a call of the target.
    NotACall,
    /// An input of a landscape cannot have the values in the orders: the reason.
    Input(String),
    /// This part of the library is not in this build.
    WithoutLibrary(&'static str),
    /// The system gives no thread with this number of bytes of stack.
    Stack(u64, io::Error),
    /// The worker itself panicked.
    Panicked,
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::File(name, error) => write!(f, "{name}: {error}"),
            Refusal::Orders(error) => write!(f, "{}: {error}", ORDERS),
            Refusal::UnknownAlgorithm(error) => error.fmt(f),
            Refusal::UnknownTarget(id) => write!(f, "this executable has no target `{id}`"),
            Refusal::UnknownName(name) => write!(f, "no function `{name}` is annotated"),
            Refusal::AmbiguousName(name, targets) => {
                let [one, other] = &**targets;
                write!(f, "both {one} and {other} are called `{name}`; name the module, too")
            }
            Refusal::NotCallable(obstacle) => f.write_str(&obstacle.reason()),
            Refusal::UnknownGoal { goal, goals } => {
                let last = goals.saturating_sub(1);
                write!(f, "unknown goal {goal}: goals are numbered from 0 to {last}")
            }
            Refusal::NotACall => f.write_str("a test case to execute is no call of the target"),
            Refusal::Input(reason) => f.write_str(reason),
            Refusal::WithoutLibrary(wanted) => {
                write!(f, "this build has no {wanted}, which need the runtime with the library of algorithms")
            }
            Refusal::Stack(stack, error) => write!(f, "no thread with {stack} bytes of stack: {error}"),
            Refusal::Panicked => f.write_str("it panicked; this is a fault of sbst"),
        }
    }
}

impl Error for Refusal {}
