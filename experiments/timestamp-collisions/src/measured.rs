//! Carries the conditions out, in random order, repeated and interleaved.

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

use harness::schedule::interleaved;
use harness::{Failure, Run, undisturbed_by_steps};

use crate::clocks::{Clock, Cost, counter_tick_ns, system_call_ns};
use crate::conditions::Conditions;
use crate::increments::Increments;
use crate::remedies::{Made, Remedy, make};
use crate::round::{Condition, Manner, Round, measure};
use crate::step::{Step, is_near};

/// Measurements of a run.
pub(crate) struct Measured {
    /// Nanoseconds per read of each clock in a loop that keeps nothing, one for each repetition.
    pub costs: Vec<(Clock, Vec<f64>)>,
    /// Nanoseconds of the emptiest system call, one for each repetition.
    pub system_calls: Vec<f64>,
    /// Rounds of each condition, in the order of the conditions.
    pub rounds: Vec<Rounds>,
    /// Rounds of the residue conditions.
    pub residues: Vec<Rounds>,
    /// Rounds of the conditions in other manners of reading.
    pub manners: Vec<(Manner, Rounds)>,
    /// Makers of each remedy and number of threads, in the order of the conditions.
    pub remedies: Vec<Makers>,
}

/// Threads that make identifiers.
pub(crate) struct Makers {
    pub remedy: Remedy,
    pub threads: u32,
    /// Results, one for each repetition.
    pub each: Vec<Made>,
}

impl Makers {
    /// Numbers of duplicates and of identifiers.
    pub(crate) fn duplicates(&self) -> (u64, u64) {
        let each = self.each.iter();
        each.fold((0, 0), |(duplicates, all), made| (duplicates + made.duplicates, all + made.identifiers))
    }
}

/// The rounds of a condition.
pub(crate) struct Rounds {
    pub condition: Condition,
    /// The rounds one by one.
    pub each: Vec<Shown>,
    /// Over all rounds.
    pub increments: Increments,
}

/// Figures of a round.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shown {
    pub samples: u64,
    pub colliding: u64,
    pub coincidences: u64,
    pub per_sample: f64,
    pub as_published: f64,
    pub equal_share: f64,
    pub read_ns: f64,
    /// Largest unit that all increments were multiples of, in the clock's units.
    pub unit: u64,
    pub counter_step: Option<Step>,
    pub residues: Vec<Option<u64>>,
}

impl Measured {
    /// The rounds of a condition.
    pub(crate) fn find(&self, clock: Clock, threads: u32, pinned: bool) -> Option<&Rounds> {
        self.rounds.iter().find(|rounds| rounds.condition == Condition { clock, threads, pinned })
    }
}

impl From<&Round> for Shown {
    fn from(round: &Round) -> Self {
        Self {
            samples: round.collisions.samples,
            colliding: round.collisions.colliding,
            coincidences: round.collisions.coincidences,
            per_sample: round.collisions.share_per_sample(),
            as_published: round.collisions.share_as_published(),
            equal_share: round.increments.equal_share(),
            read_ns: round.read_ns,
            unit: round.increments.unit(),
            counter_step: round.counter_step,
            residues: round.residues.clone(),
        }
    }
}

impl Shown {
    /// Difference of the residues of a round of two threads, in ticks; `None` where a core moved.
    pub(crate) fn residue_difference(&self) -> Option<f64> {
        match self.residues[..] {
            [Some(a), Some(b)] => Some(self.counter_step?.difference(a, b)),
            _ => None,
        }
    }
}

impl Rounds {
    fn new(condition: &Condition) -> Self {
        Self { condition: *condition, each: Vec::new(), increments: Increments::default() }
    }

    /// One value of each round.
    pub(crate) fn values(&self, value: impl Fn(&Shown) -> f64) -> Vec<f64> {
        self.each.iter().map(value).collect()
    }

    fn measure_one(&mut self, manner: Manner, samples: usize) -> Result<(), Failure> {
        let round = undisturbed_by_steps(|| measure(self.condition, manner, samples))??;
        self.each.push(Shown::from(&round));
        self.increments.merge(round.increments);
        Ok(())
    }

    /// Step of the counter: the largest of any round, because a core that moves makes a step look
    /// smaller.
    pub(crate) fn counter_step(&self) -> Option<Step> {
        let steps = self.each.iter().filter_map(|round| round.counter_step);
        steps.max_by(|a, b| a.ticks().total_cmp(&b.ticks()))
    }

    /// True if there are fewer rounds with near residues than so many, or with far ones.
    fn lack(&self, near: bool, enough: usize, unit_ticks: f64) -> bool {
        let differences = self.each.iter().filter_map(Shown::residue_difference);
        differences.filter(|&difference| is_near(difference, unit_ticks) == near).count() < enough
    }
}

