//! The server that forks test processes: see [`sbst_model::mutants`].
//!
//! It works before `main`, where a process has one thread, and no user code has run. The child goes
//! on to the harness with other arguments: they replace those of the process in memory, where the
//! standard library reads them.

mod child;

use super::memory::{self, Header};
use super::point::{Mutated, Point, MUTATED_0_1_0};
use sbst_model::mutants::{Answer, Described, Ended, Order, SERVE};
use std::ffi::{c_char, c_int};
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::os::fd::AsRawFd as _;
use std::os::fd::{FromRawFd as _, OwnedFd};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

/// The end of the line of a failed test.
const FAILED: &[u8] = b" ... FAILED\n";
/// The time between two checks of a process without output.
const PAUSE: c_int = 20;

#[used]
#[cfg_attr(not(target_vendor = "apple"), link_section = ".init_array")]
#[cfg_attr(target_vendor = "apple", link_section = "__DATA,__mod_init_func")]
static START: extern "C" fn(c_int, *mut *mut c_char) = start;

extern "C" fn start(count: c_int, arguments: *mut *mut c_char) {
    if std::env::var_os(SERVE).is_none() {
        return;
    }
    std::env::remove_var(SERVE);
    let arguments = child::Arguments { count: usize::try_from(count).unwrap_or(0), first: arguments };
    match Server::new(arguments).and_then(|mut server| server.serve()) {
        Ok(After::Harness) => {}
        Ok(After::Exit) | Err(_) => std::process::exit(0),
    }
}

/// The continuation of a process after the server.
enum After {
    /// This is a child, to run the harness.
    Harness,
    Exit,
}

struct Server {
    arguments: child::Arguments,
    memory: *mut Header,
    points: Vec<&'static Point>,
}

impl Server {
    fn new(arguments: child::Arguments) -> io::Result<Server> {
        let points: Vec<&Point> = functions().iter().flat_map(|function| function.points).collect();
        for (index, point) in points.iter().enumerate() {
            point.set_index(index as u32);
        }
        // SAFETY: new memory without other users.
        let memory = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                memory::size(points.len()),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED | libc::MAP_ANON,
                -1,
                0,
            )
        };
        if memory == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: zeros of this size, mapped until the end, and aligned to a page.
        unsafe { memory::set(memory.cast()) };
        Ok(Server { arguments, memory: memory.cast(), points })
    }

    /// Executes orders from standard input, and answers on standard output.
    fn serve(&mut self) -> io::Result<After> {
        let mut answers = duplicate(1)?;
        let mut orders = BufReader::new(duplicate(0)?);
        let mut line = String::new();
        loop {
            line.clear();
            if orders.read_line(&mut line)? == 0 {
                return Ok(After::Exit);
            }
            let answer = match Order::parse(line.trim_end_matches('\n')) {
                None => return Ok(After::Exit),
                Some(Order::Describe) => described(),
                Some(order) => match self.execute(&order)? {
                    Some(answer) => answer.bytes(),
                    None => return Ok(After::Harness),
                },
            };
            answers.write_all(&answer)?;
            answers.flush()?;
        }
    }

    /// Executes tests in a child. Returns `None` in the child.
    fn execute(&self, order: &Order) -> io::Result<Option<Answer>> {
        let limits = match order {
            Order::Run { limits, .. } => *limits,
            _ => Default::default(),
        };
        let header = memory::header().ok_or(io::ErrorKind::Other)?;
        // SAFETY: it is as large, and no child still uses it.
        unsafe { std::ptr::write_bytes(self.memory.cast::<u8>(), 0, memory::size(self.points.len())) };
        header.steps.store(limits.steps, Relaxed);
        let (reader, writer) = pipe()?;
        // SAFETY: this process has one thread.
        match unsafe { libc::fork() } {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                child::prepare(&writer)?;
                match order {
                    Order::Run { alternatives, .. } => {
                        for (index, number) in alternatives {
                            if let Some(point) = self.points.get(*index as usize) {
                                point.activate(*number);
                            }
                        }
                    }
                    Order::Record { .. } => self.points.iter().for_each(|point| point.begin_recording()),
                    Order::List | Order::Describe => {}
                }
                self.arguments.replace(&order.arguments());
                Ok(None)
            }
            process => {
                drop(writer);
                let stops = matches!(order, Order::Run { stops: true, .. });
                let seconds = Duration::from_millis(limits.milliseconds);
                let (ended, output) = watch(process, reader, stops, seconds)?;
                let words = (0..self.points.len() as u32).filter_map(|index| {
                    let word = memory::word(index)?.load(Relaxed);
                    (word != 0).then_some((index, word))
                });
                Ok(Some(Answer {
                    ended,
                    steps: limits.steps.saturating_sub(header.steps.load(Relaxed)),
                    mark: header.mark.load(Relaxed),
                    words: words.collect(),
                    output,
                }))
            }
        }
    }
}

