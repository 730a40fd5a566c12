import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { plain, type Plain } from '../../../../site/kit/lab/plain';
import { LIMITS } from '@/wasm-pkg/isspace/limits';
import * as models from '@/wasm-pkg/isspace/models.js';
import { printedBy } from '../../../lib/from-js/natively';

const { broken, compare } = modelsAtBuild('isspace', models);

interface Run {
  /** Of each step its fields, in their order. */
  steps: (number | string | null)[][];
  words: [bytes: string, isNull: boolean][];
}

/** What `examples/whitespace-vectors.rs` prints: all names, questions, and the native answers; texts and words are hexadecimal bytes. */
interface Vectors {
  states: string[];
  actions: string[];
  verdicts: string[];
  cases: {
    spaces: number[];
    answers: { text: string; verdict: models.VerdictName; parting: number | null; rule: Run; ascii: Run }[];
    broken: Record<keyof Plain<models.Broken>, number[]>;
  }[];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

const runOf = ({ steps, words }: Plain<models.Run>): Run => ({
  steps: steps.map(({ offset, byte, state, action, next, words, inProgress }) => {
    return [offset, byte ?? null, state, action, next, words, inProgress];
  }),
  words: words.map(({ bytes, isNull }) => [hex(bytes), isNull]),
});

describe('the parser in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => void (vectors = printedBy('whitespace-vectors') as Vectors), 600_000);

  it('does with every text what it does natively', () => {
    expect(vectors.cases.flatMap(({ answers }) => answers).length).toBe(45);
    for (const { spaces, answers } of vectors.cases) {
      for (const { text, verdict, parting, rule, ascii } of answers) {
        const compared = plain(compare(Buffer.from(text, 'hex').toString(), Uint32Array.from(spaces)));
        const found = { verdict: compared.verdict, parting: compared.parting ?? null };
        expect(found, text).toEqual({ verdict, parting });
        expect(runOf(compared.rule), text).toEqual(rule);
        expect(runOf(compared.ascii), text).toEqual(ascii);
      }
    }
  });

  it('finds the same characters broken', () => {
    expect(vectors.cases.some((vector) => vector.broken.codePoints.length > 0)).toBe(true);
    for (const vector of vectors.cases) {
      const found = Object.entries(plain(broken(Uint32Array.from(vector.spaces))));
      // Numbers as text: a million of them compare faster so.
      expect(Object.fromEntries(found.map(([name, list]) => [name, list.join()]))).toEqual(
        Object.fromEntries(Object.entries(vector.broken).map(([name, list]) => [name, list.join()])),
      );
    }
  });

  it('tells what the names in its types are', () => {
    const states: Record<models.StateName, true> = {
      'before-key': true, key: true, 'key-escape': true, 'quoted-key': true, 'quoted-key-escape': true,
      'before-value': true, value: true, 'value-escape': true, 'quoted-value': true, 'quoted-value-escape': true,
      equals: true, greater: true, comma: true, done: true, refused: true,
    }; // prettier-ignore
    const actions: Record<models.ActionName, true> = {
      skip: true, append: true, escape: true, 'open-quote': true, 'close-quote': true, 'end-at-space': true,
      'end-before': true, mark: true, finish: true, refuse: true,
    }; // prettier-ignore
    const verdicts: Record<models.VerdictName, true> = {
      same: true, altered: true, refused: true, accepted: true, 'refused-elsewhere': true,
    }; // prettier-ignore
    const places: Record<models.PlaceName, true> = { key: true, 'within-key': true, value: true, 'within-value': true };
    expect(vectors.states).toEqual(Object.keys(states));
    expect(vectors.actions).toEqual(Object.keys(actions));
    expect(vectors.verdicts).toEqual(Object.keys(verdicts));
    expect(Object.keys(LIMITS.places)).toEqual(Object.keys(places));
  });
});
