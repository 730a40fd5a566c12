/** What to switch on in each language, and how many mistakes then still get through: go on silently, or are undefined. */
import { outcomeOf, type Measured } from './lab/measured.ts';

interface Checker {
  /** Language or checker, as the record names it. */
  id: string;
  /** The language without it, where that is another of the record's. */
  instead?: string;
  /** HTML. */
  on: string;
}

const code = (text: string) => `<code>${text}</code>`;

const CHECKERS: readonly Checker[] = [
  { id: 'c', on: code('-Wall -Wextra') },
  { id: 'c-clang', on: code('-Wall -Wextra') },
  { id: 'cpp', on: code('-Wall -Wextra') },
  { id: 'cpp-clang', on: code('-Wall -Wextra') },
  { id: 'rust', on: 'Clippy' },
  { id: 'rust-release', on: 'Clippy' },
  { id: 'go', on: code('go vet') },
  { id: 'java', on: code('-Xlint:all') },
  { id: 'kotlin', on: 'its own warnings' },
  { id: 'csharp', on: code('-warn:4') },
  { id: 'typescript', on: `${code('--strict')}, further flags` },
  { id: 'javascript', on: 'ESLint’s recommended rules' },
  { id: 'python', on: 'Ruff' },
  { id: 'mypy', instead: 'python', on: `${code('mypy --strict')}, Ruff` },
  { id: 'pyright', instead: 'python', on: 'pyright, strict, Ruff' },
  { id: 'php', on: `${code('strict_types')}, warnings thrown` },
  { id: 'perl', on: `${code('strict')}, fatal warnings` },
  { id: 'ruby', on: code('-w') },
  { id: 'lua', on: 'Luacheck' },
  { id: 'bash', on: `ShellCheck, ${code('set -eu')}` },
  { id: 'sqlite', on: `${code('STRICT')} tables` },
  { id: 'ada', on: code('-gnatwa') },
  { id: 'haskell', on: code('-Wall') },
  { id: 'ocaml', on: 'its own warnings' },
];

/**
 * Mistakes that only a detector for tests stops, as the program runs: Go’s for races. Sanitizers would stop as much in C and C++, whose rows
 * have none, so these count as without it.
 */
const isOfDetector = (language: string, mistake: string) => language === 'go' && mistake === 'data-race';

/** Number of mistakes that get through in a language, those of them that are undefined, and all that were tried. */
export function getThrough(measured: Measured, language: string, column: 'plain' | 'linted') {
  const ends = measured.mistakes.map(({ id }) =>
    outcomeOf(measured, language, id, isOfDetector(language, id) ? 'plain' : column),
  );
  const count = (...wanted: readonly string[]) => ends.filter((one) => wanted.includes(one)).length;
  return {
    through: count('silent', 'undefined'),
    undefined: count('undefined'),
    of: count('refused', 'caught', 'silent', 'undefined'),
  };
}

/** The checkers that the record has, with what gets through before and after. */
export const checkersOf = (measured: Measured) =>
  CHECKERS.flatMap(({ id, instead = id, on }) => {
    const language = measured.languages.find((one) => one.id === id);
    if (!language) return [];
    const before = getThrough(measured, instead, 'plain');
    return [{ id, name: language.name, on, before, after: getThrough(measured, id, 'linted') }];
  });
