import { claim, point, points, series } from '@/kit/record/queries';
import { formatBare } from '@/kit/chart/format';
import { articleOf, testClaims, testDownloads, testEveryFigure, written } from '@/e2e/articles';
import { expect, test } from '@/e2e/fixtures';

const article = articleOf('timestamp-collisions');
const { record } = article;

test.beforeEach(async ({ page }) => {
  await page.goto(article.path);
});

test.describe('the first sentences', { tag: '@once' }, () => {
  test('say how much collides, and how far rounds are apart, as measured', async ({ page }) => {
    const { measured } = claim(await record(), 'two-percent-with-two-threads').figures[1]!;
    const figures = page.locator('.mt-lead .mt-inline-figure');
    await expect(figures.locator('.mt-inline-value')).toHaveText(
      [measured!.value, measured!.min!, measured!.max!].map((share) => written(share, 'share')),
    );
    for (const figure of await figures.all()) await expect(figure).toHaveAttribute('data-figure', 'measured');
  });

  test('do not give a single round an interval', async ({ page }) => {
    const figure = page.locator('.mt-lead .mt-inline-figure').nth(1);
    await figure.click();
    const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
    await expect(note).toContainText('smallest');
    await expect(note).not.toContainText('95% interval');
  });
});

test.describe('every kind of figure keeps its mark', { tag: '@once' }, () => {
  test('a published share stands beside a measured one of the same definition', async ({ page }) => {
    const from = await record();
    const [counted] = claim(from, 'two-percent-with-two-threads').figures;
    expect(counted!.label).toContain('each coincidence counted once');
    const sentence = page.locator('p', { hasText: 'As published, two threads came to about' });
    await expect(sentence.locator('[data-figure="published"] .mt-inline-value').first()).toHaveText(
      written(counted!.published!.low, 'share'),
    );
    await expect(sentence.locator('[data-figure="measured"] .mt-inline-value').first()).toHaveText(
      written(counted!.measured!.value, 'share'),
    );
    await expect(sentence.locator('[data-figure="predicted"] .mt-inline-value')).toHaveCount(1);
  });

  test('the strip of rounds has a dot for each round, a dash for each prediction and a diamond for each published share', async ({
    page,
  }) => {
    const from = await record();
    const rounds = points(series(from, 'collision-rounds'), { clock: 'realtime' });
    const conditions = points(series(from, 'collisions'), { clock: 'realtime' }).filter(({ at }) =>
      rounds.some((round) => round.at['threads'] === at['threads'] && round.at['placement'] === at['placement']),
    );
    const known = (kind: 'predicted' | 'published') =>
      conditions.filter((condition) => condition[kind]?.['published_share'] !== undefined).length;
    const drawing = page.locator('#rounds .mt-figure-wide svg[role="img"]');
    await expect(drawing.locator('g.mt-quiet .mt-mark--measured')).toHaveCount(rounds.length);
    await expect(drawing.locator('g:not(.mt-quiet) > .mt-mark--measured')).toHaveCount(conditions.length);
    await expect(drawing.locator('.mt-stroke--predicted')).toHaveCount(known('predicted'));
    await expect(drawing.locator('.mt-mark--published')).toHaveCount(known('published'));
    expect(known('published')).toBeGreaterThan(0);
  });

  test('what only the model says of a coarse counter is drawn as predicted, and nothing as measured', async ({
    page,
  }) => {
    const figure = page.locator('#coarse-counter');
    await expect(figure.locator('.mt-mark--measured')).toHaveCount(0);
    await expect(figure.locator('.mt-figure-key')).toHaveText(/^\s*predicted\s*$/);
    await expect(figure.locator('figcaption')).toContainText('not measured');
  });

  test('what a system says of its clock is not drawn as measured', async ({ page }) => {
    const clocks = series(await record(), 'clocks').points;
    const known = (measure: string) => clocks.filter(({ values }) => values[measure] !== undefined).length;
    const drawing = page.locator('#resolution .mt-figure-wide svg[role="img"]');
    await expect(drawing.locator('.mt-mark--published')).toHaveCount(known('resolution_reported_seconds'));
    await expect(drawing.locator('.mt-mark--measured')).toHaveCount(known('resolution_observed_seconds'));
    await expect(page.locator('#resolution .mt-figure-key')).toContainText('as the system reports it');
  });

  test('figures of other systems are published ones, and each names its source', async ({ page }) => {
    const figures = page.locator('table', { hasText: 'macOS on an M1' }).locator('.mt-inline-figure');
    expect(await figures.count()).toBeGreaterThanOrEqual(3);
    for (const figure of await figures.all()) {
      await expect(figure).toHaveAttribute('data-figure', 'published');
      const note = page.locator(`#${await figure.getAttribute('popovertarget')}`);
      await expect(note.locator('a[href^="https://"]')).toHaveCount(1);
    }
  });
});

test.describe('every table is the record’s', { tag: '@once' }, () => {
  test('of rounds', async ({ page }) => {
    const from = await record();
    const pinned = { clock: 'realtime', threads: 2, placement: 'free' };
    const shares = points(series(from, 'collision-rounds'), pinned).map(
      ({ values }) => values['published_share']!.value,
    );
    const median = point(series(from, 'collisions'), pinned).values['published_share']!;
    const row = page.locator('#rounds .mt-data tbody tr').filter({ hasText: '2 threads, free' });
    await expect(row.locator('td').nth(1)).toHaveText(String(shares.length));
    await expect(row.locator('td').nth(2)).toContainText(formatBare(median.value, 'share'));
    await expect(row.locator('td').nth(3)).toHaveText(formatBare(Math.min(...shares), 'share'));
    await expect(row.locator('td').nth(4)).toHaveText(formatBare(Math.max(...shares), 'share'));
  });

  test('of remedies: promise, duplicates and costs', async ({ page }) => {
    const from = await record();
    const identifiers = series(from, 'identifiers');
    const names: Record<string, string> = {
      timestamp: 'Bare timestamp',
      increasing: 'Atomic max(now, last + 1)',
      'uuid-v7': 'UUIDv7, random',
    };
    for (const [scheme, name] of Object.entries(names)) {
      const own = points(identifiers, { scheme });
      const one = own.find(({ at }) => at['threads'] === 1)!;
      const duplicates = Math.max(...own.map(({ values }) => values['duplicate_share']!.value));
      const row = page
        .locator('#remedies tbody tr')
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) });
      await expect(row.locator('td')).toContainText([
        String(one.at['certain']),
        String(one.at['probable']),
        formatBare(duplicates, 'share'),
        written(one.values['seconds_per_identifier']!.value, 's'),
      ]);
    }
    const schemes = new Set(identifiers.points.map(({ at }) => at['scheme']));
    await expect(page.locator('#remedies tbody tr')).toHaveCount(schemes.size);
    await expect(page.locator('#contention svg[role="img"]')).toHaveCount(schemes.size);
  });
});

testClaims(article);
testEveryFigure(7);
testDownloads(article);
