/** The live measurement's figures and what they mean: the same on the page, in the CSV and out loud. */
import { formatCount, formatSeconds, formatShare } from '@/kit/chart/format';
import { formatInteger } from '@/kit/lab/state';
import { spacing, type Analysis } from './analyse';
import type { Lost, Measurement } from './measure';
import { agreeing, type PublishedStep } from './published';

export interface LiveFigure {
  /** The name in `data-result`. */
  name: string;
  label: string;
  /** What it says, for those who hear of it for the first time. */
  hint: string;
  /** The plain number, in seconds or as a share; null while or where there is none. */
  value: number | null;
  text: string;
}

/** A step of a clock, without digits that it does not have: `100 µs`, `5 µs`, `16.7 ms`. */
export const formatStep = (seconds: number): string =>
  formatSeconds(Number(seconds.toPrecision(3))).replace(/(\.\d*?)0+(?=\u00a0)/, (_, digits) =>
    digits === '.' ? '' : digits,
  );

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export function liveFigures(analysis: Analysis | null): LiveFigure[] {
  const figure = (
    name: string,
    label: string,
    hint: string,
    value: number | null | undefined,
    write: (value: number) => string,
  ): LiveFigure => ({ name, label, hint, value: value ?? null, text: value == null ? '–' : write(value) });
  const shareOf = (part: number | undefined, whole: number | undefined) =>
    part === undefined || whole === undefined ? null : share(part, whole);
  const { readings, collisions, sums, neighbours } = analysis ?? {};
  // One worker has nobody to collide with: that is no share of nothing, but no question.
  const between = analysis && analysis.workers > 1 ? readings : 0;
  return [
    figure(
      'step',
      'typical step',
      'half of the clock’s steps are at most so long',
      analysis?.step?.typical,
      formatStep,
    ),
    figure('smallest-step', 'smallest step', 'the smallest difference between two readings that was not nothing', analysis?.step?.smallest, formatStep), // prettier-ignore
    figure('read-cost', 'one reading takes', 'from one reading to the next, by the worker that was least held up', analysis?.secondsPerRead, formatSeconds), // prettier-ignore
    figure('readings', 'readings', 'by all workers together', readings, formatInteger),
    figure('equal-neighbours', 'repeat the one before', 'readings with the same value as the one before them, by the same worker', shareOf(neighbours?.equal, neighbours?.pairs), formatShare), // prettier-ignore
    figure('backward', 'steps back', 'readings that were earlier than the one before them, by the same worker', neighbours?.backward, formatCount), // prettier-ignore
    figure('per-sample', 'read elsewhere too', 'readings whose time another worker read too, of all readings', shareOf(collisions?.colliding, between), formatShare), // prettier-ignore
    figure('as-published', 'as published', 'each coincidence of two workers counted once, of all readings: the definition of the published 5%', shareOf(collisions?.coincidences, between), formatShare), // prettier-ignore
    figure('sums', 'equal as sums', 'readings whose sum timeOrigin + now() another worker got too, of all readings', shareOf(sums?.colliding, between), formatShare), // prettier-ignore
  ];
}

const list = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

const workersWord = (count: number): string => (count === 1 ? '1 worker' : `${formatInteger(count)} workers`);

/** The result in one breath, for the live region and above the picture. */
export function resultSentence({ analysis }: Measurement): string {
  const { workers, readings, seconds, step, neighbours, collisions } = analysis;
  const head = `${workersWord(workers)} read this browser’s clock ${formatInteger(readings)} times in ${formatSeconds(seconds)}.`;
  if (!step) return `${head} It did not move once.`;
  const equal = share(neighbours.equal, neighbours.pairs) ?? 0;
  const moves = `It moves in steps of ${formatStep(step.typical)}, so ${formatShare(equal)} of readings repeat the one before them`;
  if (workers === 1) return `${head} ${moves}. A single worker has nobody to collide with.`;
  return `${head} ${moves}, and ${formatShare(collisions.colliding / readings)} have a time that another worker read too.`;
}

