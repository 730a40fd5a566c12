// Generated from experiments/lib/harness/record.schema.json by `node site/kit/record/generate-types.ts`; do not edit.

/**
 * Thoroughness of a run.
 */
export type Profile = 'quick' | 'full';
/**
 * Contents of a cache.
 */
export type CacheContents = 'data' | 'instructions' | 'both';
/**
 * The value of a dimension.
 */
export type Setting = number | string;
/**
 * Certainty of a value in a comparison with another run's.
 */
export type Certainty = 'by-interval' | 'certain' | 'open';
/**
 * One question about one figure, which is named by its label.
 */
export type Part =
  | {
      test: 'within';
      /**
       * Label of the figure.
       */
      figure: string;
    }
  | {
      test: 'above';
      /**
       * Label of the figure.
       */
      figure: string;
      /**
       * The bound.
       */
      bound: Bound;
    }
  | {
      test: 'below';
      /**
       * Label of the figure.
       */
      figure: string;
      /**
       * The bound.
       */
      bound: Bound;
    }
  | {
      test: 'occurs';
      /**
       * Label of the figure.
       */
      figure: string;
    }
  | {
      test: 'never';
      /**
       * Label of the figure.
       */
      figure: string;
    }
  | {
      test: 'always';
      /**
       * Label of the figure.
       */
      figure: string;
    };
/**
 * Bound of a figure's interval.
 */
export type Bound = number | string;
/**
 * Verdict of a run on a claim.
 */
export type Verdict = 'reproduced' | 'differs' | 'undecided' | 'depends' | 'not-tested' | 'holds' | 'does-not-hold';

/**
 * One machine's results of one experiment.
 */
export interface RecordFile {
  /**
   * Always `SCHEMA_VERSION`.
   */
  schema_version: 3;
  /**
   * The experiment's slug, such as `load-balancing`; also the folder the record lies in.
   */
  experiment: string;
  /**
   * Place, time and method of the measurement.
   */
  provenance: Provenance;
  /**
   * Measured series.
   */
  series: Numbers[];
  /**
   * Conditions that were not measured, with reasons.
   */
  skipped: Skipped[];
  /**
   * Warnings about the figures (noise, outliers, load).
   */
  warnings: string[];
  /**
   * Words for its keys, in a file of a reader's own, which stands alone. For published records they are in `content/words`.
   */
  words?: Words | null;
  /**
   * Claims on it, in a file of a reader's own. For published records they are in `content/claims`.
   */
  judged?: Judged | null;
}
/**
 * Place, time and method of a record.
 */
export interface Provenance {
  /**
   * Start of the run, UTC, RFC 3339 with seconds.
   */
  time: string;
  /**
   * The git commit of the sources, 40 hexadecimal digits, or `unknown`.
   */
  commit: string;
  /**
   * True if the sources differed from that commit.
   */
  dirty: boolean;
  /**
   * The command that repeats the run, from the top of a checkout.
   */
  command: string;
  /**
   * Thoroughness of the run.
   */
  profile: Profile;
  /**
   * The seed every random choice derives from; at most 2^53 - 1, so that JavaScript reads it exactly.
   */
  seed: number;
  /**
   * Duration of the run, in seconds.
   */
  duration_seconds: number;
  /**
   * The compiler, such as `rustc 1.95.0 (59807616e 2026-04-14)`.
   */
  toolchain: string;
  /**
   * The machine.
   */
  machine: Machine;
  /**
   * The programs and libraries that were measured, each with its version; records of before this field have none.
   */
  programs?: {
    [k: string]: string;
  };
  /**
   * Speed of fixed work before, while and after the figures were measured; none where they do not depend on time, and in records of
   * before this field.
   */
  yardstick?: YardstickReading[];
  /**
   * Use of the processors by others during the run; none where figures do not depend on time or the system does not report it, and
   * in records of before this field.
   */
  processor_time?: ProcessorTime | null;
}
/**
 * The machine a record comes from. No host name, user name or path.
 */
