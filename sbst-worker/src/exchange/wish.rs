//! A search's request for a file that the command makes on demand, because it takes time.
//!
//! 1. With a budget in evaluations, the search waits, so that it does not depend on time.
//! 2. With a budget in time, the search continues, and polls for the file.

use crate::exchange::events::Events;
use sbst_model::messages::Event;
use sbst_wire::codec::Codec;
use sbst_wire::from_line;
use std::fs;
use std::path::PathBuf;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

/// Pause between two polls: a poll costs as much as a few evaluations.
const PAUSE: Duration = Duration::from_millis(1);
/// Time after which the command is assumed dead.
const GONE: Duration = Duration::from_secs(30 * 60);

/// The request for something of a target.
pub(crate) struct Wish {
    /// The file with the answer.
    file: PathBuf,
    request: Event,
    events: Rc<Events>,
    waits: bool,
    /// The time of the request.
    asked: Option<Instant>,
    looked: Instant,
}

impl Wish {
    /// Returns a `request` not sent yet, to be answered by this file.
    pub(crate) fn new(file: PathBuf, request: Event, events: Rc<Events>, waits: bool) -> Wish {
        Wish { file, request, events, waits, asked: None, looked: Instant::now() }
    }

    /// Returns the answer, which may be empty; `None` while it is being made.
    pub(crate) fn ask<T: Codec>(&mut self) -> Option<Option<T>> {
        let asked = *self.asked.get_or_insert_with(|| {
            self.events.send(&self.request);
            Instant::now()
        });
        if !self.waits {
            return self.look();
        }
        while asked.elapsed() < GONE {
            if let Some(answer) = self.look() {
                return Some(answer);
            }
            thread::sleep(PAUSE);
        }
        Some(None)
    }

    fn look<T: Codec>(&mut self) -> Option<Option<T>> {
        if self.looked.elapsed() < PAUSE {
            return None;
        }
        self.looked = Instant::now();
        let line = fs::read(&self.file).ok()?;
        Some(from_line::<Option<T>>(&line).ok().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sbst_model::construction::Recipe;
    use sbst_model::messages::RECIPE;
    use sbst_wire::{split_lines, to_line};
    use std::path::Path;

    fn wish(waits: bool) -> (PathBuf, Wish) {
        let name = format!("sbst-wish-{waits}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        let events = directory.join("events");
        fs::write(&events, "").unwrap();
        let events = Rc::new(Events::open(&events).unwrap());
        let wish = Wish::new(directory.join(RECIPE), Event::WantsRecipe, events, waits);
        (directory, wish)
    }

    /// Number of requests. Removes the directory.
    fn wishes(directory: &Path) -> usize {
        let events = fs::read(directory.join("events")).unwrap();
        fs::remove_dir_all(directory).unwrap();
        let events = split_lines(&events).map(|line| from_line::<Event>(line).unwrap());
        events.filter(|event| *event == Event::WantsRecipe).count()
    }

    #[test]
    fn a_search_with_a_time_budget_requests_once_without_waiting() {
        let (directory, mut wish) = wish(false);
        let soon = || thread::sleep(2 * PAUSE);
        for _ in 0..2 {
            soon();
            assert!(wish.ask::<Recipe>().is_none());
        }
        fs::write(directory.join(RECIPE), to_line(&None::<Recipe>)).unwrap();
        soon();
        assert_eq!((wish.ask::<Recipe>(), wishes(&directory)), (Some(None), 1));
    }

    #[test]
    fn a_search_with_a_budget_of_evaluations_waits() {
        let (directory, mut wish) = wish(true);
        let file = directory.join(RECIPE);
        let command = thread::spawn(move || {
            thread::sleep(20 * PAUSE);
            fs::write(file, to_line(&None::<Recipe>)).unwrap();
        });
        assert_eq!((wish.ask::<Recipe>(), wishes(&directory)), (Some(None), 1));
        command.join().unwrap();
    }
}
