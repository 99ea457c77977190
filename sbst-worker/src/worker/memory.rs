//! The memory limit of the process, so that made-up sizes end a worker instead of the machine.
//! Other systems have no limit.

/// Limits the writable memory of the process, except its main stack, to `bytes`. A larger
/// allocation fails, and ends the process. On Linux, mapped files and address space that is only
/// reserved do not count; elsewhere they do.
#[cfg(unix)]
pub(crate) fn limit(bytes: u64) {
    #[cfg(not(target_os = "linux"))]
    use libc::RLIMIT_AS as LIMITED;
    #[cfg(target_os = "linux")]
    use libc::RLIMIT_DATA as LIMITED;
    let mut limits = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
    // SAFETY: `getrlimit` writes to a structure of its type, and `setrlimit` reads one. A search
    // also works without the limit.
    unsafe {
        if libc::getrlimit(LIMITED, &mut limits) == 0 {
            limits.rlim_cur =
                limits.rlim_max.min(libc::rlim_t::try_from(bytes).unwrap_or(libc::RLIM_INFINITY));
            libc::setrlimit(LIMITED, &limits);
        }
    }
}

/// Has no effect on this system.
#[cfg(not(unix))]
pub(crate) fn limit(_bytes: u64) {}
