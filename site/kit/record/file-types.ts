// Generated from experiments/lib/harness/record.schema.json by `node site/kit/record/generate-types.ts`; do not edit.

/**
 * How thorough a run is.
 */
export type Profile = 'quick' | 'full';
/**
 * What a cache holds.
 */
export type CacheContents = 'data' | 'instructions' | 'both';
/**
 * The value of a dimension.
 */
export type Setting = number | string;
/**
 * How far a value may be held against another run's.
 */
export type Certainty = 'by-interval' | 'certain' | 'open';
/**
 * One question to one figure, which is named by its label.
 */
export type Part =
  | {
      test: 'within';
      /**
       * Which figure.
       */
      figure: string;
    }
  | {
      test: 'above';
      /**
       * Which figure.
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
       * Which figure.
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
       * Which figure.
       */
      figure: string;
    }
  | {
      test: 'never';
      /**
       * Which figure.
       */
      figure: string;
    }
  | {
      test: 'always';
      /**
       * Which figure.
       */
      figure: string;
    };
/**
 * What an interval is held against.
 */
export type Bound = number | string;
/**
 * What a run says of a claim.
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
   * Where, when and how it was measured.
   */
  provenance: Provenance;
  /**
   * What was measured, by series.
   */
  series: Numbers[];
  /**
   * What was not measured, and why.
   */
  skipped: Skipped[];
  /**
   * What a reader should know before trusting the figures (noise, outliers, load).
   */
  warnings: string[];
  /**
   * What readers see of its keys, in a file of a reader's own, which stands alone. For published records it lies in `content/words`.
   */
  words?: Words | null;
  /**
   * What is said of it, in a file of a reader's own. For published records it lies in `content/claims`.
   */
  judged?: Judged | null;
}
/**
 * Where, when and how a record was measured.
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
   * Whether the sources differed from that commit.
   */
  dirty: boolean;
  /**
   * The command that repeats the run, from the top of a checkout.
   */
  command: string;
  /**
   * How thorough the run was.
   */
  profile: Profile;
  /**
   * The seed every random choice derives from; at most 2^53 - 1, so that JavaScript reads it exactly.
   */
  seed: number;
  /**
   * How long the run took, in seconds.
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
   * The programs and libraries that were measured, each with its version; records written before this was kept have
   * none.
   */
  programs?: {
    [k: string]: string;
  };
  /**
   * How fast the machine did the same fixed work before, while and after the figures were measured; none where they do
   * not depend on time, and in records written before this was kept.
   */
  yardstick?: YardstickReading[];
  /**
   * Who else used the processors during the run; none where figures do not depend on time or the system does not tell,
   * and in records written before this was kept.
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
   * Which processor it is by number; records written before this was kept lack it.
   */
  processor?: Processor | null;
  /**
   * The caches of one core, the nearest first; those of records written before this was kept are not known.
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
   * What the kernel was started with that can change figures, such as `mitigations=off`; nothing that could name a
   * machine, a disk or a user.
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
   * Hypervisor or container, where one was recognised.
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
   * What it holds.
   */
  holds: CacheContents;
  /**
   * Its size in bytes, shared with other cores or not.
   */
  size_bytes: number;
}
/**
 * How fast the machine did fixed work at one moment of a run: each time is the median over batches. Whoever compares two
 * records sees whether the machines differ, or the moments.
 */
export interface YardstickReading {
  /**
   * When it was taken, in seconds from the start of the run.
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
   * Copying memory that no second-level cache holds.
   */
  copy_bytes_per_second: number;
}
/**
 * Who else used the processors during a run, as shares of the time of all of them.
 */
export interface ProcessorTime {
  /**
   * Programs that are no part of the run: all the time that programs took, without the run's own processes.
   */
  others_share: number;
  /**
   * A hypervisor, for others than this virtual machine (steal time).
   */
  stolen_share: number;
}
/**
 * One series of results, as a record keeps it.
 */
export interface Numbers {
  /**
   * Name in the record, such as `published-table`.
   */
  id: string;
  /**
   * The method it was measured by: see `Series::method`(super::series::Series::method).
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
   * The settings, by dimension; one that says nothing of this point is missing, such as the interval of probes where none are sent.
   */
  at: {
    [k: string]: Setting;
  };
  /**
   * What was measured there, by measure.
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
   * Values a model predicts, by measure.
   */
  predicted?: {
    [k: string]: number;
  };
  /**
   * How often it ended in which way, by outcome.
   */
  outcomes?: {
    [k: string]: {
      [k: string]: number;
    };
  };
  /**
   * In which way a model has it end, by outcome.
   */
  predicted_outcomes?: {
    [k: string]: string;
  };
}
/**
 * A measured value with its 95% interval; where `Self::confidence` is there, it is one of so much confidence only.
 */
export interface Estimate {
  /**
   * How many observations stand behind it.
   */
  n: number;
  /**
   * The estimate; `Measure::statistic` says of what.
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
   * How sure the interval is where observations are too few for one of 95%, as a share: it is then their range. The rule
   * decides nothing by such an interval. Records written before this was kept lack it.
   */
  confidence?: number | null;
}
/**
 * Something that was not measured.
 */