/** "Chrome", "Firefox and Safari" */
const browsers = (steps: readonly PublishedStep[]): string => list(steps.map(({ browser }) => browser));

/** What it means, a paragraph for each thought. */
export function meaning({ analysis, readings }: Measurement): string[] {
  const { step, isolated, workers, collisions, sums, neighbours, even } = analysis;
  const isolation = isolated ? 'cross-origin isolated' : 'not cross-origin isolated';
  const said: string[] = [];
  if (step) {
    const agree = agreeing(step.typical, isolated);
    said.push(
      `This is the browser’s rounding, not your hardware: browsers blur their clocks on purpose, because a fine clock helps to ` +
        `spy on other pages. This page was ${isolation}; ` +
        (agree.length > 0
          ? `for such pages ${formatStep(step.typical)} is what is published for ${browsers(agree)}.`
          : `none of the steps published for such pages is ${formatStep(step.typical)}.`),
    );
    if (step.smallest < step.typical * 0.99) {
      said.push(
        `The smallest step, ${formatStep(step.smallest)}, is shorter than the typical one: your browser moves its steps about.`,
      );
    }
  }
  const met = collisions.colliding / analysis.readings;
  if (workers > 1 && step && even && met < 0.8) {
    said.push(
      `If all workers had been reading all the time, nearly every reading would have met another. They took turns: ` +
        `something else kept the cores busy, or there are fewer cores than workers.`,
    );
  }
  if (workers > 1 && step && collisions.coincidences > 0) {
    said.push(
      `Counted as the published figure is, the collisions are ${formatShare(collisions.coincidences / analysis.readings)} of all ` +
        `readings: there each value counts once for each further worker, and here every value was read many times over.`,
    );
  }
  if (workers > 1 && even && sums.colliding < collisions.colliding) {
    const apart = formatSeconds(spacing(readings[0]?.origin ?? 0) / 1000);
    said.push(
      `A program that compares the sums timeOrigin + now() finds ${formatShare(sums.colliding / analysis.readings)} instead. ` +
        `Numbers of that size are ${apart} apart, each worker’s origin was rounded by itself, and so one time can become two ` +
        `sums. That is an accident of arithmetic and no protection.`,
    );
  }
  if (neighbours.backward > 0) {
    said.push(
      `The clock stepped back ${neighbours.backward === 1 ? 'once' : `${formatInteger(neighbours.backward)} times`}, which performance.now() must never do.`,
    );
  }
  said.push(
    `The figures describe all ${formatInteger(analysis.readings)} readings of these ${formatSeconds(analysis.seconds)}, not a sample of ` +
      `them: hence no intervals. Measure again to see how far they move.`,
  );
  return said;
}

/** What a reader has to know before trusting the figures; empty where there is nothing. */
export function reservations({ analysis, lost }: Measurement, asked: number): string[] {
  const said: string[] = [];
  if (lost.length > 0) {
    const others = analysis.workers === 1 ? 'the other one' : `the other ${formatInteger(analysis.workers)}`;
    said.push(`${lostSentence(lost, asked)} The figures are from ${others}.`);
  }
  if (analysis.workers > 1 && analysis.overlap < 0.9) {
    said.push(
      `All workers were reading at once in only ${formatShare(analysis.overlap)} of the time: collisions may be fewer than they could be.`,
    );
  }
  return said;
}

/** Which workers failed, and why: "Worker 2 of 4 gave nothing (its script could not be loaded)." */
export function lostSentence(lost: readonly Lost[], asked: number): string {
  const reasons = list([...new Set(lost.map(({ reason }) => reason))]);
  const all = lost.length === asked;
  const numbers = list(lost.map(({ worker }) => String(worker)));
  const which =
    lost.length === 1
      ? `Worker ${numbers} of ${asked}`
      : all
        ? `All ${asked} workers`
        : `Workers ${numbers} of ${asked}`;
  return `${all && asked > 1 ? `None of the ${asked} workers gave anything` : `${which} gave nothing`} (${reasons}).`;
}
