//! The child in Rust: one thread calls `std::env::set_var` with ever new names, another reads by C's `getenv` or by
//! `std::env::var`. What it says, and its exit status, are those of `child.c`.
//!
//! The one place with unsafe code: that `set_var` is unsafe, since Rust's edition of 2024, is what is tried here.
#![allow(unsafe_code)]

use std::ffi::{CStr, c_char};
use std::io::{self, Write};
use std::process;
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use harness::Failure;
use rustix::process::{
    DumpableBehavior, Pid, Resource, Rlimit, Signal, getppid, set_dumpable_behavior, set_parent_process_death_signal,
    setrlimit,
};

use crate::condition::Reader;

const WRONG: i32 = 3;
const HUNG: i32 = 4;
const ALWAYS: &CStr = c"MEASURED_ALWAYS";
const ALWAYS_VALUE: &CStr = c"always the same";
const NEVER: &CStr = c"MEASURED_NEVER";
/// How long threads may take to end.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Its command line.
#[derive(Debug, Args)]
pub(crate) struct ChildOptions {
    /// The process that starts it
    parent: i32,
    #[arg(value_enum)]
    reader: Reader,
    milliseconds: u64,
}

unsafe extern "C" {
    fn getenv(name: *const c_char) -> *const c_char;
}

/// How an answer was wrong.
type Wrong = &'static str;

/// Runs the hidden command `child`.
pub(crate) fn be(options: &ChildOptions) -> Result<(), Failure> {
    be_harmless(options.parent)?;
    let read = match options.reader {
        Reader::Getenv => read_by_c,
        Reader::RustEnvVar => read_by_rust,
        _ => return Err(Failure::Usage("in Rust the reader is getenv or rust-env-var".to_owned())),
    };
    let stop = AtomicBool::new(false);
    let running = AtomicUsize::new(2);
    let start = Barrier::new(3);
    thread::scope(|scope| {
        scope.spawn(|| {
            start.wait();
            set_new_names(&stop);
            running.fetch_sub(1, Ordering::SeqCst);
        });
        scope.spawn(|| {
            start.wait();
            while !stop.load(Ordering::Relaxed) {
                if let Err(wrong) = read() {
                    leave(wrong, WRONG);
                }
            }
            running.fetch_sub(1, Ordering::SeqCst);
        });
        say("started");
        start.wait();
        thread::sleep(Duration::from_millis(options.milliseconds));
        stop.store(true, Ordering::SeqCst);
        let stopped = Instant::now();
        while running.load(Ordering::SeqCst) > 0 {
            if stopped.elapsed() > TIMEOUT {
                leave("hung", HUNG);
            }
            thread::sleep(Duration::from_micros(100));
        }
        leave("survived", 0);
    })
}

/// No core file, and no life after the parent's.
fn be_harmless(parent: i32) -> Result<(), Failure> {
    let failed = |error: rustix::io::Errno| Failure::system("cannot make this child harmless", error.into());
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(failed)?;
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(failed)?;
    setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) }).map_err(failed)?;
    if getppid().map(Pid::as_raw_pid) == Some(parent) {
        Ok(())
    } else {
        Err(Failure::program("the parent", "it ended before its child began"))
    }
}

fn set_new_names(stop: &AtomicBool) {
    for count in 0_u64.. {
        if stop.load(Ordering::Relaxed) {
            return;
        }
        // SAFETY: it is not: another thread reads, which is what `set_var` asks its callers to rule out. This process was
        // started to find out what comes of that, and ends with it.
        unsafe { std::env::set_var(format!("MEASURED_0_{count}"), "a value") };
    }
}

fn read_by_c() -> Result<(), Wrong> {
    // SAFETY: not where another thread sets variables, which is what is tried; see above.
    unsafe {
        let value = getenv(ALWAYS.as_ptr());
        if value.is_null() {
            return Err("null");
        }
        if CStr::from_ptr(value) != ALWAYS_VALUE || !getenv(NEVER.as_ptr()).is_null() {
            return Err("torn");
        }
    }
    Ok(())
}

fn read_by_rust() -> Result<(), Wrong> {
    let name = |name: &'static CStr| name.to_str().expect("it is ASCII");
    let value = std::env::var(name(ALWAYS)).map_err(|_| "null")?;
    let is_right = value == name(ALWAYS_VALUE) && std::env::var(name(NEVER)).is_err();
    if is_right { Ok(()) } else { Err("torn") }
}

fn say(word: &str) {
    // One write of a whole line. Where nobody listens, nobody is to be told.
    let _ = io::stdout().write_all(format!("{word}\n").as_bytes());
}

/// Ends at once: what threads still do does not matter.
fn leave(word: &str, status: i32) -> ! {
    say(word);
    process::exit(status)
}
