//! The sandbox: code under test that attacks the user's files, network and processes.
#![cfg(target_os = "linux")]

use sbst_tests::{Invocation, Output, Project, outside_of_any_package};
use std::env;
use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::LazyLock;

const SECRET: &str = "the colour of money";

/// The targets of the fixture's attacks.
struct Prey {
    home: PathBuf,
    elsewhere: PathBuf,
    neighbour: Child,
    address: TcpListener,
    socket: UnixListener,
}

impl Prey {
    fn new(name: &str) -> Prey {
        let place = outside_of_any_package(name);
        let (home, elsewhere) = (place.join("home"), place.join("elsewhere"));
        fs::create_dir_all(&home).unwrap();
        fs::create_dir_all(&elsewhere).unwrap();
        fs::write(home.join("secret"), SECRET).unwrap();
        fs::set_permissions(home.join("secret"), fs::Permissions::from_mode(0o600)).unwrap();
        let address = TcpListener::bind("127.0.0.1:0").unwrap();
        address.set_nonblocking(true).unwrap();
        let socket = UnixListener::bind(home.join("socket")).unwrap();
        socket.set_nonblocking(true).unwrap();
        let neighbour = Command::new("sleep").arg("600").spawn().unwrap();
        Prey { home, elsewhere, neighbour, address, socket }
    }

    /// Passes the places of the targets to an invocation.
    fn shown_to(&self, invocation: Invocation) -> Invocation {
        let own_home = PathBuf::from(env::var_os("HOME").unwrap());
        let kept = |variable: &str, folder: &str| {
            env::var_os(variable).unwrap_or_else(|| own_home.join(folder).into())
        };
        invocation
            .with("CARGO_HOME", kept("CARGO_HOME", ".cargo"))
            .with("RUSTUP_HOME", kept("RUSTUP_HOME", ".rustup"))
            .with("HOME", &self.home)
            .with("ESCAPES_ELSEWHERE", &self.elsewhere)
            .with("ESCAPES_NEIGHBOUR", self.neighbour.id().to_string())
            .with("ESCAPES_ADDRESS", self.address.local_addr().unwrap().to_string())
    }