export interface Machine {
  /**
   * Short name, also the record's file name, such as `amd-1a-02-2-core-vm`: the processor's vendor, family and model
   * (hexadecimal), the cores, and the kind of machine.
   */
  id: string;
  /**
   * Processor model as the system reports it.
   */
  cpu_model: string;
  /**
   * The processor by numbers; records of before this field lack it.
   */
  processor?: Processor | null;
  /**
   * The caches of one core, the nearest first; records of before this field have none.
   */
  caches?: Cache[];
  /**
   * Processors the run could use.
   */
  logical_cores: number;
  /**
   * Main memory in bytes.
   */
  memory_bytes: number;
  /**
   * `x86_64`, `aarch64`, …
   */
  architecture: string;
  /**
   * Kernel name and release.
   */
  kernel: string;
  /**
   * Parameters of the kernel's start that can change figures, such as `mitigations=off`; none that could name a machine, a disk or a
   * user.
   */
  kernel_parameters?: string[];
  /**
   * Operating system and version.
   */
  os: string;
  /**
   * C library and version, of the system.
   */
  libc: string;
  /**
   * Kernel clock source, where there is one.
   */
  clock_source: string | null;
  /**
   * TCP congestion control, where there is one.
   */
  congestion_control: string | null;
  /**
   * Hypervisor or container, if recognised.
   */
  virtualisation: string | null;
  /**
   * One-minute load average just before the run.
   */
  load_before: number | null;
}
/**
 * A processor by the numbers that its maker gave it: other numbers are other hardware, whatever its name says.
 */
export interface Processor {
  /**
   * Its maker, such as `AMD`, `Intel`, `Arm` or `Apple`.
   */
  vendor: string;
  /**
   * x86: the family, such as 26.
   */
  family?: number | null;
  /**
   * x86: the model within the family. Arm: the part.
   */
  model?: number | null;
  /**
   * x86: the stepping. Arm: the revision.
   */
  stepping?: number | null;
}
/**
 * One cache as a core sees it.
 */
export interface Cache {
  /**
   * 1 is the nearest to the core.
   */
  level: number;
  /**
   * Its contents.
   */
  holds: CacheContents;
  /**
   * Its size in bytes, shared with other cores or not.
   */
  size_bytes: number;
}
/**
 * Speed of fixed work at one moment of a run: each time is the median over batches. Two records with different readings differ by
 * their machines, or by the moments.
 */
export interface YardstickReading {
  /**
   * Time of the reading, in seconds from the start of the run.
   */
  at_seconds: number;
  /**
   * An empty system call (`getppid`), in seconds.
   */
  system_call_seconds: number;
  /**
   * One step of a generator of random numbers (64-bit xorshift, each step waiting for the one before), in seconds.
   */
  arithmetic_step_seconds: number;
  /**
   * Copying memory that no second-level cache holds, in bytes per second.
   */
  copy_bytes_per_second: number;
}
/**
 * Use of the processors by others during a run, as shares of the time of all of them.
 */
export interface ProcessorTime {
  /**
   * Programs that are no part of the run: the time of all programs, without the run's own processes.
   */
  others_share: number;
  /**
   * Other guests of the hypervisor (steal time).
   */
  stolen_share: number;
}
/**
 * One series of results in a record.
 */
export interface Numbers {
  /**
   * Name in the record, such as `published-table`.
   */
  id: string;
  /**
   * The method of measurement: see `Series::method`(super::series::Series::method).
   */
  method: number;
  /**
   * The results.
   */
  points: Point[];
}
/**
 * One point of a series.
 */
