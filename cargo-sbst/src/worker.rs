//! Workers: the user's unit-test executables at work on orders.

pub mod process_group;
pub mod directories;
pub mod event_log;
pub mod crash;
pub mod backtrace;
pub mod deadlock;
pub mod processor_time;
pub mod hang_detector;
pub mod other_conditions;
pub mod fork_server;
pub mod process;
pub mod watch;
pub mod describe;
