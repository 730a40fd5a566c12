import { detailWords, messagesOf, shortName, signedOf } from './charts/exchange';
import { claim, point, points, series } from '@/kit/record/queries';
import { articleOf, plain, testClaims, testDownloads, testEveryFigure, written } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';
import { expectAccessible } from '@/e2e/labs';

const article = articleOf('ssh-authentication');
const { record } = article;
/** Ladders of the article, from the left. */
const CASES = ['right-key', 'unlisted-key', 'other-session'];

/** How long the text is that a client signs, as it stands on the page. */
async function signedLength(): Promise<string> {
  const { values } = point(series(await record(), 'sizes'), { key_type: 'ed25519' });
  return written(values['signed_bytes']!.value, 'bytes');
}

/** How long the signature is. */
async function signatureLength(): Promise<string> {
  const { figures } = claim(await record(), 'encrypted-with-private-key');
  const length = figures.find(({ label }) => label === 'length of the signature')!;
  return written(length.measured!.value, length.unit);
}

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('the first sentences', { tag: '@once' }, () => {
  test('answer the question, with the length of what was signed', async ({ page }) => {
    const lead = page.locator('.mt-lead');
    await expect(lead).toContainText('Why does ssh ask for the private key');
    await expect(lead.locator('.mt-inline-value')).toHaveText([await signedLength()]);
    await expect(lead.locator('.mt-inline-figure')).toHaveAttribute('data-figure', 'measured');
  });

  test('stand above the lab, on the first screen', async ({ page }) => {
    const lead = await page.locator('.mt-lead').boundingBox();
    const lab = await page.locator('mt-ssh-authentication-lab').boundingBox();
    expect(lab!.y).toBeGreaterThan(lead!.y);
    expect(lab!.y).toBeLessThan(page.viewportSize()!.height);
  });
});

test.describe('the ladders', () => {
  const ladders = '#messages .mt-ladders > li';

  test(
    'have every message of the authentication in the record’s order, with its time',
    { tag: '@once' },
    async ({ page }) => {
      const from = await record();
      await expect(page.locator(ladders)).toHaveCount(CASES.length);
      for (const [index, of] of CASES.entries()) {
        const messages = messagesOf(from, of, 'authentication');
        expect(messages.length).toBeGreaterThan(3);
        const rungs = page.locator(ladders).nth(index).locator('.mt-ladder-rung');
        await expect(rungs).toHaveCount(messages.length);
        const texts = (await rungs.allTextContents()).map(plain);
        for (const [rung, message] of messages.entries()) {
          expect(texts[rung]).toContain(shortName(message));
          expect(texts[rung]).toContain(detailWords(message));
          expect(texts[rung]).toContain(written(message.seconds!.value, 's'));
        }
      }
    },
  );

  test('show a signature where the key is listed, and none where it is not', { tag: '@once' }, async ({ page }) => {
    const signed = (index: number) => page.locator(ladders).nth(index).locator('.mt-ladder--signed');
    await expect(signed(CASES.indexOf('right-key'))).toHaveCount(1);
    await expect(signed(CASES.indexOf('unlisted-key'))).toHaveCount(0);
  });

  test(
    'show a refusal of the signature that was made for another session, and of no other',
    { tag: '@once' },
    async ({ page }) => {
      const refused = (index: number) => page.locator(ladders).nth(index).locator('.mt-ladder--refused');
      await expect(refused(CASES.indexOf('right-key'))).toHaveCount(0);
      const replayed = page.locator(ladders).nth(CASES.indexOf('other-session')).locator('.mt-ladder-rung');
      await expect(replayed.nth(-2)).toHaveClass(/mt-ladder--signed/);
      await expect(replayed.last()).toHaveClass(/mt-ladder--refused/);
    },
  );

  test('are large enough to read and fit the window', async ({ page }) => {
    for (const ladder of await page.locator(`${ladders} svg`).all()) {
      const box = await ladder.boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
      // Drawn 300 pixels wide with text of 12.
      expect(box!.width / 300).toBeGreaterThan(11 / 12);
    }
  });
});

