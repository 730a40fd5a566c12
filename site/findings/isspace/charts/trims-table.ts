/** Code points that databases, spreadsheets and readers of CSV trim: measured where the experiment could ask, else by what their makers write. */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { html } from '@/kit/markup.ts';
import { settingAt } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { writtenCodePoint } from './white-space.ts';

/** A function, and what its maker writes that it removes. */
export interface Trim {
  readonly name: string;
  /** Key in the record, where the experiment can ask it. */
  readonly id?: string;
  /** Either all of Unicode's White_Space or these code points, as far as a line of CSV can hold them. */
  readonly removes: 'white-space' | readonly number[];
  /** A restriction, or an extension. */
  readonly besides?: string;
  readonly source: string;
}

const SPACE = [0x20];
const CONTROLS = Array.from({ length: 0x20 }, (_, codePoint) => codePoint);

export const TRIMS: readonly Trim[] = [
  {
    name: 'PostgreSQL trim(), btrim()',
    id: 'postgresql-btrim',
    removes: SPACE,
    source: 'https://www.postgresql.org/docs/current/functions-string.html',
  },
  {
    name: 'SQLite trim()',
    id: 'sqlite-trim',
    removes: SPACE,
    source: 'https://www.sqlite.org/lang_corefunc.html#trim',
  },
  {
    name: 'MySQL and MariaDB TRIM()',
    removes: SPACE,
    source: 'https://mariadb.com/docs/server/reference/sql-functions/string-functions/trim',
  },
  {
    name: 'Excel TRIM()',
    removes: SPACE,
    besides: 'also where repeated within text',
    source: 'https://learn.microsoft.com/en-us/office/vba/api/excel.worksheetfunction.trim',
  },
  {
    name: 'Excel CLEAN()',
    removes: CONTROLS,
    besides: 'anywhere',
    source: 'https://learn.microsoft.com/en-us/office/vba/api/excel.worksheetfunction.clean',
  },
  {
    name: 'LibreOffice Calc TRIM()',
    removes: SPACE,
    besides: 'also where repeated within text',
    source: 'https://github.com/LibreOffice/core/blob/master/sc/source/core/tool/interpr1.cxx',
  },
  {
    name: 'Python csv, skipinitialspace',
    id: 'python-csv',
    removes: SPACE,
    besides: 'before a field',
    source: 'https://docs.python.org/3/library/csv.html#csv.Dialect.skipinitialspace',
  },
  {
    name: 'pandas read_csv(), skipinitialspace',
    removes: SPACE,
    besides: 'before a field',
    source: 'https://github.com/pandas-dev/pandas/blob/main/pandas/_libs/src/parser/tokenizer.c',
  },
  {
    name: 'Go encoding/csv, TrimLeadingSpace',
    id: 'go-csv',
    removes: 'white-space',
    besides: 'before a field',
    source: 'https://pkg.go.dev/encoding/csv#Reader',
  },
  {
    name: 'Rust csv, Trim::All',
    removes: 'white-space',
    besides: 'of records of text',
    source: 'https://github.com/BurntSushi/rust-csv/blob/master/src/string_record.rs',
  },
  {
    name: 'Papa Parse',
    removes: [],
    source: 'https://github.com/mholt/PapaParse/issues/241',
  },
];

/** A record's answer about a function. */
export interface MeasuredTrim {
  readonly version: string;
  readonly codePoints: readonly number[];
}

/** Measured functions by their keys; a record of before this was asked has none. */
export function trimsOf(record: MeasurementRecord): ReadonlyMap<string, MeasuredTrim> {
  const points = record.series.find(({ id }) => id === 'trims')?.points ?? [];
  return new Map(
    points.map((point) => {
      const characters = String(settingAt(point, 'characters')).split(' ');
      const codePoints = characters.filter((text) => text !== '').map((text) => Number.parseInt(text, 16));
      return [String(settingAt(point, 'trim')), { version: String(settingAt(point, 'version')), codePoints }];
    }),
  );
}

/** Code points in a few words. */
export function removedWords(removes: Trim['removes']): string {
  if (removes === 'white-space') return 'Unicode’s White_Space';
  const [first, last] = [removes[0], removes.at(-1)];
  if (first === undefined) return 'nothing';
  if (removes.join() === SPACE.join()) return 'U+0020 alone';
  if (last! - first === removes.length - 1) return `${writtenCodePoint(first)} to ${writtenCodePoint(last!)}`;
  return `${removes.length} code points, ${removes.includes(0xa0) ? 'U+00A0 among them' : 'not U+00A0'}`;
}

/** The figure: a row for each function. */
export function trimsTable(records: readonly MeasurementRecord[]): OwnDrawing {
  const machines = records.map((record) => ({ name: machineOf(record), trims: trimsOf(record) }));
  const rows = TRIMS.map((trim) => {
    const measured = machines.flatMap(({ name, trims }) => {
      const found = trim.id === undefined ? undefined : trims.get(trim.id);
      return found ? [{ name, ...found }] : [];
    });
    const places = new Set(measured.map(({ codePoints }) => removedWords(codePoints)));
    const removed =
      measured.length === 0
        ? removedWords(trim.removes)
        : [...places]
            .map((words) => {
              const of = measured.filter(({ codePoints }) => removedWords(codePoints) === words);
              return places.size > 1 ? `${words} (${of.map(({ name }) => name).join(', ')})` : words;
            })
            .join('; ');
    const versions = [...new Set(measured.map(({ version }) => version))].join(', ');
    return {
      trim,
      removed: trim.besides === undefined ? removed : `${removed}, ${trim.besides}`,
      how: measured.length === 0 ? 'published' : `measured, ${versions}`,
    };
  });
  return {
    title: 'What databases, spreadsheets and CSV readers trim',
    markup: html`<table class="mt-trims">
      <thead>
        <tr>
          <th scope="col">Function or option</th>
          <th scope="col">Removes</th>
          <th scope="col">Known from</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ trim, removed, how }) =>
            html`<tr>
              <th scope="row"><a href="${trim.source}">${trim.name}</a></th>
              <td>${removed}</td>
              <td>${how}</td>
            </tr>`,
        )}
      </tbody>
    </table>`,
    table: {
      head: ['Function or option', 'Removes', 'Known from'],
      rows: rows.map(({ trim, removed, how }) => [trim.name, removed, how]),
    },
  };
}
