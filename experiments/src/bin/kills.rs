//! Commands and workers killed at random moments, on third-party crates: results announced before
//! the kill must be in the state, and no process may stay.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-experiments --bin kills -- --kills 200 path/to/crate …
//! ```
//!
//! 1. Each crate is copied, and searched once to its end, which takes `T`. Then `cargo sbst --all`
//!    continues from its state with another seed, is killed by `SIGKILL` after a random time up to
//!    `1.1 T`, and so on. The moments follow from `--seed`.
//! 2. A kill hits the command, or one of its workers, at random; without a worker at that moment,
//!    it hits neither. A command whose worker was killed must run to its end.
//! 3. With `--verbose` the command announces each ended search. The state must have one more search
//!    of each announced function, and all earlier tests of others.
//! 4. After a kill of the command, all its processes except cargo's must end within two seconds.
//!    The crate may not contain an incomplete file of ours, and the next run must not wait.

use anyhow::{Context as _, bail, ensure};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use cargo_sbst::state::State;
use clap::Parser;
use sbst_model::TargetId;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time limit for processes to end.
const GONE: Duration = Duration::from_secs(2);
/// The longest time of a command, in units of `T`.
const PATIENCE: f64 = 20.0;
/// Exit codes of a completed command.
const WELL: [i32; 1] = [0];

/// Kills commands and workers.
#[derive(Debug, Parser)]
struct Arguments {
    /// The crates
    #[arg(required = true)]
    crates: Vec<Utf8PathBuf>,
    /// Kills of the command per crate, and the same number of a worker
    #[arg(long, default_value_t = 200)]
    kills: u32,
    /// The seed of the moments
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The budget per function
    #[arg(long, default_value = "20000evals")]
    budget: String,
    /// Write tests, too, which are compiled and checked
    #[arg(long)]
    write: bool,
    /// Seconds after which no further kill begins
    #[arg(long, default_value_t = f64::MAX)]
    seconds: f64,
    /// The folder of the copies
    #[arg(long, default_value_t = in_temporary_folder())]
    directory: Utf8PathBuf,
    /// The built command `cargo-sbst`
    #[arg(long)]
    command: Utf8PathBuf,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Victim {
    Command,
    Worker,
}

/// The results of the kills of one kind over one crate.
#[derive(Debug, Default)]
struct Row {
    kills: u32,
    /// Number of kills without a worker, or after the end of the command.
    missed: u32,
    announced: usize,
    /// Announced searches missing in the state, and functions that lost their tests.
    lost: usize,
    damaged: u32,
    /// Remaining processes, and incomplete files.
    stayed: usize,
    files: usize,
    waited: u32,
    /// Failed commands with a killed worker.
    failed: u32,
}

fn in_temporary_folder() -> Utf8PathBuf {
    Utf8PathBuf::try_from(std::env::temp_dir()).unwrap_or_default().join("sbst-kills")
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let began = Instant::now();
    println!(
        "crate                    victim   kills missed announced lost damaged processes files waited failed"
    );
    for from in &arguments.crates {
        let subject = Subject::copy(&arguments, from)?;
        let mut random = Random(arguments.seed);
        for victim in [Victim::Command, Victim::Worker] {
            let mut row = Row::default();
            while row.kills < arguments.kills && began.elapsed().as_secs_f64() < arguments.seconds {
                subject.kill(victim, &mut random, &mut row)?;
            }
            println!(
                "{:<24} {:<8} {:>5} {:>6} {:>9} {:>4} {:>7} {:>9} {:>5} {:>6} {:>6}",
                from.file_name().unwrap_or_default(),
                format!("{victim:?}").to_lowercase(),
                row.kills,
                row.missed,
                row.announced,
                row.lost,
                row.damaged,
                row.stayed,
                row.files,
                row.waited,
                row.failed
            );
        }
    }
    Ok(())
}

/// A copied crate.
struct Subject<'a> {
    arguments: &'a Arguments,
    root: Utf8PathBuf,
    /// The time of a whole run.
    whole: Duration,
}

