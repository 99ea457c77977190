//! System calls that may be acts, and how the monitor judges each.
//!
//! 1. A call that changes files is judged by the places of its paths, or of its descriptor.
//! 2. A call that opens is judged by its place and by whether it may write.
//! 3. A signal may go to the process itself alone.
//! 4. Programs, processes, sockets, shared memory and the system are out of reach.
//! 5. A process whose threads go on when it ends is held for a moment, so that their acts are seen.
//! 6. `clone3` hides its flags in memory, so it does not exist here, and libraries fall back to
//!    `clone`.

use crate::sandbox::act::Act;
use libc::c_long;

/// Index of an argument of a system call.
pub type Argument = usize;

/// A path among the arguments, and the descriptor of the folder that it starts in.
#[derive(Clone, Copy, Debug)]
pub struct PathArgument {
    /// The folder; the current one if there is none.
    pub folder: Option<Argument>,
    pub path: Argument,
}

/// The flags of a call that opens a file.
#[derive(Clone, Copy, Debug)]
pub enum OpenFlags {
    Argument(Argument),
    /// The first field of a structure that an argument points to.
    Pointed(Argument),
    /// Always to write.
    Create,
}

/// The judgement of a call.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// It opens a file.
    Open(PathArgument, OpenFlags),
    /// It changes the files of these paths.
    Change(Act, &'static [PathArgument]),
    /// It changes the file of a descriptor.
    ChangeDescriptor(Act, Argument),
    /// It signals the process, or the group, with this number.
    Signal(Argument),
    /// It signals the thread with this number.
    SignalThread(Argument),
    /// It starts a program.
    Execute,
    /// It starts a process.
    Fork,
    /// It ends the process.
    Exit,
    /// It does not exist.
    Missing,
    /// It is out of reach.
    Never(Act),
}

/// The condition under which a call is judged at all.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    Always,
    /// If an argument lacks these bits.
    Without(Argument, u64),
    /// If an argument is not zero.
    NonZero(Argument),
}

/// A system call, when it is judged, and how.
pub type Judged = (c_long, &'static str, Condition, Rule);

const fn at(path: Argument) -> PathArgument {
    PathArgument { folder: None, path }
}

const fn below(folder: Argument, path: Argument) -> PathArgument {
    PathArgument { folder: Some(folder), path }
}

const FIRST: &[PathArgument] = &[at(0)];
const SECOND: &[PathArgument] = &[at(1)];
const BOTH: &[PathArgument] = &[at(0), at(1)];
const BELOW_FIRST: &[PathArgument] = &[below(0, 1)];
const BELOW_SECOND: &[PathArgument] = &[below(1, 2)];
const BELOW_BOTH: &[PathArgument] = &[below(0, 1), below(2, 3)];

/// Makes rows of the table: the number and the name of each call from one word.
macro_rules! calls {
    ($condition:expr, $rule:expr, $($name:ident)+) => {
        [$((libc::$name, stringify!($name), $condition, $rule)),+]
    };
}

/// All calls that are judged.
pub fn judged() -> Vec<Judged> {
    use Condition::{Always, NonZero, Without};
    use Rule::{Change, ChangeDescriptor, Execute, Exit, Fork, Missing, Never, Open, Signal, SignalThread};
    let mut table: Vec<Judged> = Vec::new();

    table.extend(calls!(Always, Open(below(0, 1), OpenFlags::Argument(2)), SYS_openat));
    table.extend(calls!(Always, Open(below(0, 1), OpenFlags::Pointed(2)), SYS_openat2));
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
    // Their own process has the number 0 for them.
    table.extend(calls!(NonZero(0), SignalThread(0), SYS_prlimit64 SYS_sched_setaffinity SYS_sched_setattr
        SYS_sched_setparam SYS_sched_setscheduler));
    table.extend(calls!(NonZero(1), SignalThread(1), SYS_setpriority SYS_ioprio_set));

    table.extend(calls!(Always, Execute, SYS_execve SYS_execveat));
    table.extend(calls!(Without(0, libc::CLONE_THREAD as u64), Fork, SYS_clone));
    table.extend(calls!(Always, Missing, SYS_clone3));
    table.extend(calls!(Always, Exit, SYS_exit_group));

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

/// The calls that newer processors never had.
#[cfg(target_arch = "x86_64")]
fn older() -> Vec<Judged> {
    use Condition::Always;
    use Rule::{Change, Fork, Never, Open};
    let mut table: Vec<Judged> = Vec::new();
    table.extend(calls!(Always, Open(at(0), OpenFlags::Argument(1)), SYS_open));
    table.extend(calls!(Always, Open(at(0), OpenFlags::Create), SYS_creat));
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
