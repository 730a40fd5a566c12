/** Who calls which character white space, from the record of the isspace experiment: the answers, and where they part. */
import { points, series, settingAt } from '@/kit/record/queries.ts';
import type { MeasurementRecord, Point } from '@/kit/record/types.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import type { FigureTable } from '@/kit/chart/tabled.ts';

/** A code point as Unicode writes it: `U+0085`. */
export const writtenCodePoint = (codePoint: number): string =>
  `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Answers of a record's implementations. */
export interface Answers {
  /** Ids of the implementations, in the record's order. */
  readonly implementations: readonly string[];
  /** Every code point that some implementation calls a space, ascending. */
  readonly codePoints: readonly number[];
  /** True if an implementation calls a code point a space; undefined where the record has no answer. */
  readonly says: (implementation: string, codePoint: number) => boolean | undefined;
  /** Number of code points that an implementation was asked about: all below this. Of its refusals the record leaves out some. */
  readonly askedOf: (implementation: string) => number;
  /** Name of an implementation: `Go unicode.IsSpace`. */
  readonly implementationName: (implementation: string) => string;
  /** Unicode's name of a character: `no-break space`. */
  readonly characterName: (codePoint: number) => string;
}

/** The series of answers, and its measure. */
const [ANSWERS, SPACE] = ['code-points', 'space'];
/** The series that say what implementations and characters are called. */
const [IMPLEMENTATIONS, CHARACTERS] = ['implementations', 'characters'];

const implementationOf = (point: Point): string => String(settingAt(point, 'implementation'));
const codePointOf = (point: Point): number => Number(settingAt(point, 'code_point'));

/** Numbers of code points, bytes, and bytes that are characters of UTF-8 by themselves. */
const [ALL_CODE_POINTS, BYTES, ASCII] = [0x11_0000, 0x100, 0x80];

/**
 * Reads the answers of a record. A test of bytes that takes 0xA0 for no space has not been asked about U+00A0, which is two bytes in
 * UTF-8; one that takes it for a space breaks characters, and that is shown.
 */
export function answersOf(record: MeasurementRecord): Answers {
  const asked = new Map(
    series(record, IMPLEMENTATIONS).points.map((point) => [
      implementationOf(point),
      point.values['asked']?.value ?? ALL_CODE_POINTS,
    ]),
  );
  const isOfBytes = (implementation: string) => asked.get(implementation)! <= BYTES;
  const known = points(series(record, ANSWERS), {});
  const key = (implementation: string, codePoint: number) => `${implementation} ${codePoint}`;
  const answers = new Map(
    known.flatMap((point) => {
      const space = point.values[SPACE];
      const [implementation, codePoint] = [implementationOf(point), codePointOf(point)];
      const isRefusal = space?.value === 0 && codePoint >= ASCII && isOfBytes(implementation);
      return space && !isRefusal ? [[key(implementation, codePoint), space.value > 0] as const] : [];
    }),
  );
  const implementations = new Map(
    series(record, IMPLEMENTATIONS).points.map((point) => [
      implementationOf(point),
      `${settingAt(point, 'language')} ${settingAt(point, 'call')}`,
    ]),
  );
  // Unicode writes names in capitals, which in a text would shout.
  const characters = new Map(
    series(record, CHARACTERS).points.map((point) => [
      codePointOf(point),
      String(settingAt(point, 'name')).toLowerCase(),
    ]),
  );
  return {
    implementations: [...new Set(known.map(implementationOf))],
    codePoints: [...new Set(known.map(codePointOf))].sort((a, b) => a - b),
    says: (implementation, codePoint) => answers.get(key(implementation, codePoint)),
    askedOf: (implementation) => (isOfBytes(implementation) ? ASCII : (asked.get(implementation) ?? 0)),
    implementationName: (implementation) => implementations.get(implementation) ?? implementation,
    characterName: (codePoint) => characters.get(codePoint) ?? writtenCodePoint(codePoint),
  };
}

/** True if an implementation calls a code point a space; undefined where it was not asked. */
function answerOf({ says, askedOf }: Answers, implementation: string, codePoint: number): boolean | undefined {
  return says(implementation, codePoint) ?? (codePoint < askedOf(implementation) ? false : undefined);
}

/** An answer in a word. */
export const answerWords = (answer: boolean | undefined): 'space' | 'no' | 'not asked' =>
  answer === undefined ? 'not asked' : answer ? 'space' : 'no';

/** A set of white space. */
export interface SpaceSet {
  /** Whose set it is, on each of the machines: ids, in the order of its record. */
  readonly implementations: readonly (readonly string[])[];
  /** True for each group of characters that is in it; undefined where nobody of them was asked. */
  readonly says: readonly (boolean | undefined)[];
  /** Number of characters in it. */
  readonly size: number;
}

/** The different sets of white space, over groups of characters that get the same answers from everybody. */
export interface SpaceSets {
  /** Code points, ascending, in the order of each group's first. */
  readonly groups: readonly (readonly number[])[];
  /** The smallest first; last those of whoever was not asked about all. */
  readonly sets: readonly SpaceSet[];
}

/** The sets that machines have together. */
export function setsOf(machines: readonly Answers[]): SpaceSets {
  const codePoints = [...new Set(machines.flatMap((each) => each.codePoints))].sort((a, b) => a - b);
  const asked = machines.flatMap((answers, machine) => answers.implementations.map((id) => ({ answers, machine, id })));
  const answer = ({ answers, id }: (typeof asked)[number], codePoint: number) => answerOf(answers, id, codePoint);
  const groups = [
    ...Map.groupBy(codePoints, (codePoint) => asked.map((one) => `${answer(one, codePoint)}`).join()).values(),
  ];
  const alike = Map.groupBy(asked, (one) => groups.map(([first]) => `${answer(one, first!)}`).join());
  const sets = [...alike.values()].map((own): SpaceSet => {
    const says = groups.map(([first]) => answer(own[0]!, first!));
    return {
      implementations: machines.map((_, machine) => own.filter((one) => one.machine === machine).map(({ id }) => id)),
      says,
      size: groups.filter((_, index) => says[index]).flat().length,
    };
  });
  const lacks = ({ says }: SpaceSet) => Number(says.includes(undefined));
  return { groups, sets: sets.toSorted((a, b) => lacks(a) - lacks(b) || a.size - b.size) };
}

/** Name of an implementation, by a machine that asked it. */
export const implementationNameIn = (machines: readonly Answers[], id: string): string =>
  machines.find(({ implementations }) => implementations.includes(id))?.implementationName(id) ?? id;

/** Unicode's name of a character, by a machine that has it. */
export function characterNameIn(machines: readonly Answers[], codePoint: number): string {
  const names = machines.map(({ characterName }) => characterName(codePoint));
  return names.find((name) => name !== writtenCodePoint(codePoint)) ?? writtenCodePoint(codePoint);
}

/** Every answer as a table: a row for each character, a column for each implementation. */
export function answersTable(records: readonly MeasurementRecord[]): FigureTable {
  const withMachine = records.length > 1;
  const machines = records.map(answersOf);
  const implementations = [...new Set(machines.flatMap((answers) => answers.implementations))];
  return {
    head: [
      ...(withMachine ? ['Machine'] : []),
      'Code point',
      'Character',
      ...implementations.map((id) => implementationNameIn(machines, id)),
    ],
    rows: machines.flatMap((answers, machine) =>
      answers.codePoints.map((codePoint) => [
        ...(withMachine ? [machineOf(records[machine]!)] : []),
        writtenCodePoint(codePoint),
        answers.characterName(codePoint),
        ...implementations.map((id) => answerWords(answerOf(answers, id, codePoint))),
      ]),
    ),
  };
}