impl Subject<'_> {
    fn copy<'a>(arguments: &'a Arguments, from: &Utf8Path) -> anyhow::Result<Subject<'a>> {
        let root = arguments.directory.join(from.file_name().context("a crate has a name")?);
        copy(from, &root)?;
        let mut subject = Subject { arguments, root, whole: Duration::ZERO };
        // The first run builds, unlike the others.
        for _ in 0..2 {
            let began = Instant::now();
            let mut child = subject.start(0, true)?;
            let status = child.wait()?;
            ensure!(
                status.code().is_some_and(|code| WELL.contains(&code)),
                "{} fails: {status}",
                subject.root
            );
            subject.whole = began.elapsed();
        }
        eprintln!("{}: a run takes {:.1} s", subject.root, subject.whole.as_secs_f64());
        Ok(subject)
    }

    fn start(&self, seed: u64, fresh: bool) -> anyhow::Result<Child> {
        let mut command = Command::new(&self.arguments.command);
        command
            .args(["sbst", "--all", "--verbose", "--color", "never", "--budget", &self.arguments.budget])
            .args(["--seed", &seed.to_string()])
            .args(fresh.then_some("--fresh"))
            .args((!self.arguments.write).then_some("--no-write"))
            .current_dir(&self.root)
            .stdout(Stdio::null());
        // The content of the pipe when the command is killed is its announcement.
        match fresh {
            true => command.stderr(Stdio::null()),
            false => command.stderr(Stdio::piped()),
        };
        command.spawn().with_context(|| format!("failed to start {}", self.arguments.command))
    }

    fn state_path(&self) -> Utf8PathBuf {
        State::path(&self.root.join("target"), &self.root)
    }

    /// The searches and the number of stored tests, by function.
    fn stored(&self) -> BTreeMap<TargetId, (u64, usize)> {
        let state = State::open_if_there(&self.state_path());
        let searches = state.searches();
        searches.into_iter().map(|(id, searches)| (id.clone(), (searches, state.tests(&id).len()))).collect()
    }

    /// Rules 2 to 4.
    fn kill(&self, victim: Victim, random: &mut Random, row: &mut Row) -> anyhow::Result<()> {
        let before = self.stored();
        let mut child = self.start(random.next(), false)?;
        let stderr = child.stderr.take().context("standard error is piped")?;
        let reader = thread::spawn(move || {
            let mut text = Vec::new();
            let mut stderr = stderr;
            _ = stderr.read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        thread::sleep(self.whole.mul_f64(1.1 * random.unit()));
        let processes = descendants(child.id());
        let is_own = |process: &u32| !is_of_cargo(*process, child.id());
        let own: Vec<u32> = processes.iter().copied().filter(is_own).collect();
        row.kills += 1;
        let killed = match victim {
            Victim::Command => child.try_wait()?.is_none().then(|| child.id()),
            Victim::Worker if own.is_empty() => None,
            Victim::Worker => own.get(random.next() as usize % own.len()).copied(),
        };
        match killed {
            Some(process) => signal_kill(process),
            None => row.missed += 1,
        }
        let status = self.end(&mut child)?;
        if victim == Victim::Worker && !status.is_some_and(|code| WELL.contains(&code)) {
            row.failed += 1;
            eprintln!("{}: ended with {status:?} after a kill of a worker", self.root);
        }
        if victim == Victim::Command {
            let began = Instant::now();
            while own.iter().any(|process| is_running(*process)) && began.elapsed() < GONE {
                thread::sleep(Duration::from_millis(20));
            }
            for process in own.iter().filter(|process| is_running(**process)) {
                row.stayed += 1;
                signal_kill(*process);
            }
            // Cargo ends by itself; the pipe is open until then.
            processes.iter().for_each(|process| signal_kill(*process));
        }
        let told = reader.join().ok().context("the reader panicked")?;
        row.waited += u32::from(told.contains("waiting for another"));
        row.damaged += u32::from(told.contains("is corrupt"));
        row.files += self.files_not_whole();
        let announced = announced(&told);
        row.announced += announced.len();
        let after = self.stored();
        for (id, (searches, tests)) in &before {
            let was_announced = announced.contains(&id.to_string());
            let (searches_now, tests_now) = after.get(id).copied().unwrap_or_default();
            let is_lost = searches_now < searches + u64::from(was_announced) || *tests > 0 && tests_now == 0;
            if is_lost {
                row.lost += 1;
                eprintln!("{}: lost `{id}`: {searches} to {searches_now} searches", self.root);
            }
        }
        Ok(())
    }

    /// Waits for the command's end; its exit code.
    fn end(&self, child: &mut Child) -> anyhow::Result<Option<i32>> {
        let began = Instant::now();
        let patience = self.whole.mul_f64(PATIENCE) + Duration::from_secs(60);
        loop {
            if let Some(status) = child.try_wait()? {
                return Ok(status.code());
            }
            if began.elapsed() > patience {
                child.kill()?;
                bail!("{}: the command did not end", self.root);
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The number of temporary files beside the user's.
    fn files_not_whole(&self) -> usize {
        files(&self.root, &self.root.join("target"))
            .iter()
            .filter(|path| path.file_name().is_some_and(|name| name.starts_with(".sbst-")))
            .count()
    }
}

/// The functions whose searches were announced, by their whole lines.
fn announced(told: &str) -> BTreeSet<String> {
    const ENDINGS: [&str; 5] = [
        ": every goal is covered",
        ": the evaluations are spent",
        ": the time is over",
        ": nothing improved for too long",
        ": its workers died too often",
    ];
    let whole = told.rfind('\n').map_or("", |end| &told[..end]);
    let names = whole.lines().filter_map(|line| ENDINGS.iter().find_map(|ending| line.strip_suffix(ending)));
    names.map(|name| name.trim().rsplit(' ').next().unwrap_or_default().to_owned()).collect()
}

/// All direct and indirect children of a process.
fn descendants(of: u32) -> Vec<u32> {
    let mut children: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
        if let Some(parent) = parent(process) {
            children.entry(parent).or_default().push(process);
        }
    }
    let mut found = Vec::new();
    let mut next = vec![of];
    while let Some(process) = next.pop() {
        let of_process = children.remove(&process).unwrap_or_default();
        next.extend(&of_process);
        found.extend(of_process);
    }
    found
}

/// The fields of `/proc/PID/stat` behind the name: state, parent, …
fn status(process: u32) -> Option<(char, u32)> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut fields = text.rsplit_once(')')?.1.split_whitespace();
    Some((fields.next()?.chars().next()?, fields.next()?.parse().ok()?))
}

fn parent(process: u32) -> Option<u32> {
    status(process).map(|(_, parent)| parent)
}

fn is_running(process: u32) -> bool {
    status(process).is_some_and(|(state, _)| state != 'Z' && state != 'X')
}

/// True for cargo, the compiler and their children, which end by themselves. These include our own
/// program, which otherwise is a copy of the command before it becomes a test executable.
fn is_of_cargo(process: u32, command: u32) -> bool {
    let program = fs::read_link(format!("/proc/{process}/exe")).unwrap_or_default();
    let name = program.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
    let is_copy = name.starts_with("cargo-sbst") && parent(process) == Some(command);
    let known = ["cargo", "rustc", "rustfmt", "cc", "ld", "collect2", "rust-lld", "rustup"];
    !is_copy && known.iter().any(|known| name.starts_with(known))
}

fn signal_kill(process: u32) {
    _ = Command::new("kill").args(["-KILL", &process.to_string()]).stderr(Stdio::null()).status();
}

fn copy(from: &Utf8Path, to: &Utf8Path) -> anyhow::Result<()> {
    for path in files(from, &from.join("target")) {
        let copy = to.join(path.strip_prefix(from)?);
        fs::create_dir_all(copy.parent().unwrap_or(to))?;
        fs::copy(&path, &copy).with_context(|| format!("failed to copy {path}"))?;
    }
    Ok(())
}

/// The files below a folder, except those below another.
fn files(folder: &Utf8Path, without: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut found = Vec::new();
    for entry in folder.read_dir_utf8().into_iter().flatten().flatten() {
        let path = entry.path();
        match entry.file_type() {
            _ if path == without => {}
            Ok(kind) if kind.is_dir() => found.extend(files(path, without)),
            Ok(kind) if kind.is_file() => found.push(path.to_owned()),
            _ => {}
        }
    }
    found
}

/// Numbers by splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 to 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_lines_are_announcements() {
        let told = "   Searching with seed 1\n  d::f: every goal is covered\n     d::g: the time is over\n  d::h: every goal";
        assert_eq!(announced(told), ["d::f", "d::g"].map(str::to_owned).into());
    }

    #[test]
    fn descendants_of_processes_are_found() {
        let mut child = Command::new("sleep").arg("60").spawn().unwrap();
        assert!(descendants(std::process::id()).contains(&child.id()));
        assert!(is_running(child.id()));
        signal_kill(child.id());
        child.wait().unwrap();
        assert!(!is_running(child.id()));
    }
}
