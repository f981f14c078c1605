//! Landlock and seccomp.

use std::collections::BTreeMap;
use std::path::PathBuf;

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetCreatedAttr,
    RulesetStatus, Scope, path_beneath_rules,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

/// The system's programs and libraries, and what they read to start; a player may read them.
const SYSTEM: [&str; 12] = [
    "/usr",
    "/lib",
    "/lib32",
    "/lib64",
    "/bin",
    "/sbin",
    "/opt",
    "/nix/store",
    "/etc/ld.so.cache",
    "/etc/alternatives",
    "/etc/localtime",
    "/dev/urandom",
];

/// Leaves this process the reading of the system's files and of these. Whether the system could see to it, the network's
/// connections and signals apart, which [`calls`] refuses as well.
pub(super) fn files(read: &[PathBuf]) -> bool {
    restrict(read).is_ok_and(|status| status != RulesetStatus::NotEnforced)
}

fn restrict(read: &[PathBuf]) -> Result<RulesetStatus, landlock::RulesetError> {
    let abi = ABI::V6;
    let system = SYSTEM.iter().map(PathBuf::from);
    let readable: Vec<PathBuf> = system.chain(read.iter().cloned()).filter(|path| path.exists()).collect();
    // What the first version knows must hold: reading, writing, making. The rest is taken where there is more.
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(ABI::V1))?
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(AccessFs::from_all(abi))?
        .handle_access(AccessNet::from_all(abi))?
        .scope(Scope::from_all(abi))?;
    let sinks = AccessFs::from_file(ABI::V1) & !AccessFs::Execute;
    let status = ruleset
        .create()?
        .add_rules(path_beneath_rules(readable, AccessFs::from_read(abi)))?
        .add_rules(path_beneath_rules(["/dev/null"], sinks))?
        .restrict_self()?;
    Ok(status.ruleset)
}

/// Refuses the system calls by which a process reaches beyond itself. Whether the system could see to it.
pub(super) fn calls() -> bool {
    let refused = filter(refused(), libc::EPERM);
    // Who asks for a thread in the newer way, whose flags no filter can read, is told that there is only the older one.
    // So it is of calls that were not there when this was written.
    let newer = (470..=550).chain([libc::SYS_clone3]).map(|call| (call, Vec::new()));
    let unknown = filter(newer.collect(), libc::ENOSYS);
    [refused, unknown]
        .into_iter()
        .all(|filter| filter.is_some_and(|it| seccompiler::apply_filter(&it).is_ok()))
}

fn filter(rules: BTreeMap<i64, Vec<SeccompRule>>, errno: i32) -> Option<BpfProgram> {
    let arch = std::env::consts::ARCH.try_into().ok()?;
    let errno = SeccompAction::Errno(errno.cast_unsigned());
    SeccompFilter::new(rules, SeccompAction::Allow, errno, arch).ok()?.try_into().ok()
}

