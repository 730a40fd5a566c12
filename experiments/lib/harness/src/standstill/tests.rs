use super::*;

const AN_HOUR: Duration = Duration::from_secs(3600);

/// A watch that looks at the clocks of a test.
struct Clocks {
    now: Reading,
    watch: Watch,
}

impl Clocks {
    fn new() -> Self {
        let now = Reading { since_boot: AN_HOUR, time_of_day: 500_000 * AN_HOUR };
        Self { now, watch: Watch { last: now, noticed: Noticed::default() } }
    }

    /// Looks again after both clocks have gone on by so much each.
    fn look_after(&mut self, since_boot: Duration, time_of_day: Duration) -> Noticed {
        self.now.since_boot += since_boot;
        self.now.time_of_day += time_of_day;
        self.watch.look(self.now)
    }
}

#[test]
fn a_late_tick_is_no_standstill_and_more_than_a_second_is_one_of_its_length() {
    let mut clocks = Clocks::new();
    assert_eq!(clocks.look_after(STANDSTILL, STANDSTILL), Noticed::default());
    for times in 1..=2 {
        let noticed = clocks.look_after(AN_HOUR, AN_HOUR);
        assert_eq!(noticed, Noticed { standstills: times, stood: times * AN_HOUR, steps: 0 });
        assert_eq!(clocks.look_after(TICK, TICK), noticed, "it is noticed once");
    }
}

#[test]
fn a_clock_that_is_slewed_makes_no_step_and_one_that_is_set_does_in_both_directions() {
    let mut clocks = Clocks::new();
    for _ in 0..10_000 {
        assert_eq!(clocks.look_after(TICK, TICK + TICK / 12), Noticed::default());
        assert_eq!(clocks.look_after(TICK, TICK - TICK / 12), Noticed::default());
        assert_eq!(clocks.look_after(STANDSTILL, STANDSTILL.mul_f64(1.000_5)), Noticed::default());
    }
    assert_eq!(clocks.look_after(TICK, TICK + STEP), Noticed::default());
    assert_eq!(clocks.look_after(TICK, AN_HOUR), Noticed { steps: 1, ..Noticed::default() });
    clocks.now.time_of_day -= AN_HOUR;
    assert_eq!(clocks.look_after(TICK, TICK), Noticed { steps: 2, ..Noticed::default() });
    assert_eq!(clocks.look_after(TICK, TICK), Noticed { steps: 2, ..Noticed::default() });
}

#[test]
fn both_clocks_of_this_machine_go_on_alike() {
    let mut watch = Watch { last: Reading::now(), noticed: Noticed::default() };
    thread::sleep(TICK);
    assert_eq!(watch.look(Reading::now()).steps, 0);
}

/// Result after so many disturbed attempts, and the number of attempts.
fn after_disturbed(disturbed: u32) -> (Result<Result<u32, &'static str>, Failure>, u32) {
    let (count, attempts) = (std::cell::Cell::new(0), std::cell::Cell::new(0));
    let outcome = again_while_disturbed(
        || count.get(),
        || {
            attempts.set(attempts.get() + 1);
            if attempts.get() > disturbed {
                return Ok(attempts.get());
            }
            count.set(count.get() + 1);
            Err("timed out")
        },
    );
    (outcome, attempts.get())
}

#[test]
fn what_was_disturbed_is_dropped_with_its_error_and_measured_again() {
    assert_eq!(after_disturbed(0), (Ok(Ok(1)), 1));
    assert_eq!(after_disturbed(ATTEMPTS - 1), (Ok(Ok(ATTEMPTS)), ATTEMPTS));
}

#[test]
fn what_is_disturbed_each_time_gives_no_figure() {
    let (outcome, attempts) = after_disturbed(u32::MAX);
    assert_eq!(attempts, ATTEMPTS);
    let said = outcome.unwrap_err().to_string();
    assert!(said.starts_with("this program or its machine was disturbed during each of 5 attempts"), "{said}");
}

#[test]
fn warnings_tell_how_often_and_for_how_long() {
    assert_eq!(Noticed::default().warnings(), []);
    let both = Noticed { standstills: 2, stood: Duration::from_millis(3240), steps: 1 };
    assert_eq!(
        both.warnings().iter().map(Warning::to_string).collect::<Vec<_>>(),
        [
            "this program or its machine stood still twice, for 3.2 s in all (stopped, asleep or paused), and measured again \
             what it measured meanwhile: keep the machine awake",
            "the machine's clock was set once during the measurement, and what depends on it was measured again: let it \
             settle first"
        ]
    );
}
