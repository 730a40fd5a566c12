/** Ways to make identifiers, side by side: what each promises, how many duplicates it made, and what one costs. */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { formatBare, formatIntervalBare } from '@/kit/chart/format.ts';
import { keyMarkup, mark } from '@/kit/chart/key.ts';
import { allCores, machineOf, wordsOf } from '@/kit/chart/machines.ts';
import { classes, html } from '@/kit/markup.ts';
import { points, series } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';

const TITLE = 'Ways to make an identifier, and what each promises';
const SERIES = 'identifiers';
const COST = 'seconds_per_identifier';

/** Scopes within which each identifier is above those made before it. */
const PROCESS = 'within a process';
const THREAD = 'within a thread';
const NOWHERE = 'nowhere';
/** Random bits follow the millisecond. */
const MILLISECOND = 'by the millisecond';

/**
 * Names of schemes, in the order of the rows, each with the scope of its order. Order within a process is that of one generator that
 * its threads share: by the documentation of `ulid` 3.0.0 (`Generator::generate`) and `uuid` 1.29.1 (`Uuid::now_v7`), by the README of
 * Snowflake 2010, and by the model's `max(now, last + 1)`. RFC 9562, section 6.2, leaves it to each implementation of UUIDv7.
 */
export const SCHEMES: Readonly<Record<string, { readonly name: string; readonly inOrder: string }>> = {
  timestamp: { name: 'Bare timestamp', inOrder: 'but for equal ones' },
  'thread-bits': { name: 'max(now, last + 1) + thread', inOrder: THREAD },
  counter: { name: 'Atomic counter', inOrder: PROCESS },
  increasing: { name: 'Atomic max(now, last + 1)', inOrder: PROCESS },
  hybrid: { name: 'Hybrid logical clock', inOrder: PROCESS },
  ulid: { name: 'ULID, monotonic', inOrder: PROCESS },
  snowflake: { name: 'Snowflake', inOrder: PROCESS },
  'uuid-v4': { name: 'UUIDv4', inOrder: NOWHERE },
  'uuid-v4-buffered': { name: 'UUIDv4, buffered', inOrder: NOWHERE },
  'uuid-v7': { name: 'UUIDv7, random', inOrder: MILLISECOND },
  'uuid-v7-buffered': { name: 'UUIDv7, buffered', inOrder: MILLISECOND },
  'uuid-v7-counter': { name: 'UUIDv7, counter', inOrder: PROCESS },
};

/** True where no identifier of a thread may be below the one before. */
export const isInOrder = (scheme: string): boolean => [PROCESS, THREAD].includes(SCHEMES[scheme]!.inOrder);

/** Words of a scheme, and the estimates of the columns that {@link measuredColumns} names. */
function schemeOf(record: MeasurementRecord, scheme: string, threads: number) {
  const found = points(series(record, SERIES), { scheme });
  const costOf = (threads: number) => found.find((point) => point.at['threads'] === threads)?.values[COST];
  const duplicates = found.flatMap(({ values }) => values['duplicate_share'] ?? []);
  const [most] = duplicates.toSorted((a, b) => b.value - a.value);
  const promises = (['certain', 'probable'] as const).map((name) => String(found[0]?.at[name] ?? ''));
  return { words: [...promises, SCHEMES[scheme]!.inOrder], measured: [most, costOf(1), costOf(threads)] };
}

/** Number of cores of the smallest machine: only costs of equally many threads are compared. */
const comparedThreads = (records: readonly MeasurementRecord[]): number =>
  Math.min(...records.map((record) => Number(allCores(record, SERIES)['threads'])));

const measuredColumns = (threads: number) =>
  [
    { name: 'Most duplicates', unit: 'share' },
    { name: 'Cost, one thread', unit: 's' },
    { name: `Cost, ${threads} threads`, unit: 's' },
  ] as const;

export function remedies(records: readonly MeasurementRecord[]): OwnDrawing {
  const isAlone = records.length === 1;
  const words = wordsOf(records);
  const threads = comparedThreads(records);
  const columns = measuredColumns(threads);
  const rows = Object.entries(SCHEMES).map(([scheme, { name }]) => ({
    name,
    found: records.map((record) => ({ record, ...schemeOf(record, scheme, threads) })),
  }));
  const head = (text: string, name?: string) => html`<th scope="col" ${classes(name)}>${text}</th>`;
  const markup = html`
    ${keyMarkup(records.map(shownAs).map((figure) => ({ figure, text: words[figure], quiet: false })))}
    <div class="mt-table-scroll mt-remedies" tabindex="0" role="group" aria-label="${TITLE}">
      <table class="mt-data">
        <thead>
          <tr>
            ${head('Identifier')} ${head('Guaranteed unique', 'mt-remedies-words')}
            ${head('Unique with high probability', 'mt-remedies-words')} ${head('In order', 'mt-remedies-words')}
            ${columns.map(({ name }) => head(name))}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, found }) => html`
              <tr>
                <th scope="row">${name}</th>
                ${found[0]!.words.map(
                  (where) =>
                    html`<td${classes('mt-remedies-words', where === NOWHERE && 'mt-remedies-never')}>${where}</td>`,
                )}
                ${columns.map(({ unit }, at) => {
                  const cells = found.flatMap(({ record, measured }) => {
                    const text = measured[at] && formatBare(measured[at].value, unit);
                    return text === undefined ? [] : [isAlone ? text : ofMachine(record, text)];
                  });
                  return html`<td>${cells}</td>`;
                })}
              </tr>
            `,
          )}
        </tbody>
      </table>
    </div>
  `;
  return {
    title: TITLE,
    markup,
    table: {
      head: [...(isAlone ? [] : ['Machine']), 'Identifier', ...columns.flatMap(({ name }) => [name, '95% interval'])],
      rows: records.flatMap((record, index) =>
        rows.map(({ name, found }) => [
          ...(isAlone ? [] : [machineOf(record)]),
          name,
          ...found[index]!.measured.flatMap((one, at) => {
            const { unit } = columns[at]!;
            return one ? [formatBare(one.value, unit), formatIntervalBare(one, unit)] : ['', ''];
          }),
        ]),
      ),
    },
  };
}

/** A machine's value on a line of its own, behind the machine's mark. */
const ofMachine = (record: MeasurementRecord, text: string) => html`
  <span class="mt-remedies-line"
    >${mark(shownAs(record))}<span class="sr-only">${machineOf(record)}: </span>${text}</span
  >
`;
