/** One visit to each page there is, and what it proves that only a browser can tell. */
import type { Page } from '@playwright/test';
import { violationsOn } from './accessible';
import { articles, labsOf, pageAt, pagesInFolder } from './built';
import { fetchReader, unreadPoints } from './charts';
import { expect, test } from './fixtures';
import { holdBack } from './hold-back';
import { layOutAll, watchMovement } from './layout-shift';

/**
 * Limits of movement while a page loads, by the web platform's count (Cumulative Layout Shift), of which it calls 0.1 good: that
 * much where a line of the first screen breaks elsewhere in the stand-in, and hardly anything on the pages where none does.
 */
const [MOST_MOVEMENT, HARDLY_ANY] = [0.1, 0.02];
const STILL = ['/', '/method/', '/findings/load-balancing/'];
/** For how long browsers wait for a face before they show its stand-in, with some to spare, in milliseconds. */
const BLOCK_PERIOD = 150;
/** From a small phone to a wide screen, in pixels: the narrowest of each layout that the style sheets distinguish, where it is tightest, and some between. */
const WIDTHS = [320, 360, 480, 600, 700, 768, 900, 1024, 1152, 1600];
/** Charts are drawn with text of 12 pixels, for two widths; scaling must not take it below 9.8, which only windows of some 640 pixels do. */
const SMALLEST_SCALE = 9.8 / 12;
/** Rows of a figure's data, and dots of its drawing, that axe and each width get: all are made alike, so the first few suffice. */
const FEW = 3;
/** A page of each kind, which a phone shows by the same pieces as the others: there all that depends on no colours is looked at. */
const OF_EACH_KIND = ['/', '/404.html', '/claims/', '/method/', '/findings/load-balancing/'];
/** Articles that together have a chart of every kind: one component reads them all, and a desktop’s keys are a phone’s. */
const READ_BY_KEYS = ['/findings/load-balancing/', '/findings/timestamp-collisions/'];

/** Waits until what the last change of the page asked for is laid out. */
const frames = (page: Page) =>
  page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))) as Promise<unknown>,
  );

/** Opens a page whose faces come late, so that their stand-ins are seen first, and says how much moved. */
async function openSlowly(page: Page, path: string): Promise<number> {
  const movement = await watchMovement(page);
  const release = await holdBack(page, '**/*.woff2');
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.waitForFunction((most) => {
    const [first] = performance.getEntriesByName('first-contentful-paint');
    return first !== undefined && performance.now() - first.startTime > most;
  }, BLOCK_PERIOD);
  release();
  await page.waitForLoadState();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  await frames(page);
  return movement();
}

/** Brings everything into view once, as a reader does, and waits for the labs that come to life. */
async function readThrough(page: Page, labs: readonly string[]) {
  await page.evaluate(async () => {
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
      scrollTo(0, y);
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    scrollTo(0, 0);
  });
  await settled(page, labs);
}

async function settled(page: Page, labs: readonly string[]) {
  await frames(page);
  for (const lab of labs) {
    await expect(page.locator(lab)).toHaveAttribute('data-state', /^(ready|idle)$/, { timeout: 30_000 });
  }
}

/** Overflow of the window: by how much, and which elements; nothing where everything fits. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const isOutside = (element: Element) => element.getBoundingClientRect().right > clientWidth + 0.5;
    const name = (element: Element) => element.outerHTML.slice(0, 120);
    const out = scrollWidth <= clientWidth ? [] : [...document.querySelectorAll('body *')].filter(isOutside);
    // A figure's own tables and drawings need no scrolling either; only the data behind it may.
    const cut = [...document.querySelectorAll('figure.mt-figure :is(table, svg[role="img"])')].filter(
      (element) => !element.closest('.mt-table-scroll') && isOutside(element),
    );
    return [
      ...(scrollWidth <= clientWidth ? [] : [`the page is ${scrollWidth} px wide`]),
      ...[...out, ...cut].slice(0, 10).map(name),
    ];
  });

/** The figures whose drawing is not shown once, in a size that can be read. */
const unreadable = (page: Page) =>
  page.evaluate((smallest) => {
    const shown = (figure: Element) =>
      [...figure.querySelectorAll('.mt-figure-drawing svg[role="img"]')]
        .map((svg) => svg.getBoundingClientRect().width / Number(svg.getAttribute('width')))
        .filter((scale) => scale > 0);
    return [...document.querySelectorAll('figure.mt-figure:has(.mt-figure-drawing)')]
      .map((figure) => ({ figure: figure.id, scales: shown(figure) }))
      .filter(({ scales }) => scales.length !== 1 || scales[0]! <= smallest);
  }, SMALLEST_SCALE);

const openFolds = (page: Page, which = '') =>
  page
    .locator(`main details${which}`)
    .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)));

/** Opens all that opens on demand, and has laid out what is far from what is in sight. */
async function openEverything(page: Page): Promise<void> {
  await openFolds(page);
  await layOutAll(page);
}

