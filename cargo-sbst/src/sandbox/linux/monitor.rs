//! The monitor of a sandboxed process: a thread of the command that judges its calls and counts the
//! refused ones.

use super::caller::{Caller, canonical, process_of_thread};
use super::filesystem::{Readable, is_harmless_device};
use super::quota::Quota;
use super::rules::{Judged, OpenFlags, PathArgument, Rule, judged};
use crate::sandbox::Grant;
use crate::sandbox::act::{Act, Refusals, Refused};
use anyhow::Context;
use cargo_metadata::camino::Utf8Path;
use rustix::event::{PollFd, PollFlags, poll};
use rustix::io::Errno;
use rustix::net::{RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, recvmsg};
use sbst_model::journal;
use sbst_model::messages::{BACKTRACES, EVENTS, JOURNAL, SCRATCH};
use std::collections::BTreeMap;
use std::io::IoSliceMut;
use std::mem::MaybeUninit;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fs, thread};

/// Time limit on threads that outlive a check of written tests. The monitor misses later acts.
const LINGER: Duration = Duration::from_millis(250);
/// Interval between two polls of these threads.
const PAUSE: Duration = Duration::from_millis(5);

/// Handle of the monitor for the rest of the command.
#[derive(Debug)]
pub struct Monitor {
    readable: Arc<Readable>,
    /// True if the process itself may fork, and end its children.
    forks: bool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    worker: Option<PathBuf>,
    scratch: Option<PathBuf>,
    /// The started process, once it runs its program.
    leader: Option<u32>,
    refusals: Refusals,
    /// True if the process touched anything outside of memory, its scratch directory included.
    touched: bool,
    /// Stored test cases with refused acts, each with its first one.
    touching: BTreeMap<String, String>,
    quota: Quota,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// The kernel executes the call, and may still refuse it.
    Continue,
    /// The call fails with this error, uncounted.
    Fail(Errno),
    /// The call continues when its thread is the last of the process, or after [`LINGER`].
    Linger,
    /// The call is a refused act.
    Refuse(Act),
}

/// An act's verdict, and a readable object.
type Judgement = (Verdict, String);

impl Monitor {
    /// Starts the thread, which waits for the process to send the listener.
    pub fn start(
        socket: UnixStream,
        grant: Grant,
        forks: bool,
        readable: Arc<Readable>,
    ) -> anyhow::Result<Arc<Monitor>> {
        let monitor = Arc::new(Monitor { readable, forks, state: Mutex::default() });
        monitor.grant(grant);
        let table = judged().into_iter().map(|row| (row.0, row)).collect();
        let at_work = Arc::clone(&monitor);
        thread::Builder::new()
            .name("sandbox".to_owned())
            .spawn(move || {
                if let Some(listener) = receive(&socket) {
                    drop(socket);
                    at_work.listen(&Arc::new(listener), &table);
                }
            })
            .context("failed to start the thread of a sandbox")?;
        Ok(monitor)
    }

    /// Replaces the rights of the process, which serves another worker from now on.
    pub fn grant(&self, grant: Grant) {
        let place =
            |path: &Utf8Path| fs::canonicalize(path).unwrap_or_else(|_| path.as_std_path().to_owned());
        let mut state = self.state();
        state.worker = grant.worker.as_deref().map(place);
        state.scratch = grant.scratch.as_deref().map(place);
        state.quota.reset();
    }

    /// Takes the acts refused since the last call.
    pub fn take_refusals(&self) -> Refusals {
        std::mem::take(&mut self.state().refusals)
    }

    /// Takes the stored test cases with refused acts, each with its first one.
    pub fn take_touching(&self) -> BTreeMap<String, String> {
        std::mem::take(&mut self.state().touching)
    }

