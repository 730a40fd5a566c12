/** Provenance of figures: machine, time, command, commit, and methods of intervals. */
import { html, type Markup, type Part } from '@/kit/markup.ts';
import { coresOf } from '@/kit/record/machine-name.ts';
import { isSimulated } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { REPOSITORY } from '@/kit/source.ts';
import { commandLine } from './command-line.ts';
import { formatCount, formatDate, formatMemory, formatSeconds } from './format.ts';
import { intervalsMade } from './interval-words.ts';
import { mark } from './key.ts';
import { machineOf, processorWords, yardstickWords } from './machines.ts';
import { processorTimeWords } from './processor-time.ts';

/** A folded list for each record. `series` limits the methods of intervals to those series. */
export function provenance(records: readonly MeasurementRecord[], series?: readonly string[]): Markup {
  const word = records.every(isSimulated) ? 'simulated' : 'measured';
  return html`
    <details class="mt-figure-more mt-provenance">
      <summary>How it was ${word}</summary>
      ${records.map((record) => html`<dl class="mt-provenance-list">${entriesOf(record, records.length > 1, series)}</dl>`)}
    </details>
  `;
}

function entriesOf(record: MeasurementRecord, isOneOfSeveral: boolean, series?: readonly string[]): Markup[] {
  const { machine, programs = {}, yardstick = [], processor_time, ...run } = record.provenance;
  const entry = (name: string, ...texts: readonly Part[]): Markup =>
    texts.length === 0
      ? html``
      : html`<dt>${name}</dt>
          ${texts.map((text) => html`<dd>${text}</dd>`)}`;
  const where = [
    ` (${machine.id}): ${machine.cpu_model}, ${coresOf(machine)}`,
    `${formatMemory(machine.memory_bytes)}, ${machine.os}, ${machine.kernel}`,
    ...(machine.virtualisation ? [machine.virtualisation] : []),
    ...(machine.kernel_parameters?.length ? [`kernel started with ${machine.kernel_parameters.join(' ')}`] : []),
  ].join(', ');
  const processor = processorWords(machine);
  const intervals = intervalsOf(record, series);
  const readings = `${yardstickWords(yardstick)}, in ${formatCount(yardstick.length)} readings over the run`;
  const versions = Object.entries(programs).map(([name, version]) => `${name}: ${version}`);
  return [
    entry(
      'Machine',
      html`${isOneOfSeveral && [mark(shownAs(record)), ' ']}<span data-machine>${machineOf(record)}</span>${where}`,
    ),
    entry('Processor', ...(processor ? [processor] : [])),
    entry('Yardstick', ...(yardstick.length > 0 ? [readings] : [])),
    entry('Other load', ...(processor_time ? [processorTimeWords(processor_time)] : [])),
    entry('Versions', ...(versions.length > 0 ? [versions.join('; ')] : [])),
    entry(
      'Date',
      html`<time datetime="${run.time}">${formatDate(run.time)}</time>, ${run.profile} run of
        ${formatSeconds(run.duration_seconds)}`,
    ),
    entry('Command', commandLine(run.command)),
    entry(
      'Commit',
      html`${commitLink(run.commit)}${run.dirty && ', with changes that were not committed'},
        ${run.toolchain}`,
    ),
    entry('Seed', String(run.seed)),
    entry('95% intervals', ...(intervals === '' ? [] : [intervals])),
    entry('Warnings', ...record.warnings),
  ];
}

/** The commit, with a link to it where the site knows the repository and the record the commit. */
function commitLink(commit: string): Markup {
  const hash = html`<code>${commit.slice(0, 12)}</code>`;
  return REPOSITORY === '' || commit === 'unknown' ? hash : html`<a href="${REPOSITORY}/commit/${commit}">${hash}</a>`;
}

/** Methods of the intervals of the given series, as far as the record has them. */
function intervalsOf(record: MeasurementRecord, series?: readonly string[]): string {
  const shown = record.series.filter(({ id }) => series?.includes(id) ?? true);
  return intervalsMade(shown.flatMap(({ measures }) => measures.map(({ interval }) => interval)));
}