export interface Skipped {
  /**
   * What.
   */
  what: string;
  /**
   * Why not.
   */
  why: string;
  /**
   * What the machine would need.
   */
  needs: string;
}
/**
 * The words of an experiment's series: for published records in `content/words`, generated by `describe`.
 */
export interface Words {
  /**
   * Every series, in the order in which readers meet them; those that are measured no more come last.
   */
  series: SeriesWords[];
}
/**
 * What a series shows.
 */
export interface SeriesWords {
  /**
   * Name in the record.
   */
  id: string;
  /**
   * The method by which it is measured today: see `Series::method`(super::series::Series::method).
   */
  method: number;
  /**
   * What it shows, in a few words.
   */
  title: string;
  /**
   * What tells its points apart.
   */
  dimensions: Dimension[];
  /**
   * What is known of each point.
   */
  measures: Measure[];
  /**
   * What else was seen at each point: not how much, but which.
   */
  outcomes?: Outcome[];
  /**
   * Where published values come from, if any point has them.
   */
  published_source: Source | null;
  /**
   * What somebody published of it, by settings.
   */
  published?: PublishedPoint[];
  /**
   * Whether no code measures it any more, and only a published record has it.
   */
  retired?: boolean;
}
/**
 * Something that was set.
 */
export interface Dimension {
  /**
   * Key in `Point::at`.
   */
  name: string;
  /**
   * For an axis or a table head.
   */
  title: string;
  /**
   * Unit, if it has one.
   */
  unit: string | null;
  /**
   * The dimensions, by name, that it says in one: `keepalive 1/1/3` for idle time, interval and probes. Programs look points
   * up by those, and readers see this.
   */
  says?: string[];
  /**
   * What a reader sees for each setting that is a text; none where the settings are themselves what a reader sees, such
   * as names.
   */
  words?: {
    [k: string]: string;
  };
}
/**
 * Something that was measured.
 */
export interface Measure {
  /**
   * Key in `Point::values`, with the unit: `p99_items`, `throughput_bytes_per_second`.
   */
  name: string;
  /**
   * For an axis or a table head.
   */
  title: string;
  /**
   * Unit, such as `s` or `items`; `share` for a part of a whole, `1` for a ratio (see `unit`).
   */
  unit: string;
  /**
   * What `value` is: `median`, `share`, `pooled quantile`, `median of ratios`, …
   */
  statistic: string;
  /**
   * Whether it was simulated, from a seed, and no system was measured.
   */
  simulated?: boolean;
  /**
   * How the 95% interval was made: `order statistics`, `Wilson`, … In words, for readers: programs ask
   * `Self::certainty`.
   */
  interval: string;
  /**
   * How far a value of it may be held against another run's.
   */
  certainty?: Certainty;
}
/**
 * Something that ends in one of several ways, such as by one error or another.
 */
export interface Outcome {
  /**
   * Key in `Point::outcomes` and `Point::predicted_outcomes`.
   */
  name: string;
  /**
   * For a table head.
   */
  title: string;
  /**
   * What a reader sees for each way; none where the ways are themselves what a reader sees, such as `ETIMEDOUT`.
   */
  words?: {
    [k: string]: string;
  };
}
/**
 * Where a published statement can be read.
 */
export interface Source {
  /**
   * Author and title.
   */
  title: string;
  /**
   * Address, which pages link to: of the web and of nothing that a browser would run.
   */
  url: string;
}
/**
 * What somebody published at some settings; see `SeriesWords::published_source`.
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
 * What the code says of a record: generated from it, for published records into `content/claims`.
 */
export interface Judged {
  /**
   * Published statements, and this project's own.
   */
  claims: Claim[];
  /**
   * Figures that follow from others of the record, by name: the smallest setting at which something holds, and its like.
   */
  derived?: {
    [k: string]: ClaimFigure;
  };
}
/**
 * A published statement and what a record says of it.
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
   * The figures it stands or falls with; the first is the one a summary shows.
   */
  figures: ClaimFigure[];
  /**
   * What the verdict depends on.
   */
  rule: Rule;
  /**
   * What the rule says.
   */
  verdict: Verdict;
  /**
   * Why, in one sentence.
   */
  why: string;
}
/**
 * One figure of a claim: as published, as measured, as computed.
 */
export interface ClaimFigure {
  /**
   * What it is, such as `p99 at 13 servers`.
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
   * Which values count as what was said of it, where it is judged.
   */
  margins?: Margins | null;
  /**
   * What this run measured.
   */
  measured: Estimate | null;
  /**
   * The exact value, where there is a closed form.
   */
  exact: number | null;
  /**
   * What a model predicts, where it is only a model.
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
 * The range of values that count as what was said of a figure.
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
   * Why these.
   */
  reason: string;
}
/**
 * What a claim's verdict depends on: what has to hold, under each of the conditions under which it was looked at. Without any
 * condition the experiment cannot tell, and the claim's words say why.
 */
export interface Rule {
  /**
   * What the cases differ in, such as `how many cores there are`, where the statement does not name it.
   */
  condition?: string | null;
  /**
   * The conditions; one without a name where the statement names all that matter.
   */
  cases: Case[];
}
/**
 * One condition under which a claim was looked at.
 */
export interface Case {
  /**
   * Which, such as `one core`.
   */
  name?: string;
  /**
   * What has to hold under it.
   */
  parts: Part[];
}