/// One piece of work, and its place among the results.
enum Task {
    Cost(usize),
    SystemCall,
    Round(usize),
    Residue(usize),
    Manner(usize),
    Remedy(usize),
}

/// Does everything: each part's repetitions interleaved in random order.
pub(crate) fn measure_all(conditions: &Conditions, run: &Run) -> Result<Measured, Failure> {
    let clocks: Vec<Clock> = Clock::ALL.into_iter().filter(|clock| clock.exists()).collect();
    let makers = conditions.remedies.iter().map(|&(remedy, threads)| Makers { remedy, threads, each: Vec::new() });
    let mut measured = Measured {
        costs: clocks.iter().map(|&clock| (clock, Vec::new())).collect(),
        system_calls: Vec::new(),
        rounds: conditions.rounds.iter().map(Rounds::new).collect(),
        residues: conditions.residues.iter().map(Rounds::new).collect(),
        manners: conditions.manners.iter().map(|(condition, manner)| (*manner, Rounds::new(condition))).collect(),
        remedies: makers.collect(),
    };
    let tasks = tasks(conditions, clocks.len(), run.seed);
    let weights = tasks.iter().map(|task| task.weight(conditions));
    run.expect(weights.sum());
    for task in &tasks {
        match *task {
            Task::Cost(i) => {
                let (clock, costs) = &mut measured.costs[i];
                costs.push(undisturbed_by_steps(|| clock.visit(Cost { reads: conditions.cost_reads }))?);
            }
            Task::SystemCall => {
                measured.system_calls.push(undisturbed_by_steps(|| system_call_ns(conditions.cost_reads))?);
            }
            Task::Round(i) => {
                measured.rounds[i].measure_one(Manner::OURS, conditions.samples_of(&conditions.rounds[i]))?;
            }
            Task::Residue(i) => measured.residues[i].measure_one(Manner::OURS, conditions.samples)?,
            Task::Manner(i) => {
                let (manner, rounds) = &mut measured.manners[i];
                rounds.measure_one(*manner, conditions.samples)?;
            }
            Task::Remedy(i) => {
                let makers = &mut measured.remedies[i];
                let made = undisturbed_by_steps(|| make(makers.remedy, makers.threads, conditions.identifiers))?;
                makers.each.push(made);
            }
        }
        run.advance(task.weight(conditions))?;
    }
    if let Some(rounds) = measured.residues.iter_mut().find(|rounds| rounds.condition.clock == Clock::Realtime) {
        complete(rounds, conditions, run)?;
    }
    Ok(measured)
}

/// Readings that are enough to see how far apart the residues are.
const GLANCE: usize = 1_000;
/// Between two glances.
const PAUSE: Duration = Duration::from_millis(50);

/// Measures further rounds until there are enough with near residues and enough with far ones, or no longer. Which residues the
/// cores have nobody can choose: they stay for seconds or minutes and change when the host moves a virtual core. So rounds are
/// chosen by their residues, never by what collides in them.
fn complete(rounds: &mut Rounds, conditions: &Conditions, run: &Run) -> Result<(), Failure> {
    let unit_ticks = 1.0 / counter_tick_ns();
    let Some(step) = rounds.counter_step() else { return Ok(()) };
    // Half a step is as far as residues can be apart.
    if is_near(step.ticks() / 2.0, unit_ticks) {
        return Ok(());
    }
    let weight = weight(rounds.condition.threads, conditions.samples);
    let until = Instant::now() + conditions.longest_wait;
    let lack = |rounds: &Rounds, near| rounds.lack(near, conditions.enough_of_each, unit_ticks);
    while (lack(rounds, true) || lack(rounds, false)) && Instant::now() < until {
        let glance = Shown::from(&measure(rounds.condition, Manner::OURS, GLANCE)?);
        let difference = glance.residue_difference().filter(|_| glance.counter_step == Some(step));
        if difference.is_some_and(|difference| lack(rounds, is_near(difference, unit_ticks))) {
            run.expect(weight);
            rounds.measure_one(Manner::OURS, conditions.samples)?;
            run.advance(weight)?;
        } else {
            thread::sleep(PAUSE);
            run.advance(0)?;
        }
    }
    Ok(())
}

