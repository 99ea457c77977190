//! Searches of the programs of `arithmetic.rs`.

use super::covers;
use sbst_search::Algorithm;

#[test]
fn symbolic_execution_alone_solves_arithmetic() {
    for name in ["product", "crc_32", "packed_fields", "from_bytes", "arithmetic::fnv", "ten_equations"] {
        assert!(covers(name, Algorithm::DynamicSymbolicExecution, 3, 2_000), "{name}");
    }
}

#[test]
fn default_search_passes_on_stalled_goals() {
    for name in ["crc_32", "is_luhn", "is_isbn", "day_number", "arithmetic::fnv", "ten_equations"] {
        assert!(covers(name, Algorithm::Hybrid, 3, 20_000), "{name}");
    }
}
