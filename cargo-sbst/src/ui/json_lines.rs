//! The JSON that `--message-format json` prints: one value a line on standard output, each with a
//! `type`, the first a [`Header`].

#[cfg(test)]
pub mod published;

use super::options::{MessageFormat, OutputOptions};
use anyhow::Context;
use serde::Serialize;
use std::io::{Write, stdout};

/// The version of the format: a program for it can read all lines, and ignores unknown types and
/// fields.
pub const VERSION: u32 = 1;

/// The content of a line.
pub trait Message: Serialize {
    /// The line's `type`.
    const TYPE: &'static str;
}

/// Makes a type the content of lines of a `type`.
#[macro_export]
macro_rules! json_message {
    ($name:literal: $message:ty) => {
        impl $crate::ui::json_lines::Message for $message {
            const TYPE: &'static str = $name;
        }
    };
}
pub use json_message as message;

#[derive(Serialize)]
struct Line<'a, M> {
    r#type: &'static str,
    #[serde(flatten)]
    message: &'a M,
}

/// Returns a message as it is printed.
pub fn line<M: Message>(message: &M) -> anyhow::Result<String> {
    serde_json::to_string(&Line { r#type: M::TYPE, message }).context("failed to write a result as JSON")
}

/// Prints lines of JSON if the user wants them, and nothing otherwise.
#[derive(Clone, Copy, Debug)]
pub struct JsonLines {
    is_wanted: bool,
}

impl JsonLines {
    pub fn new(output: &OutputOptions) -> JsonLines {
        JsonLines { is_wanted: output.message_format == MessageFormat::Json }
    }

    /// Prints the first line of a command.
    pub fn begin(output: &OutputOptions, command: &str) -> anyhow::Result<()> {
        let cargo_sbst = env!("CARGO_PKG_VERSION");
        JsonLines::new(output).emit(&Header { version: VERSION, command, cargo_sbst })
    }

    pub fn emit<M: Message>(self, message: &M) -> anyhow::Result<()> {
        if self.is_wanted {
            writeln!(stdout().lock(), "{}", line(message)?).context("failed to write to standard output")?;
        }
        Ok(())
    }
}

/// The first line of every command.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Header<'a> {
    /// The version of the format.
    #[cfg_attr(test, schemars(extend("const" = VERSION)))]
    version: u32,
    /// The command, as in `run` or `list`.
    command: &'a str,
    /// The version of the program.
    cargo_sbst: &'a str,
}

message!("header": Header<'_>);

/// A search build, or a build of the user's own tests, is done.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct BuildFinished {
    /// Unit-test executables built.
    pub executables: usize,
}

message!("build-finished": BuildFinished);

/// Something that the user should consider.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Warning<'a> {
    pub message: &'a str,
}

message!("warning": Warning<'_>);
