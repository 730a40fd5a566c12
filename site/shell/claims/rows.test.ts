import { describe, expect, test } from 'vitest';
import type { Claim, ClaimFigure, MeasurementRecord, Verdict } from '@/kit/record/types.ts';
import { byVerdict, claimRows, summaryOf, tallies, verdictsOf } from './rows.ts';

const claim = (id: string, verdict: Verdict, figures: ClaimFigure[] = []): Claim => ({
  id,
  statement: `${id}.`,
  source: null,
  figures,
  rule: { cases: [] },
  verdict,
  why: '',
});
const record = (experiment: string, machine: string, claims: Claim[]) =>
  ({
    experiment,
    claims,
    machineName: machine,
    provenance: { machine: { id: machine } },
  }) as unknown as MeasurementRecord;

const figure = (label: string, published: number | null, measured: number | null): ClaimFigure => ({
  label,
  unit: 's',
  published: published === null ? null : { low: published, high: published },
  measured: measured === null ? null : { n: 9, low: measured, value: measured, high: measured },
  exact: null,
  predicted: null,
});

describe('rows', () => {
  const rows = claimRows([
    record('one', 'fast', [claim('a', 'reproduced'), claim('b', 'differs')]),
    record('one', 'slow', [claim('a', 'undecided'), claim('c', 'holds')]),
    record('two', 'fast', [claim('a', 'depends')]),
  ]);

  test('there is one for each claim of each experiment, with what every machine says', () => {
    expect(rows.map((row) => [row.experiment, row.claim.id, row.verdict, ...verdictsOf(row)])).toEqual([
      ['one', 'a', 'reproduced', ['fast', 'reproduced'], ['slow', 'undecided']],
      ['one', 'b', 'differs', ['fast', 'differs']],
      ['one', 'c', 'holds', ['slow', 'holds']],
      ['two', 'a', 'depends', ['fast', 'depends']],
    ]);
  });

  test('are counted by finding and verdict, those of a finding’s experiments together', () => {
    const more = claimRows([record('one-more', 'fast', [claim('d', 'holds')])]);
    const counted = tallies([...rows, ...more], (experiment) => experiment.replace('-more', ''));
    expect(counted.map(({ finding, counts }) => [finding, Object.fromEntries(counts)])).toEqual([
      ['one', { reproduced: 1, differs: 1, holds: 2 }],
      ['two', { depends: 1 }],
    ]);
  });

  test('come in the order of their verdicts, and otherwise as they were', () => {
    const sorted = byVerdict(rows, ['differs', 'depends', 'reproduced', 'holds']);
    expect(sorted.map(({ verdict }) => verdict)).toEqual(['differs', 'depends', 'reproduced', 'holds']);
  });

  test('show the first figure that was published and measured, or else the first that was measured', () => {
    const shortOf = (...figures: ClaimFigure[]) =>
      summaryOf(claimRows([record('one', 'fast', [claim('a', 'holds', figures)])])[0]!);
    expect(shortOf(figure('x', 2, null), figure('y', null, 3), figure('z', 2, 4))).toEqual({
      label: 'z',
      published: '2\u00a0s',
      measured: '4\u00a0s',
    });
    expect(shortOf(figure('x', 2, null), figure('y', null, 3))).toEqual({
      label: 'y',
      published: '',
      measured: '3\u00a0s',
    });
    expect(shortOf(figure('x', 2, null))).toBeUndefined();
  });
});
