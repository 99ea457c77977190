//! Progress of a run, on standard error.
//!
//! * On a terminal a block of lines is drawn some times a second: one for each search that runs, and
//!   the total.
//! * Elsewhere the total is a line now and then, and a short run has none.

mod snapshot;
mod counts;
mod lines;
mod block;

pub use counts::Work;

use crate::ui::{console, interrupt};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Effects, Style};
use counts::Counts;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The time between two drawings: often enough to be seen to move, and seldom enough to be read.
const DRAWING: Duration = Duration::from_millis(200);
/// The time between two updates without a terminal.
const LOOK: Duration = Duration::from_secs(1);
/// Updates per line without a terminal: one line every ten seconds.
const LOOKS: u32 = 10;
/// The style of the status word.
const WORKING: Style = AnsiColor::Cyan.on_default().effects(Effects::BOLD);

/// The state of a whole run, as displayed.
#[derive(Debug)]
pub struct Progress {
    shared: Arc<Shared>,
    /// Stops the drawing thread, and waits for it.
    ticker: Option<(Sender<()>, JoinHandle<()>)>,
}

#[derive(Debug)]
struct Shared {
    counts: Mutex<Counts>,
    display: Display,
}

/// The form of the progress display.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Display {
    Hidden,
    Lines,
    Block { has_colour: bool },
}

impl Display {
    fn choose(visible: bool) -> Display {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        match visible {
            false => Display::Hidden,
            true if is_dumb || !io::stderr().is_terminal() => Display::Lines,
            true => Display::Block { has_colour: AutoStream::choice(&io::stderr()) != ColorChoice::Never },
        }
    }
}

impl Progress {
    /// Shows progress from now on, unless `visible` is false.
    pub fn new(work: Work, visible: bool) -> Progress {
        let counts = Mutex::new(Counts::new(work, Instant::now()));
        let shared = Arc::new(Shared { counts, display: Display::choose(visible) });
        let mut progress = Progress { shared, ticker: None };
        if progress.shared.display != Display::Hidden {
            let (sender, receiver) = mpsc::channel();
            let shared = Arc::clone(&progress.shared);
            let ticker = thread::spawn(move || {
                let period = shared.period();
                let mut ticks = 0;
                while receiver.recv_timeout(period) == Err(RecvTimeoutError::Timeout) {
                    ticks += 1;
                    shared.tick(ticks);
                }
            });
            progress.ticker = Some((sender, ticker));
        }
        progress
    }

    pub fn begin(&self, name: &str) {
        self.update(name, 0, 0);
    }

    /// A function's search goes on.
    pub fn update(&self, name: &str, evaluations: u64, covered: usize) {
        self.shared.lock().update(name, evaluations, covered, Instant::now());
    }

    /// A function's turn is over, and perhaps its search.
    pub fn rest(&self, name: &str) {
        self.shared.lock().rest(name, Instant::now());
    }

    /// A function's search is over.
    pub fn end(&self, name: &str) {
        self.shared.lock().end(name, Instant::now());
    }

    /// Prints something above the display.
    pub fn suspend(&self, print: impl FnOnce()) {
        // Nothing else is drawn while the counts are locked.
        let mut counts = self.shared.lock();
        self.shared.clear();
        print();
        self.shared.draw(&mut counts);
    }

    pub fn finish(mut self) {
        self.stop();
    }

    fn stop(&mut self) {
        if let Some((sender, ticker)) = self.ticker.take() {
            drop(sender);
            _ = ticker.join();
            self.shared.clear();
        }
    }
}

/// A search that ends by an error leaves a clean screen, too.
impl Drop for Progress {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn period(&self) -> Duration {
        if self.display == Display::Lines { LOOK } else { DRAWING }
    }

    fn tick(&self, ticks: u32) {
        let mut counts = self.lock();
        match self.display {
            Display::Lines => {
                // Each update is a sample for the rate.
                let snapshot = counts.snapshot(Instant::now(), interrupt::requested());
                if ticks.is_multiple_of(LOOKS) {
                    console::print_status(counts.word(&snapshot), lines::full(&snapshot));
                }
            }
            Display::Hidden | Display::Block { .. } => self.draw(&mut counts),
        }
    }

    /// Draws the block, if there is one.
    fn draw(&self, counts: &mut Counts) {
        let Display::Block { has_colour } = self.display else { return };
        let snapshot = counts.snapshot(Instant::now(), interrupt::requested());
        let (width, height) = block::size();
        let mut lines = lines::jobs(&snapshot, width, height);
        let style = if has_colour { WORKING } else { Style::new() };
        let word = counts.word(&snapshot);
        lines.push(format!("{style}{word:>12}{style:#} {}", lines::total(&snapshot, width)));
        block::draw(&lines);
    }

    fn clear(&self) {
        if let Display::Block { .. } = self.display {
            block::clear();
        }
    }
}
