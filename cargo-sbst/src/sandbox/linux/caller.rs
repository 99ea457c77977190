//! The process whose call is judged: its number, its memory and its paths, from `/proc`.

use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::ffi::OsStringExt;
use std::os::unix::fs::FileExt;
use std::path::{Component, Path, PathBuf};

/// The longest path that the kernel accepts, with its final zero.
const PATH_LIMIT: usize = 4096;
/// Number of bytes read at a time; chunks never cross the end of a page.
const CHUNK: usize = 256;

/// A thread that waits in a system call.
#[derive(Clone, Copy)]
pub struct Caller {
    pub thread: u32,
}

impl Caller {
    /// The number of its process; 0 if the process is gone.
    pub fn process(self) -> u32 {
        process_of_thread(self.thread).unwrap_or(0)
    }

    /// Reads 8 bytes of its memory as a number.
    pub fn read_word(&self, address: u64) -> Option<u64> {
        let mut bytes = [0; 8];
        self.memory()?.read_exact_at(&mut bytes, address).ok()?;
        Some(u64::from_ne_bytes(bytes))
    }

    /// Reads a zero-terminated text in its memory.
    pub fn read_text(&self, address: u64) -> Option<OsString> {
        let memory = self.memory()?;
        let mut text = Vec::new();
        while text.len() < PATH_LIMIT {
            let at = address.checked_add(text.len() as u64)?;
            // Read up to the next multiple of a chunk, to touch no page that may be missing.
            let mut chunk = [0; CHUNK];
            let chunk = &mut chunk[..CHUNK - (at % CHUNK as u64) as usize];
            memory.read_exact_at(chunk, at).ok()?;
            if let Some(end) = chunk.iter().position(|byte| *byte == 0) {
                text.extend_from_slice(&chunk[..end]);
                return Some(OsString::from_vec(text));
            }
            text.extend_from_slice(chunk);
        }
        None
    }

    fn memory(&self) -> Option<File> {
        File::open(format!("/proc/{}/mem", self.thread)).ok()
    }

    /// True if the process has threads besides this one and the first.
    pub fn leaves_threads(self) -> bool {
        let process = self.process();
        let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
        let number = |entry: fs::DirEntry| entry.file_name().to_str()?.parse().ok();
        threads.filter_map(number).any(|thread: u32| thread != process && thread != self.thread)
    }

    /// Returns the file or folder of a descriptor.
    pub fn descriptor(&self, number: u64) -> Option<PathBuf> {
        let folder = match number as i32 {
            libc::AT_FDCWD => format!("/proc/{}/cwd", self.thread),
            number => format!("/proc/{}/fd/{number}", self.thread),
        };
        fs::read_link(folder).ok()
    }

    /// Returns the absolute path of `path` for this process, from the folder of a descriptor.
    pub fn absolute(&self, folder: u64, path: &Path) -> Option<PathBuf> {
        let own = PathBuf::from(format!("/proc/{}", self.thread));
        for itself in ["/proc/self", "/proc/thread-self"] {
            if let Ok(rest) = path.strip_prefix(itself) {
                return Some(own.join(rest));
            }
        }
        match path.is_absolute() {
            true => Some(path.to_owned()),
            false => Some(self.descriptor(folder)?.join(path)),
        }
    }
}

/// Returns the canonical path of a file, or of a new one in an existing folder; `None` without the
/// folder. If `follows`, resolves a symbolic link at the end.
pub fn canonical(path: &Path, follows: bool) -> Option<PathBuf> {
    let is_named = matches!(path.components().next_back(), Some(Component::Normal(_)));
    if (follows || !is_named)
        && let Ok(path) = fs::canonicalize(path)
    {
        return Some(path);
    }
    Some(fs::canonicalize(path.parent()?).ok()?.join(path.file_name()?))
}

/// Returns the number of a thread's process.
pub fn process_of_thread(thread: u32) -> Option<u32> {
    let status = fs::read_to_string(format!("/proc/{thread}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("Tgid:"))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn this_thread() -> Caller {
        Caller { thread: rustix::thread::gettid().as_raw_nonzero().get() as u32 }
    }

    #[test]
    fn texts_and_numbers_are_read_from_memory() {
        let text = format!("{}\0after", "x".repeat(700));
        assert_eq!(this_thread().read_text(text.as_ptr() as u64).unwrap().len(), 700);
        let word = 0x0102_0304_0506_0708_u64;
        assert_eq!(this_thread().read_word(&raw const word as u64), Some(word));
        assert_eq!(this_thread().read_text(16), None, "nothing is mapped there");
    }

    #[test]
    fn a_new_file_has_the_canonical_path_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        fs::create_dir(root.join("a")).unwrap();
        std::os::unix::fs::symlink(root.join("a"), root.join("link")).unwrap();
        assert_eq!(canonical(&root.join("link/../link/new"), true), Some(root.join("a/new")));
        assert_eq!(canonical(&root.join("link"), false), Some(root.join("link")));
        assert_eq!(canonical(&root.join("link"), true), Some(root.join("a")));
        assert_eq!(canonical(&root.join("none/new"), true), None);
        assert_eq!(canonical(&root.join("a/.."), false), Some(root.clone()));
    }

    #[test]
    fn a_process_itself_is_the_one_that_names_it() {
        let own = this_thread();
        let path = own.absolute(0, Path::new("/proc/self/status")).unwrap();
        assert_eq!(path, PathBuf::from(format!("/proc/{}/status", own.thread)));
        assert_eq!(own.process(), std::process::id());
    }
}
