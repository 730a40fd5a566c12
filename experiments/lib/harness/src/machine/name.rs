//! A machine's name in prose: `Zen 5 VM`. Its id stands in file names and provenance.

use serde::Deserialize;

use crate::machine::{in_words, kind};
use crate::readable::readable;
use crate::record::{Machine, Processor};

/// Processors of one microarchitecture, as their maker numbers them.
#[derive(Deserialize)]
struct Known {
    vendor: String,
    /// None where the maker has no families.
    family: Option<u32>,
    models: Vec<u32>,
    /// Name in prose.
    name: String,
}

/// Table of known processors, which the site reads as well.
const KNOWN: &str = include_str!("../../processors.json");

impl Machine {
    /// Name in prose: the processor, by [`KNOWN`], and the kind of machine. An unknown processor keeps vendor and numbers.
    pub fn name(&self) -> String {
        // Apple's processors have names and no numbers.
        let numbered = self.processor.as_ref().filter(|processor| processor.model.is_some());
        let processor = numbered.map_or_else(|| self.cpu_model.clone(), called);
        format!("{processor} {}", kind(self.virtualisation.as_deref()))
    }

    /// The same beside other machines: with its cores where another has its name, and with its id where that has as many.
    pub fn name_among<'a>(&self, others: impl IntoIterator<Item = &'a Self>) -> String {
        let name = self.name();
        let namesakes: Vec<&Self> =
            others.into_iter().filter(|other| other.id != self.id && other.name() == name).collect();
        if namesakes.is_empty() {
            name
        } else if namesakes.iter().all(|other| other.logical_cores != self.logical_cores) {
            format!("{name}, {}", readable(self.logical_cores.into(), "cores"))
        } else {
            format!("{name} ({})", self.id)
        }
    }
}

fn called(processor: &Processor) -> String {
    let known: Vec<Known> = serde_json::from_str(KNOWN).expect("the table of processors is one");
    let is = |known: &&Known| {
        (&known.vendor, known.family) == (&processor.vendor, processor.family)
            && processor.model.is_some_and(|model| known.models.contains(&model))
    };
    known.iter().find(is).map_or_else(|| in_words(processor), |known| known.name.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(vendor: &str, numbers: [Option<u32>; 2], cores: u32, virtualisation: Option<&str>) -> Machine {
        let [family, model] = numbers;
        let processor = Processor { vendor: vendor.to_owned(), family, model, stepping: None };
        Machine {
            id: format!("{vendor}-{cores}"),
            processor: Some(processor),
            logical_cores: cores,
            virtualisation: virtualisation.map(str::to_owned),
            cpu_model: "Abacus".to_owned(),
            ..crate::machine::describe(None)
        }
    }

    #[test]
    fn a_machine_is_called_by_its_microarchitecture_and_kind() {
        for (vendor, numbers, virtualisation, name) in [
            ("AMD", [Some(26), Some(2)], Some("kvm"), "Zen 5 VM"),
            ("AMD", [Some(25), Some(1)], Some("container in kvm"), "Zen 3 VM"),
            ("AMD", [Some(25), Some(17)], Some("container"), "Zen 4 container"),
            ("Intel", [Some(6), Some(207)], None, "Emerald Rapids computer"),
            ("Arm", [None, Some(0xd0c)], Some("kvm"), "Neoverse N1 VM"),
            ("AMD", [Some(99), Some(1)], Some("kvm"), "AMD family 99 model 1 VM"),
            ("Apple", [None, None], None, "Abacus computer"),
        ] {
            assert_eq!(machine(vendor, numbers, 2, virtualisation).name(), name);
        }
    }

    #[test]
    fn two_of_one_name_get_their_cores() {
        let [one, two, sixteen] = [1, 2, 16].map(|cores| machine("Intel", [Some(6), Some(207)], cores, Some("kvm")));
        let other = machine("AMD", [Some(26), Some(2)], 2, Some("kvm"));
        assert_eq!(one.name_among([&one, &two]), "Emerald Rapids VM, 1 core");
        assert_eq!(two.name_among([&two, &sixteen, &other]), "Emerald Rapids VM, 2 cores");
        assert_eq!(other.name_among([&two, &sixteen, &other]), "Zen 5 VM");
        let twin = Machine { id: "twin".to_owned(), ..two.clone() };
        assert_eq!(twin.name_among([&two]), "Emerald Rapids VM (twin)");
    }
}
