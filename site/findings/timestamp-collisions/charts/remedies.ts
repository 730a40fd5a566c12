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

/** What each scheme is called, in the order of the rows. */
const NAMES = {
  timestamp: 'Bare timestamp',
  'thread-bits': 'Timestamp + thread',
  counter: 'Atomic counter',
  increasing: 'Atomic max(now, last + 1)',
  hybrid: 'Hybrid logical clock',
  ulid: 'ULID, monotonic',
  snowflake: 'Snowflake',
  'uuid-v4': 'UUIDv4',
  'uuid-v4-buffered': 'UUIDv4, buffered',
  'uuid-v7': 'UUIDv7, random',
  'uuid-v7-buffered': 'UUIDv7, buffered',
  'uuid-v7-counter': 'UUIDv7, counter',
};

/** What was measured of a scheme. */
const MEASURED = [
  { name: 'Most duplicates', unit: 'share' },
  { name: 'Cost, one thread', unit: 's' },
  { name: 'Cost, all cores', unit: 's' },
] as const;

/** What a record says of a scheme: what it promises, and the estimates of {@link MEASURED}. */
function schemeOf(record: MeasurementRecord, scheme: string) {
  const found = points(series(record, SERIES), { scheme });
  const at = (threads: unknown) => found.find((point) => point.at['threads'] === threads)?.values[COST];
  const duplicates = found.flatMap(({ values }) => values['duplicate_share'] ?? []);
  const [most] = duplicates.toSorted((a, b) => b.value - a.value);
  const promises = (['certain', 'probable'] as const).map((name) => String(found[0]?.at[name] ?? ''));
  return { promises, measured: [most, at(1), at(allCores(record, SERIES)['threads'])] };
}

export function remedies(records: readonly MeasurementRecord[]): OwnDrawing {
  const isAlone = records.length === 1;
  const words = wordsOf(records);
  const rows = Object.entries(NAMES).map(([scheme, name]) => ({
    name,
    found: records.map((record) => ({ record, ...schemeOf(record, scheme) })),
  }));
  const head = (text: string, name?: string) => html`<th scope="col" ${classes(name)}>${text}</th>`;
  const markup = html`
    ${keyMarkup(records.map(shownAs).map((figure) => ({ figure, text: words[figure], quiet: false })))}
    <div class="mt-table-scroll mt-remedies" tabindex="0" role="region" aria-label="${TITLE}">
      <table class="mt-data">
        <thead>
          <tr>
            ${head('Identifier')} ${head('Guaranteed unique', 'mt-remedies-words')}
            ${head('Unique with high probability', 'mt-remedies-words')} ${MEASURED.map(({ name }) => head(name))}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ name, found }) => html`
              <tr>
                <th scope="row">${name}</th>
                ${found[0]!.promises.map(
                  (where) =>
                    html`<td${classes('mt-remedies-words', where === 'nowhere' && 'mt-remedies-never')}>${where}</td>`,
                )}
                ${MEASURED.map(({ unit }, at) => {
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
      head: [...(isAlone ? [] : ['Machine']), 'Identifier', ...MEASURED.flatMap(({ name }) => [name, '95% interval'])],
      rows: records.flatMap((record, index) =>
        rows.map(({ name, found }) => [
          ...(isAlone ? [] : [machineOf(record)]),
          name,
          ...found[index]!.measured.flatMap((one, at) => {
            const { unit } = MEASURED[at]!;
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
