//! From the command line to the published record.

use std::cell::LazyCell;
use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use jiff::Timestamp;

use crate::build::Build;
use crate::command_line::{AllOptions, Request, RunOptions, parse};
use crate::experiment::{Experiment, Results};
use crate::failure::Failure;
use crate::generated;
use crate::interrupt;
use crate::layout;
use crate::machine;
use crate::mend::Mends;
use crate::output::{note, say};
use crate::progress::Progress;
use crate::published::{PUBLISHED, Published};
use crate::record::{Machine, Profile, Provenance, Record, SCHEMA_VERSION, Series, Words};
use crate::report::{self, Look, report};
use crate::run::{Finished, Run};
use crate::standstill;
use crate::store::{Destination, file_to_replace};
use crate::summary::Summary;
use crate::warning::Warning;
use crate::yardstick::Yardstick;

/// Runs an experiment, from its command line to its exit status: 0 when the command is done, 2 when the command line is wrong,
/// 130 when interrupted, 1 when anything else fails.
pub fn main<E: Experiment>(build: Build) -> ExitCode {
    let (request, own_words) = match parse::<E::Command, E::Options>(&build, env::args_os()) {
        Ok(parsed) => parsed,
        Err(status) => return status,
    };
    let is_run = matches!(request, Request::Run(_));
    let outcome = match request {
        Request::Run(options) => run::<E>(&build, options, &own_words),
        Request::Describe(options) => generated::describe::<E>(&build, options),
        Request::Judge(options) => generated::judge::<E>(&build, options),
        Request::Own(command) => E::execute(command),
    };
    // A run that succeeds has them in its record.
    if !is_run || outcome.is_err() {
        warn(&build, Profile::Full, &standstill::warnings());
    }
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            note(format_args!("{}: {failure}", build.experiment));
            ExitCode::from(match failure {
                Failure::Usage(_) => 2,
                Failure::Interrupted(_) => interrupt::EXIT_STATUS,
                _ => 1,
            })
        }
    }
}

fn run<E: Experiment>(build: &Build, options: AllOptions<E::Options>, own_words: &[String]) -> Result<(), Failure> {
    let AllOptions { shared: options, own } = options;
    let here = env::current_dir().map_err(|error| Failure::system("there is no current folder", error))?;
    let checkout = provenance::find_checkout(&here);
    let machine = machine::describe(options.machine.clone());
    let profile = options.profile;
    let top = checkout.as_deref().unwrap_or(&here);
    let path = destination(build, &options, &machine, top)?;
    let shown = shown(&path, &here);
    interrupt::listen(format!("{}: interrupted; {shown} is as it was", build.experiment))?;
    let destination = Destination::reserve(&path)?;
    destination.refuse_other_processor(&machine)?;
    let json =
        options.json.as_ref().and_then(|file| file.as_deref()).map(Destination::reserve_for_summary).transpose()?;
    let declared = E::series();
    // Now: a full run takes the place of its machine's record.
    let mut published = Published::read(&top.join(PUBLISHED).join(build.experiment), build.experiment, &declared);
    published.records.iter_mut().for_each(generated::complete::<E>);

    let progress = if options.quiet { Progress::Silent } else { Progress::visible() };
    let time = Timestamp::now();
    let started = Instant::now();
    let run = Run::new(profile, options.seed, progress, E::TIMED.then(|| Yardstick::start(started)));
    for warning in early_warnings::<E>(build) {
        run.warn(warning);
    }
    let measured = E::measure(&run, &own);
    let Finished { mut warnings, programs, yardstick, processor_time } = run.finish();
    if E::TIMED && processor_time.is_none() {
        warnings.extend(Warning::of_load(machine.load_before, machine.logical_cores));
    }
    let duration_seconds = started.elapsed().as_secs_f64();
    let Results { found, skipped } = measured.map_err(|failure| match failure {
        Failure::Interrupted(_) => Failure::Interrupted(format!("; {shown} is as it was")),
        other => other,
    })?;
    let found = found.on(machine.clone()).of_programs(programs.clone());
    let judged = E::judge(&found);
    let series = found.into_series(&declared).map_err(Failure::Unexpected)?;
    let is_published = absolute(&path).starts_with(top.join(PUBLISHED));
    if let Some(unknown) = series.iter().find(|own| declared.iter().all(|known| known.words.id != own.words.id))
        && is_published
    {
        return Err(Failure::Unexpected(format!("series {} is not declared, and has no words", unknown.words.id)));
    }
    let words = Words { series: series.iter().map(|series| series.words.clone()).collect() };

    let provenance = Provenance {
        time: time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string(),
        commit: build.commit.to_owned(),
        dirty: build.is_dirty(),
        command: command(build, &options, own_words),
        profile,
        seed: options.seed,
        duration_seconds: (duration_seconds * 1000.0).round() / 1000.0,
        toolchain: build.toolchain.to_owned(),
        machine,
        programs,
        yardstick,
        processor_time,
    };
    // A reader's own file stands alone.
    let mut record = Record {
        schema_version: SCHEMA_VERSION,
        experiment: build.experiment.to_owned(),
        provenance,
        series: series.into_iter().map(Series::into_numbers).collect(),
        skipped,
        warnings: warnings.iter().map(Warning::to_string).collect(),
        words: Some(words),
        judged: Some(judged),
    };
    let mends = LazyCell::new(|| Mends::of(build.experiment, top));
    let summary = Summary::new(&record, shown.clone(), &published, |skipped| mends.command(skipped));
    if is_published {
        (record.words, record.judged) = (None, None);
    }
    interrupt::check().map_err(|_| Failure::Interrupted(format!("; {shown} is as it was")))?;
    destination.publish(&layout::record_text(&record)?)?;
    if is_published {
        generated::renew::<E>(top, build)?;
    }
    warn(build, profile, &warnings);
    let page = page(build, top, &path);
    tell(&summary, page.as_deref(), &options, json)
}

