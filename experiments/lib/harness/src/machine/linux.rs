//! A Linux machine, mostly from /proc and /sys.

use std::fs;
use std::path::Path;

use super::{nested, output, tidy, vendor_of};
use crate::record::{Cache, CacheContents, Processor};

pub(super) fn cpu_model() -> Option<String> {
    cpu_model_in(&fs::read_to_string("/proc/cpuinfo").ok()?)
}

/// x86 names the model; ARM only numbers its maker and part.
fn cpu_model_in(cpuinfo: &str) -> Option<String> {
    let named = ["model name", "Model", "Hardware"].into_iter().find_map(|key| field(cpuinfo, key));
    named.or_else(|| {
        Some(format!("implementer {} part {}", field(cpuinfo, "CPU implementer")?, field(cpuinfo, "CPU part")?))
    })
}

pub(super) fn processor() -> Option<Processor> {
    processor_in(&fs::read_to_string("/proc/cpuinfo").ok()?)
}

/// The first core's numbers, where cores differ. x86 counts in decimal numbers, Arm in hexadecimal ones.
fn processor_in(cpuinfo: &str) -> Option<Processor> {
    let number = |key| {
        let text = field(cpuinfo, key)?;
        text.strip_prefix("0x").map_or_else(|| text.parse().ok(), |digits| u32::from_str_radix(digits, 16).ok())
    };
    if let Some(vendor) = field(cpuinfo, "vendor_id") {
        return Some(Processor {
            vendor: vendor_of(&vendor).to_owned(),
            family: number("cpu family"),
            model: number("model"),
            stepping: number("stepping"),
        });
    }
    let implementer = number("CPU implementer")?;
    let known = ARM_IMPLEMENTERS.iter().find(|(id, _)| *id == implementer);
    Some(Processor {
        vendor: known.map_or_else(|| format!("implementer {implementer:02x}"), |(_, name)| (*name).to_owned()),
        family: None,
        model: number("CPU part"),
        stepping: number("CPU revision"),
    })
}

/// Implementers of Arm's architecture, by the number in the register MIDR_EL1 (the kernel's arch/arm64/include/asm/cputype.h).
const ARM_IMPLEMENTERS: [(u32, &str); 9] = [
    (0x41, "Arm"),
    (0x42, "Broadcom"),
    (0x43, "Cavium"),
    (0x46, "Fujitsu"),
    (0x48, "HiSilicon"),
    (0x4e, "NVIDIA"),
    (0x51, "Qualcomm"),
    (0x61, "Apple"),
    (0xc0, "Ampere"),
];

/// The first core's.
pub(super) fn caches() -> Vec<Cache> {
    let mut folders: Vec<_> = fs::read_dir("/sys/devices/system/cpu/cpu0/cache")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    folders.sort();
    folders.iter().filter_map(|folder| cache_in(|name| tidy(&fs::read_to_string(folder.join(name)).ok()?))).collect()
}

/// A cache as the kernel's files `level`, `type` and `size` (`1024K`) describe it.
fn cache_in(file: impl Fn(&str) -> Option<String>) -> Option<Cache> {
    let holds = match file("type")?.as_str() {
        "Data" => CacheContents::Data,
        "Instruction" => CacheContents::Instructions,
        "Unified" => CacheContents::Both,
        _ => return None,
    };
    let size_bytes = file("size")?.strip_suffix('K')?.parse::<u64>().ok()?.checked_mul(1024)?;
    Some(Cache { level: file("level")?.parse().ok()?, holds, size_bytes })
}

pub(super) fn kernel_parameters() -> Vec<String> {
    read("/proc/cmdline").map_or_else(Vec::new, |text| kernel_parameters_in(&text))
}

/// The kernel's parameters that change how fast or when it does things (its admin-guide/kernel-parameters). No other is
/// kept: what a machine, its disks or its owner are called may stand there.
const KERNEL_PARAMETERS: [&str; 41] = [
    "amd_pstate",
    "clocksource",
    "cpufreq.default_governor",
    "cpuidle.off",
    "cpuidle_haltpoll.force",
    "default_hugepagesz",
    "haltpoll.guest_halt_poll_ns",
    "hpet",
    "hugepages",
    "hugepagesz",
    "idle",
    "init_on_alloc",
    "init_on_free",
    "intel_idle.max_cstate",
    "intel_pstate",
    "isolcpus",
    "l1tf",
    "maxcpus",
    "mds",
    "mitigations",
    "nested_pvm",
    "no-kvmclock",
    "nohz",
    "nohz_full",
    "nopti",
    "nosmt",
    "nr_cpus",
    "numa_balancing",
    "page_poison",
    "preempt",
    "processor.max_cstate",
    "pti",
    "rcu_nocbs",
    "retbleed",
    "sched_vcpu_pack",
    "spec_rstack_overflow",
    "spec_store_bypass_disable",
    "spectre_v2",
    "threadirqs",
    "transparent_hugepage",
    "tsc",
];

