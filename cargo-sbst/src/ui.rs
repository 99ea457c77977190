//! The terminal: options, quantities, lines of JSON, status lines and exit codes; the log.

pub mod quantity;
pub mod exit_code;
pub mod log;
pub mod options;
pub mod json_lines;
pub mod console;
pub mod status_line;
pub mod interrupt;
pub mod progress;
pub mod whole_file;
