import { describe, expect, test } from 'vitest';
import { articleOf, bare, homeEntryOf, seriesWithoutFile, written } from '@/e2e/articles';
import { textOf, textsOf } from '@/e2e/built';
import { claim, points, series } from '@/kit/record/queries';

const article = articleOf('isspace');
const { page, record } = article;

/** A claim's measured figure, as it stands on the page. */
function figureOf(id: string, label: string, write = written): string {
  const found = claim(record, id).figures.find((figure) => figure.label === label)!;
  return write(found.measured!.value, found.unit);
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

test('the first sentences say how many locales add no byte, and how many sets of white space there are, as measured', () => {
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual([
    figureOf('linux-adds-none', 'locales of glibc that were asked'),
    figureOf('implementations-disagree', 'implementations that were asked about all code points', bare),
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
    const rules = points(series(record, 'locales'), { library: 'glibc', charmap: 'UTF-8' });
    const locales = rules.reduce((sum, { values }) => sum + values['locales']!.value, 0);
    expect(locales).toBe(
      claim(record, 'wide-depends-on-locale').figures.find(({ label }) => label === 'locales of UTF-8 that were asked')!
        .measured!.value,
    );
    const shown = titled('glibc, UTF-8');
    expect(shown).toHaveLength(1);
    expect(shown[0]!.querySelectorAll('.mt-mark--measured')).toHaveLength(rules[0]!.values['spaces']!.value);
    expect(textOf(shown[0]!)).toContain(`in ${locales} locale`);
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
    const sentence = textsOf(page, 'p').find((text) => text.includes('one in 32 breaks'))!;
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
  const rows = page.querySelectorAll('#sets .mt-sets tbody tr');
  const heads = textsOf(page, '#sets .mt-sets thead th').slice(1, -1);
  const asked = series(record, 'implementations').points;
  const cells = (row: (typeof rows)[number]) => row.querySelectorAll('td');

  test('the matrix has a row for each set of those that were asked about all characters, and names everyone once', () => {
    const ofAll = rows.filter((row) => !row.querySelector('[data-says="not asked"]'));
    expect(ofAll).toHaveLength(claim(record, 'implementations-disagree').figures[0]!.measured!.value);
    const names = textsOf(page, '#sets .mt-sets tbody th').flatMap((text) =>
      text.replace(' (bytes alone)', '').split(', '),
    );
    expect(names).toHaveLength(asked.length);
    expect(new Set(names).size).toBe(asked.length);
    expect(names.filter((name) => asked.some(({ at }) => at['implementation'] === name))).toEqual([]);
  });

  test('its rows say what each calls white space, and how much, as the record does', () => {
    for (const [name, id] of [
      ['JavaScript \\s', 'javascript-regex'],
      ['musl iswspace()', 'c-iswspace-musl'],
      ['Rust char', 'rust-char'],
    ] as const) {
      const row = rows.find((one) => textOf(one.querySelector('th')!).split(', ').includes(name))!;
      const said = cells(row).map((cell) => cell.getAttribute('data-says'));
      expect(heads.length, name).toBe(said.length - 1);
      for (const [index, head] of heads.entries()) {
        const first = Number.parseInt(head.slice(2), 16);
        expect(said[index] === 'space', `${name} ${head}`).toBe(says(id, first) === true);
      }
      const { values } = asked.find(({ at }) => at['implementation'] === id)!;
      expect(textOf(cells(row).at(-1)!), name).toBe(String(values['code_points']!.value));
    }
  });

  test('its columns hold every character that someone calls a space', () => {
    const counted = heads.map((head) => 1 + Number(/ and (\d+) more$/.exec(head)?.[1] ?? 0));
    expect(counted.reduce((sum, count) => sum + count)).toBe(codePoints.length);
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