/// On standard error: a quick run's in one line, since its record is not published.
fn warn(build: &Build, profile: Profile, warnings: &[Warning]) {
    let say = |words: &str| note(format_args!("{}: {words}", build.experiment));
    match (profile, warnings) {
        (Profile::Quick, [_, _, ..]) => {
            let brief: Vec<String> = warnings.iter().map(Warning::in_brief).collect();
            say(&format!("{} warnings, which its record has at length: {}", brief.len(), brief.join("; ")));
        }
        _ => warnings.iter().for_each(|warning| say(&format!("warning: {warning}"))),
    }
}

/// Prints the summary in the form that was asked for, and writes it as JSON into a file, if one was named.
fn tell(summary: &Summary, page: Option<&str>, options: &RunOptions, file: Option<Destination>) -> Result<(), Failure> {
    let json = || serde_json::to_string_pretty(summary).expect("a summary is plain JSON");
    if options.json == Some(None) {
        return say(json());
    }
    if let Some(file) = file {
        file.publish(&(json() + "\n"))?;
    }
    if options.quiet { say(&summary.record) } else { say(report(summary, page, Look::of_output()).trim_end()) }
}

/// Page of the site behind `npm start` that shows a record: `None` if there is no article, or the record lies elsewhere.
fn page(build: &Build, top: &Path, record: &Path) -> Option<String> {
    let is_found = [PUBLISHED, TRIED].iter().any(|folder| absolute(record).starts_with(top.join(folder)));
    let article = top.join(format!("content/findings/{}.mdx", build.experiment));
    (is_found && article.exists()).then(|| format!("http://127.0.0.1:4321/findings/{}/", build.experiment))
}

fn early_warnings<E: Experiment>(build: &Build) -> Vec<Warning> {
    let unoptimised = (E::TIMED && cfg!(debug_assertions)).then_some(Warning::Unoptimised);
    let dirty = build.is_dirty().then_some(Warning::Dirty);
    [unoptimised, dirty].into_iter().flatten().collect()
}

/// Folder of records made to try things out.
const TRIED: &str = "target/measurements";

/// Path of the record. An error if a quick run is to write among the published ones.
fn destination(build: &Build, options: &RunOptions, machine: &Machine, top: &Path) -> Result<PathBuf, Failure> {
    let published = top.join(PUBLISHED);
    let quick = options.profile == Profile::Quick;
    let Some(out) = &options.out else {
        let folder = if quick { top.join(TRIED) } else { published };
        return Ok(folder.join(build.experiment).join(format!("{}.json", machine.id)));
    };
    let resolved = file_to_replace(out)?;
    if quick && [out, &resolved].iter().any(|path| absolute(path).starts_with(&published)) {
        return Err(Failure::Usage(format!("{}: a quick run is not published; use --profile full", out.display())));
    }
    Ok(resolved)
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// From the current folder, where it lies below.
fn shown(path: &Path, here: &Path) -> String {
    path.strip_prefix(here).unwrap_or(path).display().to_string()
}

/// The command that repeats the run, from the top of a checkout. Where its record went is left out: it changes no
/// figure, and its path might name its owner.
fn command(build: &Build, options: &RunOptions, own_words: &[String]) -> String {
    let RunOptions { profile, seed, .. } = options;
    let shared = format!(
        "cargo run --release -p {} -- run --profile {} --seed {seed}",
        build.experiment,
        report::profile(*profile)
    );
    [&[shared], own_words].concat().join(" ")
}
