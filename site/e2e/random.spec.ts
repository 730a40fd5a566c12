/**
 * Labs under anybody's hands: anything that can be pressed, dragged or typed, in any order, at any width. `ACTIONS` says how many,
 * and `SEED` where the order begins; a lab that fails says what was done to it.
 */
import type { Locator, Page } from '@playwright/test';
import { randomInt, randomLcg } from 'd3';
import { expect } from './fixtures';
import { allLabs, atRest, builtHtml, overflow, test } from './labs';

const ACTIONS = Number(process.env['ACTIONS'] ?? 100);
const SEED = Number(process.env['SEED'] ?? 1);
/** Everything is looked at after so many. */
const EVERY = 5;
/** What people type, paste and get wrong. */
const TYPED = [
  '',
  ' ',
  '0',
  '1',
  '-1',
  '7',
  '1e9',
  '1e400',
  '0x10',
  '1,5',
  '1 000',
  '.5',
  '5.',
  'NaN',
  'Infinity',
  '٣',
  '99999999999999999999',
  'a lot',
  '<img src=x onerror=alert(1)>',
  '&amp;',
  '😀'.repeat(40),
  'a'.repeat(2000),
  '\u202e12',
  '\0',
  "'; --",
  '{"a":',
  '1\n2',
];
/** What can be acted on, and how. */
const SELECTORS = {
  press: 'button, summary, input:is([type=checkbox], [type=radio])',
  choose: 'select',
  slide: 'input[type=range]',
  type: 'input[type=text], input[type=number], textarea',
  drag: '[data-picture] svg',
} as const;
type Kind = keyof typeof SELECTORS;

test.skip(process.env['TEST_ALL'] === undefined, 'acts at random for minutes: npm test -- --all');
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.describe.configure({ timeout: 120_000 + ACTIONS * 2_000 });

/** What can be acted on now, each with its place among its kind. */
const offered = (lab: Locator): Promise<{ kind: Kind; index: number; name: string }[]> =>
  lab.evaluate((root, selectors) => {
    const name = (element: HTMLElement) =>
      (element.ariaLabel ?? element.closest('label, [data-ruler]')?.textContent ?? element.textContent).trim();
    return (Object.entries(selectors) as [Kind, string][]).flatMap(([kind, selector]) =>
      [...root.querySelectorAll<HTMLElement>(selector)].flatMap((element, index) =>
        element.checkVisibility() && !element.matches(':disabled')
          ? [{ kind, index, name: `${kind} ${name(element).slice(0, 30)}` }]
          : [],
      ),
    );
  }, SELECTORS);

for (const lab of allLabs) {
  if (!builtHtml(lab.path).includes('data-act="retry"')) continue;

  test(`${lab.id} takes ${ACTIONS} actions at random, at any width`, { tag: '@once' }, async ({ page }) => {
    const random = randomLcg(SEED / 2 ** 16);
    const upTo = (end: number) => randomInt.source(random)(end)();
    const oneOf = <T>(all: readonly T[]): T => all[upTo(all.length)]!;
    const root = page.locator(lab.tag);
    const trail: string[] = [];
    const problems: string[] = [];
    await page.goto(lab.path);
    await expect(root.locator('fieldset:enabled').first()).toBeAttached();
    await atRest(root);
    for (let done = 0; done < ACTIONS; done++) {
      const { kind, index, name } = oneOf(await offered(root));
      trail.push(name);
      const place = root.locator(SELECTORS[kind]).nth(index);
      await act(page, place, kind, upTo, (what) => trail.push(what));
      if (done % EVERY !== EVERY - 1) continue;
      const width = 320 + upTo(1601);
      await page.setViewportSize({ width, height: 800 });
      await answered(root);
      const found = await nonsense(root);
      // The pictures follow the width a frame later.
      for (let frames = 0; frames < 20 && (await overflow(page)) > 0; frames++) await page.waitForTimeout(50);
      const most = await overflow(page);
      if (most > 0) found.push(`${most} px too wide: ${await widest(page)}`);
      if (found.length === 0) continue;
      const address = await page.evaluate(() => location.search);
      problems.push(`${found.join(', ')} at ${width} px, ${address}, after ${trail.slice(-6).join(', ')}`);
    }
    expect(problems).toEqual([]);
  });
}

async function act(
  page: Page,
  place: Locator,
  kind: Kind,
  upTo: (end: number) => number,
  note: (what: string) => void,
) {
  if (kind === 'drag') {
    // Playwright's own way waits for a picture that stands still and stays, which one that plays does not.
    const { x, y, width, height } = await place.evaluate((element) => {
      element.scrollIntoView({ block: 'center' });
      return element.getBoundingClientRect().toJSON() as DOMRect;
    });
    const somewhere = () => [x + (upTo(1001) / 1000) * width, y + (upTo(1001) / 1000) * height] as const;
    await page.mouse.move(...somewhere());
    await page.mouse.down();
    await page.mouse.move(...somewhere(), { steps: 3 });
    await page.mouse.up();
    return;
  }
  const number = upTo(2 ** 20);
  const typed = TYPED[upTo(TYPED.length)]!;
  if (kind === 'type') note(JSON.stringify(typed.slice(0, 20)));
  await place.evaluate(
    (element, { kind, number, typed }) => {
      const say = (...events: string[]) =>
        events.forEach((event) => element.dispatchEvent(new Event(event, { bubbles: true })));
      if (kind === 'press') (element as HTMLElement).click();
      else if (element instanceof HTMLSelectElement) {
        element.selectedIndex = number % element.options.length;
        say('input', 'change');
      } else if (element instanceof HTMLInputElement && kind === 'slide') {
        const [min, max] = [Number(element.min || 0), Number(element.max || 100)];
        element.valueAsNumber = min + (number / 2 ** 20) * (max - min);
        say('input', 'change');
      } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
        element.focus();
        element.value = typed;
        say('input', 'change');
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
      }
    },
    { kind, number, typed },
    { timeout: 5_000 },
  );
}

/** Waits for the answer; what takes too long for that has to make room for the next question at once. */
async function answered(root: Locator) {
  await atRest(root).catch(async () => {
    await expect(root).toHaveAttribute('data-state', /^(busy|stopped)$/);
    await root.locator('[data-act="reset"]').click();
    await atRest(root);
  });
}

/** The innermost element that reaches out of the window. */
const widest = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { clientWidth } = document.documentElement;
    const isOut = (element: Element) =>
      element.checkVisibility() &&
      element.getBoundingClientRect().right > clientWidth + 0.5 &&
      !element.closest('svg *');
    return [...document.querySelectorAll('body *')].findLast(isOut)?.outerHTML.slice(0, 100) ?? 'nothing';
  });

/** What a reader must never see. */
const nonsense = (lab: Locator): Promise<string[]> =>
  lab.evaluate((root) => {
    // What the reader typed may be quoted.
    const isNonsense = (text: string) => /NaN|undefined|\[object |Infinity/.test(text.replaceAll(/“[^”]*”/g, ''));
    const texts = [...root.querySelectorAll('*')]
      .filter(
        (element) =>
          element.checkVisibility() &&
          !element.matches('textarea, [data-remark], [data-note], [data-notes] *, [role=alert]'),
      )
      .flatMap((element) =>
        [...element.childNodes]
          .filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
          .map(({ textContent }) => textContent!),
      );
    const attributes = [...root.querySelectorAll('svg *')].flatMap((element) =>
      [...element.attributes].map(({ value }) => value),
    );
    return [...texts, ...attributes].filter(isNonsense).slice(0, 5);
  });
