//! `cargo sbst completions SHELL` and `cargo sbst man`: texts that are made from the command line's
//! definitions, for the shell and for `man`.

use crate::ui::exit_code::{ExitCode, Failure};
use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;
use std::io::{self, Write};

/// The name of the program, as cargo looks for it.
const PROGRAM: &str = "cargo-sbst";

/// Options of `cargo sbst completions`.
#[derive(Debug, Args)]
pub struct CompletionsOptions {
    /// The shell
    #[arg(value_name = "SHELL", value_enum)]
    pub shell: Shell,
}

/// Prints a script that completes the program's arguments in a shell.
pub fn completions(options: &CompletionsOptions, mut program: Command) -> Result<ExitCode, Failure> {
    let mut text = Vec::new();
    clap_complete::generate(options.shell, &mut program, PROGRAM, &mut text);
    print(&text)
}

/// Prints the manual page, with a section for each command.
pub fn man(program: Command) -> Result<ExitCode, Failure> {
    let text = manual(program).context("failed to generate the manual page")?;
    print(&text)
}

fn manual(program: Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    let program = program.name(PROGRAM).disable_help_subcommand(true);
    clap_mangen::Man::new(program.clone()).render(&mut text)?;
    for command in program.get_subcommands() {
        let name = format!("cargo sbst {}", command.get_name());
        writeln!(text, ".SH {}", name.to_uppercase())?;
        let page = clap_mangen::Man::new(command.clone().bin_name(name));
        page.render_synopsis_section(&mut text)?;
        page.render_description_section(&mut text)?;
        page.render_options_section(&mut text)?;
    }
    Ok(text)
}

fn print(text: &[u8]) -> Result<ExitCode, Failure> {
    io::stdout().write_all(text).context("failed to write to standard output")?;
    Ok(ExitCode::Success)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::CommandLine;
    use clap::{CommandFactory, ValueEnum};

    #[test]
    fn each_shells_script_has_an_option_of_a_search() {
        for shell in Shell::value_variants() {
            let mut text = Vec::new();
            clap_complete::generate(*shell, &mut CommandLine::command(), PROGRAM, &mut text);
            let text = String::from_utf8(text).unwrap();
            assert!(text.contains("total-budget") && text.contains("completions"), "{shell}");
        }
    }

    #[test]
    fn the_manual_has_every_command_and_its_options() {
        let text = String::from_utf8(manual(CommandLine::command()).unwrap()).unwrap();
        assert!(text.starts_with(".ie"), "roff begins with its own definitions");
        for command in ["CI", "EXPLAIN", "HISTORY"] {
            assert!(text.contains(&format!(".SH CARGO SBST {command}")), "{command}");
        }
        assert!(text.contains("total\\-budget"));
    }
}
