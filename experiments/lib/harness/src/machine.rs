//! What machine a run is on: what matters to figures, and nothing that names its owner.

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

use crate::record::Machine;

#[cfg(not(any(target_os = "linux", target_os = "macos")))]
compile_error!("experiments run on Linux and macOS");

const UNKNOWN: &str = "unknown";

/// Describes this machine, under the name `id` or one made from its cores and kind.
pub(crate) fn describe(id: Option<String>) -> Machine {
    let logical_cores = available_parallelism().map_or(1, |cores| u32::try_from(cores.get()).unwrap_or(u32::MAX));
    let virtualisation = system::virtualisation();
    Machine {
        id: id.unwrap_or_else(|| default_id(logical_cores, virtualisation.as_deref())),
        cpu_model: or_unknown(system::cpu_model()),
        logical_cores,
        memory_bytes: system::memory_bytes().unwrap_or(0),
        architecture: ARCH.to_owned(),
        kernel: or_unknown(system::kernel()),
        os: or_unknown(system::os()),
        libc: or_unknown(system::libc()),
        clock_source: system::clock_source(),
        congestion_control: system::congestion_control(),
        virtualisation,
        load_before: system::load(),
    }
}

/// Such as `2-core-vm`.
fn default_id(cores: u32, virtualisation: Option<&str>) -> String {
    let kind = match virtualisation {
        None => "computer",
        Some(kind) if kind.starts_with(CONTAINER) && !kind.contains(" in ") => "container",
        Some(_) => "vm",
    };
    format!("{cores}-core-{kind}")
}

/// How a container is described, before what it runs on.
const CONTAINER: &str = "container";

/// What a container's and a hypervisor's name make together, such as `container in kvm`.
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

/// What a program prints, standard output before standard error; `None` if it is not there or prints nothing.
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

    #[test]
    fn the_name_follows_from_cores_and_kind() {
        for (virtualisation, id) in [
            (None, "8-core-computer"),
            (Some("kvm"), "8-core-vm"),
            (Some("container"), "8-core-container"),
            (Some("container in kvm"), "8-core-vm"),
        ] {
            assert_eq!(default_id(8, virtualisation), id);
        }
    }

    #[test]
    fn this_machine_can_be_described() {
        let machine = describe(None);
        assert!(machine.logical_cores >= 1);
        assert!(machine.memory_bytes > 1 << 20);
        assert_ne!(machine.kernel, UNKNOWN);
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