fn refused() -> BTreeMap<i64, Vec<SeccompRule>> {
    let always = [
        // The network, and other ways to talk to processes.
        libc::SYS_socket,
        libc::SYS_bind,
        libc::SYS_connect,
        libc::SYS_listen,
        libc::SYS_shmget,
        libc::SYS_shmat,
        libc::SYS_msgget,
        libc::SYS_semget,
        libc::SYS_mq_open,
        // Other processes: signals, priorities, memory.
        libc::SYS_kill,
        libc::SYS_tkill,
        libc::SYS_tgkill,
        libc::SYS_rt_sigqueueinfo,
        libc::SYS_rt_tgsigqueueinfo,
        libc::SYS_pidfd_open,
        libc::SYS_pidfd_send_signal,
        libc::SYS_pidfd_getfd,
        libc::SYS_ptrace,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_process_madvise,
        libc::SYS_setpriority,
        libc::SYS_ioprio_set,
        libc::SYS_sched_setscheduler,
        libc::SYS_sched_setattr,
        libc::SYS_sched_setaffinity,
        libc::SYS_setsid,
        libc::SYS_setpgid,
        // Memory and work that no limit counts.
        libc::SYS_memfd_create,
        libc::SYS_io_uring_setup,
        // The rights, names and roots of the system.
        libc::SYS_unshare,
        libc::SYS_setns,
        libc::SYS_mount,
        libc::SYS_umount2,
        libc::SYS_pivot_root,
        libc::SYS_chroot,
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_userfaultfd,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
        libc::SYS_init_module,
        libc::SYS_finit_module,
        libc::SYS_delete_module,
        libc::SYS_kexec_load,
        libc::SYS_reboot,
        libc::SYS_swapon,
        libc::SYS_swapoff,
        libc::SYS_sethostname,
        libc::SYS_setdomainname,
        libc::SYS_settimeofday,
        libc::SYS_clock_settime,
        libc::SYS_clock_adjtime,
        libc::SYS_adjtimex,
        libc::SYS_acct,
        libc::SYS_quotactl,
        libc::SYS_syslog,
    ];
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        always.into_iter().map(|call| (call, Vec::new())).collect();
    // Landlock knows no rights, owners, times and attributes of files, and no handles.
    for call in [
        libc::SYS_fchmodat,
        libc::SYS_fchmod,
        libc::SYS_fchownat,
        libc::SYS_fchown,
        libc::SYS_utimensat,
        libc::SYS_setxattr,
        libc::SYS_lsetxattr,
        libc::SYS_fsetxattr,
        libc::SYS_removexattr,
        libc::SYS_lremovexattr,
        libc::SYS_fremovexattr,
        libc::SYS_name_to_handle_at,
        libc::SYS_open_by_handle_at,
        libc::SYS_inotify_init1,
        libc::SYS_fanotify_init,
        libc::SYS_mknodat,
        // Who this is, and what it may.
        libc::SYS_setuid,
        libc::SYS_setgid,
        libc::SYS_setreuid,
        libc::SYS_setregid,
        libc::SYS_setresuid,
        libc::SYS_setresgid,
        libc::SYS_setgroups,
        libc::SYS_capset,
        libc::SYS_personality,
        libc::SYS_execveat,
    ] {
        rules.insert(call, Vec::new());
    }
    // The same under numbers that are newer than some libraries, and alike everywhere (Linux, scripts/syscall.tbl): mounts
    // (428-433, 442, 467), quotactl_fd (443), memfd_secret (447), process_mrelease (448), fchmodat2 (452), setxattrat (463),
    // removexattrat (466), file_setattr (469).
    for call in (428..=433).chain([442, 443, 447, 448, 452, 463, 466, 467, 469]) {
        rules.insert(call, Vec::new());
    }
    rules.insert(libc::SYS_ioctl, flags_of_files());
    #[cfg(target_arch = "x86_64")]
    for call in [
        libc::SYS_fork,
        libc::SYS_vfork,
        libc::SYS_mknod,
        libc::SYS_inotify_init,
        libc::SYS_chmod,
        libc::SYS_chown,
        libc::SYS_lchown,
        libc::SYS_utime,
        libc::SYS_utimes,
        libc::SYS_futimesat,
    ] {
        rules.insert(call, Vec::new());
    }
    // A new process, but not a new thread.
    let no_thread = SeccompCmpOp::MaskedEq(libc::CLONE_THREAD as u64);
    rules.insert(libc::SYS_clone, when(0, SeccompCmpArgLen::Qword, no_thread, 0));
    // Another process's limits; its own it may not raise anyway.
    rules.insert(libc::SYS_prlimit64, when(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0));
    rules
}

/// The requests that change attributes of files (`FS_IOC_SETFLAGS` of 64 and 32 bits, `FS_IOC_FSSETXATTR`), and those that type
/// into a terminal (`TIOCSTI`, `TIOCLINUX`).
fn flags_of_files() -> Vec<SeccompRule> {
    let requests = [0x4008_6602, 0x4004_6602, 0x401c_5820, 0x5412, 0x541c];
    requests.into_iter().flat_map(|it| when(1, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, it)).collect()
}

/// One condition on one argument.
fn when(argument: u8, length: SeccompCmpArgLen, compare: SeccompCmpOp, value: u64) -> Vec<SeccompRule> {
    let condition = SeccompCondition::new(argument, length, compare, value);
    condition.and_then(|condition| SeccompRule::new(vec![condition])).into_iter().collect()
}
