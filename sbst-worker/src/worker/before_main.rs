//! The entry of a worker without a test. It serves executables without the standard harness, and
//! annotated functions in `impl` blocks, traits or functions, where no test can be.
//!
//! The platform calls the functions listed in a certain section before `main`. They return at once
//! unless the command requests a worker. It is the second choice, because the standard library is
//! not ready then. A stack overflow has no message, and a closed pipe ends the process.

use crate::worker;
use sbst_model::messages::WORKER_BEFORE_MAIN;

#[used]
#[cfg_attr(not(any(target_vendor = "apple", windows)), link_section = ".init_array")]
#[cfg_attr(target_vendor = "apple", link_section = "__DATA,__mod_init_func")]
#[cfg_attr(windows, link_section = ".CRT$XCU")]
static BEFORE_MAIN: extern "C" fn() = before_main;

extern "C" fn before_main() {
    if std::env::var_os(WORKER_BEFORE_MAIN).is_some() {
        // Child processes of the code under test are not workers.
        std::env::remove_var(WORKER_BEFORE_MAIN);
        worker::entry();
    }
}
