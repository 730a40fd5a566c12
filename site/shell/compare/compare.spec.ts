/**
 * A reader compares an article with another machine: a published one, which is in the address, or a record of their own, which stays in
 * the tab. A file that is no record is refused, and nothing else changes.
 */
import { globSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { measuredElsewhere, selfContained } from '@/kit/record/fixtures/yours';
import type { RecordFile } from '@/kit/record/types';
import { violationsOn } from '@/e2e/accessible';
import { expect, test } from '@/e2e/fixtures';
import { overflow } from '@/e2e/labs';

const SLUG = 'load-balancing';
const ARTICLE = `/findings/${SLUG}/`;
const OTHER = { id: 'amd-19-01-2-core-vm', name: 'Zen 3 VM' };

/** A published record as another machine's owner has it, with smaller values. */
const measuredBy = (experiment: string): RecordFile =>
  measuredElsewhere(selfContained(globSync(`content/measurements/${experiment}/*.json`)[0]!), 'my-machine');
const yours = measuredBy(SLUG);
const { claims } = yours.judged!;
claims[0]!.verdict = 'differs';

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

const panel = (page: Page) => page.locator('#compare');
const says = (page: Page) => panel(page).locator('[data-says] p');
const buttons = (page: Page) => page.locator('.mt-compare-button');
const marks = (page: Page) => page.locator('figure[data-chart] .mt-figure-wide .mt-mark--second');
const besideIt = (page: Page, name: string) => expect(buttons(page).first()).toHaveText(`Beside it: ${name}`);
const alone = (page: Page) => expect(buttons(page).first()).toHaveText('Compare with…');

/** Opens the panel by the first chart's button. */
async function open(page: Page): Promise<void> {
  await buttons(page).first().click();
  await expect(panel(page)).toBeVisible();
}

/** Drops files on the page. */
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

/** Everything in an article that is drawn from records. */
const drawnParts = (page: Page) =>
  page
    .locator('[data-drawing], [data-notes], [data-data], [data-note], [data-claim], [data-machines]')
    .evaluateAll((all) => all.map(({ outerHTML }) => outerHTML));

test.describe('a published machine', { tag: '@once' }, () => {
  test('is laid over charts, details of figures and claims, goes along, and comes off', async ({ page }) => {
    test.slow();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await page.goto(ARTICLE);
    await page.waitForLoadState('networkidle');
    expect(loaded.filter((url) => url.includes('/records/') || /comparison/.test(url))).toEqual([]);
    const before = await drawnParts(page);

    await open(page);
    expect(await violationsOn(page, { within: '#compare' })).toEqual([]);
    await panel(page).getByLabel(OTHER.name).check();
    await besideIt(page, OTHER.name);
    await expect(page).toHaveURL(/[?&]with=amd-19-01-2-core-vm/);
    expect(await marks(page).count()).toBeGreaterThan(10);
    await expect(page.locator('#balancers .mt-figure-key')).toContainText(OTHER.name);
    // Simulations from a seed give the same figures on every machine.
    await expect(page.locator('#capacity')).toContainText(`${OTHER.name} has the same figures.`);
    await page.locator('a[data-named="unevennessOfFourWorkersLeast"]').first().click();
    await expect(page.locator('.mt-note')).toContainText(OTHER.name);
    await page.keyboard.press('Escape');

    await test.step('to the next page, and back by its address', async () => {
      const address = page.url();
      await page.locator('main a[href*="/stale-load/"]').first().click();
      await expect(page).toHaveURL(/stale-load\/\?with=amd-19-01-2-core-vm/);
      await besideIt(page, OTHER.name);
      await page.goto(address);
      await besideIt(page, OTHER.name);
    });
    await test.step('over the claims and the data', async () => {
      await page.locator('[data-claim-line="workers-count-apart"] a').click();
      await expect(page.locator('[data-claim="workers-count-apart"]')).toContainText(`${OTHER.name}:`);
      await page.goBack();
      await page.locator('#balancers').getByText('Data, and how it was measured').click();
      await expect(page.locator('section#balancers [data-machine]')).toHaveText(['Zen 5 VM', OTHER.name]);
      await page.goBack();
      await besideIt(page, OTHER.name);
    });

    await open(page);
    await panel(page).getByLabel('None').check();
    await alone(page);
    await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`));
    expect(await drawnParts(page)).toEqual(before);
  });

  test('that is chosen before its script has come is laid over', async ({ page }) => {
    await page.goto(ARTICLE);
    let come = (): void => {};
    const chosen = new Promise<void>((resolve) => (come = resolve));
    await page.route(/\/comparison\./, async (route) => {
      await chosen;
      await route.continue();
    });
    await open(page);
    await panel(page).getByLabel(OTHER.name).check();
    come();
    await besideIt(page, OTHER.name);
    await expect(panel(page).getByLabel(OTHER.name)).toBeChecked();
  });

  test('that there is none of is named, and goes from the address', async ({ page }) => {
    await page.goto(`${ARTICLE}?with=abacus-9000`);
    await expect(says(page)).toHaveText(['No machine called abacus-9000 has a record here.']);
    await expect(page).toHaveURL(new RegExp(`${ARTICLE}$`));
  });

  test('whose record does not come is told of, and can be asked for again', async ({ page, expectedComplaints }) => {
    expectedComplaints.push(/Failed to load resource|net::ERR_FAILED/);
    const address = `**/records/${SLUG}/${OTHER.id}.json`;
    await page.route(address, (route) => route.abort());
    await page.goto(`${ARTICLE}?with=${OTHER.id}`);
    await expect(says(page)).toHaveText([/^The machines could not be compared: /]);
    await alone(page);
    await page.unroute(address);
    await panel(page).getByLabel(OTHER.name).check();
    await besideIt(page, OTHER.name);
  });
});

test.describe('a record of the reader’s', { tag: '@once' }, () => {
  test('is chosen by the keyboard alone, stays in its tab, and nothing of it leaves the browser', async ({
    page,
    baseURL,
    context,
  }) => {
    test.slow();
    const sent: string[] = [];
    page.on('request', (request) => {
      const isQuiet =
        request.method() === 'GET' && request.postData() === null && !request.url().includes('my-machine');
      if (!isQuiet || !request.url().startsWith(baseURL!)) sent.push(`${request.method()} ${request.url()}`);
    });
    page.on('filechooser', (chooser) => void chooser.setFiles([mine]));
    await page.goto(ARTICLE);
    const before = await drawnParts(page);
    await buttons(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(panel(page)).toBeVisible();
    await panel(page).locator('input[type=file]').focus();
    await page.keyboard.press('Space');
    await besideIt(page, 'your machine');
    await expect(page.locator('[data-machines] thead')).toContainText('your machine');
    await page.locator(`[data-claim-line="${claims[0]!.id}"] a`).click();
    await expect(page.locator(`[data-claim="${claims[0]!.id}"]`)).toContainText('your machine:');
    await page.goBack();
    await besideIt(page, 'your machine');
    expect(sent).toEqual([]);

    await page.reload();
    await besideIt(page, 'your machine');
    const other = await context.newPage();
    await other.goto(ARTICLE);
    await alone(other);
    await other.close();

    await open(page);
    await panel(page).getByRole('button', { name: 'Forget it' }).press('Enter');
    await alone(page);
    await expect(panel(page).getByLabel('None')).toBeFocused();
    expect(await drawnParts(page)).toEqual(before);
    await page.reload();
    await alone(page);
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('mt-own-')))).toEqual(
      [],
    );
  });

  test('of another finding is laid over its page', async ({ page }) => {
    await page.goto('/findings/setenv/');
    await drop(page, mine);
    await expect(says(page)).toHaveText([/^mine\.json is laid over the page of “.+”\.$/]);
    await alone(page);
    await page.goto(ARTICLE);
    await besideIt(page, 'your machine');
  });

  test('of an experiment that a page has besides its own is shown there', async ({ page }) => {
    await page.goto(`/claims/${SLUG}/`);
    await drop(page, named('sweep.json', measuredBy(`${SLUG}-sweep`)));
    await besideIt(page, 'your machine');
    await expect(page.locator('[data-claim="gap-stays"]')).toContainText('your machine');
    await expect(page.locator('[data-claim="any-server-thirteen"]')).not.toContainText('your machine');
  });

  test('that the browser does not keep is shown until the page is left, and can be forgotten', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await page.goto(ARTICLE);
    await drop(page, mine);
    await expect(says(page)).toHaveText(['This browser keeps nothing: mine.json is shown until you leave the page.']);
    await besideIt(page, 'your machine');
    await panel(page).getByRole('button', { name: 'Forget it' }).click();
    await alone(page);
  });

  test('that the browser has no room for takes no other with it', async ({ page }) => {
    await page.addInitScript(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key: string, value: string) {
        if (key.endsWith('-sweep')) throw new DOMException('full', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    });
    await page.goto(`/claims/${SLUG}/`);
    await drop(page, mine, named('sweep.json', measuredBy(`${SLUG}-sweep`)));
    await expect(says(page)).toHaveText(['This browser keeps nothing: sweep.json is shown until you leave the page.']);
    const shown = page.locator('[data-claim="gap-stays"]');
    await expect(shown).toContainText('your machine');
    await page.reload();
    await besideIt(page, 'your machine');
    await expect(shown).not.toContainText('your machine');
  });

  test('that the browser does not let go of is told to be, and goes with the tab', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.removeItem = () => {
        throw new DOMException('no', 'SecurityError');
      };
    });
    await page.goto(ARTICLE);
    await drop(page, mine);
    await besideIt(page, 'your machine');
    await open(page);
    await panel(page).getByRole('button', { name: 'Forget it' }).click();
    await alone(page);
    await expect(says(page)).toHaveText([/^This browser does not let go of the file: it is gone once/]);
  });

  // One of the kit's frame, and one with none.
  for (const slug of ['unix-sockets', 'buffer-size'])
    test(`that the lab of ${slug} can’t draw is named there, and the lab goes on`, async ({ page }) => {
      await page.goto(`/findings/${slug}/`);
      const lab = page.locator(`mt-${slug}-lab`);
      await lab.scrollIntoViewIfNeeded();
      await expect(lab).toHaveAttribute('data-state', 'ready');
      const lay = (measured: unknown) =>
        lab.evaluate((root, measured) => {
          root.dataset['beside'] = JSON.stringify([{ name: 'your machine', measured }]);
          root.dispatchEvent(new Event('mt-beside'));
        }, measured);
      await lay(7);
      await expect(lab.locator('[data-beside-line]')).toHaveText(/Your machine can’t be drawn here\./);
      await lab.locator('[data-ruler] input[type=range]').first().press('ArrowRight');
      await expect(lab).toHaveAttribute('data-state', 'ready');
    });

  for (const slug of ['unix-sockets', 'buffer-size', 'strongly-typed'])
    test(`that lacks what the lab of ${slug} shows is named there, and the lab goes on`, async ({ page }) => {
      const poorer = measuredBy(slug);
      poorer.series = [];
      await page.goto(`/findings/${slug}/`);
      const lab = page.locator(`mt-${slug}-lab`);
      await lab.scrollIntoViewIfNeeded();
      await expect(lab).toHaveAttribute('data-state', 'ready');
      await drop(page, named('poorer.json', poorer));
      await besideIt(page, 'your machine');
      await expect(lab.locator('[data-beside-line]')).toHaveText(/Your machine can’t be drawn here\./);
      await lab.locator('select, [data-ruler] input[type=range]').first().press('ArrowDown');
      await expect(lab).toHaveAttribute('data-state', 'ready');
      await expect(lab.locator('[data-beside-line]')).toBeVisible();
    });

  test('that lacks what one chart shows is named there, and the others are drawn', async ({ page }) => {
    const poorer = structuredClone(yours);
    poorer.series = poorer.series.map((own) =>
      own.id === 'balancers'
        ? { ...own, points: own.points.map((point) => ({ ...point, at: { balancer: 7 }, values: {} })) }
        : own,
    );
    await page.goto(ARTICLE);
    await drop(page, named('poorer.json', poorer));
    await besideIt(page, 'your machine');
    await expect(page.locator('#balancers .mt-shortfall')).toHaveText(/^\s*Your machine (can’t be drawn|has nothing)/);
    expect(await page.locator('#capacity .mt-figure-wide .mt-mark--second').count()).toBeGreaterThan(0);
  });
});

/** A record with markup in every free text, none of which may run. */
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

/** A record whose words have no end, and whose numbers no measurement has. */
function endless(record: RecordFile): RecordFile {
  const free = new Set(
    'title label why what needs statement reason command cpu_model kernel os libc condition'.split(' '),
  );
  const numbers = new Set('value low high min max'.split(' '));
  const walk = (value: unknown, name: string): unknown => {
    if (typeof value === 'string') return free.has(name) ? 'w'.repeat(3_000) : name === 'unit' ? 'u'.repeat(40) : value;
    if (typeof value === 'number') return numbers.has(name) ? 1e99 : value;
    if (Array.isArray(value)) return value.map((item) => walk(item, name));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner, key)]));
  };
  return walk(record, '') as RecordFile;
}

test.describe('what is no record, or means harm', { tag: '@once' }, () => {
  test('gets a sentence each, and what was there stays', async ({ page }) => {
    await page.goto(ARTICLE);
    await drop(page, mine);
    await besideIt(page, 'your machine');
    const before = await drawnParts(page);
    const text = JSON.stringify(yours);
    const files: [string, string, RegExp][] = [
      ['other.json', '{"a": 1}', /no record/],
      ['old.json', JSON.stringify({ ...yours, schema_version: 2 }), /its format is version 2, .+; measure again/],
      ['new.json', text.replace(/"method":\d+/, '"method":99'), /measured by method 99, .+ older: take the newest/],
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

  test('makes no page wider, however long its words and numbers are', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    for (const path of [ARTICLE, `${ARTICLE}data/`, `/claims/${SLUG}/`]) {
      await page.goto(path);
      await drop(page, named('endless.json', endless(yours)));
      await besideIt(page, 'your machine');
      expect.soft(await overflow(page), path).toBeLessThanOrEqual(0);
    }
  });

  test('is text where it is text: nothing of a record runs', async ({ page }) => {
    await page.goto(`${ARTICLE}data/`);
    await drop(page, named('scripts.json', scripted(yours)));
    await besideIt(page, 'your machine');
    await expect(page.locator('#balancers .mt-provenance')).toContainText('<script>');
    expect(await page.locator('main img[src="x"], main [onerror]').count()).toBe(0);
    expect(await page.locator('main a[href^="javascript:"]').count()).toBe(0);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
  });
});

test.describe('without script', { tag: '@once' }, () => {
  test.use({ javaScriptEnabled: false });

  test('nothing is offered that would do nothing, and the machines are there', async ({ page }) => {
    await page.goto(ARTICLE);
    await expect(buttons(page).first()).toBeHidden();
    await expect(page.locator('[data-machines] table')).toBeVisible();
  });
});
