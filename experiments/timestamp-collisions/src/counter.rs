//! The processor's own counter: the time stamp counter on x86-64, the virtual counter on aarch64.
//!
//! The one place with unsafe code: the compiler offers these instructions in no other form.
#![allow(unsafe_code)]

/// Name of the counter; `None` where there is none that a program may read.
pub(crate) const NAME: Option<&str> = if cfg!(target_arch = "x86_64") {
    Some("time stamp counter")
} else if cfg!(target_arch = "aarch64") {
    Some("virtual counter")
} else {
    None
};

/// The counter's value.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn read() -> u64 {
    // SAFETY: RDTSC is part of x86-64 and touches no memory. A system may forbid it to programs (CR4.TSD); Linux and
    // macOS do not, and Linux's own clocks rest on it.
    unsafe { core::arch::x86_64::_rdtsc() }
}

/// The counter's value.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn read() -> u64 {
    let value: u64;
    // SAFETY: CNTVCT_EL0 is part of aarch64, reading it touches no memory, and Linux and macOS allow it to programs.
    unsafe { core::arch::asm!("mrs {}, cntvct_el0", out(reg) value, options(nomem, nostack, preserves_flags)) };
    value
}

/// The counter's value once all that comes before is done, as Linux reads it for its clocks.
///
/// RDTSC alone may be carried out early. On a processor whose counter advances by 26 ticks at a time (AMD EPYC, as a guest) a
/// few readings in a hundred are then a tick ahead, and hide the step; with a fence before it none is.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(crate) fn read_in_order() -> u64 {
    // SAFETY: LFENCE is part of x86-64 and touches no memory; for RDTSC see `read`.
    unsafe { core::arch::x86_64::_mm_lfence() };
    read()
}

/// The counter's value once all that comes before is done, as Linux reads it for its clocks.
#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(crate) fn read_in_order() -> u64 {
    // SAFETY: ISB only makes the processor finish what it has begun.
    unsafe { core::arch::asm!("isb", options(nostack, preserves_flags)) };
    read()
}

/// There is no counter to read; [`NAME`] says so, and nobody asks.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn read_in_order() -> u64 {
    unreachable!("this processor has no counter that is known here")
}

/// There is no counter to read; [`NAME`] says so, and nobody asks.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) fn read() -> u64 {
    unreachable!("this processor has no counter that is known here")
}
