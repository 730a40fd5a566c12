import type { Locator, Page } from '@playwright/test';
import { farFatesOf, fatesOf, headline, type Fate } from './charts/fates';
import { claim, point, series } from '@/kit/record/queries';
import { articleOf, testClaims, testEveryFigure, written as writtenAs } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';
import { expectAccessible } from '@/e2e/labs';

const article = articleOf('dead-connections');
const { record } = article;
const NOTICED = 'noticed_after_seconds';

/** A figure as it stands on the page: a time, where nothing else is said. */
const written = (value: number, unit = 's') => writtenAs(value, unit);

/** What the records know of plain TCP whose packets are lost. */
async function lost(pattern: string, settings: string): Promise<Fate> {
  const fates = fatesOf(await record()).filter(
    ({ program, scenario }) => program === 'tcp' && scenario === 'drop-outbound',
  );
  return fates.find((fate) => fate.pattern === pattern && fate.words.set === settings)!;
}

/** A row of the table of fates, by its group and what the program does. */
const rowOf = (page: Page, group: string, says: string): Locator =>
  page
    .locator('#fates tbody')
    .filter({ has: page.getByRole('rowheader', { name: group, exact: true }) })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: says, exact: true }) });

const GONE = 'The peer’s machine, or the way to it, is gone';

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('the first sentences', { tag: '@once' }, () => {
  test('say how long it takes: predicted with nothing set, measured with either option', async ({ page }) => {
    const quarter = await lost('awaiting', 'nothing');
    const probing = await lost('idle', 'keepalive 1/1/3');
    const capped = await lost('awaiting', 'user timeout 3 s');
    const figures = page.locator('.mt-lead .mt-inline-figure');
    await expect(figures.locator('.mt-inline-value')).toHaveText([
      written(quarter.predicted.after!),
      written(probing.measured!.after!.value),
      written(capped.measured!.after!.value),
    ]);
    const kinds = await figures.evaluateAll((all) => all.map((figure) => figure.getAttribute('data-figure')));
    expect(kinds).toEqual(['predicted', 'measured', 'measured']);
  });

  test('stand above the lab, on the first screen', async ({ page }) => {
    const lead = await page.locator('.mt-lead').boundingBox();
    const lab = await page.locator('mt-dead-connections-lab').boundingBox();
    expect(lab!.y).toBeGreaterThan(lead!.y);
    expect(lab!.y).toBeLessThan(page.viewportSize()!.height);
  });
});

test.describe('the table of fates', () => {
  test('says of every cell how long it takes, in a word', async ({ page }) => {
    const cells = page.locator('#fates').getByRole('cell');
    const count = await cells.count();
    expect(count).toBeGreaterThan(50);
    await expect(page.locator('#fates td .mt-fate')).toHaveCount(count);
    const words = await page.locator('#fates .mt-fate').allInnerTexts();
    for (const word of ['never', 'hours', 'minutes', 'seconds', 'at once']) expect(words).toContain(word);
  });

  test('has the fates of an idle connection as the record has them', { tag: '@once' }, async ({ page }) => {
    const cells = rowOf(page, GONE, 'waits for whatever comes').getByRole('cell');
    const settings = ['nothing', 'keepalive 7200/75/9', 'keepalive 15/15/5', 'user timeout 90 s'];
    for (const [index, setting] of settings.entries()) {
      const only = point(series(await record(), 'predicted-only'), {
        ...{ scenario: 'drop-outbound', pattern: 'idle', settings: setting },
      });
      const after = only.predicted?.[NOTICED];
      await expect(cells.nth(index)).toContainText(after === undefined ? 'never' : written(after));
    }
  });

  test('shows what was measured with shorter times beside a prediction, and its interval when asked', async ({
    page,
  }) => {
    const { measured } = await lost('idle', 'keepalive 1/1/3');
    const cell = rowOf(page, GONE, 'waits for whatever comes').getByRole('cell').nth(2);
    const evidence = cell.locator('.mt-fates-evidence').first();
    await expect(evidence).toContainText(`${written(measured!.after!.value)}, measured`);
    await expect(evidence).toContainText('with 1/1/3');
    const figure = evidence.getByRole('button');
    await figure.click();
    const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
    await expect(note).toBeVisible();
    await expect(note).toContainText('95% interval');
    await expect(note).toContainText((await record()).provenance.command);
  });

  test('says measured only of what was measured', { tag: '@once' }, async ({ page }) => {
    const predicted = page.locator('#fates .mt-fates-predicted');
    expect(await predicted.count()).toBeGreaterThan(20);
    await expect(predicted.locator('.mt-mark--measured')).toHaveCount(0);
    const refused = fatesOf(await record()).find(
      ({ scenario, pattern, words, series: from }) =>
        scenario === 'host-vanishes' && pattern === 'connecting' && words.set === 'nothing' && from === 'fates',
    )!;
    expect(headline(refused).figure).toBe('measured');
    const cell = rowOf(page, 'The same, on the same link', 'connects').getByRole('cell').first();
    await expect(cell.locator('.mt-inline-figure').first()).toContainText(written(refused.measured!.after!.value));
  });

  test('gives the call and the error', { tag: '@once' }, async ({ page }) => {
    const cells = rowOf(page, 'The peer’s process exits, or is killed', 'waits for whatever comes').getByRole('cell');
    await expect(cells.first().locator('.mt-fates-cell > code')).toHaveText('read: EOF');
  });

  test('has no violation of accessibility rules', async ({ page }) => {
    await expectAccessible(page, '#fates');
  });

  test('needs no sideways scrolling', async ({ page }) => {
    const table = page.locator('#fates .mt-fates-table');
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0);
    const wide = await table.boundingBox();
    expect(wide!.x + wide!.width).toBeLessThanOrEqual(page.viewportSize()!.width);
  });
});

