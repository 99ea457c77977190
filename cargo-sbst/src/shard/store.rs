//! A store of objects behind an interface that blocks: a directory, S3, Google Cloud Storage or
//! Azure. Objects are written once and never changed.

use anyhow::{Context, anyhow};
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt, PutMode};
use sha2::{Digest, Sha256};
use std::fs;
use std::sync::Arc;
use std::time::SystemTime;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

/// Requests at the same time.
const REQUESTS: usize = 16;
/// Letters of a hash in names: 128 bits, so that no two contents have one name.
const HASH: usize = 32;
/// Bytes of a hash.
const HASHED: usize = HASH / 2;

/// A store, and a folder in it.
#[derive(Debug)]
pub struct Store {
    url: String,
    objects: Arc<dyn ObjectStore>,
    folder: Path,
    /// One thread is enough: a command waits for its requests.
    runtime: Runtime,
}

/// An object's name, and when it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Relative to the store.
    pub name: String,
    pub written: SystemTime,
}

impl Store {
    /// Opens a store by its URL, or by the path of a directory, which is made.
    pub fn open(url: &str) -> anyhow::Result<Store> {
        let opened = match url.strip_prefix("file://").or((!url.contains("://")).then_some(url)) {
            Some(path) => open_directory(path),
            None => open_cloud(url),
        };
        let (objects, folder) = opened.with_context(|| format!("failed to open the store {url}"))?;
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Store { url: url.to_owned(), objects, folder, runtime })
    }

    /// The store as the user named it.
    pub fn url(&self) -> &str {
        &self.url
    }

    fn place(&self, name: &str) -> Path {
        Path::from(format!("{}/{name}", self.folder))
    }

    /// Reads an object; `None` if there is none of this name.
    pub fn read(&self, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let read = self.runtime.block_on(read(&*self.objects, &self.place(name)));
        read.with_context(|| format!("failed to read {name} from {}", self.url))
    }

    /// Reads many objects, in the order of the names; all of them must be there.
    pub fn read_all(&self, names: &[String]) -> anyhow::Result<Vec<Vec<u8>>> {
        let mut all = Vec::new();
        for names in names.chunks(REQUESTS) {
            let mut requests = JoinSet::new();
            for (index, name) in names.iter().enumerate() {
                let (objects, place) = (Arc::clone(&self.objects), self.place(name));
                requests
                    .spawn_on(async move { (index, read(&*objects, &place).await) }, self.runtime.handle());
            }
            let mut answers = self.runtime.block_on(requests.join_all());
            answers.sort_by_key(|(index, _)| *index);
            for ((_, answer), name) in answers.into_iter().zip(names) {
                let content = answer.with_context(|| format!("failed to read {name} from {}", self.url))?;
                all.push(content.with_context(|| format!("{name} has vanished from {}", self.url))?);
            }
        }
        Ok(all)
    }

    /// Lists the objects below a folder, in the order of their names.
    pub fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        let prefix = self.place(folder);
        let list = async {
            let mut listed = Vec::new();
            let mut pages = self.objects.list(Some(&prefix));
            while let Some(object) = std::future::poll_fn(|context| pages.as_mut().poll_next(context)).await {
                listed.push(object?);
            }
            Ok::<_, Error>(listed)
        };
        let objects = self
            .runtime
            .block_on(list)
            .with_context(|| format!("failed to list {folder} in {}", self.url))?;
        let own = format!("{}/", self.folder);
        let mut listed: Vec<Listed> = objects
            .into_iter()
            .filter_map(|object| {
                let place = object.location.to_string();
                let name = if own == "/" { &place } else { place.strip_prefix(&own)? };
                Some(Listed { name: name.to_owned(), written: object.last_modified.into() })
            })
            .collect();
        listed.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(listed)
    }

    /// Writes an object unless there is one of this name. Returns true if it was written.
    pub fn write_once(&self, name: &str, content: Vec<u8>) -> anyhow::Result<bool> {
        let written = self.runtime.block_on(write_once(&*self.objects, &self.place(name), content));
        written.with_context(|| format!("failed to write {name} to {}", self.url))
    }

    /// Writes objects named by their content. Returns the indices of those that are there now, and
    /// the first error.
    pub fn write_all(&self, objects: &[(String, Vec<u8>)]) -> (Vec<usize>, Option<anyhow::Error>) {
        let mut there = Vec::new();
        for (chunk, some) in objects.chunks(REQUESTS).enumerate() {
            let mut requests = JoinSet::new();
            for (index, (name, content)) in some.iter().enumerate() {
                let (objects, place, content) =
                    (Arc::clone(&self.objects), self.place(name), content.clone());
                let write = async move { (index, write_once(&*objects, &place, content).await) };
                requests.spawn_on(write, self.runtime.handle());
            }
            let mut failed = None;
            for (index, written) in self.runtime.block_on(requests.join_all()) {
                match written {
                    Ok(_) => there.push(chunk * REQUESTS + index),
                    Err(error) => failed = Some(error),
                }
            }
            // Others would have to wait as long for their retries.
            if let Some(error) = failed {
                let context = format!("failed to write to {}", self.url);
                return (there, Some(anyhow::Error::new(error).context(context)));
            }
        }
        (there, None)
    }
}

/// The name of a content in a folder.
pub fn name_by_content(folder: &str, content: &[u8], ending: &str) -> String {
    let hash = Sha256::digest(content);
    let letters: String = hash.iter().take(HASHED).map(|byte| format!("{byte:02x}")).collect();
    format!("{folder}/{letters}.{ending}")
}

