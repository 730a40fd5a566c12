/** The part of the record that the lab has: who calls which character a space. */
import { answersOf, writtenCodePoint } from '../charts/white-space';
import { points, series } from '@/kit/record/queries';
import type { MeasurementRecord } from '@/kit/record/types';

/** Answer of an implementation about a character: a space, none, or it was not asked. */
export type Answer = '1' | '0' | '-';

export interface Implementation {
  id: string;
  /** Language, and function or pattern: `Go`, `unicode.IsSpace`. */
  language: string;
  call: string;
  /** Number of code points that it was asked about: all below this. */
  asked: number;
}

export interface Character {
  codePoint: number;
  name: string;
  /** An {@link Answer} for each implementation, in their order. */
  says: string;
}

export interface Measured {
  implementations: Implementation[];
  /** Every character that someone calls a space, by code point. */
  characters: Character[];
}

export function measuredFrom(record: MeasurementRecord): Measured {
  const answers = answersOf(record);
  const described = new Map(
    points(series(record, 'implementations'), {}).map((point) => [point.at['implementation'], point]),
  );
  const implementations = answers.implementations.map((id): Implementation => {
    const point = described.get(id);
    const { language = '', call = id } = point?.at ?? {};
    return { id, language: String(language), call: String(call), asked: answers.askedOf(id) };
  });
  return {
    implementations,
    characters: answers.codePoints.map((codePoint) => {
      const name = answers.characterName(codePoint);
      const says = implementations.map(({ id, asked }): Answer => {
        const said = answers.says(id, codePoint);
        // To save room, the record leaves out some of the answers of those that were asked and said no.
        return (said ?? (codePoint < asked ? false : undefined)) === undefined ? '-' : said ? '1' : '0';
      });
      return { codePoint, name: name === writtenCodePoint(codePoint) ? '' : name, says: says.join('') };
    }),
  };
}

/** Name of an implementation: `Go unicode.IsSpace`. */
export const implementationName = ({ language, call }: Implementation): string => `${language} ${call}`.trim();

export const isSpace = (character: Character | undefined, implementation: number): boolean =>
  character?.says[implementation] === '1';

/** Number of tests that call it a space, and of those that were asked. */
export function agreement({ says }: Character): { yes: number; asked: number } {
  const count = (answer: Answer) => [...says].filter((one) => one === answer).length;
  return { yes: count('1'), asked: says.length - count('-') };
}

/** True if some say one thing and some the other. */
export function isDisputed(character: Character): boolean {
  const { yes, asked } = agreement(character);
  return yes > 0 && yes < asked;
}
