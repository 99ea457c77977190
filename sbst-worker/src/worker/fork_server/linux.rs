//! The fork server on Linux.

use crate::worker;
use sbst_model::exit_code::{GIVING_UP, UNJUDGED};
use sbst_model::messages::{Fork, Forked, END_OF_WORKER, FORK_SERVER, SCRATCH};
use sbst_model::WorkerExit;
use sbst_wire::{from_line, to_line};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::exit;
use std::time::Duration;

/// Counts of the threads before other threads are certain, and the pause between two counts.
const MOST_LOOKS: u32 = 100;
const LOOK: Duration = Duration::from_millis(1);

/// True if this process could be a server (rule 2).
pub(crate) fn is_possible() -> bool {
    // SAFETY: both have no arguments, and cannot fail.
    let is_main = unsafe { libc::getpid() == libc::gettid() };
    let expected = if is_main { 1 } else { 2 };
    std::fs::read_dir("/proc/self/task").is_ok_and(|threads| threads.count() == expected)
}

/// True if a process that has just joined a thread could be a server: the system may still count
/// the thread.
fn is_alone() -> bool {
    (0..MOST_LOOKS).any(|_| {
        let is_possible = is_possible();
        if !is_possible {
            std::thread::sleep(LOOK);
        }
        is_possible
    })
}

/// Serves until the command closes the socket.
pub(crate) fn serve() -> ! {
    // Child processes of the code under test are not servers.
    std::env::remove_var(FORK_SERVER);
    let served = match worker::with_stack(0, worker::prepare) {
        Ok(()) if is_alone() => serve_on_standard_input(),
        Ok(()) => Err(io::Error::other("there are other threads")),
        Err(error) => Err(io::Error::other(error)),
    };
    match served {
        Ok(()) => exit(UNJUDGED),
        Err(error) => {
            eprintln!("sbst: the fork server stopped: {error}");
            exit(WorkerExit::CannotServe.code() | UNJUDGED)
        }
    }
}

fn serve_on_standard_input() -> io::Result<()> {
    let mut socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    // Workers do not read from it, nor do their child processes.
    let nothing = File::open("/dev/null")?;
    // SAFETY: both are open files of this process, and standard input has no owner.
    if unsafe { libc::dup2(nothing.as_raw_fd(), libc::STDIN_FILENO) } < 0 {
        return Err(io::Error::last_os_error());
    }
    drop(nothing);
    let mut requests = BufReader::new(socket.try_clone()?);
    let mut line = Vec::new();
    let mut last = None;
    // SAFETY: it has no arguments, and cannot fail.
    let server = unsafe { libc::getpid() };
    while requests.read_until(b'\n', &mut line)? > 0 {
        let Fork { directory } =
            from_line(line.strip_suffix(b"\n").unwrap_or(&line)).map_err(io::Error::other)?;
        line.clear();
        // A new request means that the last worker is not needed any more (rule 3).
        last.take().map_or(Ok(()), forget)?;
        // SAFETY: no other thread can hold a lock (rule 2), so the copy has all rights of this
        // process.
        match unsafe { libc::fork() } {
            0 => {
                drop((socket, requests));
                end_with(server);
                work_in(Path::new(&directory))
            }
            process @ 1.. => {
                see_to(process, &mut socket)?;
                last = Some(process);
            }
            _ => answer(&mut socket, &Forked::Refused(io::Error::last_os_error().to_string()))?,
        }
    }
    Ok(())
}

/// Works in the forked copy.
fn work_in(directory: &Path) -> ! {
    lead_group(0);
    if let Err(error) = std::env::set_current_dir(directory.join(SCRATCH)) {
        eprintln!("{GIVING_UP} in {} stopped: {SCRATCH}: {error}", directory.display());
        exit(WorkerExit::CannotServe.code());
    }
    worker::work_and_exit(directory)
}

/// Waits for the end of a worker, and reports it.
fn see_to(process: libc::pid_t, socket: &mut UnixStream) -> io::Result<()> {
    // Either process may come first.
    lead_group(process);
    answer(socket, &Forked::Started(process.unsigned_abs()))?;
    if outlives_command(process, socket) {
        exit(UNJUDGED);
    }
    let status = ended(process)?;
    // SAFETY: it is no other group, because the killed group's leader has ended and was not waited
    // for.
    unsafe { libc::kill(-process, libc::SIGKILL) };
    // not `eprint!`, which would panic on a closed stream
    let _ = io::stderr().write_all(format!("{END_OF_WORKER}{process}\n").as_bytes());
    answer(socket, &Forked::Ended(status))?;
    Ok(())
}

/// Makes the system kill this process when the thread that forked it ends: at the end of the
/// server.
fn end_with(server: libc::pid_t) {
    // SAFETY: numbers alone.
    let parent = unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::getppid()
    };
    if parent != server {
        exit(UNJUDGED);
    }
}

/// Waits until a worker ends or the command is gone, and returns true if the worker is still
/// running (rule 4). Systems without descriptors of processes wait for the worker alone.
fn outlives_command(process: libc::pid_t, socket: &UnixStream) -> bool {
    // SAFETY: numbers alone.
    let worker = unsafe { libc::syscall(libc::SYS_pidfd_open, process, 0) };
    let Some(worker) = i32::try_from(worker).ok().filter(|worker| *worker >= 0) else { return false };
    // SAFETY: the system has just opened it, and it has no other owner.
    let worker = unsafe { OwnedFd::from_raw_fd(worker) };
    let look = |fd, events| libc::pollfd { fd, events, revents: 0 };
    let mut looks = [look(worker.as_raw_fd(), libc::POLLIN), look(socket.as_raw_fd(), libc::POLLRDHUP)];
    // SAFETY: the two entries outlive the call.
    let looked = retried(|| unsafe { libc::poll(looks.as_mut_ptr(), 2, -1) });
    looked.is_ok() && looks[0].revents == 0 && looks[1].revents != 0
}

/// Returns the status of a child in Unix's form, once it has ended. The child stays a zombie.
fn ended(process: libc::pid_t) -> io::Result<i32> {
    // SAFETY: a structure of numbers and pointers, which the kernel fills in.
    let mut end: libc::siginfo_t = unsafe { std::mem::zeroed() };
    // SAFETY: `end` outlives the call.
    retried(|| unsafe {
        libc::waitid(libc::P_PID, process.unsigned_abs(), &mut end, libc::WEXITED | libc::WNOWAIT)
    })?;
    // SAFETY: this was filled in with a child's end.
    let number = unsafe { end.si_status() };
    Ok(match end.si_code {
        libc::CLD_EXITED => (number & 0xff) << 8,
        libc::CLD_DUMPED => number | 0x80,
        _ => number,
    })
}

/// Reaps a child that has ended.
fn forget(process: libc::pid_t) -> io::Result<()> {
    // SAFETY: its status is not requested.
    retried(|| unsafe { libc::waitpid(process, std::ptr::null_mut(), 0) })
}

/// Makes a process, or with 0 this one, the leader of a new group.
fn lead_group(process: libc::pid_t) {
    // SAFETY: numbers alone. It fails if the process is gone, or is one already.
    unsafe { libc::setpgid(process, 0) };
}

/// Repeats a system call while signals interrupt it.
fn retried(mut call: impl FnMut() -> i32) -> io::Result<()> {
    while call() < 0 {
        let error = io::Error::last_os_error();
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    Ok(())
}

/// Sends an answer to the command. If that fails, the command is gone.
fn answer(socket: &mut UnixStream, answer: &Forked) -> io::Result<()> {
    let mut line = to_line(answer);
    line.push(b'\n');
    socket.write_all(&line)
}