async fn read(objects: &dyn ObjectStore, place: &Path) -> Result<Option<Vec<u8>>, Error> {
    match objects.get(place).await {
        Ok(found) => Ok(Some(found.bytes().await?.to_vec())),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn write_once(objects: &dyn ObjectStore, place: &Path, content: Vec<u8>) -> Result<bool, Error> {
    match objects.put_opts(place, content.into(), PutMode::Create.into()).await {
        Ok(_) => Ok(true),
        Err(Error::AlreadyExists { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}

fn open_directory(path: &str) -> anyhow::Result<(Arc<dyn ObjectStore>, Path)> {
    fs::create_dir_all(path)?;
    Ok((Arc::new(LocalFileSystem::new_with_prefix(path)?), Path::default()))
}

/// Opens a store with the credentials and settings that its provider's own tools take from the
/// environment, or from the machine.
#[cfg(feature = "cloud")]
fn open_cloud(url: &str) -> anyhow::Result<(Arc<dyn ObjectStore>, Path)> {
    use object_store::aws::AmazonS3Builder;
    use object_store::azure::MicrosoftAzureBuilder;
    use object_store::gcp::GoogleCloudStorageBuilder;
    use object_store::{ObjectStoreScheme, RetryConfig};
    use std::time::Duration;

    /// The limits of a request: a search goes on in the meantime only if it has no turn to end.
    const RETRIES: usize = 4;
    const PATIENCE: Duration = Duration::from_secs(30);

    let (scheme, folder) = ObjectStoreScheme::parse(&url.parse()?)?;
    let retry = RetryConfig { max_retries: RETRIES, retry_timeout: PATIENCE, ..RetryConfig::default() };
    let objects: Arc<dyn ObjectStore> = match scheme {
        ObjectStoreScheme::AmazonS3 => {
            Arc::new(AmazonS3Builder::from_env().with_url(url).with_retry(retry).build()?)
        }
        ObjectStoreScheme::GoogleCloudStorage => {
            Arc::new(GoogleCloudStorageBuilder::from_env().with_url(url).with_retry(retry).build()?)
        }
        ObjectStoreScheme::MicrosoftAzure => {
            Arc::new(MicrosoftAzureBuilder::from_env().with_url(url).with_retry(retry).build()?)
        }
        _ => return Err(unknown()),
    };
    Ok((objects, folder))
}

#[cfg(not(feature = "cloud"))]
fn open_cloud(url: &str) -> anyhow::Result<(Arc<dyn ObjectStore>, Path)> {
    let known = ["s3", "s3a", "gs", "az", "adl", "azure", "abfs", "abfss", "https"];
    let scheme = url.split("://").next().unwrap_or_default();
    if !known.contains(&scheme) {
        return Err(unknown());
    }
    Err(anyhow!(
        "this cargo-sbst was built for stores in directories only; \
         `cargo install cargo-sbst --locked --features cloud` builds one for clouds"
    ))
}

fn unknown() -> anyhow::Error {
    anyhow!("a store is a directory, s3://BUCKET/PATH, gs://BUCKET/PATH or az://CONTAINER/PATH")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_written_once_and_read_by_everyone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/store");
        let store = Store::open(path.to_str().unwrap()).unwrap();
        assert_eq!(store.read("runs/1/plan.json").unwrap(), None);
        assert_eq!(store.list("runs").unwrap(), []);
        assert!(store.write_once("runs/1/plan.json", b"one".to_vec()).unwrap());
        assert!(!store.write_once("runs/1/plan.json", b"other".to_vec()).unwrap());
        let other = Store::open(&format!("file://{}", path.display())).unwrap();
        assert_eq!(other.read("runs/1/plan.json").unwrap().as_deref(), Some(&b"one"[..]));
        let names: Vec<String> =
            other.list("runs/1").unwrap().into_iter().map(|listed| listed.name).collect();
        assert_eq!(names, ["runs/1/plan.json"]);
    }

    #[test]
    fn many_objects_are_written_and_read_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().to_str().unwrap()).unwrap();
        let contents = (0..50u8).map(|number| vec![number; 3]);
        let objects: Vec<(String, Vec<u8>)> =
            contents.map(|content| (name_by_content("tests", &content, "json"), content)).collect();
        let (mut there, failed) = store.write_all(&objects);
        there.sort_unstable();
        assert_eq!((there.len(), there[49], failed.is_none()), (50, 49, true));
        assert_eq!(store.write_all(&objects[..1]).0, [0], "what is there need not be written");
        let names: Vec<String> = objects.iter().map(|(name, _)| name.clone()).collect();
        let read = store.read_all(&names).unwrap();
        assert!(read.iter().zip(&objects).all(|(read, (_, content))| read == content));
        assert_eq!(store.list("tests").unwrap().len(), 50);
        assert!(store.read_all(&["tests/none".to_owned()]).is_err());
    }

    #[test]
    fn a_store_that_is_none_is_refused_in_words() {
        let error = format!("{:#}", Store::open("ftp://host/path").unwrap_err());
        assert!(error.contains("s3://BUCKET/PATH"), "{error}");
    }

    #[cfg(not(feature = "cloud"))]
    #[test]
    fn a_command_without_clouds_says_how_to_get_one_with_them() {
        let error = format!("{:#}", Store::open("s3://bucket/path").unwrap_err());
        assert!(error.contains("--features cloud"), "{error}");
    }
}
