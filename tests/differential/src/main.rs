//! Compares generated functions with and without the attribute; see the library.

use std::process::ExitCode;

use sbst_differential::Edition;
use sbst_differential::forms::{Form, Noticed, Trial};
use sbst_differential::generator::{Function, markers};
use sbst_differential::pairs::Pairs;
use sbst_differential::plan;
use sbst_differential::project::{Verdict, Workshop};
use sbst_differential::shrink::shrink;
use sbst_search::Random;

const HELP: &str = "\
sbst-differential [--seed N] [--functions N] [--shrink N] [--search] [--panics] [--symbolic]
    compares generated functions with and without the attribute, in the build that observes, in that of the search, or in that
    of a search for panics, or that follows values, or of both
sbst-differential forms [NAME …]
    puts known mistakes back, one at a time, and demands to notice them";

/// Optional features of the runtime, beside `observe`.
const FEATURES: [&str; 3] = ["search", "panics", "symbolic"];

fn main() -> ExitCode {
    match run(std::env::args().skip(1).collect()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Vec<String>) -> Result<bool, String> {
    if arguments.first().is_some_and(|first| first == "forms") {
        return try_forms(&arguments[1..]).map_err(|error| error.to_string());
    }
    let (mut seed, mut count, mut shrunk) = (1, 300, 5);
    let mut workshop = Workshop::here("crates");
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        if let Some(feature) = FEATURES.into_iter().find(|feature| argument == format!("--{feature}")) {
            workshop.features.push(feature);
            continue;
        }
        let number = match &*argument {
            "--seed" | "--functions" | "--shrink" => {
                let value = arguments.next().ok_or(format!("{argument} needs a number"))?;
                value.parse::<u64>().map_err(|error| format!("{argument} {value}: {error}"))?
            }
            _ => return Err(format!("{argument} is not known\n\n{HELP}")),
        };
        match &*argument {
            "--seed" => seed = number,
            "--functions" => count = number as usize,
            _ => shrunk = number,
        }
    }
    compare(&workshop, seed, count, shrunk).map_err(|error| error.to_string())
}

/// Puts the forms of these names back, or all of them; returns true if each is detected.
fn try_forms(names: &[String]) -> std::io::Result<bool> {
    let forms = Form::all()?;
    if let Some(name) = names.iter().find(|name| forms.iter().all(|form| form.name != **name)) {
        return Err(std::io::Error::other(format!("there is no form called {name}")));
    }
    let trial = Trial::new(1)?;
    let mut unnoticed = 0;
    for form in forms.iter().filter(|form| names.is_empty() || names.contains(&form.name)) {
        let noticed = match trial.judge(form) {
            Ok(Noticed::Refused(error)) => format!("does not compile: {error}"),
            Ok(Noticed::Differs(name)) => format!("differs: {name}"),
            Ok(Noticed::No) => "NOT NOTICED".into(),
            Err(error) => format!("NOT TRIED: {error}"),
        };
        unnoticed += usize::from(noticed.starts_with("NOT"));
        println!("{:<4} {:<32} {noticed}", form.study, form.name);
    }
    println!("{unnoticed} forms were not noticed");
    Ok(unnoticed == 0)
}

/// Generates `count` functions, half of them for each edition; returns true if all of them agree.
fn compare(workshop: &Workshop, seed: u64, count: usize, mut shrunk: u64) -> std::io::Result<bool> {
    let mut random = Random::new(seed);
    let mut pairs = Pairs::default();
    let mut failures = 0;
    for edition in Edition::ALL {
        let functions =
            plan::functions(&mut random, edition, count / 2, &format!("f{}_", edition.year()), &mut pairs);
        let (verdicts, counts) = workshop.judge(edition, &functions)?;
        println!(
            "edition {}: {} executions of both versions, {} of them end in panics",
            edition.year(),
            counts.executions,
            counts.panics / 2
        );
        for (function, verdict) in functions.iter().zip(&verdicts) {
            if *verdict == Verdict::Same {
                continue;
            }
            failures += 1;
            let mut smallest = (function.clone(), verdict.clone());
            if shrunk > 0 {
                shrunk -= 1;
                smallest = shrink(workshop, edition, function, verdict)?;
            }
            show(seed, edition, &smallest.0, &smallest.1);
        }
    }
    println!("{pairs}");
    println!("seed {seed}: {failures} of {count} functions differ");
    Ok(failures == 0)
}

fn show(seed: u64, edition: Edition, function: &Function, verdict: &Verdict) {
    println!("--- {} of seed {seed}, edition {}", function.name, edition.year());
    println!("{}", markers::rendered(&function.marked, "#[sbst::instrument]\n"));
    match verdict {
        Verdict::Same => {}
        Verdict::Invalid(error) => {
            println!("does not compile as written, which is a mistake of the generator:\n{error}")
        }
        Verdict::Refused(error) => println!("does not compile with the attribute:\n{error}"),
        Verdict::Differs(differences) => {
            for (input, expected, found) in differences.iter().take(2) {
                let same =
                    expected.split(' ').zip(found.split(' ')).take_while(|(one, other)| one == other).count();
                println!(
                    "with input {input}, the same up to word {same}\n     as written: {expected}\n   instrumented: {found}"
                );
                let rest = |text: &str| {
                    text.split(' ').skip(same.saturating_sub(3)).take(12).collect::<Vec<&str>>().join(" ")
                };
                println!("     there: … {}\n    and now: … {}", rest(expected), rest(found));
            }
        }
    }
}
