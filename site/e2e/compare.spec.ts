/** A reader chooses records of their own: they are drawn beside ours, kept, and forgotten; what is no record is refused. */
import { globSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { measuredElsewhere, standingAlone } from '@/kit/record/fixtures/yours';
import { machineName } from '@/kit/record/machine-name';
import type { RecordFile } from '@/kit/record/types';
import { violationsOn } from './accessible';
import { expect, test } from './fixtures';

const SLUG = 'load-balancing';
const ARTICLE = `/findings/${SLUG}/`;
/** The first published record of an experiment, as its machine's owner has it. */
const publishedOf = (experiment: string): RecordFile =>
  standingAlone(globSync(`content/measurements/${experiment}/*.json`)[0]!);
const published = publishedOf(SLUG);
const yours = measuredElsewhere(published, 'my-machine');
const { claims } = yours.judged!;
claims[0]!.verdict = 'differs';
/** What the reader's machine is called. */
const NAME = machineName(yours.provenance.machine);

interface Chosen {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const named = (name: string, content: string | RecordFile): Chosen => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)),
});
const mine = named('mine.json', yours);

const section = (page: Page) => page.locator('[data-compare]');
const says = (page: Page) => section(page).locator('[data-says] p');
const marks = (page: Page) => page.locator('.sl-markdown-content .mt-mark--yours:not([hidden] *)');

async function choose(page: Page, ...files: Chosen[]): Promise<void> {
  await section(page).locator('input').setInputFiles(files);
}

async function chooseMine(page: Page): Promise<void> {
  await choose(page, mine);
  await expect(section(page)).toHaveAttribute('data-state', 'drawn');
}

/** Files that are let go over the page. */
async function drop(page: Page, ...files: Chosen[]): Promise<void> {
  const data = await page.evaluateHandle(
    (all) => {
      const transfer = new DataTransfer();
      for (const [name, text] of all) transfer.items.add(new File([text], name, { type: 'application/json' }));
      return transfer;
    },
    files.map(({ name, buffer }) => [name, buffer.toString()] as const),
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: data });
}

/** Everything in an article that is drawn from records, as markup, whatever numbers its notes have. */
const drawnParts = (page: Page) =>
  page
    .locator('.sl-markdown-content :is(.mt-figure, .mt-inline, .mt-claim)')
    .evaluateAll((all) =>
      all.map(({ outerHTML }) => outerHTML.replaceAll(/\s+/g, ' ').replaceAll(/(figure|drawn)-\d+/g, 'note')),
    );

