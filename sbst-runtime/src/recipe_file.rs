//! A recipe that a worker waits for, because its search wants it. Only then the command makes it, as that may take time.

use crate::events::Events;
use sbst_model::construction::Recipe;
use sbst_model::messages::{from_line, Event, RECIPE};
use std::fs;
use std::path::Path;
use std::rc::Rc;
use std::thread;
use std::time::{Duration, Instant};

/// Pause between two looks.
const PAUSE: Duration = Duration::from_millis(1);
/// When the command must be gone.
const GONE: Duration = Duration::from_secs(30 * 60);

/// Asks for the target's recipe and waits for it, however long that takes: what a search does must not depend on time.
pub(crate) fn ask(directory: &Path, events: &Rc<Events>) -> Option<Recipe> {
    events.send(&Event::WantsRecipe);
    let file = directory.join(RECIPE);
    let asked = Instant::now();
    while asked.elapsed() < GONE {
        if let Ok(text) = fs::read_to_string(&file) {
            return from_line(&text).ok().flatten();
        }
        thread::sleep(PAUSE);
    }
    None
}
