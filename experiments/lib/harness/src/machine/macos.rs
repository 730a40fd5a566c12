//! A Mac, by the programs that come with it.

use super::{nested, output, vendor_of};
use crate::record::{Cache, CacheContents, Processor};

pub(super) fn cpu_model() -> Option<String> {
    sysctl("machdep.cpu.brand_string")
}

/// Intel's have numbers; Apple's are told apart by their names.
pub(super) fn processor() -> Option<Processor> {
    let number = |name| sysctl(name)?.parse().ok();
    Some(Processor {
        vendor: sysctl("machdep.cpu.vendor").map_or_else(|| "Apple".to_owned(), |name| vendor_of(&name).to_owned()),
        family: number("machdep.cpu.family"),
        model: number("machdep.cpu.model"),
        stepping: number("machdep.cpu.stepping"),
    })
}

pub(super) fn caches() -> Vec<Cache> {
    let known = [
        (1, CacheContents::Data, "hw.l1dcachesize"),
        (1, CacheContents::Instructions, "hw.l1icachesize"),
        (2, CacheContents::Both, "hw.l2cachesize"),
        (3, CacheContents::Both, "hw.l3cachesize"),
    ];
    let size = |name| sysctl(name)?.parse().ok().filter(|size| *size > 0);
    known.into_iter().filter_map(|(level, holds, name)| Some(Cache { level, holds, size_bytes: size(name)? })).collect()
}

/// A Mac's kernel takes none that a user sets.
pub(super) fn kernel_parameters() -> Vec<String> {
    Vec::new()
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
