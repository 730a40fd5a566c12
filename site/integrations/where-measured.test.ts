import { mdxToJs } from 'satteri';
import { describe, expect, test, vi } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { keepMeasured } from './where-measured.ts';

const text = (value: string) => ({ type: 'paragraph', value });
const otherwise = {
  type: 'mdxJsxFlowElement',
  name: 'Fragment',
  attributes: [{ name: 'slot', value: 'otherwise' }],
  children: [text('not here')],
};

/** Two records, of which the first has nothing. */
function poorAndRich(): MeasurementRecord[] {
  const record = madeUpRecord();
  const untested = record.claims.find(({ id }) => id === 'two-choices-cost')!;
  untested.figures = [{ ...record.claims[0]!.figures[0]!, measured: null }];
  return [{ ...madeUpRecord(), series: [], claims: [] }, record];
}

/** What an element with these attributes shows where these records are published. */
function shown(
  attributes: Readonly<Record<string, string | { value: string }>>,
  name = 'WhereMeasured',
  records = poorAndRich(),
) {
  const node = {
    type: 'mdxJsxFlowElement',
    name,
    attributes: Object.entries(attributes).map(([key, value]) => ({ name: key, value })),
    children: [text('measured'), otherwise],
  };
  let by: unknown;
  const context = { parent: () => undefined, replaceNode: (_: unknown, nodes: unknown) => (by = nodes) };
  keepMeasured(() => records).mdxJsxFlowElement(node, context);
  return by;
}

/** The words of an article that are shown, as Astro's own compiler compiles it. */
async function wordsOf(article: string): Promise<string[]> {
  const warn = vi.spyOn(console, 'warn');
  const { code } = await mdxToJs(article, { mdastPlugins: [keepMeasured(() => [madeUpRecord()]) as never] });
  expect(warn).not.toHaveBeenCalled();
  expect(code).not.toContain('WhereMeasured');
  return [...code.matchAll(/" ?([a-z]+) ?"/g)].flatMap(([, word]) => (word === 'p' || word === 'div' ? [] : [word!]));
}

describe('WhereMeasured in an article', () => {
  test('shows its content where some machine has the series, and the rest where none has', () => {
    expect(shown({ series: 'published-table' })).toEqual([text('measured')]);
    expect(shown({ series: 'another' })).toEqual([text('not here')]);
  });

  test('may ask for points at some settings', () => {
    const at = (servers: number) => ({ value: `{ strategy: 'random', servers: ${servers} }` });
    expect(shown({ series: 'published-table', at: at(13) })).toEqual([text('measured')]);
    expect(shown({ series: 'published-table', at: at(99) })).toEqual([text('not here')]);
  });

  test('takes neither what was measured in an older way nor what somebody published for measured here', () => {
    const { series, ...record } = madeUpRecord();
    const older = { ...record, series: [], older: series.map((own) => ({ ...own, method: 1, method_today: 2 })) };
    const [table] = series;
    const at = { strategy: 'random', servers: 99 };
    const published = { ...table!, points: [...table!.points, { at, values: {}, published: { p99_items: 7 } }] };
    const where = { series: 'published-table', at: { value: '{ servers: 99 }' } };
    expect(shown({ series: 'published-table' }, 'WhereMeasured', [older])).toEqual([text('not here')]);
    expect(shown(where, 'WhereMeasured', [{ ...record, series: [published] }])).toEqual([text('not here')]);
  });

  test('may ask for a claim, of which every figure was measured', () => {
    expect(shown({ claim: 'thirteen-servers' })).toEqual([text('measured')]);
    expect(shown({ claim: 'two-choices-cost' })).toEqual([text('not here')]);
    expect(shown({ claim: 'another' })).toEqual([text('not here')]);
  });

  test('may ask for a verdict, which all have to have that could judge', () => {
    const under = (verdict: string, claim = 'thirteen-servers') => shown({ claim, verdict });
    expect(under('reproduced holds')).toEqual([text('measured')]);
    expect(under('differs depends')).toEqual([text('not here')]);
    expect(under('reproduced', 'another')).toEqual([text('not here')]);
    expect(under('not-tested', 'another')).toEqual([text('not here')]);
    expect(() => under('right')).toThrow('knows no verdict “right”');
    expect(() => shown({ verdict: 'holds' })).toThrow('needs claim');
  });

  test('may ask the records of another experiment', () => {
    const asked: (string | undefined)[] = [];
    const records = (of?: string) => (asked.push(of), of === 'sweep' ? [madeUpRecord()] : []);
    const node = (of: string) => ({
      type: 'mdxJsxFlowElement',
      name: 'WhereMeasured',
      attributes: [
        { name: 'series', value: 'published-table' },
        { name: 'of', value: of },
      ],
      children: [text('measured')],
    });
    const shownOf = (of: string) => {
      let by: unknown;
      const context = { parent: () => undefined, replaceNode: (_: unknown, nodes: unknown) => (by = nodes) };
      keepMeasured(records).mdxJsxFlowElement(node(of), context);
      return by;
    };
    expect([shownOf('sweep'), shownOf('another')]).toEqual([[text('measured')], []]);
    expect(asked).toEqual(['sweep', 'another']);
  });

  test('needs a series, and settings that are written out', () => {
    expect(() => shown({})).toThrow('needs series');
    expect(() => shown({ series: 'published-table', claim: 'thirteen-servers' })).toThrow('needs series');
    expect(() => shown({ series: 'published-table', at: { value: 'newer' } })).toThrow('newer is not defined');
  });

  const [known, unknown] = ['series="published-table"', 'series="another"'];
  test.each([
    ['both shown', known, known, ['outer', 'inner', 'after']],
    ['the inner one not', known, unknown, ['outer', 'without', 'after']],
    ['the outer one not', unknown, known, ['elsewhere', 'inner']],
    ['neither', unknown, unknown, ['elsewhere', 'without']],
  ])('may stand in another one, right in it or deeper: %s', async (_, outer, inner, words) => {
    const other = (text: string) => `<Fragment slot="otherwise">${text}</Fragment>`;
    const within = `<WhereMeasured ${inner}>inner${other('without')}</WhereMeasured>`;
    const inLine = (within: string) =>
      `<WhereMeasured ${outer}>outer ${within} after${other(`elsewhere ${within}`)}</WhereMeasured>\n`;
    const inBlocks = (within: string) =>
      `<WhereMeasured ${outer}>\nouter\n\n${within}\n\nafter\n\n<Fragment slot="otherwise">\nelsewhere\n\n${within}\n</Fragment>\n</WhereMeasured>\n`;
    expect.soft(await wordsOf(inLine(within))).toEqual(words);
    expect.soft(await wordsOf(inBlocks(within))).toEqual(words);
    expect.soft(await wordsOf(`<div>\n${inBlocks(within)}</div>`)).toEqual(words);
    expect.soft(await wordsOf(inBlocks(`<div>${within}</div>`))).toEqual(words);
  });

  test('other elements stay as they are', () => expect(shown({ series: 'another' }, 'RowsOf')).toBeUndefined());
});
