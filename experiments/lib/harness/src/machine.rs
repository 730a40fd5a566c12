//! Description of the machine of a run: all that matters to figures, and nothing that names its owner.

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as system;
#[cfg(target_os = "macos")]
mod macos;
#[cfg(target_os = "macos")]
use macos as system;

use std::env::consts::ARCH;
use std::process::Command;
use std::thread::available_parallelism;

use crate::record::{Machine, Processor};

mod name;

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
compile_error!("experiments run on Linux and macOS");

const UNKNOWN: &str = "unknown";

/// Describes this machine, under the name `id` or one made from its processor, cores and kind.
pub(crate) fn describe(id: Option<String>) -> Machine {
    let logical_cores = available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX));
    let virtualisation = system::virtualisation();
    let cpu_model = or_unknown(system::cpu_model());
    let processor = system::processor();
    Machine {
        id: id.unwrap_or_else(|| default_id(processor.as_ref(), &cpu_model, logical_cores, virtualisation.as_deref())),
        cpu_model,
        processor,
        caches: system::caches(),
        logical_cores,
        memory_bytes: system::memory_bytes().unwrap_or(0),
        architecture: ARCH.to_owned(),
        kernel: or_unknown(system::kernel()),
        kernel_parameters: system::kernel_parameters(),
        os: or_unknown(system::os()),
        libc: or_unknown(system::libc()),
        clock_source: system::clock_source(),
        congestion_control: system::congestion_control(),
        virtualisation,
        load_before: system::load(),
    }
}

/// Id such as `amd-1a-02-2-core-vm`: the processor first, so that a record from one never takes the place of another's.
fn default_id(processor: Option<&Processor>, cpu_model: &str, cores: u32, virtualisation: Option<&str>) -> String {
    let numbered = |processor: &Processor| {
        let numbers = [processor.family, processor.model].into_iter().flatten().map(|number| format!("{number:02x}"));
        let parts: Vec<String> = [processor.vendor.clone()].into_iter().chain(numbers).collect();
        (parts.len() > 1).then(|| parts.join(" "))
    };
    // Apple's processors have names and no numbers.
    let processor = processor.and_then(numbered).unwrap_or_else(|| cpu_model.to_owned());
    slug(&format!("{processor} {cores} core {}", kind(virtualisation)))
}

/// Kind of machine. A container in a virtual machine counts as the virtual machine.
fn kind(virtualisation: Option<&str>) -> &'static str {
    match virtualisation {
        None => "computer",
        Some(kind) if kind.starts_with(CONTAINER) && !kind.contains(" in ") => "container",
        Some(_) => "VM",
    }
}

/// `text` as a part of addresses and file names: small letters and digits, joined by single hyphens.
fn slug(text: &str) -> String {
    let text = text.to_ascii_lowercase();
    let parts: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
    parts.join("-")
}

/// A processor's maker by the name that its processors answer with.
fn vendor_of(name: &str) -> &str {
    match name {
        "AuthenticAMD" => "AMD",
        "GenuineIntel" => "Intel",
        other => other,
    }
}

/// In words, such as `AMD family 26 model 2 stepping 1`.
pub(crate) fn in_words(processor: &Processor) -> String {
    let numbers = [("family", processor.family), ("model", processor.model), ("stepping", processor.stepping)];
    let known = numbers.iter().filter_map(|(name, number)| Some(format!(" {name} {}", (*number)?)));
    known.fold(processor.vendor.clone(), |words, number| words + &number)
}

/// Name of a container, before the hypervisor that it runs on.
const CONTAINER: &str = "container";

/// Virtualisation by a container, a hypervisor or both, such as `container in kvm`.
fn nested(container: bool, hypervisor: Option<String>) -> Option<String> {
    match (container, hypervisor) {
        (true, Some(hypervisor)) => Some(format!("{CONTAINER} in {hypervisor}")),
        (true, None) => Some(CONTAINER.to_owned()),
        (false, hypervisor) => hypervisor,
    }
}

fn or_unknown(text: Option<String>) -> String {
    text.unwrap_or_else(|| UNKNOWN.to_owned())
}

/// Output of a program, standard output before standard error; `None` if it is not there or prints nothing.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    [output.stdout, output.stderr].into_iter().find_map(|bytes| tidy(&String::from_utf8_lossy(&bytes)))
}

/// Without white space at its ends; `None` if nothing is left.
fn tidy(text: &str) -> Option<String> {
    let text = text.trim();
    (!text.is_empty()).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn x86() -> Processor {
        Processor { vendor: "AMD".to_owned(), family: Some(26), model: Some(2), stepping: Some(1) }
    }

    #[test]
    fn the_name_follows_from_processor_cores_and_kind() {
        for (virtualisation, id) in [
            (None, "amd-1a-02-8-core-computer"),
            (Some("kvm"), "amd-1a-02-8-core-vm"),
            (Some("container"), "amd-1a-02-8-core-container"),
            (Some("container in kvm"), "amd-1a-02-8-core-vm"),
        ] {
            assert_eq!(default_id(Some(&x86()), "AMD EPYC", 8, virtualisation), id);
        }
        let arm = Processor { vendor: "Arm".to_owned(), family: None, model: Some(0xd0c), stepping: Some(1) };
        assert_eq!(default_id(Some(&arm), "Neoverse-N1", 4, Some("kvm")), "arm-d0c-4-core-vm");
        let apple = Processor { vendor: "Apple".to_owned(), family: None, model: None, stepping: None };
        assert_eq!(default_id(Some(&apple), "Apple M1 Pro", 8, None), "apple-m1-pro-8-core-computer");
        assert_eq!(default_id(None, "Abacus (R) 9000", 1, None), "abacus-r-9000-1-core-computer");
    }

    #[test]
    fn a_processor_is_said_by_all_its_numbers() {
        assert_eq!(in_words(&x86()), "AMD family 26 model 2 stepping 1");
        let unnumbered = Processor { vendor: "Apple".to_owned(), family: None, model: None, stepping: None };
        assert_eq!(in_words(&unnumbered), "Apple");
    }

    #[test]
    fn this_machine_can_be_described() {
        let machine = describe(None);
        assert!(machine.logical_cores >= 1);
        assert!(machine.memory_bytes > 1 << 20);
        assert_ne!(machine.kernel, UNKNOWN);
        assert!(machine.processor.is_some());
        assert_eq!(describe(Some("mine".into())).id, "mine");
    }

    #[test]
    fn neither_host_nor_user_is_named() {
        let described = serde_json::to_string(&describe(None)).unwrap();
        let names = [output("hostname", &[]), std::env::var("USER").ok(), std::env::var("HOME").ok()];
        for name in names.into_iter().flatten().filter(|name| name.len() > 4) {
            assert!(!described.contains(&name), "{described} names {name}");
        }
    }
}
