//! The objects that a shard writes while it searches.

use super::environment::Shard;
use super::objects::{self, Ended, Found};
use super::share::Share;
use super::store::{Object, Store};
use crate::state::{Batch, Mirror};
use crate::ui::console;
use sbst_model::TargetId;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// The pause after a failure, so that a search goes on.
const PAUSE: Duration = Duration::from_secs(60);
/// Writes the results of a shard to its store, and reads those of others for the same functions.
#[derive(Debug)]
pub struct Publisher {
    store: Rc<Store>,
    run: String,
    shard: Shard,
    /// Functions that other shards search, too.
    islands: BTreeSet<TargetId>,
    /// Names of objects that were read.
    read: BTreeSet<String>,
    /// Objects that are not written yet, by name.
    pending: BTreeMap<String, Vec<u8>>,
    failed: Option<Instant>,
}

/// A publisher as the mirror of a state.
#[derive(Clone, Debug)]
pub struct Published(Rc<RefCell<Publisher>>);

impl Mirror for Published {
    fn take(&mut self, batches: Vec<Batch>) -> Vec<Batch> {
        let mut publisher = self.0.borrow_mut();
        let ids = batches.iter().map(|batch| &batch.function).filter(|id| publisher.islands.contains(id));
        let ids: BTreeSet<TargetId> = ids.cloned().collect();
        publisher.take(batches);
        if ids.is_empty() || publisher.failed.is_some() {
            return Vec::new();
        }
        publisher.read(&ids)
    }
}

impl Published {
    pub fn new(share: &Share) -> Published {
        let Share { shard, run, store, .. } = share;
        Published(Rc::new(RefCell::new(Publisher {
            store: Rc::clone(store),
            run: run.clone(),
            shard: *shard,
            islands: share.islands.keys().cloned().collect(),
            read: BTreeSet::new(),
            pending: BTreeMap::new(),
            failed: None,
        })))
    }

    /// Writes the remaining results, and then the end of the shard, unless it was interrupted.
    /// Returns true if all is there.
    pub fn end(&self, elapsed_seconds: f64, is_interrupted: bool) -> bool {
        let mut publisher = self.0.borrow_mut();
        let Publisher { shard, .. } = *publisher;
        if publisher.write() && !is_interrupted {
            let (name, content) = Ended::new(shard, elapsed_seconds).object(&publisher.run);
            publisher.pending.insert(name, content);
            publisher.write();
        }
        let left = publisher.pending.len();
        if left > 0 {
            console::warning(format_args!(
                "{left} objects could not be written to {}: this shard will be missing there; its results are in \
                 the state of this target directory",
                publisher.store.url()
            ));
        }
        left == 0
    }
}

impl Publisher {
    fn take(&mut self, batches: Vec<Batch>) {
        let objects = batches.into_iter().map(|batch| Found::new(self.shard, batch).object(&self.run));
        self.pending.extend(objects);
        if self.failed.is_none_or(|failed| failed.elapsed() > PAUSE) {
            self.write();
        }
    }

    /// Reads the new results of other shards for functions.
    fn read(&mut self, ids: &BTreeSet<TargetId>) -> Vec<Batch> {
        match objects::read_new(&self.store, &self.run, &mut self.read) {
            Ok(found) => {
                let of_others = found.into_iter().filter(|found| found.shard != self.shard.number);
                of_others.map(|found| found.batch).filter(|batch| ids.contains(&batch.function)).collect()
            }
            Err(error) => {
                self.fail(error);
                Vec::new()
            }
        }
    }

    fn fail(&mut self, error: anyhow::Error) {
        if self.failed.replace(Instant::now()).is_none() {
            console::warning(format_args!(
                "{error:#}; the search continues, and its results are stored here and written later"
            ));
        }
    }

