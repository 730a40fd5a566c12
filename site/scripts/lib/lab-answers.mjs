// Answers of the labs of a built site: opened in a browser, by each of their presets and at both ends of each of their rulers.
import { chromium } from '@playwright/test';
import { browserFlags, ensureBrowser } from './browser.mjs';
import { choosePort, serve } from './serve.mjs';

/** Timeout for a lab's answer. */
const ANSWER_MS = 30_000;

/**
 * @param {string} folder of a site that was built for the base path `/`
 * @param {readonly string[]} pages paths of the pages that have labs
 * @param {(page: string) => void} [onPage] hears which page is being opened
 * @returns {Promise<Record<string, string[]>>} what each lab of each page shows, by `page lab: what was done`
 */
export async function readLabs(folder, pages, onPage = () => {}) {
  const { address, close } = await serve({ folder, base: '/', port: await choosePort(undefined, 4700) });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: browserFlags });
  try {
    /** @type {Record<string, string[]>} */
    const answers = {};
    for (const path of pages) {
      onPage(path);
      const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
      await page.goto(new URL(path, address).href);
      for (const tag of await labTags(page)) {
        for await (const [what, lines] of labAnswers(page, tag)) answers[`${path} ${tag}: ${what}`] = lines;
      }
      await page.close();
    }
    return answers;
  } finally {
    await browser.close();
    await close();
  }
}

/**
 * The labs of a page by their elements' names: whatever draws answers of a model. What measures in the browser answers anew each time.
 *
 * @param {import('@playwright/test').Page} page
 */
function labTags(page) {
  return page.evaluate(() => {
    const labOf = (/** @type {Element | null} */ element) => {
      while (element && !element.localName.includes('-')) element = element.parentElement;
      return element?.localName ?? '';
    };
    return [...new Set([...document.querySelectorAll('.mt-lab-stages')].map(labOf))];
  });
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} tag
 * @returns {AsyncGenerator<[string, string[]]>}
 */
async function* labAnswers(page, tag) {
  const lab = page.locator(tag);
  await lab.scrollIntoViewIfNeeded();
  const shown = async () => {
    await page.waitForFunction((name) => document.querySelector(name)?.getAttribute('data-state') === 'ready', tag, {
      timeout: ANSWER_MS,
    });
    return lab.evaluate((element) => [
      ...[...element.querySelectorAll('[data-result]')].map(
        (one) => `${one.getAttribute('data-result')} = ${one.getAttribute('data-value')}`,
      ),
      .../** @type {HTMLElement} */ (element).innerText.split('\n'),
    ]);
  };
  yield ['as it opens', await shown()];
  const presets = await lab
    .locator('[data-preset]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-preset') ?? ''));
  for (const preset of presets) {
    await lab.locator(`[data-preset="${preset}"]`).evaluate((button) => /** @type {HTMLElement} */ (button).click());
    yield [`preset ${preset}`, await shown()];
  }
  const reset = lab.locator('[data-act="reset"]');
  const rulers = await lab
    .locator('[data-ruler]')
    .evaluateAll((all) => all.map((one) => one.getAttribute('data-ruler') ?? ''));
  for (const ruler of rulers) {
    const slider = lab.locator(`[data-ruler="${ruler}"] input[type=range]`);
    for (const key of ['Home', 'End']) {
      await reset.evaluate((button) => /** @type {HTMLElement} */ (button).click());
      await shown();
      if (!(await slider.isVisible())) continue;
      await slider.press(key);
      yield [`${ruler} ${key}`, await shown()];
    }
  }
}
