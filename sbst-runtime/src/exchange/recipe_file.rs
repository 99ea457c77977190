//! The recipe that a search asks the command for. It takes time, so the command makes it on demand.
//!
//! 1. A search whose budget is a number of evaluations waits, so that it does not depend on time.
//! 2. A search whose budget is a time goes on, and looks for the file now and then.

use crate::exchange::events::Events;
use sbst_model::construction::Recipe;
use sbst_model::messages::{Event, RECIPE};
use sbst_wire::Line;
use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

/// Pause between two looks: a look costs as much as some evaluations.
const PAUSE: Duration = Duration::from_millis(1);
/// Time after which the command must have died.
const GONE: Duration = Duration::from_secs(30 * 60);

/// The request for the recipe of a target.
pub(crate) struct Wish {
    file: PathBuf,
    events: Rc<Events>,
    waits: bool,
    /// The time of the request.
    asked: Option<Instant>,
    looked: Instant,
}

impl Wish {
    /// Returns a request that was not sent yet. `directory` is the worker's.
    pub(crate) fn new(directory: &Path, events: Rc<Events>, waits: bool) -> Wish {
        Wish { file: directory.join(RECIPE), events, waits, asked: None, looked: Instant::now() }
    }

    /// Returns the recipe, if the target has one; `None` while it is being made.
    pub(crate) fn ask(&mut self) -> Option<Option<Recipe>> {
        let asked = *self.asked.get_or_insert_with(|| {
            self.events.send(&Event::WantsRecipe);
            Instant::now()
        });
        if !self.waits {
            return self.look();
        }
        while asked.elapsed() < GONE {
            if let Some(recipe) = self.look() {
                return Some(recipe);
            }
            thread::sleep(PAUSE);
        }
        Some(None)
    }

    fn look(&mut self) -> Option<Option<Recipe>> {
        if self.looked.elapsed() < PAUSE {
            return None;
        }
        self.looked = Instant::now();
        let text = fs::read_to_string(&self.file).ok()?;
        Some(Option::<Recipe>::from_line(&text).ok().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(waits: bool) -> (PathBuf, Wish) {
        let name = format!("sbst-wish-{waits}-{}", std::process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir_all(&directory).unwrap();
        let events = directory.join("events");
        fs::write(&events, "").unwrap();
        let events = Rc::new(Events::open(&events).unwrap());
        let wish = Wish::new(&directory, events, waits);
        (directory, wish)
    }

    /// Number of times that it was asked for. Removes the directory.
    fn wishes(directory: &Path) -> usize {
        let events = fs::read_to_string(directory.join("events")).unwrap();
        fs::remove_dir_all(directory).unwrap();
        events.matches("WantsRecipe").count()
    }

    #[test]
    fn who_has_so_much_time_does_not_wait_and_asks_once() {
        let (directory, mut wish) = wish(false);
        let soon = || thread::sleep(2 * PAUSE);
        for _ in 0..2 {
            soon();
            assert!(wish.ask().is_none());
        }
        fs::write(directory.join(RECIPE), "None").unwrap();
        soon();
        assert_eq!((wish.ask(), wishes(&directory)), (Some(None), 1));
    }

    #[test]
    fn who_has_so_many_evaluations_waits() {
        let (directory, mut wish) = wish(true);
        let file = directory.join(RECIPE);
        let command = thread::spawn(move || {
            thread::sleep(20 * PAUSE);
            fs::write(file, "None").unwrap();
        });
        assert_eq!((wish.ask(), wishes(&directory)), (Some(None), 1));
        command.join().unwrap();
    }
}
