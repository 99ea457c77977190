//! The keeper: cargo starts it instead of the executable of a documentation test. It copies the
//! executable, and is then replaced by it. Rustdoc deletes the executable when the test has run.

use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, fs};

/// The name under which this program is the keeper.
pub const KEEPER: &str = "sbst-keeper";
/// The variable that names the folder of the copies.
pub const KEPT: &str = "SBST_KEPT";

/// Copies the executable in the first argument, under the next free number, and starts it.
pub fn keep(mut arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let (Some(executable), Some(folder)) = (arguments.next(), env::var_os(KEPT)) else {
        return ExitCode::FAILURE;
    };
    let folder = PathBuf::from(folder);
    for number in 0.. {
        match fs::create_dir(folder.join(format!("{number:05}"))) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(_) => break,
            Ok(()) => {
                _ = fs::copy(&executable, folder.join(format!("{number:05}")).join("test"));
                break;
            }
        }
    }
    match Command::new(&executable).args(arguments).status() {
        Ok(status) => ExitCode::from(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(101)),
        Err(_) => ExitCode::FAILURE,
    }
}
