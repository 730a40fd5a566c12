/** The box for one's own measurements of buffer sizes. */
import type { Locator, Page } from '@playwright/test';
import { expect } from '@/e2e/fixtures';
import { asked, copiedLink, download, expectAccessible, labOf, overflow, test } from '@/e2e/labs';

const { lab: tool, settled, open, openArticle, figure, button, choice, tag } = labOf('buffer-size', 'own');

const box = (page: Page): Locator => tool(page).locator('textarea');
const errors = (page: Page): Locator => tool(page).locator('[data-errors] li');
const sentence = (page: Page): Locator => tool(page).locator('[data-sentence]');
/** Waits until a lab has something to answer. */
const becomesBusy = (root: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (root.getAttribute('data-state') === 'ready') return;
      observer.disconnect();
      resolve();
    });
    observer.observe(root, { attributeFilter: ['data-state'] });
  });
const paste = async (page: Page, text: string) => {
  const read = tool(page).evaluate(becomesBusy);
  await box(page).fill(text);
  // What is typed is read once it rests.
  await read;
  await settled(page);
};

/** Points of a line without noise: 200 ns a call, 0.05 ns a byte. */
const LINE = Array.from({ length: 15 }, (_, i) => [2 ** i, 200e-9 + 2 ** i * 0.05e-9] as const);
const asRows = (separator: string) => LINE.map(([bytes, seconds]) => `${bytes}${separator}${seconds}`).join('\n');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('one’s own measurements', { tag: '@once' }, () => {
  test('fits what is pasted, and draws it as the reader’s own', async ({ page }) => {
    await open(page, '?own-fit=linear');
    await paste(page, asRows(', '));
    expect((await figure(page, 'own-call')) / 200e-9).toBeCloseTo(1, 6);
    expect((await figure(page, 'own-byte')) / 0.05e-9).toBeCloseTo(1, 6);
    await expect(sentence(page)).toContainText('15 points');
    await expect(tool(page).locator('[data-picture] .mt-mark--yours')).toHaveCount(30);
    await expect(tool(page).locator('[data-live]')).toContainText('15 points');
  });

  for (const [what, text] of [
    ['tabs and a header', `size\tseconds\n${asRows('\t')}`],
    ['spaces, comments and empty lines', `# mine\n\n${asRows('   ')}\n`],
    ['units', LINE.map(([bytes, seconds]) => `${bytes} B, ${seconds * 1e9} ns`).join('\r\n')],
  ] as const) {
    test(`reads ${what}`, async ({ page }) => {
      await open(page, '?own-fit=linear');
      await paste(page, text);
      await expect(errors(page)).toHaveCount(0);
      expect((await figure(page, 'own-call')) / 200e-9).toBeCloseTo(1, 6);
    });
  }

  test('reads throughputs where the second column is that', async ({ page }) => {
    await open(page, '?own-fit=linear');
    await choice(page, 'column').selectOption('bytes-per-second');
    await paste(page, LINE.map(([bytes, seconds]) => `${bytes}, ${bytes / seconds}`).join('\n'));
    expect((await figure(page, 'own-call')) / 200e-9).toBeCloseTo(1, 6);
  });

  test('says by line what it could not read, and fits the rest', async ({ page }) => {
    await open(page, '?own-fit=linear');
    const rows = asRows(', ').split('\n');
    rows.splice(3, 0, 'four, apples');
    rows.splice(7, 0, '-5, 1e-6');
    await paste(page, rows.join('\n'));
    await expect(errors(page)).toHaveCount(2);
    await expect(errors(page).nth(0)).toContainText('Line 4');
    await expect(errors(page).nth(1)).toContainText('Line 8');
    await expectAccessible(page, tag);
    await expect(sentence(page)).toContainText('2 lines could not be read');
    expect((await figure(page, 'own-call')) / 200e-9).toBeCloseTo(1, 6);
  });

  test('shows markup as text, whatever is pasted', async ({ page }) => {
    await open(page);
    await paste(page, `<img src=x onerror="alert(1)">, 1\n<script>alert(2)</script>\n"><svg onload=alert(3)>,2`);
    await expect(errors(page)).not.toHaveCount(0);
    await expect(tool(page).locator('[data-errors] *:not(li)')).toHaveCount(0);
    await expect(sentence(page)).toContainText('no points');
    expect(await figure(page, 'own-call')).toBeNaN();
  });

  test('refuses what is too long, and goes on after', async ({ page }) => {
    await open(page, '?own-fit=linear');
    // Set at once: typing so much takes a test longer than a reader's paste takes.
    await box(page).evaluate((element: HTMLTextAreaElement) => {
      element.value = '1, 1e-6\n'.repeat(13_000);
      element.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await expect(errors(page)).toHaveCount(1);
    await expect(errors(page)).toContainText('at most 100,000 are read');
    await button(page, 'Clear').click();
    await paste(page, asRows(','));
    await expect(errors(page)).toHaveCount(0);
    expect((await figure(page, 'own-call')) / 200e-9).toBeCloseTo(1, 6);
  });

  test('says why it can’t fit what is too little or has no such law', async ({ page }) => {
    await open(page);
    await paste(page, '1, 1e-6');
    await expect(sentence(page)).toContainText('no such fit');
    await paste(page, '');
    await expect(sentence(page)).toContainText('no points');
    await paste(page, asRows(','));
    await expect(sentence(page)).toContainText('no such fit');
    await choice(page, 'fit').selectOption('linear');
    await settled(page);
    await expect(sentence(page)).toContainText('200\u00a0ns a call');
  });

  test('keeps what is pasted out of the address, the link and the network', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page);
    const requests: string[] = [];
    page.on('request', (request) =>
      requests.push(`${new URL(request.url()).search} ${request.postData() ?? ''}`.trim()),
    );
    await paste(page, `${asRows(',')}\n12345678, 0.123`);
    await choice(page, 'fit').selectOption('linear');
    await settled(page);
    const link = await copiedLink(page, tool(page));
    expect([...link.searchParams.keys()].sort()).toEqual(['own-column', 'own-fit', 'own-share']);
    // The browser may look for the page's icon meanwhile.
    expect(requests.join('')).toBe('');
  });

  test('takes examples of the record, is cleared and reset', async ({ page }) => {
    await open(page);
    const zero = await figure(page, 'own-call');
    await button(page, '/dev/urandom').click();
    await settled(page);
    await expect.poll(() => figure(page, 'own-call')).not.toBe(zero);
    await button(page, 'Clear').click();
    await settled(page);
    await expect(box(page)).toBeFocused();
    await expect(sentence(page)).toContainText('no points');
    await button(page, 'Reset').click();
    await settled(page);
    expect(await figure(page, 'own-call')).toBe(zero);
    await expect(tool(page).locator('[data-picture] .mt-mark--measured').first()).toBeVisible();
  });

  test('has the lab show the law that was fitted', async ({ page }) => {
    await openArticle(page, '?own-fit=linear&share=90');
    await paste(page, asRows(','));
    await button(page, 'Show this law in the lab').click();
    const lab = page.locator('mt-buffer-size-lab');
    await expect(lab).toHaveAttribute('data-state', 'ready', { timeout: 20_000 });
    await expect(lab.locator('[data-ruler="call"] input[type=text]')).toHaveValue('200\u00a0ns');
    await expect(lab.locator('[data-ruler="byte"] input[type=text]')).toHaveValue('50\u00a0ps');
    expect((await asked(page)).get('share')).toBe('90');
  });

  test('hands out a file with the points and the fit', async ({ page }) => {
    await open(page, '?own-fit=linear');
    await paste(page, asRows(','));
    const { name, rows } = await download(page, tool(page));
    expect(name).toBe('own-measurements.csv');
    expect(rows.filter(([kind]) => kind === 'point')).toHaveLength(15);
    expect(rows.filter(([kind]) => kind === 'residual')).toHaveLength(15);
    const fitted = rows.find(([kind, what]) => kind === 'fitted' && what === 'seconds per call');
    expect(Number(fitted?.[3])).toBe(await figure(page, 'own-call'));
  });

  test('fits a small phone, with long nonsense in it', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 780 });
    await open(page);
    await paste(page, `${'x'.repeat(300)}, 1\n${'9'.repeat(300)}`);
    expect(await overflow(page)).toBeLessThanOrEqual(0);
  });
});
