import { experimental_AstroContainer as AstroContainer } from 'astro/container';
import { parse } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import type { Claim, ClaimFigure, MeasurementRecord, Verdict } from '@/kit/record/types.ts';
import AgainstPublished from './AgainstPublished.astro';
import {
  againstPublished,
  besideAxis,
  byVerdict,
  claimRows,
  factorOff,
  firstAgainst,
  markOf,
  measuredText,
  tallies,
  verdictsOf,
} from './rows.ts';

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
    machineName: `the ${machine}`,
    provenance: { machine: { id: machine } },
  }) as unknown as MeasurementRecord;

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

  test('are counted by finding and verdict, those of a finding’s experiments together', () => {
    const counted = tallies(
      [...rows, ...claimRows([record('one-more', 'fast', [claim('d', 'holds')])])],
      (experiment) => experiment.replace('-more', ''),
    );
    expect(counted.map(({ finding, counts }) => [finding, Object.fromEntries(counts)])).toEqual([
      ['one', { reproduced: 1, differs: 1, holds: 2 }],
      ['two', { depends: 1 }],
    ]);
  });

  test('show the first figure of a published claim that was measured, on every machine', () => {
    const source = { title: '', url: 'https://example.com/' };
    const published = {
      ...claim('a', 'differs', [{ ...figure([2, 2], null), label: 'not measured' }, figure([2, 2], [3, 4, 5])]),
      source,
    };
    const [row] = claimRows([record('one', 'b', [published]), record('one', 'a', [published])]);
    expect(firstAgainst(row!)?.multiples.map(({ record, measured }) => [record.machineName, measured.value])).toEqual([
      ['the a', 4],
      ['the b', 4],
    ]);
    expect(firstAgainst({ ...row!, claim: claim('a', 'holds', published.figures) })).toBeUndefined();
  });

  test('there is one for each claim of each experiment, with what every machine says', () => {
    expect(rows.map((row) => [row.experiment, row.claim.id, row.verdict, ...verdictsOf(row)])).toEqual([
      ['one', 'a', 'reproduced', ['fast', 'reproduced'], ['slow', 'undecided']],
      ['one', 'b', 'differs', ['fast', 'differs']],
      ['one', 'c', 'holds', ['slow', 'holds']],
      ['two', 'a', 'depends', ['fast', 'depends']],
    ]);
  });

  test('come in the order of their verdicts, and otherwise as they were', () => {
    const sorted = byVerdict(rows, ['differs', 'depends', 'reproduced', 'holds']);
    expect(sorted.map(({ verdict }) => verdict)).toEqual(['differs', 'depends', 'reproduced', 'holds']);
  });
});

