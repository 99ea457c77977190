//! The memory limit of the process, so that made-up sizes end a worker and not the machine. Systems
//! without such a limit do nothing.

/// Limits what the process can write to, beside its main stack, to `bytes`. An allocation beyond that
/// fails, which ends the process. On Linux, mapped files and address space that is only reserved do
/// not count; elsewhere they do.
#[cfg(unix)]
pub(crate) fn limit(bytes: u64) {
    use rlimit::Resource;
    const LIMITED: Resource = if cfg!(target_os = "linux") { Resource::DATA } else { Resource::AS };
    // Without the limit, the search works as well.
    if let Ok((_, hard)) = LIMITED.get() {
        let _ = LIMITED.set(bytes.min(hard), hard);
    }
}

/// Does nothing on this system.
#[cfg(not(unix))]
pub(crate) fn limit(_bytes: u64) {}
