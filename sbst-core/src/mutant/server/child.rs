//! A child of the server, before it goes on to the harness.

use std::ffi::{c_char, c_int, CString};
use std::fs::OpenOptions;
use std::io;
use std::os::fd::{AsRawFd as _, OwnedFd};

/// The most memory that a child may map: a failed allocation of a mutant is a panic or an abort.
const MEMORY: libc::rlim_t = 8 << 30;

/// The arguments of this process, where the standard library finds them.
pub(super) struct Arguments {
    pub(super) count: usize,
    pub(super) first: *mut *mut c_char,
}

impl Arguments {
    /// Replaces all arguments but the first, as far as there is space.
    pub(super) fn replace(&self, arguments: &[&str]) {
        let all = arguments.iter().filter_map(|argument| CString::new(*argument).ok()).map(CString::into_raw);
        let all = all.chain(std::iter::repeat(std::ptr::null_mut()));
        for (place, argument) in (1..self.count).zip(all) {
            // SAFETY: there are this many, and this process may write them; they were not read
            // before. A null ends them.
            unsafe { *self.first.add(place) = argument };
        }
    }
}

/// Makes this process the leader of a group, with empty input and its output in the pipe.
pub(super) fn prepare(output: &OwnedFd) -> io::Result<()> {
    let nothing = OpenOptions::new().read(true).write(true).open("/dev/null")?;
    // SAFETY: these concern this process alone.
    unsafe {
        libc::setpgid(0, 0);
        for (from, to) in [(nothing.as_raw_fd(), 0), (output.as_raw_fd(), 1), (nothing.as_raw_fd(), 2)] {
            if libc::dup2(from, to as c_int) < 0 {
                return Err(io::Error::last_os_error());
            }
        }
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        libc::setrlimit(libc::RLIMIT_CORE, &none);
        let memory = libc::rlimit { rlim_cur: MEMORY, rlim_max: MEMORY };
        libc::setrlimit(libc::RLIMIT_AS, &memory);
    }
    Ok(())
}