fn functions() -> &'static [Mutated] {
    &MUTATED_0_1_0
}

/// Returns the functions and alternatives of this executable, as [`Described`] lines.
fn described() -> Vec<u8> {
    let mut lines = String::new();
    let mut first = 0;
    for function in functions() {
        let Mutated {
            package,
            crate_name,
            binary,
            module_path,
            name,
            file,
            line,
            column,
            left_out,
            macros,
            ..
        } = function;
        lines += &Described::function_line(
            [
                package.unwrap_or(""),
                crate_name.unwrap_or(""),
                binary.unwrap_or(""),
                module_path,
                name,
                file,
                left_out,
            ],
            [*line, *column, *macros],
        );
        for alternative in function.alternatives {
            lines += &Described::alternative_line(
                first + alternative.point,
                alternative.number,
                [alternative.start, alternative.end],
                [alternative.genre, alternative.text, alternative.replacement],
            );
        }
        first += function.points.len() as u32;
    }
    Described::answer(&lines)
}

/// Waits for the end of a child, and reads its output. With `stops`, it ends with the first failed
/// test.
fn watch(process: c_int, reader: OwnedFd, stops: bool, limit: Duration) -> io::Result<(Ended, Vec<u8>)> {
    let began = Instant::now();
    let mut output = Vec::new();
    let mut reader = File::from(reader);
    let mut buffer = [0; 4096];
    let mut is_open = true;
    let ended = loop {
        let mut polled = libc::pollfd { fd: reader.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one description, which lives.
        if is_open && unsafe { libc::poll(&mut polled, 1, PAUSE) } > 0 {
            match reader.read(&mut buffer)? {
                0 => is_open = false,
                length => output.extend_from_slice(&buffer[..length]),
            }
            if stops && output.windows(FAILED.len()).any(|part| part == FAILED) {
                kill(process);
                wait(process, 0);
                break Ended::Failed;
            }
            if is_open {
                continue;
            }
        }
        // Without the pipe, it only waits for the end.
        if let Some(ended) = wait(process, if is_open { libc::WNOHANG } else { 0 }) {
            break ended;
        }
        if began.elapsed() > limit {
            kill(process);
            wait(process, 0);
            break Ended::Late;
        }
    };
    // Its children are in its group.
    kill(process);
    if is_open && !matches!(ended, Ended::Failed | Ended::Late) {
        read_rest(&mut reader, &mut output);
    }
    Ok((ended, output))
}

/// Reads the rest in the pipe of a finished process.
fn read_rest(reader: &mut File, output: &mut Vec<u8>) {
    let mut buffer = [0; 4096];
    loop {
        let mut polled = libc::pollfd { fd: reader.as_raw_fd(), events: libc::POLLIN, revents: 0 };
        // SAFETY: one description, which lives.
        if unsafe { libc::poll(&mut polled, 1, 0) } <= 0 {
            return;
        }
        match reader.read(&mut buffer) {
            Ok(length @ 1..) => output.extend_from_slice(&buffer[..length]),
            _ => return,
        }
    }
}

/// Kills a process and its group.
fn kill(process: c_int) {
    // SAFETY: numbers of processes that this one has started, and not waited for, or of their
    // group.
    unsafe { libc::kill(-process, libc::SIGKILL) };
}

fn wait(process: c_int, flags: c_int) -> Option<Ended> {
    let mut status = 0;
    // SAFETY: a child of this process.
    let waited = unsafe { libc::waitpid(process, &mut status, flags) };
    match waited {
        0 => None,
        _ if waited != process => Some(Ended::Signal(0)),
        _ if libc::WIFEXITED(status) => Some(Ended::Exit(libc::WEXITSTATUS(status))),
        _ => Some(Ended::Signal(libc::WTERMSIG(status))),
    }
}

fn pipe() -> io::Result<(OwnedFd, OwnedFd)> {
    let mut ends = [0; 2];
    // SAFETY: there is room for two.
    if unsafe { libc::pipe(ends.as_mut_ptr()) } != 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: they are new, without other owners.
    Ok(unsafe { (OwnedFd::from_raw_fd(ends[0]), OwnedFd::from_raw_fd(ends[1])) })
}

/// Returns another descriptor of a stream, which the child does not inherit through `exec`.
fn duplicate(stream: c_int) -> io::Result<File> {
    // SAFETY: it makes a new one, or fails.
    match unsafe { libc::fcntl(stream, libc::F_DUPFD_CLOEXEC, 10) } {
        -1 => Err(io::Error::last_os_error()),
        // SAFETY: it is new, without other owners.
        descriptor => Ok(unsafe { File::from_raw_fd(descriptor) }),
    }
}