test.describe('a record of the reader’s', { tag: '@once' }, () => {
  test('is drawn everywhere in its article, kept over a reload, and forgotten on request', async ({ page }) => {
    test.slow();
    await page.goto(ARTICLE);
    const before = await drawnParts(page);
    await chooseMine(page);
    await expect(says(page)).toHaveText([/^mine\.json is drawn as your machine, in .+\.$/]);

    await test.step('with the line that says which run it is, and figures', async () => {
      await expect(page.locator('.mt-title [data-your-run]')).toContainText(`on ${NAME}`);
      await expect(page.locator('.mt-inline-figure--yours').first()).toBeVisible();
      expect(await violationsOn(page, { within: '.mt-title' })).toEqual([]);
      expect(await violationsOn(page, { within: '[data-compare]' })).toEqual([]);
    });

    await test.step('by what a mouse opens, as before', async () => {
      const inline = page.locator('.mt-inline:has(.mt-inline-figure--yours)').first();
      await inline.locator('.mt-inline-figure--yours').hover();
      await expect(inline.locator('.mt-note')).toContainText('your machine');
      await page.mouse.move(2, 300);
      await expect(inline.locator('.mt-note')).toBeHidden();
    });

    const count = await marks(page).count();
    await page.reload();
    await expect(section(page)).toHaveAttribute('data-state', 'drawn');
    await expect(marks(page)).toHaveCount(count);

    await page.locator('[data-forget]').focus();
    await page.keyboard.press('Enter');
    await expect(says(page)).toHaveText(['mine.json is forgotten.']);
    await expect(section(page).locator('input')).toBeFocused();
    expect(await drawnParts(page)).toEqual(before);
    await expect(page.locator('[data-your-run]')).toHaveCount(0);

    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.reload();
    await page.waitForLoadState('networkidle');
    expect(loaded.filter((url) => url.includes('/drawing.'))).toEqual([]);
  });

  test('is chosen by the keyboard alone, and nothing of it leaves the browser', async ({ page, baseURL }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      const isQuiet =
        request.method() === 'GET' && request.postData() === null && !request.url().includes('my-machine');
      if (!isQuiet || !request.url().startsWith(baseURL!)) sent.push(`${request.method()} ${request.url()}`);
    });
    // From the beginning: to listen takes the browser a moment.
    page.on('filechooser', (chooser) => void chooser.setFiles([mine]));
    await page.goto(ARTICLE);
    await section(page).locator('a, input').first().focus();
    await page.keyboard.press('Tab');
    await expect(section(page).locator('input')).toBeFocused();
    await page.keyboard.press('Space');
    await expect(section(page)).toHaveAttribute('data-state', 'drawn');
    expect(sent).toEqual([]);
  });

  test('of another finding is kept for its article', async ({ page }) => {
    await page.goto('/findings/setenv/');
    await choose(page, mine);
    await expect(says(page)).toHaveText([/^mine\.json is drawn as your machine, in /]);
    await expect(marks(page)).toHaveCount(0);
    await page.goto(ARTICLE);
    await expect(section(page)).toHaveAttribute('data-state', 'drawn');
  });

  test('of an experiment that an article shows besides its own is drawn there, and its claims among all', async ({
    page,
  }) => {
    const sweep = measuredElsewhere(publishedOf(`${SLUG}-sweep`), 'my-machine');
    const shown = page.locator(`.sl-markdown-content [data-of="${SLUG}-sweep"]`);
    await page.goto(ARTICLE);
    const before = await drawnParts(page);
    await drop(page, named('sweep.json', sweep));
    await expect(says(page)).toHaveText([/^sweep\.json is drawn as your machine, in .+\.$/]);
    await expect(page.locator('.mt-title [data-your-run]')).toContainText(`in what comes from ${SLUG}-sweep`);
    expect(await shown.locator('figure.mt-figure').count()).toBeGreaterThan(0);
    for (const figure of await shown.locator('figure.mt-figure').all())
      await expect(figure).toContainText(/your machine|Your run has nothing to draw here/);
    expect(await shown.locator('.mt-figure .mt-mark--yours').count()).toBeGreaterThan(0);
    await expect(shown.locator('[data-claim] [data-yours]')).toHaveCount(sweep.judged!.claims.length);
    // Nothing of it is of the article's own experiment.
    await expect(marks(page)).toHaveCount(await shown.locator('.mt-mark--yours:not([hidden] *)').count());

    await page.goto('/claims/');
    await expect(page.locator('[data-claim-row]:has(.mt-glyph--yours)')).toHaveCount(sweep.judged!.claims.length);
    await expect(page.locator('[data-runs]')).toContainText(`in what comes from ${SLUG}-sweep`);
    await page.goto(ARTICLE);
    await page.locator('[data-forget]').click();
    await expect(says(page)).toHaveText(['sweep.json is forgotten.']);
    expect(await drawnParts(page)).toEqual(before);
  });

  test('has its verdicts beside ours among all claims, which can be filtered by where they differ', async ({
    page,
  }) => {
    await page.goto('/claims/');
    const rows = page.locator('[data-claim-row]:visible');
    const all = await rows.count();
    const filter = page.getByLabel('Differs from ours');
    await expect(filter).toBeHidden();
    await chooseMine(page);
    await expect(rows).toHaveCount(all);
    await expect(page.locator('[data-claim-row]:visible:has(.mt-glyph--yours)')).toHaveCount(claims.length);
    await filter.check();
    const others = new Map(published.judged!.claims.map(({ id, verdict }) => [id, verdict]));
    const differ = claims.filter(({ id, verdict }) => verdict !== others.get(id) && verdict !== 'not-tested');
    await expect(rows).toHaveCount(differ.length);
    await page.locator('select[name=machine]').selectOption('your machine');
    await expect(page.locator(`[data-claim-row][data-finding="${SLUG}"]:visible`)).toHaveCount(differ.length);
    await page.locator('[data-forget]').click();
    await expect(filter).toBeHidden();
    await expect(page.locator('.mt-claim-row .mt-glyph--yours')).toHaveCount(0);
  });

  test('is a column among all machines, with what differs most, also in the file', async ({ page }) => {
    await page.goto('/compare/');
    await chooseMine(page);
    const table = page.locator('[data-machines] table');
    await expect(table.locator('thead th').last()).toContainText(`your machine, ${NAME}`);
    await expect(table.getByRole('row', { name: /Differs most from ours/ })).toContainText('times apart');
    await expect(page.locator('[data-runs]')).toContainText(`on ${NAME}`);
    await expect(page.locator('[data-runs] a')).toHaveAttribute('href', ARTICLE);
    const saved = page.waitForEvent('download');
    await page.locator('[data-machines-file]').click();
    const csv = readFileSync(await (await saved).path(), 'utf8');
    expect(csv.split('\r\n')[0]!.endsWith(`"your machine, ${NAME}"`)).toBe(true);
    expect(csv).toMatch(/^In file names,.*,my-machine\r$/m);
    expect(csv).toContain('Kernel,');
    expect(await violationsOn(page, { within: '[data-machines]' })).toEqual([]);
  });
});

