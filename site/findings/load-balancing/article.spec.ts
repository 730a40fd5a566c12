import { claim, point, points, series } from '@/kit/record/queries';
import { formatBare } from '@/kit/chart/format';
import { articleOf, testClaims, testEveryFigure, written } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';

const article = articleOf('load-balancing');
const { record } = article;

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('a figure in a sentence', () => {
  test('shows all that is known of it when it is clicked or tapped, inside the window', async ({ page }) => {
    const figure = page.locator('.mt-inline-figure').first();
    const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
    await expect(note).toBeHidden();
    await figure.click();
    await expect(note).toBeVisible();
    const { provenance } = await record();
    await expect(note).toContainText('95% interval');
    await expect(note).toContainText(provenance.machine.id);
    await expect(note).toContainText(provenance.command);
    const box = (await note.boundingBox())!;
    const window = page.viewportSize()!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(window.width);
    expect(box.y + box.height).toBeLessThanOrEqual(window.height);
  });

  test('opens and closes with the keyboard', async ({ page }) => {
    const figure = page.locator('.mt-inline-figure').first();
    const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
    await figure.focus();
    await page.keyboard.press('Enter');
    await expect(note).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(note).toBeHidden();
    await expect(figure).toBeFocused();
  });

  test('says in words what its mark says', async ({ page }) => {
    const said = await page.locator('.mt-inline-figure').allTextContents();
    expect(said.length).toBeGreaterThan(10);
    expect(said.filter((text) => !/, (measured|exact|published|predicted)$/.test(text))).toEqual([]);
  });
});

test.describe('under a mouse', { tag: '@once' }, () => {
  test('the note comes while the pointer rests on the figure, and goes with it', async ({ page }) => {
    const figure = page.locator('.mt-inline-figure').first();
    const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
    await figure.hover();
    await expect(note).toBeVisible();
    await page.mouse.move(2, 300);
    await expect(note).toBeHidden();
  });

  test('a click keeps the note that hovering opened', async ({ page }) => {
    const figure = page.locator('.mt-inline-figure').first();
    const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
    await figure.hover();
    await expect(note).toBeVisible();
    await figure.click();
    await page.mouse.move(2, 300);
    await page.waitForTimeout(400);
    await expect(note).toBeVisible();
  });
});

test.describe('the table', () => {
  const part = '.mt-explorer-part:visible';

  test('shows the part that is chosen, and no other', async ({ page }) => {
    const explorer = page.locator('.mt-explorer');
    await expect(explorer.locator(part)).toHaveCount(1);
    await explorer.getByLabel('Two choices').check({ force: true });
    await explorer.getByLabel('10,000', { exact: true }).check({ force: true });
    await expect(explorer.locator(part)).toHaveCount(1);
    await expect(explorer.locator(part).getByRole('table')).toContainText('Two choices, 10,000 items');
  });

  test('is operated with the arrow keys', async ({ page }) => {
    const explorer = page.locator('.mt-explorer');
    await explorer.getByLabel('1,000', { exact: true }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(explorer.locator(part).getByRole('table')).toContainText('2,000 items');
  });

  test('holds what the record holds, in every part', async ({ page }) => {
    const table = series(await record(), 'published-table');
    const parts = await page.locator('.mt-explorer-part').evaluateAll((all) =>
      all.map((part) => ({
        caption: part.querySelector('caption')!.textContent,
        rows: [...part.querySelectorAll('tbody tr')].map((row) =>
          [...row.querySelectorAll('td > span')].map((span) => span.textContent.trim()),
        ),
      })),
    );
    expect(parts.length).toBeGreaterThanOrEqual(10);
    const heads = await page.locator('.mt-explorer-part').first().locator('thead th').allTextContents();
    expect(heads.slice(1).map((head) => head.replace(/^.*:\s*/s, ''))).toEqual(
      Array(4).fill('measured, exact, published'),
    );
    for (const { caption, rows } of parts) {
      const strategy = caption.startsWith('Random') ? 'random' : 'two-choices';
      const items = Number(/([\d,]+) items/.exec(caption)![1]!.replaceAll(',', ''));
      const expected = points(table, { strategy, items })
        .toSorted((one, other) => Number(one.at['servers']) - Number(other.at['servers']))
        .map((row) =>
          ['p50_items', 'p95_items', 'p99_items', 'p999_items'].flatMap((name) =>
            [row.values[name]!.value, row.exact?.[name], row.published?.[name]]
              .filter((value) => value !== undefined)
              .map((value) => formatBare(value, 'items')),
          ),
        );
      expect(rows, caption).toEqual(expected);
    }
  });
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('the table still shows one part, and any other on demand', async ({ page }) => {
    const explorer = page.locator('.mt-explorer');
    await expect(explorer.locator('.mt-explorer-part:visible')).toHaveCount(1);
    await explorer.getByLabel('100,000').check({ force: true });
    await expect(explorer.locator('.mt-explorer-part:visible')).toContainText('100,000 items');
  });

  test('figures in sentences still open their notes', async ({ page }) => {
    const figure = page.locator('.mt-inline-figure').first();
    await figure.click();
    await expect(page.locator(`#${await figure.getAttribute('popovertarget')}`)).toBeVisible();
  });
});

test.describe('every figure is the record’s', { tag: '@once' }, () => {
  test('in the first sentences', async ({ page }) => {
    const from = await record();
    const [p99] = claim(from, 'thirteen-servers').figures;
    const [any] = claim(from, 'any-server-thirteen').figures;
    const needed = points(series(from, 'planner'), { strategy: 'random', items: 1000, capacity: 100 }).find(
      ({ exact }) => exact!['p_any_over_capacity']! <= 0.01,
    )!;
    await expect(page.locator('.mt-lead .mt-inline-value')).toHaveText([
      written(p99!.measured!.value, 'items'),
      written(any!.measured!.value, 'share'),
      written(Number(needed.at['servers']), 'servers'),
    ]);
  });

  test('in the tables behind the charts', async ({ page }) => {
    const planner = series(await record(), 'planner');
    const thirteen = point(planner, { strategy: 'random', items: 1000, capacity: 100, servers: 13 });
    const row = page
      .locator('#capacity .mt-data tbody tr')
      .filter({ has: page.locator('td:first-child', { hasText: /^13$/ }) });
    await expect(row).toContainText(formatBare(thirteen.values['p_any_over_capacity']!.value, 'share'));
    await expect(row).toContainText(formatBare(thirteen.exact!['p_server_over_capacity']!, 'share'));
  });
});

testClaims(article);
testEveryFigure(4);

test.describe('the page of all claims', () => {
  test('filters by verdict, without script too', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL! });
    const page = await context.newPage();
    await page.goto('/claims/');
    const { claims } = await record();
    const visible = page.locator('.mt-claim:visible');
    expect(await visible.count()).toBeGreaterThanOrEqual(claims.length);
    await page.locator('input[name="verdict"][value="reproduced"]').check();
    await expect(visible.locator('.mt-verdict--differs')).toHaveCount(0);
    expect(await visible.count()).toBeGreaterThanOrEqual(
      claims.filter(({ verdict }) => verdict === 'reproduced').length,
    );
    await context.close();
  });
});
