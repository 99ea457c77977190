//! A workspace of a company's size: the times of interactive commands.
//!
//! ```sh
//! cargo run --profile experiment -p sbst-experiments --bin workspace -- --command cargo-sbst
//! ```
//!
//! 1. Packages of annotated functions are generated, each package in a file for every ten
//!    functions. A function takes numbers or a text, and has conditions reached one after another.
//! 2. `list` runs twice, `ci` twice, then `ci --since HEAD` without a change, and a search with a
//!    report.

use anyhow::{Context as _, ensure};
use cargo_metadata::camino::{Utf8Path, Utf8PathBuf};
use clap::Parser;
use std::fmt::Write as _;
use std::fs;
use std::process::{Command, Stdio};
use std::time::Instant;

/// Functions of a file.
const OF_A_FILE: usize = 10;

/// Times the command over a generated workspace.
#[derive(Debug, Parser)]
struct Arguments {
    #[arg(long, default_value_t = 20)]
    packages: usize,
    /// Annotated functions per package
    #[arg(long, default_value_t = 100)]
    functions: usize,
    /// The folder of the workspace, which is replaced
    #[arg(long, default_value_t = in_temporary_folder())]
    directory: Utf8PathBuf,
    /// The checkout with the packages' runtime
    #[arg(long, default_value = ".")]
    checkout: Utf8PathBuf,
    /// The built command `cargo-sbst`
    #[arg(long)]
    command: Utf8PathBuf,
}

fn in_temporary_folder() -> Utf8PathBuf {
    Utf8PathBuf::try_from(std::env::temp_dir()).unwrap_or_default().join("sbst-workspace")
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    generate(&arguments)?;
    let root = &arguments.directory;
    run(root, Command::new("git").args(["init", "--quiet"]))?;
    run(root, Command::new("git").args(["add", "."]))?;
    let author = ["-c", "user.name=sbst", "-c", "user.email=sbst@localhost"];
    run(root, Command::new("git").args(author).args(["commit", "--quiet", "-m", "All"]))?;
    let report = root.join("report.html");
    println!("| command | seconds |\n|---|---|");
    for options in [
        "list",
        "list",
        "ci",
        "ci",
        "ci --since HEAD",
        &format!("--no-write --total-budget 10s --html {report}"),
    ] {
        let mut command = Command::new(&arguments.command);
        let began = Instant::now();
        run(root, command.arg("sbst").args(options.split(' ')))?;
        println!("| {} | {:.1} |", options.replace(root.as_str(), ""), began.elapsed().as_secs_f64());
    }
    println!("\nthe report has {:.1} MB", fs::metadata(&report)?.len() as f64 / 1e6);
    Ok(())
}

fn run(root: &Utf8Path, command: &mut Command) -> anyhow::Result<()> {
    command.current_dir(root).stdout(Stdio::null());
    let status = command.status().with_context(|| format!("failed to start {command:?}"))?;
    // A job with findings has another exit code.
    ensure!(matches!(status.code(), Some(0 | 3)), "{command:?} ended with {status}");
    Ok(())
}

fn generate(arguments: &Arguments) -> anyhow::Result<()> {
    let root = &arguments.directory;
    if root.exists() {
        fs::remove_dir_all(root)?;
    }
    let runtime = arguments.checkout.join("sbst-runtime").canonicalize_utf8()?;
    for package in 0..arguments.packages {
        let source = root.join(format!("package-{package}/src"));
        fs::create_dir_all(&source)?;
        let manifest = format!(
            "[package]\nname = \"package-{package}\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
             [dependencies]\nsbst-runtime = {{ path = \"{runtime}\" }}\n"
        );
        fs::write(root.join(format!("package-{package}/Cargo.toml")), manifest)?;
        let mut library = String::new();
        for file in 0..arguments.functions.div_ceil(OF_A_FILE) {
            writeln!(library, "pub mod part_{file};")?;
            let numbers = file * OF_A_FILE..((file + 1) * OF_A_FILE).min(arguments.functions);
            let functions: Vec<String> =
                numbers.map(|number| function(package * arguments.functions + number)).collect();
            fs::write(source.join(format!("part_{file}.rs")), functions.join("\n"))?;
        }
        fs::write(source.join("lib.rs"), library)?;
    }
    fs::write(root.join("Cargo.toml"), "[workspace]\nmembers = [\"package-*\"]\nresolver = \"3\"\n")?;
    fs::write(root.join(".gitignore"), "target\n")?;
    Ok(())
}

/// The text of a function, of one of four shapes.
fn function(number: usize) -> String {
    let constant = number * 37 % 1009;
    let body = match number % 4 {
        0 => format!(
            "pub fn classify_{number}(a: i32, b: i32) -> u8 {{\n    if a < b {{\n        return 0;\n    }}\n    \
             if a == {constant} && b > 3 {{ 1 }} else {{ 2 }}\n}}\n"
        ),
        1 => format!(
            "pub fn count_{number}(text: &str) -> usize {{\n    let mut count = 0;\n    for letter in text.chars() \
             {{\n        if letter.is_ascii_digit() {{\n            count += 1;\n        }}\n    }}\n    \
             if count > 2 {{ count }} else {{ 0 }}\n}}\n"
        ),
        2 => format!(
            "pub fn choose_{number}(key: u16, flag: bool) -> Option<u16> {{\n    match key {{\n        0 => None,\n        \
             {constant} if flag => Some(1),\n        1..=9 => Some(key * 2),\n        _ => Some(key / 3),\n    }}\n}}\n"
        ),
        _ => format!(
            "pub fn clamp_{number}(values: &[u8], most: u8) -> Vec<u8> {{\n    let mut kept = Vec::new();\n    \
             for value in values {{\n        if *value > most {{\n            break;\n        }}\n        \
             kept.push(*value);\n    }}\n    kept\n}}\n"
        ),
    };
    format!("#[sbst::instrument]\n{body}")
}