    /// Writes the pending objects. Returns true if nothing is left.
    fn write(&mut self) -> bool {
        let objects: Vec<Object> = std::mem::take(&mut self.pending).into_iter().collect();
        let (there, error) = self.store.write_all(&objects);
        let left = objects.into_iter().enumerate().filter(|(index, _)| !there.contains(index));
        self.pending = left.map(|(_, object)| object).collect();
        match error {
            None => self.failed = None,
            Some(error) => self.fail(error),
        }
        self.pending.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::super::objects::read;
    use super::*;
    use crate::shard::environment::StoreOptions;
    use crate::state::{Cost, State};
    use sbst_model::TargetId;
    use std::fs;
    use std::path::Path;

    fn share(folder: &Path) -> Share {
        let options = StoreOptions { store: folder.to_str().map(str::to_owned), run_id: Some("7".into()) };
        Share::open("1/2".parse().unwrap(), &options, &[], 0, &State::without()).unwrap()
    }

    fn batch(test: &str) -> Batch {
        let id = TargetId { package: "p".into(), crate_name: "p".into(), binary: None, path: "p::f".into() };
        let ended = Some(Cost { evaluations: 3, seconds: 0.5 });
        Batch { covering: vec![test.into()], ended, ..Batch::new(&id) }
    }

    #[test]
    fn published_results_are_read_once() {
        let folder = tempfile::tempdir().unwrap();
        let share = share(folder.path());
        for _ in 0..2 {
            let mut published = Published::new(&share);
            published.take(vec![batch("a"), batch("b"), batch("a")]);
            assert!(published.end(2.0, false));
        }
        let (found, ended) = read(&share.store, "7").unwrap();
        let mut batches: Vec<Batch> = found.into_iter().map(|found| found.batch).collect();
        batches.sort_by(|a, b| a.covering.cmp(&b.covering));
        assert_eq!(batches, [batch("a"), batch("b")]);
        assert_eq!((ended.len(), ended[0].shard, ended[0].of), (1, 1, 2));
    }

    #[test]
    fn a_store_that_comes_back_gets_all_that_it_missed() {
        let folder = tempfile::tempdir().unwrap();
        let share = share(folder.path());
        let mut published = Published::new(&share);
        // A file where a folder must be.
        let tests = folder.path().join("runs/7/tests");
        fs::write(&tests, "").unwrap();
        published.take(vec![batch("a")]);
        published.take(vec![batch("b")]);
        assert!(!published.end(1.0, false));
        fs::remove_file(&tests).unwrap();
        assert!(published.end(1.0, false));
        let (batches, ended) = read(&share.store, "7").unwrap();
        assert_eq!((batches.len(), ended.len()), (2, 1));
    }

    #[test]
    fn objects_that_make_no_sense_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let share = share(folder.path());
        let mut published = Published::new(&share);
        published.take(vec![batch("a")]);
        fs::write(folder.path().join("runs/7/tests/cut.json"), "{\"version\":1,\"fun").unwrap();
        let (_, content) = Found::new(share.shard, batch("b")).object("7");
        let later = String::from_utf8(content).unwrap().replace("\"version\":1", "\"version\":2");
        fs::write(folder.path().join("runs/7/tests/later.json"), later).unwrap();
        let (found, _) = read(&share.store, "7").unwrap();
        assert_eq!((found.len(), &found[0].batch), (1, &batch("a")));
    }

    #[test]
    fn islands_get_results_of_others_once() {
        let folder = tempfile::tempdir().unwrap();
        let mut first = share(folder.path());
        let id = batch("a").function;
        first.islands = [(id.clone(), 0)].into();
        let mut second = share(folder.path());
        second.islands = first.islands.clone();
        second.shard.number = 2;
        let (mut first, mut second) = (Published::new(&first), Published::new(&second));
        assert_eq!(first.take(vec![batch("a")]), []);
        assert_eq!(second.take(vec![batch("b")]), [batch("a")]);
        assert_eq!(second.take(vec![batch("c")]), [], "it is known");
        assert_eq!(first.take(vec![batch("a")]).len(), 2);
        let other = TargetId { path: "p::g".into(), ..id };
        assert_eq!(first.take(vec![Batch::new(&other)]), [], "no other shard searches it");
    }
}
