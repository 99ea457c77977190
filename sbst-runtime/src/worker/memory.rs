//! The memory limit of the process, so that made-up sizes end a worker and not the machine. Systems
//! without such a limit do nothing.

/// Limits the address space to `bytes`; an allocation beyond that fails, which ends the process.
#[cfg(unix)]
pub(crate) fn limit(bytes: u64) {
    use rlimit::Resource;
    // Without the limit, the search works as well.
    if let Ok((_, hard)) = Resource::AS.get() {
        let _ = Resource::AS.set(bytes.min(hard), hard);
    }
}

/// Does nothing on this system.
#[cfg(not(unix))]
pub(crate) fn limit(_bytes: u64) {}
