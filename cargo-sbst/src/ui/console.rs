//! Status lines, warnings and errors on standard error, in cargo's manner.

use crate::ui::options::{Color, OutputOptions};
use anstream::ColorChoice;
use anstyle::{AnsiColor, Effects, Style};
use std::fmt::Display;

/// The style of success, and of status words.
pub const GOOD: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
/// The style of warnings.
pub const WARNING: Style = AnsiColor::Yellow.on_default().effects(Effects::BOLD);
/// The style of errors.
pub const BAD: Style = AnsiColor::Red.on_default().effects(Effects::BOLD);
/// The style of headings.
pub const HEADING: Style = Style::new().bold();

/// Applies the user's choice of colour to both streams.
pub fn choose_colour(color: Color) {
    match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
    .write_global();
}

/// Prints a status line in cargo's layout, unless the user wants it quiet.
pub fn status(output: &OutputOptions, word: &str, text: impl Display) {
    match output.quiet {
        true => tracing::info!("{word} {text}"),
        false => print_status(word, text),
    }
}

/// Prints a status line, however quiet the user wants it.
pub fn print_status(word: &str, text: impl Display) {
    tracing::info!("{word} {text}");
    anstream::eprintln!("{GOOD}{word:>12}{GOOD:#} {text}");
}

/// Prints a line if the output is verbose.
pub fn detail(output: &OutputOptions, text: impl Display) {
    if output.verbose {
        anstream::eprintln!("{:>12} {text}", "");
    }
}

pub fn warning(text: impl Display) {
    tracing::warn!("{text}");
    anstream::eprintln!("{WARNING}warning{WARNING:#}: {text}");
}

/// Prints an error with its causes.
pub fn error(error: &anyhow::Error) {
    tracing::error!("{error:#}");
    anstream::eprintln!("{BAD}error{BAD:#}: {error}");
    for cause in error.chain().skip(1) {
        anstream::eprintln!("  because: {cause}");
    }
}
