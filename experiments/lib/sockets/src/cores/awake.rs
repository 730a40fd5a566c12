//! Cores that never go idle.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::{hint, io, thread};

use thread_priority::unix::{NormalThreadSchedulePolicy, ThreadSchedulePolicy, set_thread_priority_and_policy};
use thread_priority::{ThreadId, ThreadPriority, thread_native_id};

use super::pin;

/// Threads that keep cores from going idle. They run where nobody else wants to (`SCHED_IDLE`, sched(7)).
#[derive(Debug)]
pub struct Awake(Arc<AtomicBool>);

impl Awake {
    /// Starts a thread on each of these cores, which spins until this is dropped.
    ///
    /// # Errors
    /// If a thread cannot be kept on its core or made to give way to others.
    ///
    /// # Panics
    /// If a thread ends before it says where it is.
    pub fn on(cores: &[usize]) -> io::Result<Self> {
        let awake = Self(Arc::default());
        for &core in cores {
            let is_over = Arc::clone(&awake.0);
            let (tell, told) = channel();
            thread::spawn(move || {
                let placed = pin(core).map(|()| thread_native_id());
                let stays = placed.is_ok();
                // Whoever asked waits for it.
                let _ = tell.send(placed);
                while stays && !is_over.load(Ordering::Relaxed) {
                    hint::spin_loop();
                }
            });
            // Not by the thread itself, which on a busy core might not get to say so for long.
            give_way(told.recv().expect("the thread tells")?)?;
        }
        Ok(awake)
    }
}

impl Drop for Awake {
    fn drop(&mut self) {
        // Each ends as soon as it gets to run; on a busy core that may take a while, and nobody has to wait for it.
        self.0.store(true, Ordering::Relaxed);
    }
}

/// From now on that thread of this process runs only where nobody else wants to.
fn give_way(thread: ThreadId) -> io::Result<()> {
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    set_thread_priority_and_policy(thread, ThreadPriority::Min, idle)
        .map_err(|error| io::Error::other(format!("cannot give way to other threads: {error:?}")))
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::time::{Duration, Instant};

    use super::super::allowed;
    use super::*;

    /// Field 41 of a thread's `stat` (proc(5)), and what it is for `SCHED_IDLE`.
    const POLICY: usize = 41;
    const IDLE: &str = "5";

    #[test]
    fn cores_are_kept_awake_by_a_thread_that_gives_way() {
        let said = thread::spawn(|| {
            give_way(thread_native_id()).unwrap();
            fs::read_to_string("/proc/thread-self/stat").unwrap()
        });
        let stat = said.join().unwrap();
        // The second field is a name in parentheses, with white space of its own.
        let after = stat.rsplit_once(')').unwrap().1;
        assert_eq!(after.split_whitespace().nth(POLICY - 3), Some(IDLE), "{stat}");
    }

    #[test]
    fn every_core_gets_a_thread_that_ends() {
        let cores = allowed().unwrap();
        let awake = Awake::on(&cores).unwrap();
        let is_over = Arc::clone(&awake.0);
        assert_eq!(Arc::strong_count(&is_over), 2 + cores.len());
        drop(awake);
        let started = Instant::now();
        while Arc::strong_count(&is_over) > 1 {
            assert!(started.elapsed() < Duration::from_secs(60), "a thread goes on");
            thread::sleep(Duration::from_millis(1));
        }
    }
}
