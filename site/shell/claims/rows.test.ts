import { describe, expect, test } from 'vitest';
import type { Claim, ClaimFigure, MeasurementRecord, Verdict } from '@/kit/record/types.ts';
import { asYours } from '@/kit/record/origin.ts';
import { againstPublished, byVerdict, claimRows, differsFromOurs, factorOff } from './rows.ts';

const claim = (id: string, verdict: Verdict, figures: ClaimFigure[] = []): Claim => ({
  id,
  statement: `${id}.`,
  source: null,
  figures,
  verdict,
  why: '',
});
const record = (experiment: string, machine: string, claims: Claim[]) =>
  ({ experiment, claims, provenance: { machine: { id: machine } } }) as unknown as MeasurementRecord;

const figure = (
  published: [number, number] | null,
  measured: [number, number, number] | null,
  margins?: [number, number],
) => ({
  label: 'a figure',
  unit: 's',
  published: published && { low: published[0], high: published[1] },
  measured: measured && { n: 9, low: measured[0], value: measured[1], high: measured[2] },
  exact: null,
  predicted: null,
  ...(margins && { margins: { low: margins[0], high: margins[1], reason: '' } }),
});

describe('rows', () => {
  const rows = claimRows([
    record('one', 'fast', [claim('a', 'reproduced'), claim('b', 'differs')]),
    record('one', 'slow', [claim('a', 'undecided'), claim('c', 'holds')]),
    record('two', 'fast', [claim('a', 'depends')]),
  ]);

  test('the reader’s own verdicts come with ours, and no row of their own', () => {
    const yours = asYours(record('one', 'a', [claim('first', 'differs'), claim('only-theirs', 'holds')]));
    const rows = claimRows([record('one', 'a', [claim('first', 'reproduced')]), yours]);
    expect(rows.map(({ claim: { id, verdict }, verdicts }) => [id, verdict, [...verdicts]])).toEqual([
      [
        'first',
        'reproduced',
        [
          ['a', 'reproduced'],
          ['your machine', 'differs'],
        ],
      ],
    ]);
  });

  test('the reader’s machine differs where it says something else, and not where it could not tell', () => {
    const claims = [claim('a', 'reproduced'), claim('b', 'reproduced'), claim('c', 'reproduced'), claim('d', 'holds')];
    const theirs = [claim('a', 'differs'), claim('b', 'not-tested'), claim('c', 'reproduced')];
    const rows = claimRows([record('one', 'ours', claims), asYours(record('one', 'theirs', theirs))]);
    expect(rows.map((row) => [row.claim.id, differsFromOurs(row), [...row.yours.values()]])).toEqual([
      ['a', true, ['differs']],
      ['b', false, ['not-tested']],
      ['c', false, ['reproduced']],
      ['d', false, []],
    ]);
  });

  test('there is one for each claim of each experiment, with what every machine says', () => {
    expect(rows.map((row) => [row.experiment, row.claim.id, ...row.verdicts])).toEqual([
      ['one', 'a', ['fast', 'reproduced'], ['slow', 'undecided']],
      ['one', 'b', ['fast', 'differs']],
      ['one', 'c', ['slow', 'holds']],
      ['two', 'a', ['fast', 'depends']],
    ]);
  });

  test('come in the order of their verdicts, and otherwise as they were', () => {
    const sorted = byVerdict(rows, ['differs', 'depends', 'reproduced', 'holds']);
    expect(sorted.map(({ claim: { verdict } }) => verdict)).toEqual(['differs', 'depends', 'reproduced', 'holds']);
  });
});

describe('published against measured', () => {
  const against = (...figures: ClaimFigure[]) =>
    againstPublished(claimRows([record('one', 'fast', [claim('a', 'differs', figures)])]));

  test('is a ratio with its interval and its margins', () => {
    const [only] = against(figure([2, 2], [2, 3, 4], [1.8, 2.2])).shown;
    expect(only!.ratio).toEqual({ low: 1, value: 1.5, high: 2 });
    expect(only!.margins).toEqual({ low: 0.9, high: 1.1 });
  });

  test('a published range is as wide on either side of 1', () => {
    const [only] = against(figure([1, 4], [1, 2, 4])).shown;
    expect(only!.ratio).toEqual({ low: 0.5, value: 1, high: 2 });
    expect(only!.margins).toBeUndefined();
  });

  test('what is 0, or was not measured or published, has none, and is counted where it was both', () => {
    const none = against(
      figure([0, 0], [1, 2, 3]),
      figure([1, 1], [0, 0, 1]),
      figure(null, [1, 2, 3]),
      figure([1, 1], null),
    );
    expect(none).toEqual({ shown: [], withoutRatio: 2 });
  });

  test('half and twice are as far off', () => {
    const { shown } = against(figure([2, 2], [1, 1, 1]), figure([1, 1], [2, 2, 2]));
    expect(shown.map(factorOff)).toEqual([2, 2]);
  });
});
