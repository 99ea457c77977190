//! System calls that may be acts, with the monitor's rules for them.
//!
//! 1. A call that changes files is judged by the places of its paths, or of its descriptor.
//! 2. A call that opens a file is judged by its place and by its access mode.
//! 3. A process may signal only itself.
//! 4. Programs, processes, sockets, shared memory and the system are forbidden.
//! 5. A process with running threads is held for a moment at its exit, so the monitor sees their
//!    acts; but not our own processes that end because the monitor is gone ([`UNJUDGED`]).
//! 6. `clone3` hides its flags in memory, so it does not exist here, and libraries fall back to
//!    `clone`.

use crate::sandbox::act::Act;
use libc::c_long;
use sbst_model::exit_code::UNJUDGED;

/// Index of an argument of a system call.
pub type Argument = usize;

/// A path among the arguments, and the descriptor of its starting folder.
#[derive(Clone, Copy, Debug)]
pub struct PathArgument {
    /// The folder; `None` for the working directory.
    pub folder: Option<Argument>,
    pub path: Argument,
}

/// The flags of a call that opens a file.
#[derive(Clone, Copy, Debug)]
pub enum OpenFlags {
    Argument(Argument),
    /// The first field of the structure at an argument's address.
    Pointed(Argument),
    /// Always for writing.
    Create,
}

#[derive(Clone, Copy, Debug)]
pub enum Rule {
    Open(PathArgument, OpenFlags),
    /// A change of the files at these paths.
    Change(Act, &'static [PathArgument]),
    /// A change of a descriptor's file.
    ChangeDescriptor(Act, Argument),
    /// A signal to the process, or the group, with this number.
    Signal(Argument),
    /// A signal to the thread with this number.
    SignalThread(Argument),
    Execute,
    Fork,
    Exit,
    /// A call that does not exist in the sandbox.
    Missing,
    /// An act that is always refused.
    Never(Act),
}

/// Condition for judging a call at all.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    Always,
    /// An argument lacks these bits.
    Without(Argument, u64),
    /// An argument is not zero.
    NonZero(Argument),
}

