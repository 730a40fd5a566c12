import { describe, expect, test } from 'vitest';
import { articleOf, bare, homeEntryOf, seriesWithoutFile, wideChart, written } from '@/e2e/articles';
import { one, textOf, textsOf } from '@/e2e/built';
import { claim, point, points, series } from '@/kit/record/queries';

const article = articleOf('timestamp-collisions');
const { page, records, record } = article;
const stepOf = (each: typeof record) =>
  claim(each, 'residues-decide').figures.find(({ label }) => label === 'step of the counter')!.measured!.value;
const machine = (id: string) => records.find(({ provenance }) => provenance.machine.id === id)!;
/** The machines whose counter advances by no more than the clock's unit at a time, which the article names. */
const [even, evenWith16] = [machine('intel-06-cf-2-core-vm'), machine('intel-06-cf-16-core-vm')];
/** From what to what a figure of the first claim went. */
const rangeOf = (each: typeof record, figure: number) => {
  const { min, max } = claim(each, 'two-percent-with-two-threads').figures[figure]!.measured!;
  return [min!, max!].map((share) => written(share, 'share'));
};

describe('the first sentences', () => {
  test('say from what to what rounds collide, for an even counter and for one that jumps, as measured', () => {
    const shown = [even, record].flatMap((each) => [...rangeOf(each, 1), written(stepOf(each), 's')]);
    expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual(shown);
    expect(page.querySelectorAll('.mt-lead .mt-inline-figure:not([data-figure="measured"])')).toEqual([]);
  });

  test('say the risk that the calculator shows below', () => {
    const risk = textOf(one(page, 'mt-birthday-calculator [data-result="risk"]'));
    expect(risk).toMatch(/^\d+%$/);
    expect(textOf(one(page, '.mt-lead'))).toContain(`about ${risk}, by the birthday formula`);
  });

  test('do not give a single round an interval', () => {
    const shares = page
      .querySelectorAll('.mt-lead .mt-inline-figure')
      .filter((figure) => textOf(figure).includes('%'))
      .map((figure) => page.getElementById(figure.getAttribute('popovertarget')!)!.textContent);
    expect(shares).toHaveLength(4);
    for (const note of shares) {
      expect(note).toMatch(/smallest|largest/);
      expect(note).not.toContain('95% interval');
    }
  });
});

test('the lab opens on a share within the first sentences’, of readings counted alike', () => {
  const { measured, label } = claim(record, 'two-percent-with-two-threads').figures[1]!;
  expect(label).toContain('share of samples that collide');
  const share = Number(page.querySelector('mt-timestamp-lab [data-result="share"]')!.getAttribute('data-value'));
  expect(share).toBeGreaterThan(measured!.max! / 2);
  // It is simulated, at the median pace: a faster round collides more.
  expect(share).toBeLessThan(measured!.max! * 1.1);
  expect(textOf(page.querySelector('mt-timestamp-lab .mt-ts-headline')!)).toContain('of the readings collide');
});

test('the article has its figures, and their files', () => {
  expect(page.querySelectorAll('figure.mt-figure').length).toBeGreaterThanOrEqual(4);
  expect(seriesWithoutFile(article)).toEqual(['increments', 'manners', 'coarse-counter']);
});

