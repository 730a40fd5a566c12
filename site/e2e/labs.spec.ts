/**
 * Tests of the behaviour that all labs share: each row of this table is a folder with a `Lab.astro`, and all that a test has to
 * know of it stands in its markup, or in `expected.ts` beside it.
 */
import type { Locator, Page } from '@playwright/test';
import { violationsOn } from './accessible';
import { fetchReader, unreadPictures, unreadPoints } from './charts';
import { expect } from './fixtures';
import {
  allLabs,
  atRest,
  builtHtml,
  copiedLink,
  download,
  expectationsOf,
  overflow,
  pressInMenu,
  contentsOf,
  step,
  test,
  type LabExpectations,
  type LabContents,
} from './labs';
import { watchMovement } from './layout-shift';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Some go through dozens of controls or looks.
test.describe.configure({ timeout: 180_000 });

/** Widths of the screen, in pixels. */
const WIDTHS = [320, 360, 700, 1280];

/** The parts of a lab's contents that answer a question, without those that ask it. */
const answer = ({ figures, words, pictures }: LabContents) => ({ figures, words, pictures });
const text = (shown: LabContents): string => JSON.stringify(answer(shown));

const attributes = (lab: Locator, name: string): Promise<string[]> =>
  lab.locator(`[data-${name}]`).evaluateAll((all, name) => all.map((one) => one.getAttribute(`data-${name}`)!), name);

const viewsOf = (lab: Locator): Promise<string[]> =>
  lab.locator('.mt-lab-views input').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

/** Addresses at which a lab looks different: all its views, and what it names itself. */
const looksOf = async (lab: Locator, { looks = [] }: LabExpectations): Promise<string[]> => [
  ...new Set(['', ...(await viewsOf(lab)).slice(1).map((view) => `?view=${view}`), ...looks]),
];

