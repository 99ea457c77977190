//! A store in S3, Google Cloud Storage or Azure.

use super::backend::{Backend, Listed, Object};
use anyhow::anyhow;
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt, ObjectStoreScheme, PutMode, RetryConfig};
use std::sync::Arc;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

/// The limits of a request: a search goes on in the meantime only if it has no turn to end.
const RETRIES: usize = 4;
const PATIENCE: Duration = Duration::from_secs(30);

/// A store of a provider, and a folder in it.
#[derive(Debug)]
pub struct Cloud {
    objects: Arc<dyn ObjectStore>,
    folder: Path,
    /// One thread is enough: a command waits for its requests.
    runtime: Runtime,
}

impl Cloud {
    /// Opens a store with the credentials and settings that its provider's own tools take from the
    /// environment, or from the machine; `None` if no provider has such a URL.
    pub fn open(url: &str) -> anyhow::Result<Option<Cloud>> {
        let Ok((scheme, folder)) = ObjectStoreScheme::parse(&url.parse()?) else { return Ok(None) };
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
            _ => return Ok(None),
        };
        Cloud::new(objects, folder).map(Some)
    }

    pub fn new(objects: Arc<dyn ObjectStore>, folder: Path) -> anyhow::Result<Cloud> {
        let runtime = Builder::new_current_thread().enable_all().build()?;
        Ok(Cloud { objects, folder, runtime })
    }

    fn place(&self, name: &str) -> Path {
        Path::from(format!("{}/{name}", self.folder))
    }

    /// Sends all requests at once. Returns their answers in the order of the requests.
    fn ask<T: Send + 'static>(
        &self,
        requests: impl IntoIterator<Item = impl Future<Output = Result<T, Error>> + Send + 'static>,
    ) -> Vec<anyhow::Result<T>> {
        let mut sent = JoinSet::new();
        for (index, request) in requests.into_iter().enumerate() {
            sent.spawn_on(async move { (index, request.await) }, self.runtime.handle());
        }
        let mut answers = self.runtime.block_on(sent.join_all());
        answers.sort_by_key(|(index, _)| *index);
        answers.into_iter().map(|(_, answer)| answer.map_err(|error| anyhow!(error))).collect()
    }
}

impl Backend for Cloud {
    fn read(&self, names: &[String]) -> Vec<anyhow::Result<Option<Vec<u8>>>> {
        self.ask(names.iter().map(|name| read(Arc::clone(&self.objects), self.place(name))))
    }

    fn write_once(&self, objects: &[Object]) -> Vec<anyhow::Result<bool>> {
        self.ask(
            objects.iter().map(|(name, content)| {
                write_once(Arc::clone(&self.objects), self.place(name), content.clone())
            }),
        )
    }

    fn list(&self, folder: &str) -> anyhow::Result<Vec<Listed>> {
        let prefix = self.place(folder);
        let list = async {
            let mut listed = Vec::new();
            let mut pages = self.objects.list(Some(&prefix));
            while let Some(object) = std::future::poll_fn(|context| pages.as_mut().poll_next(context)).await {
                listed.push(object?);
            }
            Ok::<_, Error>(listed)
        };
        let objects = self.runtime.block_on(list)?;
        let own = format!("{}/", self.folder);
        let listed = objects.into_iter().filter_map(|object| {
            let place = object.location.to_string();
            let name = if own == "/" { &place } else { place.strip_prefix(&own)? };
            Some(Listed { name: name.to_owned(), written: object.last_modified.into() })
        });
        Ok(listed.collect())
    }
}

async fn read(objects: Arc<dyn ObjectStore>, place: Path) -> Result<Option<Vec<u8>>, Error> {
    match objects.get(&place).await {
        Ok(found) => Ok(Some(found.bytes().await?.to_vec())),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn write_once(objects: Arc<dyn ObjectStore>, place: Path, content: Vec<u8>) -> Result<bool, Error> {
    match objects.put_opts(&place, content.into(), PutMode::Create.into()).await {
        Ok(_) => Ok(true),
        Err(Error::AlreadyExists { .. }) => Ok(false),
        Err(error) => Err(error),
    }
}