/// Known parameters on `command_line`, if their values are words, numbers or lists of them. After `--` come the first program's
/// own arguments.
fn kernel_parameters_in(command_line: &str) -> Vec<String> {
    let is_plain =
        |value: &str| value.len() <= 64 && value.bytes().all(|b| b.is_ascii_alphanumeric() || b",.:_+-".contains(&b));
    let of_the_kernel = command_line.split_whitespace().take_while(|word| *word != "--");
    let is_known = |word: &&str| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        KERNEL_PARAMETERS.contains(&name) && is_plain(value)
    };
    of_the_kernel.filter(is_known).map(str::to_owned).collect()
}

/// The first `key : value` line's value.
fn field(text: &str, key: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        if name.trim() == key { tidy(value) } else { None }
    })
}

pub(super) fn memory_bytes() -> Option<u64> {
    memory_bytes_in(&fs::read_to_string("/proc/meminfo").ok()?)
}

/// The kernel says kB and means 1024 bytes.
fn memory_bytes_in(meminfo: &str) -> Option<u64> {
    let total = field(meminfo, "MemTotal")?;
    total.strip_suffix(" kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

pub(super) fn kernel() -> Option<String> {
    Some(format!("{} {}", read("/proc/sys/kernel/ostype")?, read("/proc/sys/kernel/osrelease")?))
}

pub(super) fn os() -> Option<String> {
    os_in(&fs::read_to_string("/etc/os-release").ok()?)
}

fn os_in(os_release: &str) -> Option<String> {
    let line = os_release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME="))?;
    tidy(line.trim_matches(['"', '\'']))
}

/// glibc says so by getconf; musl only in its loader's complaint.
pub(super) fn libc() -> Option<String> {
    output("getconf", &["GNU_LIBC_VERSION"])
        .filter(|version| version.starts_with("glibc"))
        .or_else(|| musl_in(&output("ldd", &["--version"])?))
}

fn musl_in(ldd: &str) -> Option<String> {
    let version = ldd.lines().find_map(|line| line.strip_prefix("Version "))?;
    ldd.starts_with("musl").then(|| format!("musl {}", version.trim()))
}

pub(super) fn clock_source() -> Option<String> {
    read("/sys/devices/system/clocksource/clocksource0/current_clocksource")
}

pub(super) fn congestion_control() -> Option<String> {
    read("/proc/sys/net/ipv4/tcp_congestion_control")
}

pub(super) fn virtualisation() -> Option<String> {
    nested(is_container(), hypervisor())
}

fn is_container() -> bool {
    let marked = ["/.dockerenv", "/run/.containerenv"].iter().any(|marker| Path::new(marker).exists());
    marked
        || read("/run/systemd/container").is_some()
        || read("/proc/1/cgroup").is_some_and(|text| names_container(&text))
}

/// Control groups of version 1 are named after what made them.
fn names_container(cgroup: &str) -> bool {
    ["docker", "kubepods", "containerd", "lxc"].iter().any(|name| cgroup.contains(name))
}

/// systemd knows most hypervisors by name; the processor's flag tells of the rest.
fn hypervisor() -> Option<String> {
    let detected = output("systemd-detect-virt", &["--vm"]).filter(|name| name != "none");
    detected
        .or_else(|| hypervisor_of(&read("/sys/class/dmi/id/sys_vendor")?, &read("/sys/class/dmi/id/product_name")?))
        .or_else(|| read("/sys/hypervisor/type"))
        .or_else(|| {
            has_hypervisor_flag(&fs::read_to_string("/proc/cpuinfo").ok()?).then(|| "virtual machine".to_owned())
        })
}

/// The hypervisor that firmware tables name by `vendor` and `product`.
fn hypervisor_of(vendor: &str, product: &str) -> Option<String> {
    const KNOWN: [(&str, &str); 8] = [
        ("QEMU", "qemu"),
        ("KVM", "kvm"),
        ("VMware", "vmware"),
        ("innotek", "virtualbox"),
        ("Xen", "xen"),
        ("Amazon EC2", "amazon"),
        ("Google Compute Engine", "google"),
        ("Virtual Machine", "hyper-v"),
    ];
    let known = KNOWN.iter().find(|(mark, _)| vendor.contains(mark) || product.contains(mark));
    known.map(|(_, name)| (*name).to_owned())
}

fn has_hypervisor_flag(cpuinfo: &str) -> bool {
    field(cpuinfo, "flags").is_some_and(|flags| flags.split(' ').any(|flag| flag == "hypervisor"))
}

pub(super) fn load() -> Option<f64> {
    load_in(&read("/proc/loadavg")?)
}

fn load_in(loadavg: &str) -> Option<f64> {
    loadavg.split(' ').next()?.parse().ok().filter(|load: &f64| load.is_finite())
}

fn read(path: &str) -> Option<String> {
    tidy(&fs::read_to_string(path).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn x86_names_its_model() {
        let cpuinfo = "processor\t: 0\nvendor_id\t: X\nmodel\t\t: 85\nmodel name\t: Some CPU @ 2.00GHz\nflags\t\t: fpu hypervisor\n";
        assert_eq!(cpu_model_in(cpuinfo).as_deref(), Some("Some CPU @ 2.00GHz"));
        assert!(has_hypervisor_flag(cpuinfo));
    }

    #[test]
    fn arm_numbers_its_maker_and_part() {
        let cpuinfo = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n";
        assert_eq!(cpu_model_in(cpuinfo).as_deref(), Some("implementer 0x41 part 0xd0c"));
        assert!(!has_hypervisor_flag(cpuinfo));
        assert_eq!(cpu_model_in("processor: 0\n"), None);
    }

    #[test]
    fn a_processor_is_known_by_its_numbers() {
        let x86 = "vendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\nstepping\t: 1\n";
        let numbers = |it: Processor| (it.vendor, it.family, it.model, it.stepping);
        assert_eq!(processor_in(x86).map(numbers), Some(("AMD".to_owned(), Some(26), Some(2), Some(1))));
        let arm = "CPU implementer\t: 0x41\nCPU architecture: 8\nCPU part\t: 0xd0c\nCPU revision\t: 1\n";
        assert_eq!(processor_in(arm).map(numbers), Some(("Arm".to_owned(), None, Some(0xd0c), Some(1))));
        let unknown = "CPU implementer\t: 0x07\n";
        assert_eq!(processor_in(unknown).map(numbers), Some(("implementer 07".to_owned(), None, None, None)));
        assert_eq!(processor_in("processor: 0\n"), None);
    }

    #[test]
    fn a_cache_is_read_from_the_kernels_files() {
        let file = |size: &'static str| {
            move |name: &str| {
                Some(match name {
                    "level" => "2".to_owned(),
                    "type" => "Unified".to_owned(),
                    _ => size.to_owned(),
                })
            }
        };
        let cache = Cache { level: 2, holds: CacheContents::Both, size_bytes: 1 << 20 };
        assert_eq!(cache_in(file("1024K")), Some(cache));
        assert_eq!(cache_in(file("much")), None);
    }

    #[test]
    fn of_the_kernels_parameters_only_those_are_kept_that_change_figures_and_name_nobody() {
        let line = "root=/dev/disk/by-label/anna mitigations=off hostname=box ip=192.0.2.7 isolcpus=managed_irq,2-7 nosmt \
                    idle=/home/anna tsc=reliable -- idle=poll";
        assert_eq!(
            kernel_parameters_in(line),
            ["mitigations=off", "isolcpus=managed_irq,2-7", "nosmt", "tsc=reliable"]
        );
    }

    #[test]
    fn memory_is_counted_in_bytes() {
        assert_eq!(memory_bytes_in("MemTotal:        8000000 kB\nMemFree: 1 kB\n"), Some(8_192_000_000));
        assert_eq!(memory_bytes_in("MemFree: 1 kB\n"), None);
    }

    #[test]
    fn the_system_names_itself() {
        assert_eq!(os_in("ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n").as_deref(), Some("Debian GNU/Linux 12"));
        assert_eq!(os_in("PRETTY_NAME='Void'\n").as_deref(), Some("Void"));
        assert_eq!(os_in("ID=x\n"), None);
    }

    #[test]
    fn musl_is_known_by_its_loader() {
        assert_eq!(musl_in("musl libc (x86_64)\nVersion 1.2.5\nDynamic Program Loader").as_deref(), Some("musl 1.2.5"));
        assert_eq!(musl_in("ldd (Debian GLIBC 2.36) 2.36"), None);
    }

    #[test]
    fn firmware_names_the_hypervisor() {
        assert_eq!(hypervisor_of("QEMU", "Standard PC (Q35 + ICH9, 2009)").as_deref(), Some("qemu"));
        assert_eq!(hypervisor_of("Microsoft Corporation", "Virtual Machine").as_deref(), Some("hyper-v"));
        assert_eq!(hypervisor_of("LENOVO", "20XW"), None);
    }

    #[test]
    fn control_groups_tell_of_containers() {
        assert!(names_container("12:cpu:/docker/0123456789abcdef"));
        assert!(!names_container("0::/init.scope"));
    }
}
