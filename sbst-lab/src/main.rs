//! The program `cargo-sbst-lab`, run by `cargo sbst compare` and `cargo sbst landscape`.

fn main() -> std::process::ExitCode {
    sbst_lab::main()
}
