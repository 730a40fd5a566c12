//! A Mac, by the programs that come with it.

use super::{nested, output};

pub(super) fn cpu_model() -> Option<String> {
    sysctl("machdep.cpu.brand_string")
}

pub(super) fn memory_bytes() -> Option<u64> {
    sysctl("hw.memsize")?.parse().ok()
}

pub(super) fn kernel() -> Option<String> {
    output("uname", &["-sr"])
}

pub(super) fn os() -> Option<String> {
    Some(format!("macOS {}", output("sw_vers", &["-productVersion"])?))
}

/// Apple's C library comes with the system and has no version of its own.
pub(super) fn libc() -> Option<String> {
    Some("libSystem".to_owned())
}

pub(super) fn clock_source() -> Option<String> {
    None
}

pub(super) fn congestion_control() -> Option<String> {
    None
}

pub(super) fn virtualisation() -> Option<String> {
    let in_vm = sysctl("kern.hv_vmm_present").is_some_and(|present| present == "1");
    nested(false, in_vm.then(|| "virtual machine".to_owned()))
}

/// `{ 1.52 1.61 1.70 }`
pub(super) fn load() -> Option<f64> {
    sysctl("vm.loadavg")?.split_whitespace().nth(1)?.replace(',', ".").parse().ok()
}

fn sysctl(name: &str) -> Option<String> {
    output("sysctl", &["-n", name])
}
