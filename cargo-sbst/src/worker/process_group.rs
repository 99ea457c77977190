//! Process groups: a worker is a group of its own, so that whatever the code under test starts ends
//! with it, and so that Ctrl-C reaches the command alone.

use std::io;
use std::process::{Child, Command};

/// Makes the command's process the head of a group of its own.
#[cfg(unix)]
pub fn separate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

/// Has the command's process killed when the thread that starts it ends, and so when our own process
/// is killed. That thread must wait for it.
#[cfg(target_os = "linux")]
pub fn end_with_this_thread(command: &mut Command) {
    use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
    use std::os::unix::process::CommandExt;
    let own = getpid();
    let prepare = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // We may have ended before that.
        if getppid() == Some(own) { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) }
    };
    // SAFETY: between fork and exec, two system calls are made, and nothing is allocated.
    unsafe { command.pre_exec(prepare) };
}

/// Elsewhere it lives on until its work is done.
#[cfg(not(target_os = "linux"))]
pub fn end_with_this_thread(_: &mut Command) {}

/// Kills the process and its group.
#[cfg(unix)]
pub fn kill(child: &mut Child) -> io::Result<()> {
    use rustix::process::{Pid, Signal, kill_process_group};
    let killed = match Pid::from_raw(child.id() as i32) {
        Some(group) => kill_process_group(group, Signal::KILL),
        None => Ok(()),
    };
    match killed {
        // The group is empty.
        Ok(()) | Err(rustix::io::Errno::SRCH) => Ok(()),
        Err(_) => child.kill(),
    }
}

/// Elsewhere, workers share our group.
#[cfg(not(unix))]
pub fn separate(_: &mut Command) {}

/// Kills the process; processes that it started live on.
#[cfg(not(unix))]
pub fn kill(child: &mut Child) -> io::Result<()> {
    child.kill()
}