/// A system call, its condition and its rule.
pub type Judged = (c_long, &'static str, Condition, Rule);

const fn path_argument(path: Argument) -> PathArgument {
    PathArgument { folder: None, path }
}

const fn path_in_folder(folder: Argument, path: Argument) -> PathArgument {
    PathArgument { folder: Some(folder), path }
}

const FIRST: &[PathArgument] = &[path_argument(0)];
const SECOND: &[PathArgument] = &[path_argument(1)];
const BOTH: &[PathArgument] = &[path_argument(0), path_argument(1)];
const BELOW_FIRST: &[PathArgument] = &[path_in_folder(0, 1)];
const BELOW_SECOND: &[PathArgument] = &[path_in_folder(1, 2)];
const BELOW_BOTH: &[PathArgument] = &[path_in_folder(0, 1), path_in_folder(2, 3)];

/// Makes rows of the table: the number and the name of each call from one word.
macro_rules! calls {
    ($condition:expr, $rule:expr, $($name:ident)+) => {
        [$((libc::$name, stringify!($name), $condition, $rule)),+]
    };
}

/// Returns all judged calls.
pub fn judged() -> Vec<Judged> {
    use Condition::{Always, NonZero, Without};
    use Rule::{Change, ChangeDescriptor, Execute, Exit, Fork, Missing, Never, Open, Signal, SignalThread};
    let mut table: Vec<Judged> = Vec::new();

    table.extend(calls!(Always, Open(path_in_folder(0, 1), OpenFlags::Argument(2)), SYS_openat));
    table.extend(calls!(Always, Open(path_in_folder(0, 1), OpenFlags::Pointed(2)), SYS_openat2));
    table.extend(calls!(Always, Change(Act::Write, FIRST), SYS_truncate));
    table.extend(calls!(Always, Change(Act::Write, BELOW_FIRST), SYS_mkdirat SYS_mknodat));
    table.extend(calls!(Always, Change(Act::Write, BELOW_SECOND), SYS_symlinkat));
    table.extend(calls!(Always, Change(Act::Write, BELOW_BOTH), SYS_linkat SYS_renameat2));
    table.extend(calls!(Always, Change(Act::Delete, BELOW_FIRST), SYS_unlinkat));
    table.extend(calls!(Always, Change(Act::Permissions, BELOW_FIRST),
        SYS_fchmodat SYS_fchmodat2 SYS_fchownat SYS_utimensat));
    table.extend(calls!(Always, Change(Act::Permissions, FIRST),
        SYS_setxattr SYS_lsetxattr SYS_removexattr SYS_lremovexattr));
    table.extend(calls!(Always, ChangeDescriptor(Act::Permissions, 0),
        SYS_fchmod SYS_fchown SYS_fsetxattr SYS_fremovexattr));

    table.extend(calls!(Always, Signal(0), SYS_kill SYS_tgkill SYS_rt_sigqueueinfo SYS_rt_tgsigqueueinfo));
    table.extend(calls!(Always, SignalThread(0), SYS_tkill));
    table.extend(calls!(Always, Never(Act::Signal), SYS_pidfd_send_signal));
    // These calls use the number 0 for their own process.
    table.extend(calls!(NonZero(0), SignalThread(0), SYS_prlimit64 SYS_sched_setaffinity SYS_sched_setattr
        SYS_sched_setparam SYS_sched_setscheduler));
    table.extend(calls!(NonZero(1), SignalThread(1), SYS_setpriority SYS_ioprio_set));

    table.extend(calls!(Always, Execute, SYS_execve SYS_execveat));
    table.extend(calls!(Without(0, libc::CLONE_THREAD as u64), Fork, SYS_clone));
    table.extend(calls!(Always, Missing, SYS_clone3));
    table.extend(calls!(Without(0, UNJUDGED as u64), Exit, SYS_exit_group));

    table.extend(calls!(Always, Never(Act::Network), SYS_socket));
    table.extend(calls!(Always, Never(Act::Inspect), SYS_ptrace SYS_process_vm_readv SYS_process_vm_writev
        SYS_process_madvise SYS_pidfd_getfd SYS_kcmp SYS_perf_event_open SYS_userfaultfd));
    table.extend(
        calls!(Always, Never(Act::SharedMemory), SYS_shmget SYS_shmat SYS_shmctl SYS_semget SYS_semctl
        SYS_msgget SYS_msgctl SYS_mq_open SYS_mq_unlink),
    );
    table.extend(
        calls!(Always, Never(Act::System), SYS_mount SYS_umount2 SYS_pivot_root SYS_chroot SYS_move_mount
        SYS_open_tree SYS_fsopen SYS_fsconfig SYS_fsmount SYS_mount_setattr SYS_unshare SYS_setns SYS_swapon
        SYS_swapoff SYS_reboot SYS_sethostname SYS_setdomainname SYS_init_module SYS_finit_module
        SYS_delete_module SYS_kexec_load SYS_settimeofday SYS_clock_settime SYS_clock_adjtime SYS_adjtimex
        SYS_acct SYS_quotactl SYS_quotactl_fd SYS_bpf SYS_add_key SYS_request_key SYS_keyctl SYS_syslog
        SYS_vhangup SYS_fanotify_init SYS_open_by_handle_at SYS_io_uring_setup SYS_io_uring_enter
        SYS_io_uring_register),
    );
    #[cfg(target_arch = "x86_64")]
    table.extend(older());
    table
}

/// Calls that newer processors never had.
#[cfg(target_arch = "x86_64")]
fn older() -> Vec<Judged> {
    use Condition::Always;
    use Rule::{Change, Fork, Never, Open};
    let mut table: Vec<Judged> = Vec::new();
    table.extend(calls!(Always, Open(path_argument(0), OpenFlags::Argument(1)), SYS_open));
    table.extend(calls!(Always, Open(path_argument(0), OpenFlags::Create), SYS_creat));
    table.extend(calls!(Always, Change(Act::Write, FIRST), SYS_mkdir SYS_mknod));
    table.extend(calls!(Always, Change(Act::Write, SECOND), SYS_symlink));
    table.extend(calls!(Always, Change(Act::Write, BOTH), SYS_rename SYS_link));
    table.extend(calls!(Always, Change(Act::Write, BELOW_BOTH), SYS_renameat));
    table.extend(calls!(Always, Change(Act::Delete, FIRST), SYS_unlink SYS_rmdir));
    table.extend(calls!(Always, Change(Act::Permissions, FIRST),
        SYS_chmod SYS_chown SYS_lchown SYS_utime SYS_utimes));
    table.extend(calls!(Always, Change(Act::Permissions, BELOW_FIRST), SYS_futimesat));
    table.extend(calls!(Always, Fork, SYS_fork SYS_vfork));
    table.extend(calls!(Always, Never(Act::System), SYS_iopl SYS_ioperm SYS_modify_ldt SYS_uselib));
    table
}
