//! A store of objects: a directory, and with the feature `cloud` S3, Google Cloud Storage or Azure.
//! Objects are written once and never changed.

mod backend;
mod directory;
#[cfg(feature = "cloud")]
mod cloud;

pub use backend::{Listed, Object};

use anyhow::{Context, anyhow};
use backend::Backend;
use directory::Directory;
use hmac_sha256::Hash;

/// Requests at the same time.
const REQUESTS: usize = 16;
/// Bytes of a hash in names: 128 bits, so that no two contents have one name.
const HASHED: usize = 16;

/// A store, and a folder in it.
#[derive(Debug)]
pub struct Store {
    url: String,
    backend: Box<dyn Backend>,
}

impl Store {
    /// Opens a store by its URL, or by the path of a directory, which is made.
    pub fn open(url: &str) -> anyhow::Result<Store> {
        let opened = match url.strip_prefix("file://").or((!url.contains("://")).then_some(url)) {
            Some(path) => Directory::open(path)
                .map(|directory| Box::new(directory) as Box<dyn Backend>)
                .map_err(anyhow::Error::new),
            None => open_cloud(url),
        };
        let backend = opened.with_context(|| format!("failed to open the store {url}"))?;
        Ok(Store { url: url.to_owned(), backend })
    }

    /// The store as the user named it.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Reads an object; `None` if none has this name.
    pub fn read(&self, name: &str) -> anyhow::Result<Option<Vec<u8>>> {
        let read = self.backend.read(&[name.to_owned()]).remove(0);
        read.with_context(|| format!("failed to read {name} from {}", self.url))
    }

    /// Reads many objects, in the order of the names; all of them must be there.
    pub fn read_all(&self, names: &[String]) -> anyhow::Result<Vec<Vec<u8>>> {
        let mut all = Vec::new();
        for names in names.chunks(REQUESTS) {
            for (answer, name) in self.backend.read(names).into_iter().zip(names) {
                let content = answer.with_context(|| format!("failed to read {name} from {}", self.url))?;
                all.push(content.with_context(|| format!("{name} has vanished from {}", self.url))?);
            }
        }
        Ok(all)
    }

    /// Lists the objects below a folder, in the order of their names.
    pub fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        let listed = self.backend.list(folder);
        let mut listed = listed.with_context(|| format!("failed to list {folder} in {}", self.url))?;
        listed.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(listed)
    }

    /// Writes an object unless there is one of this name. Returns true if it was written.
    pub fn write_once(&self, name: &str, content: Vec<u8>) -> anyhow::Result<bool> {
        let written = self.backend.write_once(&[(name.to_owned(), content)]).remove(0);
        written.with_context(|| format!("failed to write {name} to {}", self.url))
    }

    /// Writes objects named by their content. Returns the indices of those that the store has now,
    /// and an error of the first failing request.
    pub fn write_all(&self, objects: &[Object]) -> (Vec<usize>, Option<anyhow::Error>) {
        let mut there = Vec::new();
        for (chunk, some) in objects.chunks(REQUESTS).enumerate() {
            let mut failed = None;
            for (index, written) in self.backend.write_once(some).into_iter().enumerate() {
                match written {
                    Ok(_) => there.push(chunk * REQUESTS + index),
                    Err(error) => failed = Some(error),
                }
            }
            // Others would have to wait as long for their retries.
            if let Some(error) = failed {
                return (there, Some(error.context(format!("failed to write to {}", self.url))));
            }
        }
        (there, None)
    }
}

/// The name of a content in a folder.
pub fn name_by_content(folder: &str, content: &[u8], ending: &str) -> String {
    let hash = Hash::hash(content);
    let letters: String = hash.iter().take(HASHED).map(|byte| format!("{byte:02x}")).collect();
    format!("{folder}/{letters}.{ending}")
}

#[cfg(feature = "cloud")]
fn open_cloud(url: &str) -> anyhow::Result<Box<dyn Backend>> {
    Ok(Box::new(cloud::Cloud::open(url)?.ok_or_else(unknown)?))
}

#[cfg(not(feature = "cloud"))]
fn open_cloud(url: &str) -> anyhow::Result<Box<dyn Backend>> {
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
mod tests;
