//! Requests of a worker that the command answers: object construction graphs, and events.
//!
//! 1. An answer is made at the first worker's request, and is part of the orders of later workers.
//! 2. A worker with a budget of evaluations waits for it, so the command waits too. With a budget
//!    of seconds, the worker continues its search.

use sbst_model::messages::Supply;
use std::sync::mpsc::{self, Receiver, TryRecvError};

#[derive(Debug)]
pub struct Request<T> {
    /// The answer, which may be empty.
    answer: Option<Option<T>>,
    /// The source of the answer while it is being made.
    awaited: Option<Receiver<Option<T>>>,
}

impl<T> Default for Request<T> {
    fn default() -> Request<T> {
        Request { answer: None, awaited: None }
    }
}

impl<T: Clone> Request<T> {
    /// Starts to make the answer, unless that has begun. Without a maker it is empty.
    pub fn ask(&mut self, make: impl FnOnce() -> Option<Receiver<Option<T>>>) {
        self.awaited.get_or_insert_with(|| make().unwrap_or_else(|| mpsc::channel().1));
    }

    /// Returns the answer if it has come since the last call. Rule 2: if the worker `waits`, so
    /// does this.
    pub fn receive(&mut self, waits: bool) -> Option<&Option<T>> {
        let awaited = self.awaited.as_ref()?;
        let answer = match awaited.try_recv() {
            Err(TryRecvError::Empty) if waits => awaited.recv().ok(),
            Err(TryRecvError::Empty) => return None,
            answer => answer.ok(),
        };
        self.awaited = None;
        Some(self.answer.insert(answer.flatten()))
    }

    /// Returns the answer, if it is ready.
    pub fn into_answer(self) -> Option<T> {
        self.answer.flatten()
    }

    /// Returns the orders of the next worker: `otherwise` until the answer is ready.
    pub fn orders(&self, otherwise: Supply<T>) -> Supply<T> {
        match &self.answer {
            None => otherwise,
            Some(None) => Supply::Without,
            Some(Some(made)) => Supply::Given(Box::new(made.clone())),
        }
    }
}
