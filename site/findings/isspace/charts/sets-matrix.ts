/** Who calls which characters white space: a row for each set, and a column for characters that get the same answers from everyone. */
import type { OwnDrawing } from '@/kit/chart/figure.ts';
import { keyMarkup, mark } from '@/kit/chart/key.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { html, type Markup } from '@/kit/markup.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import {
  answersOf,
  answersTable,
  answerWords,
  characterNameIn,
  implementationNameIn,
  setsOf,
  writtenCodePoint,
  type SpaceSet,
} from './white-space.ts';

/** Shorter names than the record's, where several share a row. */
const NAMES: Readonly<Record<string, string>> = {
  'rust-ascii': 'Rust is_ascii_whitespace()',
  'go-regexp': 'Go regexp \\s',
  'java-regex': 'Java \\s',
  'cpp-isspace-wide-c': 'C++ isspace<wchar_t> (C locale)',
  'c-iswspace-glibc-c': 'glibc iswspace() (C locale)',
  'c-iswspace-glibc-utf8': 'glibc iswspace()',
  'c-iswspace-macos-c': 'macOS iswspace() (C locale)',
  'c-iswspace-macos-utf8': 'macOS iswspace()',
  'c-iswspace-musl': 'musl iswspace()',
  'cpp-isspace-wide-utf8': 'C++ isspace<wchar_t>',
  'cpp-regex-utf8': 'C++ wregex \\s',
  'cpp-isspace-char-c': 'C++ isspace<char> (C locale)',
  'cpp-isspace-char-utf8': 'C++ isspace<char>',
  'python-bytes': 'Python bytes',
  'unicode-white-space': 'Unicode White_Space',
  'rust-char': 'Rust char',
  ...Object.fromEntries(
    ['bash', 'grep', 'sed', 'gawk', 'mawk'].flatMap((tool) => [
      [`${tool}-c`, `${tool} (C locale)`],
      [`${tool}-utf8`, tool],
    ]),
  ),
};

/** One code point as such; of several, how many they are. */
const rest = (others: readonly number[]): string =>
  others.length === 1 ? writtenCodePoint(others[0]!) : `${others.length} more`;

/** The figure. A test that has another set on another machine stands in both rows, with that machine's mark. */
export function setsMatrix(records: readonly MeasurementRecord[]): OwnDrawing {
  const machines = records.map(answersOf);
  const { groups, sets } = setsOf(machines);
  const heads = groups.map(([first, ...others]) => ({
    code: writtenCodePoint(first!),
    rest: others.length === 0 ? characterNameIn(machines, first!) : `and ${rest(others)}`,
  }));

  /** Everyone whose set it is, with the marks of those machines where it is not so on all. */
  function members({ implementations }: SpaceSet): Markup[] {
    return [...new Set(implementations.flat())].map((id, index) => {
      const on = records.filter((_, machine) => implementations[machine]!.includes(id));
      const marks = on.length < records.length && on.map((record) => html`${mark(shownAs(record))}&nbsp;`);
      const where = marks && html`<span class="sr-only"> (${on.map(machineOf).join(', ')})</span>`;
      return html`${index > 0 && ', '}${marks}${NAMES[id] ?? implementationNameIn(machines, id)}${where}`;
    });
  }

  /** The marks of the machines on which it is somebody's set. */
  const marks = ({ implementations }: SpaceSet): Markup[] =>
    records.filter((_, machine) => implementations[machine]!.length > 0).map((record) => mark(shownAs(record)));

  return {
    title: 'Who calls which characters white space',
    markup: html`
      ${keyMarkup(
        records.map((record) => ({
          figure: shownAs(record),
          text: `white space, ${records.length > 1 ? machineOf(record) : 'measured'}`,
          quiet: false,
        })),
      )}
      <table class="mt-sets">
        <thead>
          <tr>
            <th scope="col">White space to</th>
            ${heads.map(
              ({ code, rest }) =>
                html`<th scope="col">
                  <span><code>${code}</code> ${rest}</span>
                </th>`,
            )}
            <th scope="col"><span>characters</span></th>
          </tr>
        </thead>
        <tbody>
          ${sets.map(
            (set) => html`
              <tr>
                <th scope="row">
                  ${members(set)}
                  ${set.says.includes(undefined) && html`<span class="mt-sets-note"> (bytes alone)</span>`}
                </th>
                ${set.says.map(
                  (answer) => html`
                    <td data-says="${answerWords(answer)}">
                      <span class="sr-only">${answerWords(answer)}</span>
                      ${answer === true && marks(set)}
                      ${answer === undefined && html`<span aria-hidden="true">–</span>`}
                    </td>
                  `,
                )}
                <td>${set.size}</td>
              </tr>
            `,
          )}
        </tbody>
      </table>
    `,
    table: answersTable(records),
  };
}