test.describe('what was signed', () => {
  test('has a row for each field of the record with its length, and a reason', { tag: '@once' }, async ({ page }) => {
    const fields = signedOf(await record(), { case: 'agent', key_type: 'ed25519' });
    expect(fields.length).toBeGreaterThan(7);
    const rows = page.locator('#signed .mt-signed tbody tr');
    await expect(rows).toHaveCount(fields.length);
    for (const [index, { field, bytes }] of fields.entries()) {
      await expect(rows.nth(index).getByRole('rowheader')).toHaveText(field);
      await expect(rows.nth(index).getByRole('cell').first()).toHaveText(String(bytes));
      expect((await rows.nth(index).locator('.mt-signed-why').innerText()).length).toBeGreaterThan(10);
    }
    const total = fields.reduce((sum, { bytes }) => sum + bytes, 0);
    await expect(page.locator('#signed tfoot td').first()).toHaveText(String(total));
  });

  test('draws each field where it lies', { tag: '@once' }, async ({ page }) => {
    const fields = signedOf(await record(), { case: 'agent', key_type: 'ed25519' });
    const places = await page
      .locator('#signed .mt-signed-field')
      .evaluateAll((all) => all.map((field) => ['x', 'width'].map((name) => Number(field.getAttribute(name)))));
    expect(places).toEqual(fields.map(({ start, bytes }) => [start, bytes]));
  });

  test('fits the window and has no violation of accessibility rules', async ({ page }) => {
    const table = await page.locator('#signed .mt-signed').boundingBox();
    expect(table!.x + table!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
    await expectAccessible(page, '#signed');
  });
});

test.describe('figures in tables and charts are the record’s', { tag: '@once' }, () => {
  test('how each case ended', async ({ page }) => {
    const from = await record();
    for (const [words, of] of [
      ['The key is listed', 'right-key'],
      ['The public half alone', 'public-key-only'],
      ['The passphrase is not given', 'locked-key'],
    ] as const) {
      const { values } = point(series(from, 'outcomes'), { case: of });
      const row = page.locator('table:has(.mt-inline-figure) tr', { hasText: words }).first();
      const shown = row.locator('.mt-inline-value');
      await expect(shown.first()).toHaveText(written(values['accepted_share']!.value, 'share'));
      await expect(shown.nth(2)).toHaveText(String(values['signatures']!.value));
    }
  });

  test('what each type of key costs: a dot for each figure that the record has', async ({ page }) => {
    const costs = series(await record(), 'costs');
    const count = (what: string, measure: string) =>
      points(costs, { what }).filter(({ values }) => values[measure] !== undefined).length;
    const dots = (id: string) => page.locator(`${id} .mt-figure-wide .mt-mark--measured`);
    await expect(dots('#parts')).toHaveCount(
      ['generate', 'sign', 'verify'].reduce((sum, what) => sum + count(what, 'seconds'), 0),
    );
    await expect(dots('#connections')).toHaveCount(
      ['seconds', 'cpu_seconds_client', 'cpu_seconds_server'].reduce(
        (sum, measure) => sum + count('connect', measure),
        0,
      ),
    );
  });
});

test('the published word for a signature is corrected by the record’s verdict', { tag: '@once' }, async ({ page }) => {
  const { verdict } = claim(await record(), 'encrypted-with-private-key');
  expect(verdict).toBe('differs');
  await expect(page.locator('#not-encrypted-with-the-private-key')).toBeVisible();
});

testClaims(article);
testEveryFigure(2);
testDownloads(article, ['outcomes', 'ratios', 'sizes', 'programs']);

test.describe('on the home page', { tag: '@once' }, () => {
  test('the picture has an arrow for each message that it names, and the length of the signature beside it', async ({
    page,
  }) => {
    await page.goto('/');
    const entry = page.locator('article', { hasText: 'What an SSH login by key sends' });
    await expect(entry.locator('strong')).toHaveText(await signatureLength());
    const rungs = entry.locator('svg.mt-thumbnail .rung');
    const messages = messagesOf(await record(), 'right-key', 'authentication');
    const requests = messages.filter(({ name }) => name.includes('USERAUTH'));
    await expect(rungs).toHaveCount(requests.length);
    await expect(rungs.filter({ hasText: 'signature' })).toHaveClass(/signed/);
  });
});