/// All work in the order it is done: what is repeated more often is spread over the whole run.
fn tasks(conditions: &Conditions, clocks: usize, seed: u64) -> Vec<Task> {
    let mut placed: Vec<(f64, Task)> = Vec::new();
    let mut place = |n: usize, repetitions: u32, task: &dyn Fn(usize) -> Task| {
        let turns = interleaved(n, 0, repetitions, seed);
        let length = turns.len() as f64;
        placed.extend(turns.iter().enumerate().map(|(i, turn)| ((i as f64 + 0.5) / length, task(turn.condition))));
    };
    place(clocks, conditions.remedy_repetitions, &Task::Cost);
    place(1, conditions.remedy_repetitions, &|_| Task::SystemCall);
    for repetitions in BTreeSet::from_iter(conditions.rounds.iter().map(|round| conditions.repetitions_of(round))) {
        let as_often = |&i: &usize| conditions.repetitions_of(&conditions.rounds[i]) == repetitions;
        let rounds: Vec<usize> = (0..conditions.rounds.len()).filter(as_often).collect();
        place(rounds.len(), repetitions, &|i| Task::Round(rounds[i]));
    }
    place(conditions.residues.len(), conditions.residue_repetitions, &Task::Residue);
    place(conditions.manners.len(), conditions.manner_repetitions, &Task::Manner);
    place(conditions.remedies.len(), conditions.remedy_repetitions, &Task::Remedy);
    placed.sort_by(|a, b| a.0.total_cmp(&b.0));
    placed.into_iter().map(|(_, task)| task).collect()
}

impl Task {
    /// Time that it takes, in thousands of readings.
    fn weight(&self, conditions: &Conditions) -> u64 {
        match *self {
            Self::Cost(_) | Self::SystemCall => u64::from(conditions.cost_reads) / 1000,
            Self::Round(i) => weight(conditions.rounds[i].threads, conditions.samples_of(&conditions.rounds[i])),
            Self::Manner(i) => weight(conditions.manners[i].0.threads, conditions.samples),
            Self::Residue(i) => weight(conditions.residues[i].threads, conditions.samples),
            // Five readings' time to make an identifier, to sort it and to compare it.
            Self::Remedy(i) => 5 * weight(conditions.remedies[i].1, conditions.identifiers),
        }
    }
}

/// Time that so many readings of so many threads take, in thousands of readings.
fn weight(threads: u32, each: usize) -> u64 {
    u64::from(threads) * each as u64 / 1000 + 1
}

#[cfg(test)]
mod tests {
    use harness::record::Profile;

    use super::*;

    #[test]
    fn every_condition_is_repeated_as_often_as_it_should_be() {
        let conditions = Conditions::for_profile(Profile::Full);
        let tasks = tasks(&conditions, 3, 7);
        let count = |of: fn(&Task) -> Option<usize>, i: usize| tasks.iter().filter(|task| of(task) == Some(i)).count();
        for i in 0..conditions.rounds.len() {
            let times = count(|task| if let Task::Round(i) = task { Some(*i) } else { None }, i);
            assert_eq!(times, conditions.repetitions_of(&conditions.rounds[i]) as usize);
        }
        for i in 0..conditions.remedies.len() {
            let times = count(|task| if let Task::Remedy(i) = task { Some(*i) } else { None }, i);
            assert_eq!(times, conditions.remedy_repetitions as usize);
        }
    }

    fn with_residues(residues: &[[Option<u64>; 2]]) -> Rounds {
        let condition = Condition { clock: Clock::Realtime, threads: 2, pinned: false };
        let mut rounds = Rounds::new(&condition);
        rounds.measure_one(Manner::OURS, 2).unwrap();
        let any = rounds.each.remove(0);
        let of = |residues: &[Option<u64>; 2]| Shown {
            counter_step: Step::whole(26),
            residues: residues.to_vec(),
            ..any.clone()
        };
        rounds.each = residues.iter().map(of).collect();
        rounds
    }

    #[test]
    fn rounds_are_enough_when_there_are_as_many_with_near_residues_and_with_far_ones() {
        let rounds = with_residues(&[[Some(3), Some(3)], [Some(1), Some(25)], [Some(0), Some(3)], [None, Some(3)]]);
        let lack = |near, enough| rounds.lack(near, enough, 2.6);
        assert_eq!([lack(true, 2), lack(true, 3)], [false, true], "0 and 2 ticks are near");
        assert_eq!([lack(false, 1), lack(false, 2)], [false, true], "3 ticks are far, and what moved is neither");
    }

    #[test]
    fn a_wait_for_residues_ends() {
        let mut rounds = with_residues(&[[Some(3), Some(3)]]);
        let conditions = Conditions { longest_wait: Duration::ZERO, ..Conditions::for_profile(Profile::Quick) };
        complete(&mut rounds, &conditions, &Run::silent(Profile::Quick, 1)).unwrap();
        assert_eq!(rounds.each.len(), 1);
    }
}