/** Leaves a few rows of long tables of data, and a few dots of each kind. */
const shortenData = (page: Page) =>
  page.locator(':is(.mt-data tbody, svg[role="img"] [data-rows])').evaluateAll((all, few) => {
    for (const many of all) [...many.children].slice(few).forEach((one) => one.remove());
  }, FEW);

/** Running animations, of which there should be none. */
const moving = (page: Page) =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState, effect }) => playState === 'running' && Number(effect?.getComputedTiming().duration) > 10)
      .map(({ effect }) => (effect as KeyframeEffect).target?.outerHTML.slice(0, 120)),
  );

/** Leaves a few of the rows that the page of all claims has for each verdict, which all are made alike. */
const shortenClaims = (page: Page) =>
  page.locator('[data-claim-row]').evaluateAll((all, few) => {
    const seen = new Map<string, number>();
    for (const row of all as HTMLElement[]) {
      const kind = `${row.className} ${row.dataset['verdict']}`;
      seen.set(kind, (seen.get(kind) ?? 0) + 1);
      if (seen.get(kind)! > few) row.remove();
    }
  }, FEW);

/** One component makes the pages of data, and one those of claims: two of each are looked at. */
const MADE_ALIKE = /^\/(?:findings\/(?!load-balancing|setenv)[^/]+\/data|claims\/(?!load-balancing|setenv)[^/]+)\/$/;

for (const path of pagesInFolder().filter((path) => !MADE_ALIKE.test(path))) {
  test(`${path} keeps still, fits and is accessible`, async ({ page, isMobile }) => {
    test.slow();
    // Here and not around the test: every worker would read all pages before its first one.
    const labs = labsOf(path);
    const models: string[] = [];
    page.context().on('request', (request) => {
      if (request.url().endsWith('.wasm')) models.push(request.url());
    });
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });

    await test.step('nothing moves while it loads, late faces included', async () => {
      expect.soft(await openSlowly(page, path)).toBeLessThan(STILL.includes(path) ? HARDLY_ANY : MOST_MOVEMENT);
    });

    if (articles().includes(path)) {
      await test.step('the finding stands above the lab, and both on the first screen', async () => {
        const top = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y;
        expect.soft(await top(labs[0]!)).toBeGreaterThan(await top('.mt-lead'));
        if (!isMobile) expect.soft(await top(labs[0]!)).toBeLessThan(page.viewportSize()!.height);
      });
    }

    await test.step('its labs come to life, by their models, and nothing moves where motion is not wanted', async () => {
      await readThrough(page, labs);
      const withModels = labs.filter((lab) => pageAt(path).querySelector(`${lab}:not([data-no-models])`) !== null);
      expect.soft(models.length > 0).toBe(withModels.length > 0);
      expect.soft(await moving(page)).toEqual([]);
    });

    // Which row a point belongs to is held without a browser, on every page.
    if (READ_BY_KEYS.includes(path) && !isMobile) {
      await test.step('the points of its charts are read by keys alone, in the words of its table, and nothing moves', async () => {
        await openFolds(page, ':has(.mt-figure-drawing)');
        await layOutAll(page);
        const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
        const before = await heightOf();
        await fetchReader(page);
        const { charts, problems } = await unreadPoints(page);
        expect.soft(charts).toBeGreaterThan(0);
        expect.soft(problems).toEqual([]);
        expect.soft(await heightOf()).toBe(before);
      });
    }
    await shortenData(page);

    await test.step('with everything open, its drawings can be read and it fits', async () => {
      await openEverything(page);
      expect.soft(await unreadable(page)).toEqual([]);
      expect.soft(await tooWide(page)).toEqual([]);
    });

    if (!isMobile) {
      await test.step('it fits every width', async () => {
        const window = page.viewportSize()!;
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 800 });
          await settled(page, labs);
          expect.soft(await tooWide(page), `at ${width} px`).toEqual([]);
          // At the narrowest they have all been there.
          await shortenClaims(page);
        }
        await page.setViewportSize(window);
        await settled(page, labs);
      });
    }

    // Colours are those of the wide page, and those of the labs have a test of their own, in each of their looks.
    await test.step('it is accessible, a point of a chart that is read included', async () => {
      const [chart] = await page.locator('figure.mt-figure [data-read][tabindex]').all();
      await chart?.press('End');
      if (isMobile) await shortenClaims(page);
      const rules = !isMobile ? 'all' : OF_EACH_KIND.includes(path) ? 'all but colours' : 'targets';
      expect.soft(await violationsOn(page, { rules, without: labs })).toEqual([]);
    });

    if (!isMobile) {
      await test.step('its colours can be told apart in the dark, too', async () => {
        await page.emulateMedia({ colorScheme: 'dark' });
        await settled(page, labs);
        expect.soft(await violationsOn(page, { rules: 'colours', without: labs })).toEqual([]);
      });
    }
  });
}