    #[track_caller]
    fn is_unharmed(&mut self) {
        let names = |folder: &Path| {
            let mut names: Vec<String> = fs::read_dir(folder)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names
        };
        assert_eq!(names(&self.home), ["secret", "socket"]);
        assert_eq!(fs::read_to_string(self.home.join("secret")).unwrap(), SECRET);
        assert_eq!(fs::metadata(self.home.join("secret")).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(names(&self.elsewhere).is_empty());
        assert!(self.neighbour.try_wait().unwrap().is_none(), "the neighbour was killed");
        assert!(self.address.accept().is_err(), "somebody connected");
        assert!(self.socket.accept().is_err(), "somebody connected locally");
    }
}

impl Drop for Prey {
    fn drop(&mut self) {
        _ = self.neighbour.kill();
        _ = self.neighbour.wait();
        _ = fs::remove_dir_all(self.home.parent().unwrap());
    }
}

struct Searched {
    project: Project,
    output: Output,
}

static SEARCHED: LazyLock<Searched> = LazyLock::new(|| {
    let project = Project::copy("escapes", "escapes");
    let sources = project.contents("src");
    let mut prey = Prey::new("escapes");
    let search = project.sbst("--all --write-private --budget 400evals --message-format json");
    let output = prey.shown_to(search).succeed();
    prey.is_unharmed();
    let changed: Vec<_> = sources.iter().filter(|(path, text)| project.read(path) != **text).collect();
    // The command itself declares test modules.
    assert!(changed.iter().all(|(path, text)| project.read(path).starts_with(text.as_str())), "{changed:?}");
    assert!(!project.has("note") && !project.has("full"));
    // The written tests run without a sandbox.
    prey.shown_to(project.cargo("test")).succeed();
    prey.is_unharmed();
    Searched { project, output }
});

/// Returns the refused acts of a function.
fn refused(path: &str) -> Vec<String> {
    let target = SEARCHED.output.target(&format!("fixture_escapes::{path}"));
    let acts = target["refused"].as_array().map_or(&[][..], |acts| acts);
    acts.iter().map(|act| act["act"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_attempt_fails_and_is_reported_by_kind_and_function() {
    for (function, act) in [
        ("files::write_home", "write"),
        ("files::delete_home", "delete"),
        ("files::delete_all", "read"),
        ("files::read_home", "read"),
        ("files::rename_home", "write"),
        ("files::link_home", "write"),
        ("files::follow", "write"),
        ("files::open_up", "permissions"),
        ("files::write_package", "write"),
        ("files::write_elsewhere", "write"),
        ("files::write_in_thread", "write"),
        ("files::is_great", "write"),
        ("files::fill_with_files", "fill-disk"),
        ("network::connect", "network"),
        ("network::listen", "network"),
        ("network::send", "network"),
        ("network::connect_locally", "network"),
        ("processes::start", "process"),
        ("processes::split", "process"),
        ("processes::kill_parent", "signal"),
        ("processes::kill_neighbour", "signal"),
        ("processes::kill_all", "signal"),
        ("processes::trace", "inspect"),
    ] {
        assert!(
            refused(function).iter().any(|refused| refused == act),
            "{function}: {:?}",
            refused(function)
        );
    }
}

#[test]
fn pure_functions_are_not_refused_and_have_tests() {
    for (function, goals) in [("is_small", 2), ("kept::half", 2)] {
        assert_eq!(refused(function), [""; 0], "{function}");
        assert_eq!(SEARCHED.output.target(&format!("fixture_escapes::{function}"))["covered"], goals);
    }
    assert!(SEARCHED.project.read("tests/sbst/kept.rs").contains("half("));
}

#[test]
fn file_size_is_limited_and_working_directory_writable() {
    let largest = 64 << 20;
    let target = SEARCHED.output.target("fixture_escapes::files::keep_note");
    assert_eq!(target["uncovered"].as_array().unwrap().len(), 3, "it writes and reads its note: {target}");
    let target = SEARCHED.output.target("fixture_escapes::files::fill_a_file");
    let never: Vec<_> =
        target["uncovered"].as_array().unwrap().iter().map(|goal| &goal["condition"]).collect();
    assert!(never.iter().any(|condition| **condition == "written < 1 << 32"), "{largest} is less: {target}");
}

#[test]
fn tests_with_effects_are_withheld_with_the_reason() {
    let tests: String = SEARCHED.project.contents("tests/sbst").into_values().collect();
    assert!(!tests.contains(SECRET));
    for call in ["write_home(10)", "keep_note(10)", "connect(10)", "kill_parent(10)"] {
        assert!(!tests.contains(call), "{call}");
    }
    let finished = SEARCHED.output.find_messages("target-finished");
    let withheld = finished.iter().filter_map(|target| target["withheld_tests"].as_array()).flatten();
    let withheld: Vec<&str> = withheld.map(|act| act.as_str().unwrap()).collect();
    let reason = |word: &str| withheld.iter().any(|act| act.contains(word));
    for word in
        ["write a file (note)", "open a socket", "signal a process", "start a process", "read a file ("]
    {
        assert!(reason(word), "{word}: {withheld:?}");
    }
    // Only the check of the tests sees a thread that outlives its test.
    let removed = SEARCHED.output.find_messages("test-removed");
    let of_later = removed.iter().find(|test| test["test"].as_str().unwrap().contains("write_later"));
    assert!(of_later.is_some_and(|test| test["reason"].as_str().unwrap().contains("/later)")), "{removed:?}");
}

#[test]
fn separately_started_workers_are_confined_too() {
    let project = Project::shared("escapes");
    let mut prey = Prey::new("escapes-started");
    let search = project.sbst(
        "--all --no-write --budget 200evals --only files::write_home --only start --message-format json",
    );
    let output = prey.shown_to(search).with("SBST_WITHOUT_FORK_SERVER", "1").succeed();
    prey.is_unharmed();
    assert_eq!(output.target("fixture_escapes::files::write_home")["refused"][0]["act"], "write");
    assert_eq!(output.target("fixture_escapes::processes::start")["refused"][0]["act"], "process");
}

#[test]
fn incomplete_kernel_is_named_and_effects_are_skipped() {
    let project = Project::shared("escapes");
    let mut prey = Prey::new("escapes-without");
    let without = |arguments: &str| prey.shown_to(project.sbst(arguments)).with("SBST_WITHOUT_LANDLOCK", "1");
    let output = without("--all --no-write --budget 200evals --message-format json").succeed();
    output.says("no Landlock").says("--allow-effects");
    let target = output.target("fixture_escapes::files::write_home");
    assert!(target["not_searched"].as_str().unwrap().contains("mentions"), "{target}");
    assert_eq!(output.target("fixture_escapes::kept::half")["covered"], 2);
    let refused = without("--all --sandbox --no-write").end_with(1);
    refused.says("no Landlock").says("--sandbox=never");
    prey.is_unharmed();
}