test.describe('the trap', { tag: '@once' }, () => {
  test('says in how many trials keepalive noticed anything', async ({ page }) => {
    const [share] = claim(await record(), 'keepalive-sleeps-in-flight').figures;
    const sentence = page.locator('p', { hasText: 'Then we lost the peer with a request under way' });
    await expect(sentence.locator('.mt-inline-value')).toHaveText(written(share!.measured!.value, share!.unit));
  });

  test('draws the packets that left, or says that none were captured', async ({ page }) => {
    const captured = (await record()).series.find(({ id }) => id === 'wire')?.points ?? [];
    const drawing = page.locator('#packets .mt-figure-wide svg[role="img"]');
    if (captured.length === 0) {
      await expect(page.getByText('No machine of these records could capture packets')).toBeVisible();
      return;
    }
    const sent = captured.filter(
      ({ at, label, values }) =>
        at['program'] === 'tcp' &&
        at['scenario'] === 'drop-outbound' &&
        at['path'] === 'veth' &&
        label === 'keepalive 1/1/3' &&
        at['direction'] === 'out' &&
        at['kind'] !== 'ack' &&
        values['at_seconds'] !== undefined,
    );
    expect(sent.length).toBeGreaterThan(5);
    await expect(drawing.locator('.mt-mark--measured')).toHaveCount(sent.length);
    await expect(drawing).toContainText('Idle: keepalive probe');
    await expect(drawing).not.toContainText('under way: keepalive probe');
  });
});

test.describe('charts and lists are the record’s', { tag: '@once' }, () => {
  test('of retries: a dot for each that was waited for, a dash for each prediction, and the published diamond', async ({
    page,
  }) => {
    const rows = fatesOf(await record()).filter(
      ({ program, scenario, pattern, words }) =>
        program === 'tcp' &&
        scenario === 'drop-outbound' &&
        pattern === 'awaiting' &&
        (/^tcp_retries2 \d+$/.test(words.set) || words.set === 'nothing'),
    );
    const drawing = page.locator('#retries .mt-figure-wide svg[role="img"]');
    await expect(drawing.locator('.mt-mark--measured')).toHaveCount(
      rows.filter(({ measured }) => measured?.after).length,
    );
    await expect(drawing.locator('.mt-stroke--predicted')).toHaveCount(
      new Set(rows.map(({ words }) => words.set)).size,
    );
    await expect(drawing.locator('.mt-mark--published')).toHaveCount(1);
  });

  test('of gRPC: every fate of both libraries, with the error that it got', async ({ page }) => {
    const fates = fatesOf(await record()).filter(({ program }) => ['tonic', 'grpcio'].includes(program));
    const rows = page.locator('#grpc .mt-fate-list tbody tr');
    await expect(rows).toHaveCount(fates.length);
    for (const { measured } of fates) {
      if (!measured?.after) continue;
      // A time may stand in another row too, as an end of its interval.
      const timed = rows.filter({ hasText: written(measured.after.value) });
      await expect(timed.filter({ hasText: measured.errno })).not.toHaveCount(0);
    }
  });

  test('of agreement: a dot for each fate that a timer decided', async ({ page }) => {
    const from = await record();
    const compared = [...fatesOf(from), ...farFatesOf(from)].filter(
      ({ measured, predicted }) => measured?.after && (predicted.after ?? 0) >= 0.5,
    );
    const drawing = page.locator('#agreement .mt-figure-wide svg[role="img"]');
    await expect(drawing.locator('.mt-mark--measured')).toHaveCount(compared.length);
  });
});

testClaims(article);
testEveryFigure(2);

test.describe('on the home page', { tag: '@once' }, () => {
  test('the picture has a line for each fate, and the time it ends at', async ({ page }) => {
    await page.goto('/');
    const picture = page.locator('article', { hasText: 'Dead connections' }).locator('svg.mt-thumbnail');
    await expect(picture.locator('.line')).toHaveCount(4);
    await expect(picture.locator('.endless')).toHaveCount(1);
    const probing = await lost('idle', 'keepalive 1/1/3');
    await expect(picture).toContainText(written(probing.measured!.after!.value));
    const quarter = await lost('awaiting', 'nothing');
    await expect(picture).toContainText(written(quarter.predicted.after!));
  });
});