export interface Point {
  /**
   * The settings, by dimension. A dimension that does not apply to the point is missing, such as the interval of probes where none
   * are sent.
   */
  at: {
    [k: string]: Setting;
  };
  /**
   * Measured values, by measure.
   */
  values: {
    [k: string]: Estimate;
  };
  /**
   * Exact values (a closed form), by measure.
   */
  exact?: {
    [k: string]: number;
  };
  /**
   * Predictions of a model, by measure.
   */
  predicted?: {
    [k: string]: number;
  };
  /**
   * Counts of the ways in which trials ended, by outcome.
   */
  outcomes?: {
    [k: string]: {
      [k: string]: number;
    };
  };
  /**
   * The way that a model predicts, by outcome.
   */
  predicted_outcomes?: {
    [k: string]: string;
  };
}
/**
 * A measured value with its 95% interval, or, where `Self::confidence` is there, with one of that confidence.
 */
export interface Estimate {
  /**
   * Number of observations.
   */
  n: number;
  /**
   * The estimate; its kind is `Measure::statistic`.
   */
  value: number;
  /**
   * Lower end of the 95% interval.
   */
  low: number;
  /**
   * Upper end of the 95% interval.
   */
  high: number;
  /**
   * Smallest observation, where observations were kept.
   */
  min?: number | null;
  /**
   * Largest observation, where observations were kept.
   */
  max?: number | null;
  /**
   * Confidence of the interval, as a share, where there are too few observations for one of 95%: it is then their range. Rules
   * decide nothing by such an interval. Records of before this field lack it.
   */
  confidence?: number | null;
}
/**
 * A condition that was not measured.
 */
export interface Skipped {
  /**
   * The condition.
   */
  what: string;
  /**
   * The reason.
   */
  why: string;
  /**
   * The program, privilege or hardware that the machine would need.
   */
  needs: string;
}
/**
 * Words of an experiment's series: for published records in `content/words`, generated by `describe`.
 */
export interface Words {
  /**
   * Every series, in the order for readers; those that are measured no more come last.
   */
  series: SeriesWords[];
}
/**
 * Words of a series.
 */
export interface SeriesWords {
  /**
   * Name in the record.
   */
  id: string;
  /**
   * Today's method of measurement: see `Series::method`(super::series::Series::method).
   */
  method: number;
  /**
   * Title, in a few words.
   */
  title: string;
  /**
   * The dimensions, which tell its points apart.
   */
  dimensions: Dimension[];
  /**
   * The measures of each point.
   */
  measures: Measure[];
  /**
   * The outcomes of each point: kinds, where measures are quantities.
   */
  outcomes?: Outcome[];
  /**
   * Source of published values, if any point has them.
   */
  published_source: Source | null;
  /**
   * Published values, by settings.
   */
  published?: PublishedPoint[];
  /**
   * True if no code measures it any more, and only a published record has it.
   */
  retired?: boolean;
}
/**
 * A dimension: something that was set.
 */
export interface Dimension {
  /**
   * Key in `Point::at`.
   */
  name: string;
  /**
   * Title for an axis or a table head.
   */
  title: string;
  /**
   * Unit, if it has one.
   */
  unit: string | null;
  /**
   * Names of the dimensions that it sums up: `keepalive 1/1/3` for idle time, interval and probes. Programs look points up by those,
   * and readers see this.
   */
  says?: string[];
  /**
   * Words for each setting that is a text; none where readers see the settings themselves, such as names.
   */
  words?: {
    [k: string]: string;
  };
}
/**
 * A measure: something that was measured.
 */
export interface Measure {
  /**
   * Key in `Point::values`, with the unit: `p99_items`, `throughput_bytes_per_second`.
   */
  name: string;
  /**
   * Title for an axis or a table head.
   */
  title: string;
  /**
   * Unit, such as `s` or `items`; `share` for a part of a whole, `1` for a ratio (see `unit`).
   */
  unit: string;
  /**
   * Kind of `value`: `median`, `share`, `pooled quantile`, `median of ratios`, …
   */
  statistic: string;
  /**
   * True if it was simulated, from a seed, so that no system was measured.
   */
  simulated?: boolean;
  /**
   * Method of the 95% interval: `order statistics`, `Wilson`, … In words, for readers: programs use `Self::certainty`.
   */
  interval: string;
  /**
   * Certainty of a value in a comparison with another run's.
   */
  certainty?: Certainty;
}
/**
 * An outcome: the way in which something ended, such as by one error or another.
 */
