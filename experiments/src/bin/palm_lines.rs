//! PALM's crates: the share of the lines counted by its authors that the tests of `cargo sbst`
//! execute by themselves, compared with PALM, RUG, RuMono and RustyUnit.
//!
//! ```sh
//! rustup component add llvm-tools
//! cargo build --profile experiment -p cargo-sbst -p sbst-experiments --bin cargo-sbst --bin palm_lines
//! target/experiment/palm_lines --functions functions.tsv --command target/experiment/cargo-sbst --seed 1
//! ```
//!
//! Each package is searched and measured as by `line_coverage`, without the crate's own tests. A
//! function's lines are those of PALM's table, for all tools. A line without code for our compiler
//! counts like the preceding one, because the older compilers of the other tools' authors counted
//! comments, empty lines and braces. `lines with code` has none of these.
//!
//! Everything is in `--directory`; the table is there as `palm-SEED.csv`, too.

use clap::Parser;
use sbst_experiments::checkout::Search;
use sbst_experiments::lines::Lines;
use sbst_experiments::measured::{Measured, Measuring, Tests};
use sbst_experiments::never_called::{Cost, key};
use sbst_experiments::palm::{Figures, Function, format_ranges};
use sbst_fidelity::subject::Subject;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The columns of the table.
const COLUMNS: [&str; 17] = [
    "crate",
    "lines",
    "ours: %",
    "without private: %",
    "PALM: %",
    "RUG: %",
    "RuMono: %",
    "RustyUnit: %",
    "lines with code",
    "executed",
    "tests",
    "seconds",
    "builds",
    "functions",
    "never called",
    "goals",
    "goals of these",
];

/// Measures the lines of PALM's crates executed by written tests.
#[derive(Debug, Parser)]
struct Arguments {
    /// PALM's table of functions and lines
    #[arg(long, value_name = "PATH")]
    functions: PathBuf,
    /// Directory of copies, builds and results
    #[arg(long, value_name = "PATH", default_value_os_t = std::env::temp_dir().join("sbst-palm-lines"))]
    directory: PathBuf,
    /// Only this crate, by its name without the version; repeatable
    #[arg(long, value_name = "CRATE")]
    only: Vec<String>,
    /// List the crates and their packages
    #[arg(long)]
    list: bool,
    /// Only measure the tests of an earlier search
    #[arg(long)]
    only_measure: bool,
    /// Only combine earlier measurements
    #[arg(long, conflicts_with = "only_measure")]
    only_table: bool,
    /// List the unexecuted lines, by function
    #[arg(long)]
    missing: bool,
    #[command(flatten)]
    search: Search,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let functions = Function::all(&arguments.functions)?;
    let crates = Figures::only(&arguments.only)?;
    if arguments.list {
        for figures in &crates {
            let packages: Vec<String> = figures.packages()?.iter().map(ToString::to_string).collect();
            println!("{}: {} lines, {}", figures.name, figures.lines, packages.join(" "));
        }
        return Ok(());
    }
    fs::create_dir_all(&arguments.directory)?;
    let directory = arguments.directory.canonicalize()?;
    if !arguments.only_table {
        let measuring = Measuring::new(&directory, &arguments.search, !arguments.only_measure, false)?;
        for figures in &crates {
            measuring.all(&figures.packages()?);
        }
    }
    let results = crates.iter().map(|figures| {
        let functions = figures.functions(&functions)?;
        Ok((figures, Measurements::read(figures, functions, &directory, arguments.search.seed)?))
    });
    let results = results.collect::<anyhow::Result<Vec<_>>>()?;
    for (figures, measured) in results.iter().filter(|(_, measured)| measured.absent > 0) {
        eprintln!("{}: {} of its packages not measured", figures.name, measured.absent);
    }
    show(&results, &directory.join(format!("palm-{}.csv", arguments.search.seed)))?;
    if arguments.missing {
        let measured = results.iter().filter(|(_, measured)| !measured.packages.is_empty());
        measured.for_each(|(_, measured)| measured.show_missing());
    }
    Ok(())
}

/// The measurements of a crate.
struct Measurements<'a> {
    functions: Vec<&'a Function>,
    /// The measurements by the name of the package; the crate's own has an empty name.
    packages: BTreeMap<Option<String>, Measured>,
    /// The number of packages without a result.
    absent: usize,
    cost: Cost,
}

