//! A Linux machine, mostly from /proc and /sys.

use std::fs;
use std::path::Path;

use super::{nested, output, tidy};

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
    read("/proc/loadavg")?.split(' ').next()?.parse().ok()
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