describe('published against measured', () => {
  const against = (...figures: ClaimFigure[]) =>
    againstPublished(claimRows([record('one', 'fast', [claim('a', 'differs', figures)])]));

  test('is a ratio with its interval and its margins', () => {
    const [only] = against(figure([2, 2], [2, 3, 4], [1.8, 2.2])).shown;
    expect(only!.multiples[0]!.ratio).toEqual({ low: 1, value: 1.5, high: 2 });
    expect(only!.margins).toEqual({ low: 0.9, high: 1.1 });
  });

  test('a published range is as wide on either side of 1', () => {
    const [only] = against(figure([1, 4], [1, 2, 4])).shown;
    expect(only!.multiples[0]!.ratio).toEqual({ low: 0.5, value: 1, high: 2 });
    expect(only!.margins).toBeUndefined();
  });

  test('what was published as 0, or was not measured or published, has none, and is counted where it was both', () => {
    const none = against(
      ...[figure([0, 0], [1, 2, 3]), figure(null, [1, 2, 3]), figure([1, 1], null)].map((one, index) => ({
        ...one,
        label: `figure ${index}`,
      })),
    );
    expect(none).toEqual({ shown: [], withoutRatio: 1 });
  });

  /** A figure published as 2 s that three machines measured, of which one found none of it. */
  const withZero = (none: ClaimFigure) =>
    againstPublished(
      claimRows(
        Object.entries({ c: figure([2, 2], [2, 2, 2]), b: none, a: figure([2, 2], [6, 6, 6]) }).map(([machine, one]) =>
          record('one', machine, [claim('a', 'differs', [one])]),
        ),
      ),
    ).shown[0]!;
  const mixed = figure([2, 2], [0, 0, 1]);
  const zeros = {
    'rounds reach beyond': { ...mixed, measured: { ...mixed.measured!, min: 0, max: 24 } },
    'an interval reaches up': figure([2, 2], [0, 0, 0.5]),
    'nothing was found': figure([2, 2], [0, 0, 0]),
  };

  test.each([
    ['rounds reach beyond', '0 s, rounds 0 s to 24 s', '0 s to 24 s', undefined, 12],
    ['an interval reaches up', '0 s, 95% interval 0 s to 500 ms', '0 s', 'below', 4],
    ['nothing was found', '0 s, off the scale', '0 s', 'below', Infinity],
  ] as const)('a machine that measured 0 keeps its place where %s', (name, beside, short, mark, off) => {
    const only = withZero(zeros[name]);
    expect(only.multiples.map(({ record }) => record.machineName)).toEqual(['the a', 'the b', 'the c']);
    const zero = only.multiples[1]!;
    const spaced = (text: string) => text.replaceAll('\u00a0', ' ');
    expect([spaced(besideAxis(zero, 's')), spaced(measuredText(zero, 's')), markOf(zero)]).toEqual([
      beside,
      short,
      mark,
    ]);
    expect(factorOff(only)).toBe(off);
  });

  test('a value has a dot on the axis, and an arrow at its end beyond; rounds have neither, unless nothing else would be seen', () => {
    const marks = (low: number, value: number, high: number, max?: number) => {
      const one = figure([1, 1], [low, value, high]);
      const measured = { ...one.measured!, ...(max === undefined ? {} : { min: 0, max }) };
      return markOf(against({ ...one, measured }).shown[0]!.multiples[0]!);
    };
    expect([marks(1, 2, 3), marks(11, 12, 13), marks(0.01, 0.02, 0.03)]).toEqual(['dot', 'above', 'below']);
    expect([marks(0, 1, 2, 3), marks(0, 0, 0.02, 0.03)]).toEqual([undefined, 'below']);
  });

  test('each value beside the axis names its machine, by the number that it has among all', async () => {
    const container = await AstroContainer.create();
    const drawn = async (ids: readonly string[], figures = [withZero(zeros['nothing was found'])]) => {
      const machines = ids.map((id) => ({ id, name: `machine ${id}` }));
      const props = { figures, machines, titles: new Map(), findingOf: String };
      const html = parse(await container.renderToString(AgainstPublished, { props }));
      const [, ...values] = html.querySelectorAll('.numbers > span').map((one) => one.textContent);
      return { values: values.map((text) => text.replace(/\s+/g, ' ').trim()), html };
    };
    const { values, html } = await drawn(['0', 'a', 'b', 'c']);
    expect(values).toEqual(['2 machine a: 6 s', '3 machine b: 0 s, off the scale', '4 machine c: 2 s']);
    expect(html.querySelectorAll('.plot .interval')).toHaveLength(3);
    expect(html.querySelectorAll('.plot .dot').map(({ rawTagName }) => rawTagName)).toEqual([
      'circle',
      'path',
      'circle',
    ]);
    expect((await drawn(['fast'], against(figure([2, 2], [2, 2, 2])).shown)).values).toEqual(['2 s']);
  });

  test('rounds of which some have none of it are shown as they are, from the smallest to the largest', () => {
    const mixed = figure([1, 1], [0, 0.5, 1]);
    const [only] = against({ ...mixed, measured: { ...mixed.measured!, min: 0, max: 3 } }).shown;
    expect(only!.multiples[0]).toMatchObject({ rounds: { low: 0, high: 3 }, ratio: { low: 0, value: 0.5, high: 3 } });
    expect(against(mixed).shown[0]!.multiples[0]!.rounds).toBeUndefined();
  });

  test('half and twice are as far off', () => {
    const labelled = (label: string, one: ClaimFigure) => ({ ...one, label });
    const half = labelled('half', figure([2, 2], [1, 1, 1]));
    const { shown } = against(half, labelled('twice', figure([1, 1], [2, 2, 2])));
    expect(shown.map(factorOff)).toEqual([2, 2]);
  });

  test('each machine that measured it has a ratio, and the farthest counts', () => {
    const measured = (machine: string, value: number | null) =>
      record('one', machine, [claim('a', 'differs', [figure([2, 2], value === null ? null : [value, value, value])])]);
    const rows = claimRows([measured('same', 2), measured('off', 6), measured('without', null)]);
    const [only, ...others] = againstPublished(rows).shown;
    expect(others).toEqual([]);
    expect(only!.multiples.map(({ record, ratio }) => [record.machineName, ratio.value])).toEqual([
      ['the off', 3],
      ['the same', 1],
    ]);
    expect(factorOff(only!)).toBe(3);
  });
});