impl Measurements<'_> {
    fn read<'a>(
        figures: &Figures,
        functions: Vec<&'a Function>,
        directory: &Path,
        seed: u64,
    ) -> anyhow::Result<Measurements<'a>> {
        let (mut packages, mut absent, mut cost) = (BTreeMap::new(), 0, Cost::default());
        for (at, package) in figures.packages()?.iter().enumerate() {
            let Subject::Registry { name, version: Some(version), .. } = package else { continue };
            let place = format!("{name}-{version}");
            if let Ok(log) =
                fs::read_to_string(directory.join(&place).join(format!("logs/search-{seed}.log")))
            {
                cost = cost.and(&Cost::in_log(&log));
            }
            match Measured::read(directory, &place, seed)? {
                Some(measured) => _ = packages.insert((at > 0).then(|| name.clone()), measured),
                None => absent += 1,
            }
        }
        Ok(Measurements { functions, packages, absent, cost })
    }

    /// The lines of a function among some of its package's.
    fn among(&self, function: &Function, lines: impl Fn(&Measured) -> &Lines) -> BTreeSet<u32> {
        let measured = self.packages.get(&function.package);
        measured.map(|measured| function.among(lines(measured))).unwrap_or_default()
    }

    /// The lines with code, the executed ones, and PALM's lines among both.
    fn count(&self, executed: impl Fn(&Measured) -> &Lines) -> [usize; 3] {
        let counts = self.functions.iter().map(|function| {
            let code = self.among(function, |measured| &measured.lines);
            let executed = self.among(function, &executed);
            [code.len(), executed.len(), function.count(&code, &executed)]
        });
        counts.fold([0; 3], |sum, more| std::array::from_fn(|at| sum[at] + more[at]))
    }

    fn row(&self, figures: &Figures) -> [String; COLUMNS.len()] {
        let [code, executed, ours] = self.count(written);
        let [.., outside] = self.count(|measured| &measured.outside.lines);
        let share = |lines: usize| format!("{:.1}", 100.0 * lines as f64 / figures.lines as f64);
        let peer = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{share:.1}"));
        let tests: Vec<String> = self.packages.values().map(|measured| tests(measured).number()).collect();
        let never = self.cost.never();
        [
            figures.name.clone(),
            figures.lines.to_string(),
            share(ours),
            share(outside),
            peer(Some(figures.palm)),
            peer(figures.rug),
            peer(figures.rumono),
            peer(figures.rusty_unit),
            code.to_string(),
            executed.to_string(),
            tests.join(" + "),
            format!("{:.0}", self.cost.seconds),
            self.cost.builds.to_string(),
            self.cost.functions.to_string(),
            never.functions.to_string(),
            self.cost.goals.to_string(),
            never.goals.to_string(),
        ]
    }

    /// Prints the unexecuted lines, and their number by reason; and functions without code, which
    /// may belong to another feature or platform.
    fn show_missing(&self) {
        let mut sums: BTreeMap<&str, usize> = BTreeMap::new();
        for function in &self.functions {
            let has_code = self.among(function, |measured| &measured.lines);
            let executed = self.among(function, written);
            let missing: BTreeSet<u32> = has_code.difference(&executed).copied().collect();
            let package = function.package.as_ref().map(|name| format!("{name}/")).unwrap_or_default();
            let place = |lines| format!("{package}{}:{}", function.file, format_ranges(lines));
            if has_code.is_empty() {
                println!("   no code {} {}", function.name, place(&function.lines));
            } else if !missing.is_empty() {
                let (missed, all) = (missing.len(), has_code.len());
                let never = self.cost.by_key.get(&key(&function.name)).and_then(Option::as_deref);
                let reason = never.unwrap_or("called, or not known by this name");
                println!("{missed:4} of {all:3} {} {}; {reason}", function.name, place(&missing));
                *sums.entry(reason).or_default() += missed;
            }
        }
        for (reason, lines) in sums {
            println!("{lines:4} lines: {reason}");
        }
    }
}

/// The tests of a package: all written ones, if those of private functions compile.
fn tests(measured: &Measured) -> &Tests {
    measured.written.as_ref().unwrap_or(&measured.outside)
}

fn written(measured: &Measured) -> &Lines {
    &tests(measured).lines
}

/// Prints the table, writes it to a file, and prints the reasons of uncalled functions.
fn show(results: &[(&Figures, Measurements)], file: &Path) -> anyhow::Result<()> {
    let mut csv = csv::Writer::from_path(file)?;
    csv.write_record(COLUMNS)?;
    println!("| {} |\n|{}", COLUMNS.join(" | "), "---|".repeat(COLUMNS.len()));
    let mut all = Cost::default();
    for (figures, measured) in results.iter().filter(|(_, measured)| !measured.packages.is_empty()) {
        let row = measured.row(figures);
        csv.write_record(&row)?;
        println!("| {} |", row.join(" | "));
        all = all.and(&measured.cost);
    }
    csv.flush()?;
    for (name, cost) in
        results.iter().map(|(figures, measured)| (&*figures.name, &measured.cost)).chain([("all", &all)])
    {
        for (reason, never) in cost.by_functions() {
            println!("{name}: {} functions, {} goals: {reason}", never.functions, never.goals);
        }
    }
    Ok(())
}