    /// Returns true if the process touched anything outside of memory, or tried to, since the last
    /// call.
    pub fn take_touched(&self) -> bool {
        std::mem::take(&mut self.state().touched)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Judges calls while a process is left that could make one.
    fn listen(&self, listener: &Arc<OwnedFd>, table: &BTreeMap<i64, Judged>) {
        wake_up_at_once(listener);
        loop {
            let mut ready = [PollFd::new(listener, PollFlags::IN)];
            match poll(&mut ready, None) {
                Err(Errno::INTR) => continue,
                Err(_) => return,
                Ok(_) if !ready[0].revents().contains(PollFlags::IN) => return,
                Ok(_) => {}
            }
            let Some(call) = next_call(listener) else { continue };
            let row = table.get(&i64::from(call.data.nr)).copied();
            let verdict = row.map_or(Verdict::Continue, |row| self.judge(row, &call));
            match verdict {
                Verdict::Linger => linger(Arc::clone(listener), &call),
                verdict => answer(listener, call.id, verdict),
            }
        }
    }

    /// Judges a call, and counts a refused one.
    fn judge(&self, (_, name, _, rule): Judged, call: &libc::seccomp_notif) -> Verdict {
        let caller = Caller { thread: call.pid };
        let mut state = self.state();
        let call = Call { rule, arguments: &call.data.args, caller: &caller };
        let (verdict, object) = self.verdict(&mut state, &call);
        let object = if object.is_empty() { name.trim_start_matches("SYS_").to_owned() } else { object };
        if let Verdict::Refuse(act) = verdict {
            state.note(act, object);
        }
        verdict
    }

    fn verdict(&self, state: &mut State, call: &Call<'_>) -> Judgement {
        let Call { rule, arguments, caller } = *call;
        let plain = |verdict| (verdict, String::new());
        let leads = || self.forks && state.leader == Some(caller.process());
        match rule {
            Rule::Exit if state.worker.is_none() && caller.leaves_threads() => plain(Verdict::Linger),
            Rule::Exit => plain(Verdict::Continue),
            Rule::Missing => plain(Verdict::Fail(Errno::NOSYS)),
            Rule::Never(act) => plain(Verdict::Refuse(act)),
            Rule::Execute if state.leader.is_none() => {
                state.leader = Some(caller.process());
                plain(Verdict::Continue)
            }
            Rule::Execute => {
                let program = caller.read_text(arguments[0]).unwrap_or_default();
                (Verdict::Refuse(Act::Process), program.to_string_lossy().into_owned())
            }
            Rule::Fork | Rule::Signal(_) | Rule::SignalThread(_) if leads() => plain(Verdict::Continue),
            Rule::Fork => plain(Verdict::Refuse(Act::Process)),
            Rule::Signal(argument) => plain(signal(caller, arguments[argument] as i32)),
            Rule::SignalThread(argument) => {
                let process = process_of_thread(arguments[argument] as u32);
                plain(signal(caller, process.map_or(0, |process| process as i32)))
            }
            Rule::ChangeDescriptor(act, descriptor) => match caller.descriptor(arguments[descriptor]) {
                Some(place) => state.change(act, place, caller, false),
                None => plain(Verdict::Refuse(act)),
            },
            Rule::Change(act, paths) => self.change(state, call, act, paths),
            Rule::Open(path, flags) => self.open(state, call, path, flags),
        }
    }

    fn change(&self, state: &mut State, call: &Call<'_>, act: Act, paths: &[PathArgument]) -> Judgement {
        for path in paths {
            let Some(place) = call.place(*path, act == Act::Permissions) else {
                // Landlock has no rules for permissions.
                if act == Act::Permissions {
                    return (Verdict::Refuse(act), String::new());
                }
                continue;
            };
            // The kernel's own error is more precise.
            let Some(place) = place else { continue };
            let is_there = place.symlink_metadata().is_ok();
            if !is_there && act != Act::Write {
                continue;
            }
            if let judgement @ (Verdict::Refuse(_), _) = state.change(act, place, call.caller, !is_there) {
                return judgement;
            }
        }
        (Verdict::Continue, String::new())
    }

    fn open(&self, state: &mut State, call: &Call<'_>, path: PathArgument, flags: OpenFlags) -> Judgement {
        let flags = match flags {
            OpenFlags::Argument(argument) => call.arguments[argument] as i32,
            OpenFlags::Pointed(argument) => {
                call.caller.read_word(call.arguments[argument]).map_or(libc::O_RDWR, |flags| flags as i32)
            }
            OpenFlags::Create => libc::O_WRONLY | libc::O_CREAT | libc::O_TRUNC,
        };
        let follows = flags & libc::O_NOFOLLOW == 0;
        let Some(Some(place)) = call.place(path, follows) else {
            return (Verdict::Continue, String::new());
        };
        if flags & libc::O_PATH != 0 {
            return (Verdict::Continue, String::new());
        }
        let is_there = place.exists();
        let writes = flags & libc::O_ACCMODE != libc::O_RDONLY || flags & libc::O_TRUNC != 0;
        let creates = flags & libc::O_CREAT != 0 && !is_there;
        if creates || writes && is_there {
            return state.change(Act::Write, place, call.caller, creates);
        }
        let may_read = !is_there || self.readable.contains(&place);
        match may_read {
            true => (Verdict::Continue, String::new()),
            false => (Verdict::Refuse(Act::Read), place.display().to_string()),
        }
    }
}

/// Judges a signal: a process may signal itself, and the group that it leads.
fn signal(caller: &Caller, target: i32) -> Verdict {
    let own = caller.process() as i32;
    match target == 0 || target == own || target == -own {
        true => Verdict::Continue,
        false => Verdict::Refuse(Act::Signal),
    }
}

/// A call with its rule.
#[derive(Clone, Copy)]
struct Call<'a> {
    rule: Rule,
    arguments: &'a [u64; 6],
    caller: &'a Caller,
}

impl Call<'_> {
    /// Returns the canonical place of a path. The inner `None` means a missing folder, the outer
    /// one an unreadable path.
    fn place(&self, argument: PathArgument, follows: bool) -> Option<Option<PathBuf>> {
        let folder = argument.folder.map_or(libc::AT_FDCWD as u64, |folder| self.arguments[folder]);
        let address = self.arguments[argument.path];
        // An absent path means the folder's descriptor itself.
        let path = if address == 0 { Default::default() } else { self.caller.read_text(address)? };
        if path.is_empty() {
            return self.caller.descriptor(folder).map(Some);
        }
        let absolute = self.caller.absolute(folder, Path::new(&path))?;
        Some(canonical(&absolute, follows))
    }
}

