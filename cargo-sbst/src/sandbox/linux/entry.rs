//! Entry of a process into the sandbox: code between `fork` and `exec`, where only system calls are
//! allowed.

use super::quota::FILE_LIMIT;
use rustix::io::Errno;
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use seccompiler::sock_filter;
use std::io::{self, IoSlice};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::sync::Arc;

/// The byte that carries a descriptor from process to process.
const CARRIER: [u8; 1] = [0];

/// A policy in the kernel's format.
#[derive(Debug)]
pub struct Entry {
    pub ruleset: OwnedFd,
    pub filter: Arc<Vec<sock_filter>>,
}

impl Entry {
    /// Confines this process permanently, and sends the filter's listener to the monitor.
    /// Async-signal-safe.
    pub fn enter(&self, monitor: &UnixStream) -> io::Result<()> {
        limit(Resource::Fsize, FILE_LIMIT)?;
        limit(Resource::Core, 0)?;
        // Writing past the limit then fails with `EFBIG` instead of a fatal signal.
        // SAFETY: ignoring a signal installs no handler.
        unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
        rustix::thread::set_no_new_privs(true)?;
        // SAFETY: the ruleset is an open descriptor; no memory is involved.
        check(unsafe { libc::syscall(libc::SYS_landlock_restrict_self, self.ruleset.as_raw_fd(), 0) })?;
        let listener = install(&self.filter)?;
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
        let mut descriptors = SendAncillaryBuffer::new(&mut space);
        let listeners = [listener.as_fd()];
        descriptors.push(SendAncillaryMessage::ScmRights(&listeners));
        sendmsg(monitor, &[IoSlice::new(&CARRIER)], &mut descriptors, SendFlags::empty())?;
        Ok(())
    }
}

/// Lowers a limit of this process.
fn limit(resource: Resource, most: u64) -> rustix::io::Result<()> {
    let Rlimit { maximum, .. } = getrlimit(resource);
    let most = maximum.map_or(most, |maximum| maximum.min(most));
    setrlimit(resource, Rlimit { current: Some(most), maximum: Some(most) })
}

/// Installs a filter. Returns the descriptor of its notifications.
fn install(filter: &[sock_filter]) -> io::Result<OwnedFd> {
    let program = libc::sock_fprog { len: filter.len() as u16, filter: filter.as_ptr().cast_mut().cast() };
    // SAFETY: the kernel copies the program, whose instructions have the layout of its own; nothing
    // else is read.
    let listener = check(unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_NEW_LISTENER,
            &raw const program,
        )
    })?;
    // SAFETY: the kernel has just made the descriptor for this process.
    Ok(unsafe { OwnedFd::from_raw_fd(listener as i32) })
}

fn check(result: libc::c_long) -> io::Result<libc::c_long> {
    match result {
        ..0 => Err(Errno::from_io_error(&io::Error::last_os_error()).unwrap_or(Errno::INVAL).into()),
        result => Ok(result),
    }
}