for (const lab of allLabs) {
  const html = builtHtml(lab.path);
  // A lab without the frame (it measures in the browser, say) is tested for what any part of a page has to be.
  const isFramed = html.includes('data-act="retry"');
  const root = (page: Page): Locator => page.locator(lab.tag);

  const open = async (page: Page, query = ''): Promise<void> => {
    await page.goto(lab.path + query);
    await expect(root(page).locator('fieldset:enabled').first()).toBeAttached();
    if (isFramed) await atRest(root(page));
  };
  /** Goes to another look within the page, as by a step back, which takes a tenth of a visit. */
  const turnTo = async (page: Page, query: string): Promise<void> => {
    if (!isFramed) return open(page, query);
    await page.evaluate((query) => {
      history.replaceState(null, '', location.pathname + query);
      dispatchEvent(new PopStateEvent('popstate'));
    }, query);
    await atRest(root(page));
  };
  const openFolds = (page: Page, which = 'details:not([data-menu])'): Promise<void> =>
    root(page)
      .locator(which)
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
  const reset = async (page: Page): Promise<void> => {
    await pressInMenu(root(page), 'reset');
    await atRest(root(page));
  };
  /** Asks something else, where there is no preset: by the last of the choices, or else of the rulers. */
  const turn = async (page: Page): Promise<void> => {
    await openFolds(page);
    const choices = root(page).locator('select[data-choice]:visible');
    const rulers = root(page).locator('[data-ruler] input[type=range]:visible');
    const [move] = await movesOf(((await choices.count()) > 0 ? choices : rulers).last());
    await move!();
    await atRest(root(page));
  };
  const press = async (page: Page, preset: string): Promise<void> => {
    await root(page).locator(`[data-preset="${preset}"]`).click();
    await atRest(root(page));
  };
  const visiblePresets = async (page: Page): Promise<string[]> =>
    root(page)
      .locator('[data-preset]')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => (one as HTMLElement).dataset['preset']!),
      );

  test.describe(lab.id, { tag: '@once' }, () => {
    test('is whole before any script has run and the same after, accessible, as wide as its page and read point by point', async ({
      page,
      browser,
      baseURL,
    }) => {
      const expected = await expectationsOf(lab);
      expect(builtHtml(`/findings/${lab.slug}/`), 'its article holds it').toContain(`<${lab.tag} `);
      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
      const still = await context.newPage();
      await still.goto(lab.path);
      await expect(root(still).locator('.mt-lab-noscript')).toBeVisible();
      // Without a script nothing can bring another view to the front; a fold opens all the same.
      expect(
        await root(still)
          .locator('[data-off]')
          .evaluateAll(
            (all) =>
              all.filter((one) => !one.closest('[hidden], details:not([open])') && !one.checkVisibility()).length,
          ),
      ).toBe(0);
      for (const picture of await root(still).locator('[data-picture]').all()) {
        await expect(picture.locator('.mt-lab-static:visible')).toHaveCount(1);
      }
      const but = Object.keys(expected.wakesWith ?? {});
      const before = await contentsOf(root(still), { but });
      await context.close();

      const movement = await watchMovement(page);
      await open(page);
      const after = await contentsOf(root(page), { but });
      expect(after.figures).toEqual(before.figures);
      expect(after.words).toEqual(before.words);
      expect(await movement(), 'nothing moves').toBeLessThan(0.02);

      const looks = await looksOf(root(page), expected);
      const notRead = new Set(Object.keys(expected.notRead ?? {}));
      let hasReader = false;
      const everyPoint = async (): Promise<void> => {
        const { unread, met } = await unreadPictures(root(page), Object.keys(expected.notRead ?? {}));
        expect.soft(unread, 'pictures to make readable, or to name in expected.ts').toEqual([]);
        for (const name of met) notRead.delete(name);
        const charts = root(page).locator('[data-read][tabindex]:visible');
        if ((await charts.count()) === 0) return;
        if (!hasReader) await fetchReader(page, charts.first());
        hasReader = true;
        expect.soft((await unreadPoints(page)).problems).toEqual([]);
      };
      for (const [index, look] of looks.entries()) {
        await test.step(look, async () => {
          // Every other look in the dark, and the first one in both: colours take axe longest.
          await page.emulateMedia({ colorScheme: index % 2 === 0 ? 'light' : 'dark' });
          await turnTo(page, look);
          await openFolds(page, index === 0 ? 'details' : undefined);
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 800 });
            // The pictures follow a frame later.
            await expect
              .soft(async () => expect(await overflow(page)).toBeLessThanOrEqual(0), `${look}, ${width} px`)
              .toPass({ timeout: 2_000 });
          }
          if (isFramed) await atRest(root(page));
          await everyPoint();
          expect.soft(await violationsOn(page, { within: lab.tag }), look).toEqual([]);
          if (index > 0) return;
          await page.emulateMedia({ colorScheme: 'dark' });
          expect.soft(await violationsOn(page, { within: lab.tag, rules: 'colours' }), 'dark').toEqual([]);
        });
      }
      expect([...notRead], 'named as not read, and not there, or read').toEqual([]);
    });

    if (!isFramed) return;

    test('has controls that all count, and a reset that undoes them', async ({ page }) => {
      const expected = await expectationsOf(lab);
      await open(page);
      await openFolds(page);
      const first = await contentsOf(root(page));
      const controls = [
        ...(await attributes(root(page), 'ruler')).map((name) => ({ name, kind: 'ruler' as const })),
        ...(await attributes(root(page), 'choice')).map((name) => ({ name, kind: 'choice' as const })),
      ];
      const untried = new Set(controls);
      // Addresses that are named for their controls come first: where no control is left, the other looks need no visit.
      const [opening, ...others] = await looksOf(root(page), expected);
      for (const look of [opening!, ...(expected.controlsAt ?? []), ...others]) {
        if (untried.size === 0) break;
        if (look !== '') await turnTo(page, look);
        await openFolds(page);
        for (const control of untried) {
          const { name, kind } = control;
          const field = root(page).locator(
            kind === 'ruler' ? `[data-ruler="${name}"] input[type=range]` : `[data-choice="${name}"]`,
          );
          if (!(await field.isVisible()) || !(await field.isEnabled())) continue;
          // A dimmed control changes nothing here, and says why.
          if ((await field.locator('xpath=ancestor::*[@data-dim]').count()) > 0) continue;
          await test.step(`${kind} ${name}`, async () => {
            const before = await contentsOf(root(page));
            const address = await page.evaluate(() => location.href);
            // Words may only repeat what a ruler says; figures or a picture have to answer it.
            const answered = (now: LabContents) => text(kind === 'ruler' ? { ...now, words: [] } : now);
            const counts = async () => answered(await contentsOf(root(page))) !== answered(before);
            for (const move of await movesOf(field)) {
              await move();
              await atRest(root(page));
              if (await counts()) break;
            }
            expect.soft(await page.evaluate(() => location.href), `${name} goes into the address`).not.toBe(address);
            if (expected.silent?.[name] !== undefined || (await counts())) untried.delete(control);
          });
        }
        await reset(page);
        const again = await contentsOf(root(page));
        expect(again.controls, 'reset puts every control back').toEqual(first.controls);
        expect(answer(again), 'reset brings the first answer back').toEqual(answer(first));
        expect(new URL(await page.evaluate(() => location.href)).search).toBe('');
      }
      await test.step('what a field cannot take', async () => {
        const [ruler, other] = await root(page).locator('[data-ruler]:visible').all();
        if (ruler === undefined || other === undefined) return;
        const [remark, typed] = [ruler.locator('[data-remark]'), ruler.locator('input[type=text]')];
        // Taking a change back leaves this ruler's own number as it is.
        const takeBack = [() => reset(page), () => step(page, -1)];
        for (const [index, act] of takeBack.entries()) {
          if (index > 0) await other.locator('input[type=range]').press('End');
          await typed.fill('a lot');
          await typed.press('Enter');
          await expect(remark).toHaveText('“a lot” is not a number.');
          await act();
          await expect(remark, 'the remark is taken back').toHaveText('');
          await expect(typed).not.toHaveAttribute('aria-invalid');
        }
      });
      expect(
        [...untried].map(({ name }) => name),
        'controls that change nothing, at no look of the lab: name one in expected.ts',
      ).toEqual([]);
    });

    test('answers by the question alone: presets, back, forward, a link, and what is asked in haste', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { says, looks, alsoPressed, playsAt, playsWhenAsked } = await expectationsOf(lab);
      await page.addInitScript(() => {
        const attributeFilter = ['data-playing'];
        new MutationObserver(() => sessionStorage.setItem('played', 'yes')).observe(document, {
          subtree: true,
          attributeFilter,
        });
      });
      const hasPlayed = () => page.evaluate(() => sessionStorage.getItem('played') !== null);
      await open(page);
      await root(page).scrollIntoViewIfNeeded();
      const seen: { search: string; shown: LabContents }[] = [];
      const look = async () => ({
        search: await page.evaluate(() => location.search),
        shown: await contentsOf(root(page)),
      });
      const ids = await visiblePresets(page);
      if (ids.length === 0) await openFolds(page);
      seen.push(await look());
      for (const id of ids) {
        await press(page, id);
        const now = await look();
        const pressed = ids.filter((each) => now.shown.controls[`preset ${each}`] === 'true');
        expect(pressed, 'the preset pressed').toContain(id);
        const others = pressed.filter((each) => each !== id && !alsoPressed?.[id]?.includes(each));
        expect(others, 'no other preset that asks something else').toEqual([]);
        if (now.search !== seen.at(-1)!.search) seen.push(now);
      }
      if (ids.length === 0) {
        await turn(page);
        seen.push(await look());
      }
      expect(new Set(seen.map(({ shown }) => text(shown))).size, 'different questions, different answers').toBe(
        new Set(seen.map(({ search }) => search)).size,
      );

      await test.step('back and forward', async () => {
        for (const past of seen.slice(0, -1).reverse()) {
          await step(page, -1);
          await atRest(root(page));
          expect(await look()).toEqual(past);
        }
        await step(page, 1);
        await atRest(root(page));
        expect(await look()).toEqual(seen[1]);
      });

      await test.step('in haste', async () => {
        for (const id of ids) await root(page).locator(`[data-preset="${id}"]`).click();
        await atRest(root(page));
        if (ids.length > 0) expect((await look()).shown).toEqual(seen.at(-1)!.shown);
      });

      await test.step('of presets that may ask for the same, those are pressed that do', async () => {
        for (const [id, others] of Object.entries(alsoPressed ?? {})) {
          for (const other of others) {
            await press(page, id);
            const { search, shown: here } = await look();
            await press(page, other);
            const asksTheSame = (await look()).search === search;
            expect(here.controls[`preset ${other}`] === 'true', `${other} beside ${id}`).toBe(asksTheSame);
          }
        }
      });

      await test.step('said out loud', async () => {
        if (says) await reset(page);
        if (says && 'preset' in says) await press(page, says.preset);
        if (says && 'query' in says) await turnTo(page, says.query);
        await expect(root(page).locator('[data-live]')).toHaveText(says?.words ?? /\w/);
      });

      await test.step('by a link that spells everything out', async () => {
        // Not as it opens: what an address is not read for stays as that.
        await open(page, looks?.[0]);
        // A link opens those folds that hold what it sets.
        const unfolded = async () => {
          await openFolds(page);
          return contentsOf(root(page));
        };
        const unlike = await unfolded();
        const preset = (await visiblePresets(page)).at(-1);
        if (preset !== undefined) await press(page, preset);
        else await turn(page);
        const here = await unfolded();
        expect(answer(here)).not.toEqual(answer(unlike));
        const link = await copiedLink(page, root(page));
        const names = [...link.searchParams.keys()].map((name) => name.replace(/^\w+-/, ''));
        const [rulers, choices] = [await attributes(root(page), 'ruler'), await attributes(root(page), 'choice')];
        expect(names).toEqual(expect.arrayContaining([...rulers, ...choices]));
        if ((await viewsOf(root(page))).length > 0) expect(names).toContain('view');
        if ((await root(page).locator('[data-seed]').count()) > 0) expect(names).toContain('seed');
        await page.goto('about:blank');
        await page.goto(link.href);
        await atRest(root(page));
        expect(await unfolded()).toEqual(here);
      });

      if (!html.includes('class="mt-icon-pause"')) return;
      await test.step('moves nothing by itself where less motion is asked for', async () => {
        // Where the lab opens, the presets have been pressed above.
        if (playsAt === undefined) await reset(page);
        else {
          await turnTo(page, playsAt);
          for (const id of await visiblePresets(page)) await press(page, id);
        }
        const play = root(page).locator('[data-act="play"]');
        await expect(play).toBeVisible();
        expect(await hasPlayed()).toBe(false);
        for (let times = 0; times < 2; times++) {
          await play.click();
          if (playsWhenAsked !== undefined) return expect.poll(hasPlayed).toBe(true);
          await atRest(root(page));
        }
        expect(await hasPlayed()).toBe(false);
      });
    });

    // One that only lists what a record says has none.
    const hasModels = !html.includes(' data-no-models');

    test('hands out a file that says what it shows, and starts a lost worker again, which answers', async ({
      page,
      context,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { file, figuresNotInFile = {} } = await expectationsOf(lab);
      await open(page, file?.query);
      const { name, rows } = await download(page, root(page));
      expect(name).toEqual(file?.name ?? expect.stringMatching(/^[\w-]+\.csv$/));
      const [header, ...cells] = rows;
      expect(cells.length).toBeGreaterThan(0);
      for (const row of cells) expect(row, row.join()).toHaveLength(header!.length);
      if (file) {
        expect(header!.join()).toBe(file.header);
        for (const [kind, least] of Object.entries(file.kinds)) {
          expect(cells.filter(([one]) => one === kind).length, kind).toBeGreaterThanOrEqual(least);
        }
      }
      const link = await copiedLink(page, root(page));
      const parameters = cells
        .filter(([kind]) => kind === 'parameter')
        .map((row) => row.find((cell, at) => at > 0 && cell !== ''));
      if (parameters.length > 0) {
        expect(parameters.toSorted()).toEqual(
          [...link.searchParams.keys()].map((name) => name.replace(/^(b|r|own)-/, '')).toSorted(),
        );
      }
      const figures = cells.filter(([kind]) => kind === 'figure');
      for (const output of await root(page).locator('[data-result]').all()) {
        const [result, value] = [(await output.getAttribute('data-result'))!, await output.getAttribute('data-value')];
        if (figuresNotInFile[result] !== undefined) continue;
        const row = figures.find((row) => row.includes(result));
        expect(row, `${result} is in the file`).toBeDefined();
        if (value !== '') expect(row!.map(Number), result).toContain(Number(value));
      }

      if (!hasModels) return;
      await test.step('a lost worker', async () => {
        await turnTo(page, '');
        const before = await contentsOf(root(page));
        for (const worker of page.workers()) await worker.evaluate(() => self.close());
        const [, preset] = await visiblePresets(page);
        if (preset === undefined) await turn(page);
        else await press(page, preset);
        expect(text(await contentsOf(root(page)))).not.toBe(text(before));
        await expect(root(page).locator('[data-trouble]')).toBeHidden();
      });
    });

    test('puts a hostile address right, and says what it changed', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const { hostile } = await expectationsOf(lab);
      await open(page);
      const link = await copiedLink(page, root(page));
      const images = await root(page).locator('img').count();
      // Defaults are not always the values that the lab opens with: an address with one other parameter has them.
      const [one, other] = [...link.searchParams];
      const calm = async (parameter: [string, string]) => {
        await turnTo(page, `?${new URLSearchParams([parameter])}`);
        return (await contentsOf(root(page))).controls;
      };
      const [beside, others] = [await calm(other!), await calm(one!)];
      const isOne = (name: string) => one![0].replace(/^(b|r|own)-/, '') === name;
      const bounded = [
        ...(await attributes(root(page), 'ruler')),
        ...(await attributes(root(page), 'choice')),
        ...(await viewsOf(root(page))).slice(0, 1).map(() => 'view'),
      ];
      const markup = new URLSearchParams(
        [...link.searchParams.keys()].map((name) => [name, '<img src=x onerror=alert(1)>']),
      );
      await open(page, `?${markup}`);
      const notes = root(page).locator('[data-note]');
      const noted = (await attributes(root(page), 'note')).map((name) => name.replace(/^(b|r|own)-/, ''));
      expect(noted).toEqual(expect.arrayContaining(bounded));
      await expect(notes.first()).toContainText(/^The address says .* is used instead\.$/);
      await expect(root(page).locator('img'), 'none but its own').toHaveCount(images);
      await expect(root(page).locator('[onerror]')).toHaveCount(0);
      const now = await contentsOf(root(page));
      for (const name of bounded) {
        const key = Object.keys(now.controls).find((key) => key.includes(`"${name}"`));
        if (key) expect(now.controls[key], name).toBe((isOne(name) ? beside : others)[key]);
      }
      if (!hostile) return;
      await open(page, hostile.query);
      await expect(notes).toHaveCount(Object.keys(hostile.notes).length);
      for (const [name, words] of Object.entries(hostile.notes)) {
        await expect(root(page).locator(`[data-note="${name}"]`)).toContainText(words);
      }
    });

    if (!hasModels) return;

    test.describe('without its models', () => {
      test.use({ expectedComplaints: [/models_bg|ERR_FAILED|wasm/i] });

      test('keeps its first answer, says so, and tries again when asked', async ({ page }) => {
        await page.route('**/*.wasm', (route) => route.abort());
        await page.goto(lab.path);
        const again = root(page).locator('[data-act="retry"]');
        await expect(again).toBeVisible({ timeout: 20_000 });
        await expect(root(page).getByRole('alert')).toContainText('could not be started again');
        const { figures } = await contentsOf(root(page));
        await page.unroute('**/*.wasm');
        await again.click();
        await atRest(root(page));
        await expect(again).toBeHidden();
        expect((await contentsOf(root(page))).figures).toEqual(figures);
      });
    });
  });

  test.describe(`${lab.id} on a phone`, { tag: '@touch' }, () => {
    test('fits, can be touched, and wakes up without moving', async ({ page }) => {
      const movement = await watchMovement(page);
      await open(page);
      expect(await movement(), 'nothing moves').toBeLessThan(0.02);
      for (const look of await looksOf(root(page), await expectationsOf(lab))) {
        if (look !== '') await turnTo(page, look);
        expect.soft(await overflow(page), look).toBeLessThanOrEqual(0);
        if (/^(\?view=\w+)?$/.test(look)) {
          expect.soft(await violationsOn(page, { within: lab.tag, rules: 'targets' }), look).toEqual([]);
        }
      }
      if (!isFramed) return;
      await turnTo(page, '');
      const [preset] = (await visiblePresets(page)).slice(-1);
      if (preset === undefined) return;
      await root(page).locator(`[data-preset="${preset}"]`).tap();
      await atRest(root(page));
      await expect(root(page).locator(`[data-preset="${preset}"]`)).toHaveAttribute('aria-pressed', 'true');
    });
  });
}

/** Ways to set a control to something else, each going further than the one before. */
async function movesOf(field: Locator): Promise<(() => Promise<unknown>)[]> {
  const kind = await field.evaluate((one) => (one instanceof HTMLInputElement ? one.type : 'select'));
  if (kind === 'checkbox') return [() => field.press('Space')];
  if (kind === 'select') {
    const others = await field.evaluate((one) =>
      [...(one as HTMLSelectElement).options]
        .filter(({ selected, disabled }) => !selected && !disabled)
        .map(({ value }) => value),
    );
    return others.map((value) => () => field.selectOption(value));
  }
  const isAtEnd = await field.evaluate((one) => (one as HTMLInputElement).value === (one as HTMLInputElement).max);
  return (isAtEnd ? ['ArrowLeft', 'Home'] : ['ArrowRight', 'End']).map((key) => () => field.press(key));
}