export interface Outcome {
  /**
   * Key in `Point::outcomes` and `Point::predicted_outcomes`.
   */
  name: string;
  /**
   * Title for a table head.
   */
  title: string;
  /**
   * Words for each way; none where readers see the ways themselves, such as `ETIMEDOUT`.
   */
  words?: {
    [k: string]: string;
  };
}
/**
 * Source of a published statement.
 */
export interface Source {
  /**
   * Author and title.
   */
  title: string;
  /**
   * Address, which pages link to: a web address, since a browser would run others.
   */
  url: string;
}
/**
 * Published values at some settings; see `SeriesWords::published_source`.
 */
export interface PublishedPoint {
  /**
   * The settings, as those of a `Point`(super::Point).
   */
  at: {
    [k: string]: Setting;
  };
  /**
   * The published values, by measure.
   */
  values: {
    [k: string]: number;
  };
}
/**
 * Claims on a record and derived figures: generated from it by the code, for published records into `content/claims`.
 */
export interface Judged {
  /**
   * Statements of others that were published, and this project's own.
   */
  claims: Claim[];
  /**
   * Figures derived from others of the record, by name: the smallest setting at which something holds, and its like.
   */
  derived?: {
    [k: string]: ClaimFigure;
  };
}
/**
 * A statement and the verdict on it by a record.
 */
export interface Claim {
  /**
   * Name in the record and in the page's address, such as `thirteen-servers`.
   */
  id: string;
  /**
   * The statement, in this project's words.
   */
  statement: string;
  /**
   * Who published it; `None` for this project's own finding.
   */
  source: Source | null;
  /**
   * The figures that decide it; the first is the one a summary shows.
   */
  figures: ClaimFigure[];
  /**
   * The rule of the verdict.
   */
  rule: Rule;
  /**
   * The verdict by the rule.
   */
  verdict: Verdict;
  /**
   * Reason of the verdict, in one sentence.
   */
  why: string;
}
/**
 * One figure of a claim: published, measured and computed values.
 */
export interface ClaimFigure {
  /**
   * Name, such as `p99 at 13 servers`.
   */
  label: string;
  /**
   * Unit, such as `s` or `items`; `share` for a part of a whole, `1` for a ratio (see `unit`(super::unit)).
   */
  unit: string;
  /**
   * The published value, or its ends where a range was published.
   */
  published: PublishedValue | null;
  /**
   * Values that count as equal to the published or predicted one, where it is judged.
   */
  margins?: Margins | null;
  /**
   * The value measured by this run.
   */
  measured: Estimate | null;
  /**
   * The exact value, where there is a closed form.
   */
  exact: number | null;
  /**
   * The prediction of a model, where it is only a model.
   */
  predicted: number | null;
}
/**
 * A published value; `low` equals `high` unless a range was published.
 */
export interface PublishedValue {
  /**
   * Lower end.
   */
  low: number;
  /**
   * Upper end.
   */
  high: number;
}
/**
 * Range of values that count as equal to a published or predicted one.
 */
export interface Margins {
  /**
   * Lower end, in the figure's unit.
   */
  low: number;
  /**
   * Upper end, in the figure's unit.
   */
  high: number;
  /**
   * Reason of the range.
   */
  reason: string;
}
/**
 * The rule of a verdict: parts that have to hold, for each condition. Without any condition the experiment cannot tell, and the
 * claim's words give the reason.
 */
export interface Rule {
  /**
   * Difference between the cases, such as `how many cores there are`, where the statement does not name it.
   */
  condition?: string | null;
  /**
   * The conditions; one without a name where the statement names all that matter.
   */
  cases: Case[];
}
/**
 * One condition of a claim.
 */
export interface Case {
  /**
   * Name, such as `one core`; empty for the only one.
   */
  name?: string;
  /**
   * Parts that have to hold.
   */
  parts: Part[];
}
