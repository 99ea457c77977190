//! Symbolic execution of what no distance leads through.

use sbst_tests::Project;

const SOURCE: &str = "
    #[qq::instrument]
    pub fn checksum(bytes: [u8; 8]) -> bool {
        let mut crc = !0u32;
        for byte in bytes {
            crc ^= u32::from(byte);
            for _ in 0..8 {
                let mask = (crc & 1).wrapping_neg();
                crc = (crc >> 1) ^ (0xEDB8_8320 & mask);
            }
        }
        !crc == 0xCAFE_F00D
    }
";

#[test]
fn a_checksum_is_solved_alone_and_within_the_default_search() {
    let project = Project::copy("renamed", "symbolic");
    project.write("src/lib.rs", SOURCE);
    for options in ["--algorithm dse --budget 500evals", "--symbolic --budget 5000evals"] {
        let output = project.sbst(&format!("--message-format json --fresh --seed 3 {options}")).succeed();
        let summary = &output.of_type("summary")[0];
        assert_eq!(summary["covered"], summary["goals"], "{options}: {summary}");
    }
    project.cargo("test").succeed();
}

#[test]
fn there_is_no_build_for_panics_and_symbolic_execution() {
    let project = Project::copy("renamed", "symbolic-panics");
    let output = project.sbst("--symbolic --goals branch,panic").end_with(2);
    assert!(output.stderr.contains("leave out `--goals panic`"), "{}", output.stderr);
}
