import { answersOf, disputesOf, writtenRange, rangesOf } from './charts/white-space';
import { rulesOf } from './charts/byte-grid';
import { claim, points, series } from '@/kit/record/queries';
import { articleOf, plain, testClaims, testDownloads, testEveryFigure, written } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';
import { expectAccessible } from '@/e2e/labs';

const article = articleOf('isspace');
const { record } = article;

/** A claim's measured figure, as it stands on the page. */
async function figureOf(id: string, label: string): Promise<string> {
  const found = claim(await record(), id).figures.find((figure) => figure.label === label)!;
  return written(found.measured!.value, found.unit);
}

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('the first sentences', { tag: '@once' }, () => {
  test('say how many locales add how many bytes, and how many sets of white space there are, as measured', async ({
    page,
  }) => {
    const figures = page.locator('.mt-lead .mt-inline-figure');
    await expect(figures.locator('.mt-inline-value')).toHaveText([
      await figureOf('linux-adds-none', 'locales of glibc that were asked'),
      await figureOf('linux-adds-none', 'bytes added by locales of glibc'),
      await figureOf('implementations-disagree', 'implementations that were asked about all code points'),
      await figureOf('implementations-disagree', 'different sets of white space'),
    ]);
    for (const figure of await figures.all()) await expect(figure).toHaveAttribute('data-figure', 'measured');
  });

  test('stand above the lab, on the first screen', async ({ page }) => {
    const lead = await page.locator('.mt-lead').boundingBox();
    const lab = await page.locator('mt-isspace-lab').boundingBox();
    expect(lab!.y).toBeGreaterThan(lead!.y);
    expect(lab!.y).toBeLessThan(page.viewportSize()!.height);
  });
});

test.describe('the grids of bytes', { tag: '@once' }, () => {
  const grid = '#bytes .mt-byte-grids > li';

  test('have a mark for each byte that the record calls a space', async ({ page }) => {
    const from = await record();
    const [utf8] = rulesOf(from, { library: 'glibc', charmap: 'UTF-8', origin: 'supported' });
    const shown = page.locator(grid).filter({ hasText: 'glibc, UTF-8' });
    await expect(shown.locator('.mt-mark--measured')).toHaveCount(utf8!.bytes.length);
    await expect(shown).toContainText(`in ${utf8!.locales!} locale`);
  });

  test('quote what was published of macOS with marks of their own, and measure nothing there', async ({ page }) => {
    const shown = page.locator(grid).filter({ hasText: 'macOS' });
    const published = points(series(await record(), 'locales'), { library: 'macos' }).filter(
      ({ values }) => values['locales'] === undefined,
    );
    await expect(shown).not.toHaveCount(0);
    const quoted = shown.filter({ has: page.locator('.mt-mark--published') });
    await expect(quoted).toHaveCount(published.length);
    for (const one of await quoted.all()) {
      await expect(one.locator('.mt-mark--published')).toHaveCount(8);
      await expect(one.locator('.mt-mark--measured')).toHaveCount(0);
    }
  });
});

test.describe('what breaks', { tag: '@once' }, () => {
  test('is the model’s count, marked as computed', async ({ page }) => {
    const [byRule] = claim(await record(), 'hstore-breaks').figures;
    const figure = page.locator('.mt-inline-figure[data-figure="exact"]').first();
    await expect(figure.locator('.mt-inline-value')).toHaveText(written(byRule!.exact!, byRule!.unit));
  });

  test('are the letters that the text names, and they are broken by the published bytes', async ({ page }) => {
    const sentence = page.locator('p', { hasText: 'one in thirty-two' });
    const named = [...(await sentence.innerText())].filter((letter) => letter > '\u007f' && /\p{L}/u.test(letter));
    expect(named.length).toBeGreaterThan(5);
    for (const letter of named) expect([0x85, 0xa0], letter).toContain(Buffer.from(letter).at(-1));
    // One in thirty-two of what two bytes can write.
    const two = Array.from({ length: 0x800 - 0x80 }, (_, index) => String.fromCodePoint(0x80 + index));
    const broken = two.filter((letter) => [0x85, 0xa0].includes(Buffer.from(letter).at(-1)!));
    expect(two.length / broken.length).toBe(32);
  });
});

test.describe('who disagrees', () => {
  test(
    'the chart has a row for each implementation, by a name and not by its id',
    { tag: '@once' },
    async ({ page }) => {
      const asked = series(await record(), 'implementations').points;
      const drawing = page.locator('#implementations .mt-figure-wide svg[role="img"]');
      await expect(drawing.locator('.mt-mark--measured')).toHaveCount(asked.length);
      const rows = await page.locator('#implementations .mt-data tbody td:first-child').allInnerTexts();
      expect(rows.filter((name) => asked.some(({ at }) => at['implementation'] === name))).toEqual([]);
    },
  );

  test('the table has every group of characters with the same answers', { tag: '@once' }, async ({ page }) => {
    const answers = answersOf(await record());
    const disputes = disputesOf(answers);
    const rows = page.locator('#disputes .mt-disputes tbody tr');
    await expect(rows).toHaveCount(disputes.length);
    for (const [index, { codePoints, yes, no }] of disputes.entries()) {
      const text = plain(await rows.nth(index).innerText());
      for (const range of rangesOf(codePoints)) expect(text).toContain(writtenRange(range));
      const smaller = yes.length <= no.length ? yes : no;
      for (const one of smaller) expect(text).toContain(answers.implementationName(one));
    }
  });

  test('the table says of next line who calls it a space, as the record does', { tag: '@once' }, async ({ page }) => {
    const answers = answersOf(await record());
    const line = page.locator('#disputes .mt-disputes tbody tr', { hasText: 'U+0085' });
    await expect(line).toContainText('next line');
    expect(answers.says('javascript-regex', 0x85)).toBe(false);
    await expect(line.getByRole('cell').nth(1)).toContainText(/JavaScript|the other/);
  });

  test('the table fits the window and has no violation of accessibility rules', async ({ page }) => {
    const table = await page.locator('#disputes .mt-disputes').first().boundingBox();
    expect(table!.x + table!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
    await expectAccessible(page, '#disputes');
  });
});

testClaims(article);
testEveryFigure(1);
testDownloads(article, ['bytes', 'broken', 'characters', 'wide-locales']);

test.describe('on the home page', { tag: '@once' }, () => {
  test('the picture has a block for each yes of its rows, and the number of sets beside it', async ({ page }) => {
    await page.goto('/');
    const entry = page.locator('article', { hasText: 'isspace() and the locale' });
    await expect(entry.locator('strong')).toHaveText(
      await figureOf('implementations-disagree', 'different sets of white space'),
    );
    const answers = answersOf(await record());
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
    const yes = shown.flatMap((one) => answers.codePoints.filter((codePoint) => answers.says(one, codePoint)));
    await expect(entry.locator('svg.mt-thumbnail .yes')).toHaveCount(yes.length);
  });
});
