//! Options of every command about its output.

use clap::{Args, ValueEnum};

/// Options about output.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output options")]
pub struct OutputOptions {
    /// Format of the results: human-readable text, or a JSON value per line on standard output
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t)]
    pub message_format: MessageFormat,
    /// When to use colour
    #[arg(long, value_name = "WHEN", value_enum, env = "CARGO_TERM_COLOR", hide_env = true, default_value_t)]
    pub color: Color,
    /// Print results and errors only
    #[arg(short, long, conflicts_with = "verbose")]
    pub quiet: bool,
    /// Print the actions of cargo and the workers, and all results instead of a screen
    #[arg(short, long)]
    pub verbose: bool,
}

/// A format of results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// Human-readable text
    #[default]
    Human,
    /// One JSON value per line, on standard output
    Json,
}

/// When to use colour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On terminals, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}
