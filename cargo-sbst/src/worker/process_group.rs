//! Process groups: each worker has its own group, so that all processes of the code under test end
//! with it, and so that Ctrl-C reaches the command alone.

use std::io;
use std::process::{Child, Command};

/// Makes the command's process the leader of a new group.
#[cfg(unix)]
pub fn separate(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

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
