use super::*;
use std::thread;

/// Returns an empty store of each kind in this build.
fn stores(folder: &tempfile::TempDir) -> Vec<Store> {
    let path = folder.path().join("new/store");
    let directory = Store::open(path.to_str().unwrap()).unwrap();
    #[cfg(feature = "cloud")]
    let in_cloud = ["", "folder/of/mine"].map(|folder| {
        let objects = std::sync::Arc::new(object_store::memory::InMemory::new());
        let backend = Box::new(cloud::Cloud::new(objects, folder.into()).unwrap());
        Store { url: "memory".to_owned(), backend }
    });
    #[cfg(not(feature = "cloud"))]
    let in_cloud = [];
    [directory].into_iter().chain(in_cloud).collect()
}

fn names(store: &Store, folder: &str) -> Vec<String> {
    store.list(folder).unwrap().into_iter().map(|listed| listed.name).collect()
}

#[test]
fn an_object_is_written_once_and_listed_below_its_folder() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder) {
        assert_eq!(store.read("runs/1/plan.json").unwrap(), None);
        assert_eq!(store.list("runs").unwrap(), []);
        assert!(store.write_once("runs/1/plan.json", b"one".to_vec()).unwrap());
        assert!(!store.write_once("runs/1/plan.json", b"other".to_vec()).unwrap());
        assert!(store.write_once("runs/1/ended/2.json", b"".to_vec()).unwrap());
        assert!(store.write_once("runs/10/plan.json", b"ten".to_vec()).unwrap());
        assert_eq!(store.read("runs/1/plan.json").unwrap().as_deref(), Some(&b"one"[..]));
        assert_eq!(store.read("runs/1/ended/2.json").unwrap().as_deref(), Some(&b""[..]));
        assert_eq!(names(&store, "runs/1"), ["runs/1/ended/2.json", "runs/1/plan.json"]);
        assert_eq!(names(&store, "runs").len(), 3);
        let age = store.list("runs/1").unwrap()[0].written.elapsed();
        assert!(age.is_ok_and(|age| age.as_secs() < 3600));
    }
}

#[test]
fn many_objects_are_written_and_read_in_order() {
    let folder = tempfile::tempdir().unwrap();
    for store in stores(&folder) {
        let contents = (0..50u8).map(|number| vec![number; 3]);
        let objects: Vec<Object> =
            contents.map(|content| (name_by_content("tests", &content, "json"), content)).collect();
        let (mut there, failed) = store.write_all(&objects);
        there.sort_unstable();
        assert_eq!((there.len(), there[49], failed.is_none()), (50, 49, true));
        assert_eq!(store.write_all(&objects[..1]).0, [0], "existing objects need not be written");
        let names: Vec<String> = objects.iter().map(|(name, _)| name.clone()).collect();
        let read = store.read_all(&names).unwrap();
        assert!(read.iter().zip(&objects).all(|(read, (_, content))| read == content));
        assert_eq!(store.list("tests").unwrap().len(), 50);
        assert!(store.read_all(&["tests/none".to_owned()]).is_err());
    }
}

#[test]
fn of_writers_of_one_name_one_writes() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    for round in 0..20 {
        let name = format!("runs/{round}/plan.json");
        let content = |writer: u8| vec![writer; 1 << 16];
        let write = |writer| Store::open(path).unwrap().write_once(&name, content(writer)).unwrap();
        let wrote: Vec<bool> = thread::scope(|scope| {
            let writers = [1, 2, 3].map(|writer| scope.spawn(move || write(writer)));
            writers.map(|writer| writer.join().unwrap()).into()
        });
        let writers: Vec<u8> = (1..=3).filter(|writer| wrote[usize::from(*writer) - 1]).collect();
        let [writer] = writers[..] else { panic!("{writers:?} wrote {name}") };
        let read = Store::open(&format!("file://{path}")).unwrap().read(&name).unwrap().unwrap();
        assert!(read == content(writer));
    }
}

#[test]
fn a_name_by_content_is_of_its_sha_256() {
    let name = name_by_content("tests", b"abc", "json");
    assert_eq!(name, "tests/ba7816bf8f01cfea414140de5dae2223.json");
}

#[test]
fn an_invalid_store_is_refused() {
    let error = format!("{:#}", Store::open("ftp://host/path").unwrap_err());
    assert!(error.contains("s3://BUCKET/PATH"), "{error}");
}

#[cfg(not(feature = "cloud"))]
#[test]
fn a_command_without_clouds_advises_an_installation() {
    let error = format!("{:#}", Store::open("s3://bucket/path").unwrap_err());
    assert!(error.contains("--features cloud"), "{error}");
}
