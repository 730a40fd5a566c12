import { describe, expect, test } from 'vitest';
import { articleOf, homeEntryOf, seriesWithoutFile, wideChart, written } from '@/e2e/articles';
import { textOf, textsOf } from '@/e2e/built';
import { claim, points, series } from '@/kit/record/queries';

const article = articleOf('isspace');
const { page, record } = article;

/** A claim's measured figure, as it stands on the page. */
function figureOf(id: string, label: string): string {
  const found = claim(record, id).figures.find((figure) => figure.label === label)!;
  return written(found.measured!.value, found.unit);
}

const answers = new Map(
  series(record, 'code-points').points.map(({ at, values }) => [
    `${at['implementation']} ${at['code_point']}`,
    values['space']!.value > 0,
  ]),
);
/** Whether an implementation calls a code point a space; undefined where it was not asked. */
const says = (implementation: string, codePoint: number) => answers.get(`${implementation} ${codePoint}`);
/** Every code point that was asked about. */
const codePoints = [...new Set(series(record, 'code-points').points.map(({ at }) => Number(at['code_point'])))];

test('the first sentences say how many locales add how many bytes, and how many sets of white space there are, as measured', () => {
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual([
    figureOf('linux-adds-none', 'locales of glibc that were asked'),
    figureOf('linux-adds-none', 'bytes added by locales of glibc'),
    figureOf('implementations-disagree', 'implementations that were asked about all code points'),
    figureOf('implementations-disagree', 'different sets of white space'),
  ]);
  expect(page.querySelectorAll('.mt-lead .mt-inline-figure:not([data-figure="measured"])')).toEqual([]);
});

test('every series of the record but those of sentences and grids can be downloaded beside a figure', () => {
  expect(seriesWithoutFile(article).sort()).toEqual(['broken', 'bytes', 'characters', 'wide-locales']);
});

describe('the grids of bytes', () => {
  const grids = page.querySelectorAll('#bytes .mt-byte-grids > li');
  const titled = (title: string) => grids.filter((grid) => textOf(grid).includes(title));

  test('have a mark for each byte that the record calls a space', () => {
    const at = { library: 'glibc', charmap: 'UTF-8' };
    const [rule] = points(series(record, 'locales'), at).filter(({ at }) => at['origin'] === 'supported');
    const shown = titled('glibc, UTF-8');
    expect(shown).toHaveLength(1);
    expect(shown[0]!.querySelectorAll('.mt-mark--measured')).toHaveLength(rule!.values['spaces']!.value);
    expect(textOf(shown[0]!)).toContain(`in ${rule!.values['locales']!.value} locale`);
  });

  test('quote what was published of macOS with marks of their own, and measure nothing there', () => {
    const published = points(series(record, 'locales'), { library: 'macos' }).filter(
      ({ values }) => values['locales'] === undefined,
    );
    expect(published.length).toBeGreaterThan(0);
    const quoted = titled('macOS').filter((grid) => grid.querySelector('.mt-mark--published'));
    expect(quoted).toHaveLength(published.length);
    for (const grid of quoted) {
      expect(grid.querySelectorAll('.mt-mark--published')).toHaveLength(8);
      expect(grid.querySelectorAll('.mt-mark--measured')).toHaveLength(0);
    }
  });
});

describe('what breaks', () => {
  test('is the model’s count, marked as computed', () => {
    const [byRule] = claim(record, 'hstore-breaks').figures;
    const figure = page.querySelector('.mt-inline-figure[data-figure="exact"]')!;
    expect(textsOf(figure, '.mt-inline-value')).toEqual([written(byRule!.exact!, byRule!.unit)]);
  });

  test('are the letters that the text names, and they are broken by the published bytes', () => {
    const sentence = textsOf(page, 'p').find((text) => text.includes('one in thirty-two'))!;
    const named = [...sentence].filter((letter) => letter > '\u007f' && /\p{L}/u.test(letter));
    expect(named.length).toBeGreaterThan(5);
    for (const letter of named) expect([0x85, 0xa0], letter).toContain(Buffer.from(letter).at(-1));
    // One in thirty-two of what two bytes can write.
    const two = Array.from({ length: 0x800 - 0x80 }, (_, index) => String.fromCodePoint(0x80 + index));
    const broken = two.filter((letter) => [0x85, 0xa0].includes(Buffer.from(letter).at(-1)!));
    expect(two.length / broken.length).toBe(32);
  });
});

