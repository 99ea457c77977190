//! The repository of a workspace, and the services that host it.

use super::options::Ci;
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use std::process::Command;

#[derive(Debug)]
pub struct Repository {
    pub root: Utf8PathBuf,
    /// The addresses of its remotes, a line each.
    pub remotes: String,
}

impl Repository {
    /// Returns the repository around a folder; the folder itself without git, or if the repository
    /// ignores it.
    pub fn around(folder: &Utf8Path) -> Repository {
        let git = |arguments: &[&str]| {
            let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().ok()?;
            output.status.success().then(|| String::from_utf8(output.stdout).ok())?
        };
        let root = git(&["rev-parse", "--show-toplevel"]);
        let root = root.map(|root| Utf8PathBuf::from(root.trim())).filter(|root| folder.starts_with(root));
        let root = root.filter(|_| git(&["check-ignore", "--quiet", "."]).is_none());
        let remotes = root.as_ref().and_then(|_| git(&["config", "--get-regexp", r"^remote\..*\.url$"]));
        Repository { root: root.unwrap_or_else(|| folder.to_owned()), remotes: remotes.unwrap_or_default() }
    }

    /// Returns the services that the repository is for, by its files and its remotes.
    pub fn services(&self) -> Vec<Ci> {
        let traces = [(Ci::Github, ".github", "github"), (Ci::Gitlab, ".gitlab-ci.yml", "gitlab")];
        let is_used =
            |(_, file, host): &(Ci, &str, &str)| self.root.join(file).exists() || self.remotes.contains(host);
        traces.into_iter().filter(is_used).map(|(service, ..)| service).collect()
    }

    /// Returns the path of a folder from the root, `.` for the root.
    pub fn relative<'f>(&self, folder: &'f Utf8Path) -> &'f str {
        let path = folder.strip_prefix(&self.root).map_or("", Utf8Path::as_str);
        if path.is_empty() { "." } else { path }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn services_are_recognised_by_files_and_remotes() {
        let folder = tempfile::tempdir().unwrap();
        let root = Utf8PathBuf::from_path_buf(folder.path().to_owned()).unwrap();
        let with = |remotes: &str| Repository { root: root.clone(), remotes: remotes.to_owned() }.services();
        assert_eq!(with(""), []);
        assert_eq!(with("remote.origin.url git@github.com:me/x.git\n"), [Ci::Github]);
        assert_eq!(with("remote.a.url https://gitlab.example.org/x\n"), [Ci::Gitlab]);
        std::fs::create_dir(root.join(".github")).unwrap();
        assert_eq!(with("remote.a.url https://gitlab.example.org/x\n"), [Ci::Github, Ci::Gitlab]);
    }

    #[test]
    fn a_workspace_has_a_path_from_the_root_of_its_repository() {
        let repository = Repository { root: "/r".into(), remotes: String::new() };
        assert_eq!(repository.relative(Utf8Path::new("/r")), ".");
        assert_eq!(repository.relative(Utf8Path::new("/r/a/b")), "a/b");
    }
}