impl State {
    /// Judges a change of the file at a canonical path. If `is_new`, the file does not exist yet.
    fn change(&mut self, act: Act, place: PathBuf, caller: &Caller, is_new: bool) -> Judgement {
        let is_own_file =
            |worker: &PathBuf| [EVENTS, JOURNAL, BACKTRACES].iter().any(|file| place == worker.join(file));
        if act == Act::Write && (is_harmless_device(&place) || self.worker.as_ref().is_some_and(is_own_file))
        {
            return (Verdict::Continue, String::new());
        }
        self.touched = true;
        let shown = self.shown(&place);
        match self.scratch.as_ref().filter(|scratch| place.starts_with(scratch)) {
            // The next test case needs the directory itself.
            Some(scratch) if *scratch == place && act != Act::Permissions => (Verdict::Refuse(act), shown),
            Some(scratch) if is_new && !self.quota.has_room(scratch, caller.process()) => {
                (Verdict::Refuse(Act::FillDisk), shown)
            }
            Some(_) => (Verdict::Continue, shown),
            None => (Verdict::Refuse(act), shown),
        }
    }

    /// Formats a path: relative in the working directory of the code under test.
    fn shown(&self, place: &Path) -> String {
        let scratch = self.worker.as_ref().map(|worker| worker.join(SCRATCH));
        let relative = scratch.and_then(|scratch| place.strip_prefix(scratch).ok());
        relative.unwrap_or(place).display().to_string()
    }

    fn note(&mut self, act: Act, object: String) {
        self.touched = true;
        if let Some(test) = self.running_test() {
            self.touching.entry(test).or_insert_with(|| format!("{} ({object})", act.text()));
        }
        let refused = self.refusals.entry(act).or_insert(Refused { count: 0, example: object });
        refused.count += 1;
    }

    /// Returns the stored test case that the worker executes. Called only where writing is
    /// forbidden, as in a replay.
    fn running_test(&self) -> Option<String> {
        let worker = self.worker.as_ref().filter(|_| self.scratch.is_none())?;
        let reading = journal::read(&fs::read(worker.join(JOURNAL)).ok()?)?;
        Some(reading.test?.to_hex())
    }
}

/// Waits for the descriptor of the calls. Returns `None` if the process ended before it sent one.
fn receive(socket: &UnixStream) -> Option<OwnedFd> {
    let mut carrier = [0; 1];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut descriptors = RecvAncillaryBuffer::new(&mut space);
    let flags = RecvFlags::CMSG_CLOEXEC;
    while let Err(error) = recvmsg(socket, &mut [IoSliceMut::new(&mut carrier)], &mut descriptors, flags) {
        if error != Errno::INTR {
            return None;
        }
    }
    descriptors.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(mut listeners) => listeners.next(),
        _ => None,
    })
}

/// Makes the kernel switch directly between caller and monitor, where supported (Linux 6.6).
fn wake_up_at_once(listener: &OwnedFd) {
    const SYNC_WAKE_UP: u64 = 1;
    // SAFETY: the argument is a number.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SET_FLAGS as _, SYNC_WAKE_UP) };
}

/// Waits for the next call. Returns `None` if its thread is gone.
fn next_call(listener: &OwnedFd) -> Option<libc::seccomp_notif> {
    // SAFETY: a structure of numbers, which the kernel requires to be zero.
    let mut call: libc::seccomp_notif = unsafe { std::mem::zeroed() };
    // SAFETY: the kernel writes a structure of this type, which outlives the call.
    let result =
        unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_RECV as _, &raw mut call) };
    (result == 0).then_some(call)
}

/// Lets a process exit after its threads have, or after some time. Meanwhile the monitor judges
/// their calls.
fn linger(listener: Arc<OwnedFd>, call: &libc::seccomp_notif) {
    let (caller, id) = (Caller { thread: call.pid }, call.id);
    thread::spawn(move || {
        let until = Instant::now() + LINGER;
        while caller.leaves_threads() && Instant::now() < until {
            thread::sleep(PAUSE);
        }
        answer(&listener, id, Verdict::Continue);
    });
}

/// Answers a call. Does nothing if its thread is gone.
fn answer(listener: &OwnedFd, id: u64, verdict: Verdict) {
    let (error, flags) = match verdict {
        Verdict::Continue | Verdict::Linger => (0, libc::SECCOMP_USER_NOTIF_FLAG_CONTINUE as u32),
        Verdict::Fail(error) => (-error.raw_os_error(), 0),
        Verdict::Refuse(Act::FillDisk) => (-Errno::DQUOT.raw_os_error(), 0),
        Verdict::Refuse(_) => (-Errno::PERM.raw_os_error(), 0),
    };
    let mut response = libc::seccomp_notif_resp { id, val: 0, error, flags };
    // SAFETY: the kernel reads a structure of this type.
    unsafe { libc::ioctl(listener.as_raw_fd(), libc::SECCOMP_IOCTL_NOTIF_SEND as _, &raw mut response) };
}
