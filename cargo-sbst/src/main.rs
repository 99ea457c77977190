//! The program `cargo-sbst`, which cargo starts for `cargo sbst`, and instead of the compiler in
//! our builds.

use cargo_sbst::cli::{self, Command, CommandLine};
use cargo_sbst::command::{
    check, ci, completions, explain, history, init, kill, laboratory, list, merge, replay, review, run, test,
};
use cargo_sbst::ui::exit_code::{ExitCode, Failure};
use cargo_sbst::ui::json_lines::JsonLines;
use cargo_sbst::ui::options::OutputOptions;
use cargo_sbst::ui::{console, interrupt};
use clap::CommandFactory;

fn main() -> std::process::ExitCode {
    cli::start(|| execute(&CommandLine::from_configured(std::env::args_os())?))
}

fn execute(command: &Command) -> Result<ExitCode, Failure> {
    let begin = |name: &str, output: &OutputOptions| {
        console::choose_colour(output.color);
        interrupt::listen()?;
        JsonLines::begin(output, name)
    };
    match command {
        Command::Run(options) => {
            begin("run", &options.common.output)?;
            run::run(options)
        }
        Command::Ci(options) => {
            begin("ci", &options.run.common.output)?;
            ci::ci(options)
        }
        Command::Merge(options) => {
            begin("merge", &options.common.output)?;
            merge::merge(options)
        }
        Command::Check(options) => {
            begin("check", &options.common.output)?;
            check::check(options)
        }
        Command::Replay(options) => {
            begin("replay", &options.common.output)?;
            replay::replay(options)
        }
        Command::Review(options) => {
            begin("review", &options.output)?;
            review::review(options)
        }
        Command::List(options) => {
            begin("list", &options.common.output)?;
            list::list(options)
        }
        Command::Test(options) => {
            begin("test", &options.common.output)?;
            test::test(options)
        }
        Command::Kill(options) => {
            begin("kill", &options.run.common.output)?;
            kill::kill(options)
        }
        Command::Explain(options) => {
            begin("explain", &options.output)?;
            explain::explain(options)
        }
        Command::History(options) => {
            begin("history", &options.output)?;
            history::history(options)
        }
        Command::Init(options) => {
            begin("init", &options.output)?;
            init::init(options, &cli::schema())
        }
        Command::Completions(options) => completions::completions(options, CommandLine::command()),
        Command::Man => completions::man(CommandLine::command()),
        Command::Compare(arguments) => laboratory::run("compare", arguments),
        Command::Landscape(arguments) => laboratory::run("landscape", arguments),
    }
}
