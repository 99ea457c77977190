//! What is done before `main`: the executable's functions are made known, even if no test meets one.
//!
//! The platform calls what is listed in a certain section. The standard library has not made itself ready then; what is
//! used here (files, the environment, memory) does not need it to.

use super::process::process;
use super::region::{busy, Stage};
use sbst_model::observed::ANNOUNCE;

#[used]
#[cfg_attr(not(any(target_vendor = "apple", windows)), link_section = ".init_array")]
#[cfg_attr(target_vendor = "apple", link_section = "__DATA,__mod_init_func")]
#[cfg_attr(windows, link_section = ".CRT$XCU")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    busy(Stage::Fresh, process);
    if std::env::var_os(ANNOUNCE).is_some() {
        std::process::exit(0);
    }
}