describe('every kind of figure keeps its mark', () => {
  test('a published share stands beside a measured one of the same definition', () => {
    const [counted] = claim(record, 'two-percent-with-two-threads').figures;
    expect(counted!.label).toContain('each coincidence counted once');
    const sentence = page.querySelectorAll('p').find((each) => textOf(each).includes('Jones published about'))!;
    const shown = (kind: string) => textsOf(sentence, `[data-figure="${kind}"] .mt-inline-value`);
    expect(shown('published')[0]).toBe(written(counted!.published!.low, 'share'));
    const { value: eight } = claim(evenWith16, 'five-percent-with-eight-threads').figures[0]!.measured!;
    const pinned = [even, evenWith16].map((each) => {
      const at = { clock: 'realtime', threads: 2, placement: 'pinned' };
      return written(point(series(each, 'collisions'), at).values['published_share']!.value, 'share');
    });
    expect(shown('measured')).toEqual([...rangeOf(even, 0), ...pinned, written(eight, 'share'), ...rangeOf(record, 0)]);
    expect(shown('predicted')).toHaveLength(4);
  });

  test('the strip of rounds has a dot for each round and a diamond for each published share, and no median of rounds of several kinds', () => {
    const roundsOf = (each: typeof record) => points(series(each, 'collision-rounds'), { clock: 'realtime' });
    // What was published is drawn once, whatever machines are beside it.
    const published = points(series(record, 'collisions'), { clock: 'realtime' }).filter(
      (condition) => condition.published?.['published_share'] !== undefined,
    );
    const drawing = wideChart(page, 'rounds');
    const count = (marks: string) => drawing.querySelectorAll(marks).length;
    expect(count('g.mt-quiet .mt-mark--measured')).toBe(roundsOf(record).length);
    expect(count('g.mt-quiet .mt-mark--second')).toBe(roundsOf(even).length);
    expect(count('g.mt-quiet .mt-mark--third')).toBe(roundsOf(evenWith16).length);
    expect(count('g:not(.mt-quiet) > .mt-mark--measured')).toBe(0);
    expect(count('.mt-stroke--predicted')).toBe(0);
    expect(count('.mt-mark--published')).toBe(published.length);
    expect(published.length).toBeGreaterThan(0);
  });

  test('what a system says of its clock is not drawn as measured', () => {
    const known = (measure: string) =>
      series(record, 'clocks').points.filter(({ values }) => values[measure] !== undefined).length;
    const drawing = wideChart(page, 'resolution');
    expect(drawing.querySelectorAll('.mt-mark--published')).toHaveLength(known('resolution_reported_seconds'));
    expect(drawing.querySelectorAll('.mt-mark--measured')).toHaveLength(known('resolution_observed_seconds'));
    expect(textsOf(page, '#resolution .mt-figure-key').join()).toContain('as the system reports it');
  });

  test('figures of other systems are published ones, and each names its source', () => {
    const table = page.querySelectorAll('table').find((each) => textOf(each).includes('macOS on an M1'))!;
    const figures = table.querySelectorAll('.mt-inline-figure');
    expect(figures.length).toBeGreaterThanOrEqual(3);
    for (const figure of figures) {
      expect(figure.getAttribute('data-figure')).toBe('published');
      const note = page.getElementById(figure.getAttribute('popovertarget')!)!;
      expect(note.querySelectorAll('a[href^="https://"]')).toHaveLength(1);
    }
  });
});

describe('every table is the record’s', () => {
  test('of rounds', () => {
    const free = { clock: 'realtime', threads: 2, placement: 'free' };
    const shares = points(series(record, 'collision-rounds'), free).map(
      ({ values }) => values['published_share']!.value,
    );
    const rows = page.querySelectorAll('#rounds .mt-data tbody tr').map((each) => textsOf(each, 'td'));
    const row = rows.find(([name, threads]) => name === record.machineName && threads === '2 threads, free');
    expect(row!.slice(2, 6)).toEqual([
      String(shares.length),
      '',
      bare(Math.min(...shares), 'share'),
      bare(Math.max(...shares), 'share'),
    ]);
  });

  test('of remedies: promise, duplicates and costs', () => {
    const identifiers = series(record, 'identifiers');
    const names = {
      timestamp: 'Bare timestamp',
      increasing: 'Atomic max(now, last + 1)',
      'uuid-v7': 'UUIDv7, random',
    };
    const rows = page.querySelectorAll('#remedies .mt-remedies tbody tr');
    const data = page.querySelectorAll('#remedies .mt-data tbody tr').map((each) => textsOf(each, 'td'));
    for (const [scheme, name] of Object.entries(names)) {
      const found = points(identifiers, { scheme });
      const alone = found.find(({ at }) => at['threads'] === 1)!;
      const duplicates = Math.max(...found.map(({ values }) => values['duplicate_share']!.value));
      const own = rows.find((each) => textsOf(each, 'th')[0] === name)!;
      const cost = bare(alone.values['seconds_per_identifier']!.value, 's');
      expect(textsOf(own, 'td').slice(0, 4)).toEqual([
        String(alone.at['certain']),
        String(alone.at['probable']),
        bare(duplicates, 'share'),
        cost,
      ]);
      const row = data.find(([identifier]) => identifier === name)!;
      expect([row[1], row[3]]).toEqual([bare(duplicates, 'share'), cost]);
    }
    const schemes = new Set(identifiers.points.map(({ at }) => at['scheme']));
    expect(rows).toHaveLength(schemes.size);
  });
});

test('on the home page, the figure is the claim’s', () => {
  const { value } = claim(record, 'no-unique-identifier').figures[0]!.measured!;
  expect(textsOf(homeEntryOf('timestamp-collisions'), 'strong')).toEqual([written(value, 'share')]);
});
