//! Limits the memory of the process, so that made-up sizes end a worker and not the machine. Depends on the platform:
//! where there is no such limit, nothing is done.

/// Lets the process have at most `bytes` of address space; an allocation beyond that fails, which ends the process.
#[cfg(unix)]
pub(crate) fn limit(bytes: u64) {
    use rlimit::Resource;
    // A limit that cannot be set is one the less; the search does not depend on it.
    if let Ok((_, hard)) = Resource::AS.get() {
        let _ = Resource::AS.set(bytes.min(hard), hard);
    }
}

/// There is no such limit here.
#[cfg(not(unix))]
pub(crate) fn limit(_bytes: u64) {}
