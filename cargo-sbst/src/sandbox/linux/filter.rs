//! The seccomp filter: selects the calls that the monitor judges.

use super::rules::{Condition, judged};
use anyhow::{Context, anyhow};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    sock_filter,
};
use std::collections::BTreeMap;
use std::env::consts::ARCH;

/// A stand-in for the notification action, which the crate does not support.
const STAND_IN: SeccompAction = SeccompAction::Trace(1);

/// True if the kernel can hand calls to a monitor.
pub fn has_notification() -> bool {
    let action: u32 = libc::SECCOMP_RET_USER_NOTIF;
    // SAFETY: the kernel reads one number.
    let result =
        unsafe { libc::syscall(libc::SYS_seccomp, libc::SECCOMP_GET_ACTION_AVAIL, 0, &raw const action) };
    result == 0
}

/// Builds the filter as a program for the kernel.
pub fn program() -> anyhow::Result<BpfProgram> {
    let target =
        ARCH.try_into().map_err(|_| anyhow!("sandboxes are not supported on the processor {ARCH}"))?;
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    for (number, _, condition, _) in judged() {
        rules.insert(number, condition_rules(condition).context("invalid seccomp rule")?);
    }
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, STAND_IN, target)?;
    let mut program = BpfProgram::try_from(filter)?;
    let stand_in = u32::from(STAND_IN);
    for instruction in program.iter_mut().filter(|instruction| is_return(instruction, stand_in)) {
        instruction.k = libc::SECCOMP_RET_USER_NOTIF;
    }
    Ok(refuse_x32().into_iter().chain(program).collect())
}

fn condition_rules(condition: Condition) -> Result<Vec<SeccompRule>, seccompiler::BackendError> {
    let (argument, operation) = match condition {
        Condition::Always => return Ok(Vec::new()),
        Condition::Without(argument, bits) => (argument, (SeccompCmpOp::MaskedEq(bits), 0)),
        Condition::NonZero(argument) => (argument, (SeccompCmpOp::Ne, 0)),
    };
    // Process numbers and flags have 32 bits; the kernel ignores the upper half.
    let length = SeccompCmpArgLen::Dword;
    let condition = SeccompCondition::new(argument as u8, length, operation.0, operation.1)?;
    Ok(vec![SeccompRule::new(vec![condition])?])
}

fn is_return(instruction: &sock_filter, value: u32) -> bool {
    u32::from(instruction.code) == libc::BPF_RET | libc::BPF_K && instruction.k == value
}

/// Instructions that refuse calls of the x32 interface, with its other numbers, with `ENOSYS`.
fn refuse_x32() -> Vec<sock_filter> {
    const X32: u32 = 0x4000_0000;
    let instruction = |code: u32, k: u32, jf: u8| sock_filter { code: code as u16, jt: 0, jf, k };
    if !cfg!(target_arch = "x86_64") {
        return Vec::new();
    }
    vec![
        // The number of the call is the first field of `struct seccomp_data`.
        instruction(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, 0, 0),
        instruction(libc::BPF_JMP | libc::BPF_JGE | libc::BPF_K, X32, 1),
        instruction(libc::BPF_RET | libc::BPF_K, libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32, 0),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_judged_call_is_handed_to_the_monitor_and_nothing_is_traced() {
        let program = program().unwrap();
        let returns = |value: u32| program.iter().filter(|one| is_return(one, value)).count();
        let different: std::collections::BTreeSet<i64> = judged().iter().map(|row| row.0).collect();
        assert_eq!(returns(libc::SECCOMP_RET_USER_NOTIF), different.len());
        assert_eq!(returns(u32::from(STAND_IN)), 0);
    }
}
