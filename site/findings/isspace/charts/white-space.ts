/** Who calls which character white space, from the record of the isspace experiment: the answers, and where they part. */
import { points, series } from '@/kit/record/queries.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/record-chart.ts';

/** A code point as Unicode writes it: `U+0085`. */
export const writtenCodePoint = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** What the implementations of a record answer. */
export interface Answers {
  /** Ids of the implementations, in the record's order. */
  readonly implementations: readonly string[];
  /** Every code point that some implementation calls a space, ascending. */
  readonly codePoints: readonly number[];
  /** Whether an implementation calls a code point a space; undefined where the record has no answer. */
  readonly says: (implementation: string, codePoint: number) => boolean | undefined;
  /** How many code points an implementation was asked about: all below this. Of its refusals the record leaves out some. */
  readonly askedOf: (implementation: string) => number;
  /** What an implementation is called: `Go unicode.IsSpace`. */
  readonly implementationName: (implementation: string) => string;
  /** What Unicode calls a character: `no-break space`. */
  readonly characterName: (codePoint: number) => string;
}

/** The series of answers, and its measure. */
const [ANSWERS, SPACE] = ['code-points', 'space'];
/** The series that say what implementations and characters are called. */
const [IMPLEMENTATIONS, CHARACTERS] = ['implementations', 'characters'];

/** Reads the answers of a record. */
export function answersOf(record: MeasurementRecord): Answers {
  const known = points(series(record, ANSWERS), {});
  const key = (implementation: string, codePoint: number) => `${implementation} ${codePoint}`;
  const answers = new Map(
    known.flatMap(({ at, values }) => {
      const space = values[SPACE];
      return space ? [[key(String(at['implementation']), Number(at['code_point'])), space.value > 0] as const] : [];
    }),
  );
  const implementations = new Map(
    series(record, IMPLEMENTATIONS).points.map(({ at }) => [
      at['implementation'],
      `${String(at['language'])} ${String(at['call'])}`,
    ]),
  );
  const asked = new Map(
    series(record, IMPLEMENTATIONS).points.map(({ at, values }) => [at['implementation'], values['asked']?.value]),
  );
  // Unicode writes names in capitals, which in a text would shout.
  const characters = new Map(
    series(record, CHARACTERS).points.map(({ at }) => [at['code_point'], String(at['name']).toLowerCase()]),
  );
  return {
    implementations: [...new Set(known.map(({ at }) => String(at['implementation'])))],
    codePoints: [...new Set(known.map(({ at }) => Number(at['code_point'])))].sort((a, b) => a - b),
    says: (implementation, codePoint) => answers.get(key(implementation, codePoint)),
    askedOf: (implementation) => asked.get(implementation) ?? 0,
    implementationName: (implementation) => implementations.get(implementation) ?? implementation,
    characterName: (codePoint) => characters.get(codePoint) ?? writtenCodePoint(codePoint),
  };
}

/** Characters that get the same answers from everybody, and who says what. */
export interface Dispute {
  readonly codePoints: readonly number[];
  /** Ids of those that call them spaces, … */
  readonly yes: readonly string[];
  /** … and of those that do not. */
  readonly no: readonly string[];
}

/** Beyond the last character of ASCII. */
const BEYOND_ASCII = 0x80;

/** Those who call nothing beyond ASCII a space: ids, in the record's order. */
export const asciiOnly = ({ implementations, codePoints, says }: Answers): string[] =>
  implementations.filter(
    (implementation) => !codePoints.some((codePoint) => codePoint >= BEYOND_ASCII && says(implementation, codePoint)),
  );

/**
 * Groups the characters by their answers, in the order of each group's first; those that all agree on are left out. Whoever
 * calls nothing beyond ASCII a space has no part in disputes there: they would stand on the same side of every one.
 */
export function disputesOf(answers: Answers): Dispute[] {
  const { implementations, codePoints, says } = answers;
  const wider = new Set(implementations).difference(new Set(asciiOnly(answers)));
  const askedOf = (codePoint: number) =>
    codePoint < BEYOND_ASCII ? implementations : implementations.filter((one) => wider.has(one));
  const groups = Map.groupBy(codePoints, (codePoint) =>
    askedOf(codePoint)
      .map((implementation) => `${implementation} ${says(implementation, codePoint)}`)
      .join(),
  );
  return [...groups.values()]
    .map((group) => {
      const saying = (answer: boolean) => askedOf(group[0]!).filter((one) => says(one, group[0]!) === answer);
      return { codePoints: group, yes: saying(true), no: saying(false) };
    })
    .filter(({ yes, no }) => yes.length > 0 && no.length > 0);
}

/** Code points without gaps, as first and last. */
export function rangesOf(codePoints: readonly number[]): (readonly [first: number, last: number])[] {
  return codePoints.reduce<[number, number][]>((ranges, codePoint) => {
    const last = ranges.at(-1);
    if (last && codePoint === last[1] + 1) last[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
    return ranges;
  }, []);
}

/** A range of code points as Unicode writes it: `U+2028–U+2029`. */
export const writtenRange = ([first, last]: readonly [number, number]): string =>
  first === last ? writtenCodePoint(first) : `${writtenCodePoint(first)}–${writtenCodePoint(last)}`;

/** Every answer as a table: a row for each character, a column for each implementation. */
export function answersTable(records: readonly MeasurementRecord[]): FigureTable {
  const withMachine = records.length > 1;
  const all = records.map((record) => ({ machine: machineOf(record), answers: answersOf(record) }));
  const implementations = [...new Set(all.flatMap(({ answers }) => answers.implementations))];
  const word = (answers: Answers, implementation: string, codePoint: number) => {
    if (answers.says(implementation, codePoint)) return 'space';
    return codePoint < answers.askedOf(implementation) ? 'no' : 'not asked';
  };
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      'Code point',
      'Character',
      ...implementations.map((one) => all[0]!.answers.implementationName(one)),
    ],
    rows: all.flatMap(({ machine, answers }) =>
      answers.codePoints.map((codePoint) => [
        ...(withMachine ? [machine] : []),
        writtenCodePoint(codePoint),
        answers.characterName(codePoint),
        ...implementations.map((one) => word(answers, one, codePoint)),
      ]),
    ),
  };
}
