//! The program `cargo-sbst-lab`, which `cargo sbst compare` and `cargo sbst landscape` run.

fn main() -> std::process::ExitCode {
    sbst_lab::main()
}