/** A record with a text of which nothing may run, wherever a text is free. */
function scripted(record: RecordFile): RecordFile {
  const hostile = `"'><img src=x onerror="window.ran = 1"><script>window.ran = 1</script>javascript:window.ran=1`;
  const free = new Set(
    'title label why what needs statement reason command toolchain cpu_model kernel os libc condition'.split(' '),
  );
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return free.has(name) ? `${value} ${hostile}` : value;
    if (Array.isArray(value)) return value.map((item) => walk(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  };
  const made = walk(record, '') as RecordFile;
  made.warnings = [hostile];
  made.skipped = [{ what: hostile, why: hostile, needs: hostile }];
  return made;
}

test.describe('what is no record, or means harm', { tag: '@once' }, () => {
  test('gets a sentence each, and what was there stays', async ({ page }) => {
    await page.goto(ARTICLE);
    await chooseMine(page);
    const before = await drawnParts(page);
    const text = JSON.stringify(yours);
    const files: [string, string, RegExp][] = [
      ['other.json', '{"a": 1}', /no record/],
      ['again.json', text, /it is here already/],
      ['old.json', JSON.stringify({ ...yours, schema_version: 2 }), /its format is version 2, .+; measure again/],
      ['new.json', text.replace(/"method":\d+/, '"method":99'), /measured by method 99, .+ older: take the newest/],
      ['twin.json', JSON.stringify({ ...yours, warnings: ['another run'] }), /mine\.json is of the same machine/],
      ['<img src=x onerror=ran=1>.json', '', /no JSON/],
    ];
    await drop(page, ...files.map(([name, content]) => named(name, content)));
    await expect(says(page)).toHaveCount(files.length);
    const sentences = await says(page).allTextContents();
    files.forEach(([name, , why], i) => {
      expect(sentences[i]).toMatch(why);
      expect(sentences[i]!.startsWith(`${name} is not drawn: `), sentences[i]).toBe(true);
    });
    expect(await drawnParts(page)).toEqual(before);
    expect(await page.evaluate(() => 'ran' in window || 'ran' in {})).toBe(false);
  });

  test('is text where it is text: nothing of a record runs', async ({ page }) => {
    await page.goto(ARTICLE);
    await choose(page, named('scripts.json', scripted(yours)));
    await expect(section(page)).toHaveAttribute('data-state', 'drawn');
    await expect(page.locator('.mt-title [data-your-run]')).toContainText('<script>');
    expect(await page.locator('main img[src="x"], main [onerror]').count()).toBe(0);
    expect(await page.locator('main a[href^="javascript:"]').count()).toBe(0);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });
});

test.describe('without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is offered that would do nothing, and the machines are there', async ({ page }) => {
    await page.goto(ARTICLE);
    await expect(section(page)).toBeHidden();
    await page.goto('/compare/');
    await expect(section(page)).toBeHidden();
    const table = page.locator('[data-machines] table');
    await expect(table).toBeVisible();
    const hidden = await table.evaluate(({ parentElement: box }) => box!.scrollHeight - box!.clientHeight);
    expect(hidden, 'it is shown from its first row to its last').toBe(0);
  });
});
