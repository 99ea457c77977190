//! The program `cargo-sbst`, which cargo starts for `cargo sbst`.

fn main() -> std::process::ExitCode {
    cargo_sbst::main()
}
