//! What is done before `main`: the executable's functions are made known, even if no test meets one.
//!
//! The platform's loader calls what stands in a section of its own. The standard library promises little before `main`;
//! what is used here (files, the environment, memory) needs nothing that is not there yet.

use super::process::process;
use super::region::{busy, Stage};

#[used]
#[cfg_attr(target_vendor = "apple", link_section = "__DATA,__mod_init_func")]
#[cfg_attr(windows, link_section = ".CRT$XCU")]
#[cfg_attr(all(unix, not(target_vendor = "apple")), link_section = ".init_array")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    busy(Stage::Fresh, process);
}
