/** What to switch on in each language, and how many mistakes then still get through: go on silently, or are undefined. */
import { idsOf, outcomeOf, wasTried, type Measured, type OutcomeName } from './lab/measured.ts';

interface Checker {
  /** Language or checker, as the record names it. */
  id: string;
  /** The language without it, where that is another of the record's. */
  instead?: string;
  /** HTML. */
  on: string;
}

const code = (text: string) => `<code>${text}</code>`;

/** In the order of the alphabet, in which a reader looks for a language. */
const CHECKERS: readonly Checker[] = [
  { id: 'ada', on: code('-gnatwa') },
  { id: 'bash', on: code('set -eu') },
  { id: 'c', on: code('-Wall -Wextra') },
  { id: 'c-clang', on: code('-Wall -Wextra') },
  { id: 'cpp', on: code('-Wall -Wextra') },
  { id: 'cpp-clang', on: code('-Wall -Wextra') },
  { id: 'csharp', on: code('-warn:4') },
  { id: 'go', on: code('go vet') },
  { id: 'haskell', on: code('-Wall') },
  { id: 'java', on: code('-Xlint:all') },
  { id: 'javascript', on: 'ESLint’s recommended rules' },
  { id: 'typescript', instead: 'javascript', on: `TypeScript, ${code('--strict')}` },
  { id: 'kotlin', on: 'its own warnings' },
  { id: 'lua', on: 'Luacheck' },
  { id: 'ocaml', on: 'its own warnings' },
  { id: 'perl', on: `${code('strict')}, fatal warnings` },
  { id: 'php', on: `${code('strict_types')}, warnings thrown` },
  { id: 'python', on: 'Ruff' },
  { id: 'mypy', instead: 'python', on: code('mypy --strict') },
  { id: 'pyright', instead: 'python', on: 'pyright, strict, Ruff' },
  { id: 'ruby', on: code('-w') },
  { id: 'rust', on: 'Clippy' },
  { id: 'rust-release', on: 'Clippy' },
  { id: 'sqlite', on: `${code('STRICT')} tables` },
  { id: 'typescript', on: 'further flags' },
];

/**
 * Number of mistakes that get through in a language, those of them that are undefined, and all that were tried; `among`: only those that can
 * be made in that language, too.
 */
export function getThrough(measured: Measured, language: string, column: 'plain' | 'linted', among = language) {
  const ends = idsOf(measured.mistakes)
    .filter((mistake) => wasTried(outcomeOf(measured, among, mistake, column)))
    .map((mistake) => outcomeOf(measured, language, mistake, column));
  const count = (...wanted: readonly OutcomeName[]) => ends.filter((one) => wanted.includes(one)).length;
  return {
    through: count('silent', 'undefined'),
    undefined: count('undefined'),
    of: ends.filter(wasTried).length,
  };
}

/** The checkers that the record has, with what gets through before and after, and whether a mistake that was caught is refused. */
export const checkersOf = (measured: Measured) =>
  CHECKERS.flatMap(({ id, instead = id, on }) => {
    const language = measured.languages.find((one) => one.id === instead);
    if (!language || !measured.languages.some((one) => one.id === id)) return [];
    const before = getThrough(measured, instead, 'plain');
    const after = getThrough(measured, id, 'linted', instead);
    const isEarlier = idsOf(measured.mistakes).some(
      (mistake) =>
        outcomeOf(measured, instead, mistake, 'plain') === 'caught' &&
        outcomeOf(measured, id, mistake, 'linted') === 'refused',
    );
    return [{ id, instead, name: language.name, on, before, after, isEarlier }];
  });
