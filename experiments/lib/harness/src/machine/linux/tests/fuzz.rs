//! Whatever a kernel says of its machine is read or left out.

use fuzzing::{in_time, mutated};
use proptest::prelude::*;

use super::*;

const CPUINFO: [&[u8]; 2] = [
    b"processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC\nstepping\t: 1\n\
      flags\t\t: fpu hypervisor\n",
    b"processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\nCPU revision\t: 1\n",
];
const OTHERS: [&[u8]; 6] = [
    b"MemTotal:        8000000 kB\nMemFree: 1 kB\n",
    b"ID=debian\nPRETTY_NAME=\"Debian GNU/Linux 12\"\n",
    b"musl libc (x86_64)\nVersion 1.2.5\nDynamic Program Loader",
    b"0.25 0.50 1.00 2/300 4711",
    b"1024K",
    b"12:cpu:/docker/0123456789abcdef",
];
const PIECES: [&[u8]; 12] = [
    b":",
    b"\n",
    b" ",
    b"0x",
    b"0xffffffffff",
    b"18446744073709551615",
    b"18014398509481984",
    b" kB",
    b"-1",
    b"nan",
    b"inf",
    b"\xff",
];

proptest! {
    #[test]
    fn what_is_nearly_right_is_read_or_left_out(
        text in mutated(CPUINFO.into_iter().chain(OTHERS).map(<[u8]>::to_vec).collect(), PIECES.to_vec()),
    ) {
        let text = String::from_utf8_lossy(&text);
        in_time(|| {
            let _ = (cpu_model_in(&text), processor_in(&text), has_hypervisor_flag(&text), os_in(&text), musl_in(&text));
            let _ = (names_container(&text), hypervisor_of(&text, &text));
        });
        let bytes = [memory_bytes_in(&text), cache_of(&text).map(|cache| cache.size_bytes)];
        prop_assert!(bytes.into_iter().flatten().all(|bytes| bytes % 1024 == 0), "{:?}", bytes);
        prop_assert!(load_in(&text).is_none_or(f64::is_finite));
    }

    #[test]
    fn no_command_line_brings_in_what_is_not_known(
        line in mutated(
            vec![b"root=/dev/sda1 mitigations=off isolcpus=managed_irq,2-7 nosmt tsc=reliable -- idle=poll".to_vec()],
            [&b" "[..], b"=", b" -- ", b"/home/", b"\"", b"tsc=", b"\xff"].to_vec(),
        ),
    ) {
        for word in in_time(|| kernel_parameters_in(&String::from_utf8_lossy(&line))) {
            let name = word.split('=').next().unwrap();
            prop_assert!(KERNEL_PARAMETERS.contains(&name) && !word.contains('/'), "{}", word);
        }
    }
}

fn cache_of(size: &str) -> Option<Cache> {
    in_time(|| {
        cache_in(|name| {
            Some(match name {
                "level" => "2".to_owned(),
                "type" => "Unified".to_owned(),
                _ => size.to_owned(),
            })
        })
    })
}