describe('who disagrees', () => {
  const rows = page.querySelectorAll('#disputes .mt-disputes tbody tr');
  const asked = series(record, 'implementations').points;

  test('the chart has a row for each implementation, by a name and not by its id', () => {
    expect(wideChart(page, 'implementations').querySelectorAll('.mt-mark--measured')).toHaveLength(asked.length);
    const names = textsOf(page, '#implementations .mt-data tbody td:first-child');
    expect(names).toHaveLength(asked.length);
    expect(names.filter((name) => asked.some(({ at }) => at['implementation'] === name))).toEqual([]);
  });

  test('the table has every group of characters with the same answers, and names the smaller side', () => {
    const ids = [...new Set(series(record, 'code-points').points.map(({ at }) => String(at['implementation'])))];
    const beyondAscii = codePoints.filter((codePoint) => codePoint >= 0x80);
    // Whoever calls nothing beyond ASCII a space has no part in disputes there.
    const wider = ids.filter((id) => beyondAscii.some((codePoint) => says(id, codePoint)));
    const parties = (codePoint: number) => {
      const all = codePoint < 0x80 ? ids : wider;
      const saying = (answer: boolean) => all.filter((id) => says(id, codePoint) === answer);
      return { yes: saying(true), no: saying(false) };
    };
    const disputed = codePoints.filter((each) => parties(each).yes.length > 0 && parties(each).no.length > 0);
    const groups = Map.groupBy(disputed, (each) => JSON.stringify(parties(each)));
    expect(rows).toHaveLength(groups.size);
    const nameOf = (id: string) => {
      const { at } = asked.find((each) => each.at['implementation'] === id)!;
      return `${at['language']} ${at['call']}`;
    };
    const hex = (codePoint: number) => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
    for (const group of groups.values()) {
      const row = textOf(rows.find((each) => textOf(each).includes(hex(group[0]!)))!);
      // Neighbours stand as a range.
      const isInside = (each: number) => group.includes(each - 1) && group.includes(each + 1);
      for (const each of group.filter((one) => !isInside(one))) expect(row).toContain(hex(each));
      const { yes, no } = parties(group[0]!);
      for (const id of yes.length <= no.length ? yes : no) expect(row).toContain(nameOf(id));
    }
  });

  test('the table says of next line who calls it a space, as the record does', () => {
    const line = rows.find((row) => textOf(row).includes('U+0085'))!;
    expect(textOf(line)).toContain('next line');
    expect(says('javascript-regex', 0x85)).toBe(false);
    expect(textsOf(line, 'td')[1]).toMatch(/JavaScript|the other/);
  });
});

test('on the home page, the picture has a block for each yes of its rows, and the number of sets beside it', () => {
  const entry = homeEntryOf('isspace');
  expect(textsOf(entry, 'strong')).toEqual([figureOf('implementations-disagree', 'different sets of white space')]);
  const shown = [
    'c-iswspace-glibc-c',
    'c-iswspace-glibc-utf8',
    'c-iswspace-musl',
    'icu-u-isspace',
    'unicode-white-space',
    'javascript-regex',
    'python-str',
    'rust-ascii',
  ];
  const yes = shown.flatMap((id) => codePoints.filter((codePoint) => says(id, codePoint)));
  expect(entry.querySelectorAll('svg.mt-thumbnail .yes')).toHaveLength(yes.length);
});
