import { describe, expect, test } from 'vitest';
import { articleOf, bare, homeEntryOf, seriesWithoutFile, wideChart, written } from '@/e2e/articles';
import { textOf, textsOf } from '@/e2e/built';
import { claim, point, points, series, type Settings } from '@/kit/record/queries';

const article = articleOf('unix-sockets');
const { page, records, record } = article;

/** Where figures of two cores come from. */
const two = { name: 'a core for each end', cores: 'apart' };
const PLACES = [two, { name: 'one core', cores: 'one' }];
const PER_MESSAGE = { pattern: 'per-message', bytes: 12 };

/** How many times as fast as TCP a Unix socket is. */
const ratioOf = (at: Settings) => point(series(record, 'ratios'), at).values['ratio']!;
/** An interval as it stands in a table. */
const interval = ({ low, high }: { low: number; high: number }, unit: string) =>
  `${bare(low, unit)}–${bare(high, unit)}`;
/** The cells of the rows of a figure's table. */
const rowsOf = (figure: string): string[][] =>
  page.querySelectorAll(`#${figure} .mt-data tbody tr`).map((row) => textsOf(row, 'td'));
/** Those in which all of the words stand. */
const rowsWith = (figure: string, ...words: string[]): string[][] =>
  rowsOf(figure).filter((cells) => words.every((word) => cells.join(' | ').includes(word)));

test('the first sentences say the ratios behind nginx, with new connections and kept ones, as measured', () => {
  const ratios = [
    { server: 'rust', keepalive: 'without' },
    { server: 'rust', keepalive: 'with' },
    { server: 'gunicorn', keepalive: 'without' },
  ].map((at) => written(point(series(record, 'proxy-ratios'), at).values['ratio']!.value, '1'));
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual(ratios);
  expect(page.querySelectorAll('.mt-lead .mt-inline-figure:not([data-figure="measured"])')).toEqual([]);
});

test('the lab opens on the ratio of the first sentences, behind nginx with Flask', () => {
  const { value } = point(series(record, 'proxy-ratios'), { server: 'gunicorn', keepalive: 'without' }).values[
    'ratio'
  ]!;
  const output = page.querySelector('mt-unix-sockets-lab [data-result="ratio"]')!;
  expect(textOf(output)).toBe(bare(value, '1'));
  expect(textsOf(page, '.mt-lead .mt-inline-value')[2]).toContain(textOf(output));
  // Bare messages are within reach: the lab knows them by what was measured.
  const known = JSON.parse(page.querySelector('mt-unix-sockets-lab')!.getAttribute('data-measured')!) as {
    messages: { ratios: { cores: string; ratio: number[] }[] };
  };
  for (const { cores } of PLACES) {
    const [shown] = known.messages.ratios.find((ratio) => ratio.cores === cores)!.ratio;
    expect(bare(shown!, '1')).toBe(bare(ratioOf({ ...PER_MESSAGE, cores }).value, '1'));
  }
});

test('the key of a chart that contrasts machines names each', () => {
  for (const { machineName } of records)
    expect(textOf(page.querySelector('#waiting .mt-figure-key')!)).toContain(machineName);
});

test('the article has its figures', () => {
  const ids = page.querySelectorAll('figure.mt-figure').map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['ratios', 'rounds', 'waiting']));
});

test('every series can be downloaded beside a figure, but those of sentences, tables and the lab, and what is recorded no more', () => {
  const noMore = ['bulk', 'phases'];
  const left = seriesWithoutFile(article).filter((id) => !noMore.includes(id));
  expect(left.sort()).toEqual(['cross-check', 'other-ratios', 'parts', 'per-message', 'ping-pong']);
});

describe('the ratios on one axis', () => {
  test('have one core and two side by side, each with its interval', () => {
    for (const { name, cores } of PLACES) {
      const ratio = ratioOf({ ...PER_MESSAGE, cores });
      const rows = rowsWith('ratios', 'A connection for each message', name);
      expect(rows).toHaveLength(1);
      expect(rows[0]!.slice(1, 3)).toEqual([bare(ratio.value, '1'), interval(ratio, '1')]);
    }
  });

  test('draw a dot for each row of the table, and what was published as diamonds', () => {
    const drawing = wideChart(page, 'ratios');
    expect(drawing.querySelectorAll('.mt-mark--measured')).toHaveLength(rowsOf('ratios').length);
    // What was published is drawn once, whatever machines are beside it.
    const published = record.series
      .filter(({ id }) => ['ratios', 'proxy-ratios', 'docker-ratios'].includes(id))
      .flatMap((one) => one.points.filter((each) => each.published?.['ratio']))
      .filter(({ at }) => at['cores'] === undefined || PLACES.some(({ cores }) => cores === at['cores']));
    expect(published.length).toBeGreaterThan(0);
    expect(drawing.querySelectorAll('.mt-mark--published')).toHaveLength(published.length);
  });
});

describe('sentences and tables are the record’s', () => {
  test('the latency of round trips is the median, on one core and on two, over either socket', () => {
    const sentence = page.querySelectorAll('p').find((each) => textOf(each).startsWith('A round trip of 64 B'))!;
    const median = (transport: string, cores: string) =>
      point(series(record, 'ping-pong'), { transport, cores, message_bytes: 64 }).values['p50_seconds']!.value;
    expect(textsOf(sentence, '.mt-inline-value')).toEqual(
      ['unix', 'tcp'].flatMap((transport) => ['one', 'apart'].map((cores) => written(median(transport, cores), 's'))),
    );
  });

  test('the table of messages stands beside what was published', () => {
    const tcp = (cores: string) => point(series(record, 'per-message'), { transport: 'tcp', cores });
    const sentence = page.querySelectorAll('p').find((each) => textOf(each).includes('In the published test'))!;
    expect(textsOf(sentence, '.mt-inline-value')[0]).toBe(
      written(tcp('all').published!['messages_per_second']!, 'messages per second'),
    );
    const row = page
      .querySelectorAll('table:has(.mt-inline-figure) tr')
      .find((each) => textOf(each).includes(two.name))!;
    expect(textsOf(row, '.mt-inline-value')[0]).toBe(
      bare(tcp(two.cores).values['messages_per_second']!.value, 'messages per second'),
    );
  });
});

describe('where the ends are, and how they wait', () => {
  const marks = (figure: string, selector: string) =>
    page.querySelectorAll(`#${figure} .mt-figure-wide svg[role="img"] ${selector}`).length;

  test('every round has a dot, and only pinned ends have a median', () => {
    const rounds = series(record, 'rounds').points;
    const strips = new Set(rounds.map(({ at }) => `${at['pattern']} ${at['cores']}`));
    const pinned = [...strips].filter((name) => !name.endsWith('all'));
    expect(marks('rounds', 'g.mt-quiet .mt-mark--measured')).toBe(rounds.length);
    expect(marks('rounds', 'g:not(.mt-quiet) > .mt-mark--measured')).toBe(pinned.length);
    expect(rowsWith('rounds')).toHaveLength(strips.size);
    expect(rowsWith('rounds', 'wherever the scheduler puts them').map((cells) => cells[2])).toEqual(
      [...strips].flatMap((name) => (name.endsWith('all') ? [''] : [])),
    );
  });

  test('each way to wait on two cores stands beside one core, for either socket', () => {
    const found = points(series(record, 'waiting'), { cores: 'apart' });
    for (const kind of ['measured', 'second', 'third'])
      expect(marks('waiting', `.mt-mark--${kind}`)).toBe(found.length);
    const values = found.map(({ values }) => bare(values['ratio_to_sleeping_on_one_core']!.value, '1'));
    const own = rowsWith('waiting').filter(([machine]) => machine === record.machineName);
    expect(own.map((cells) => cells[3]).sort()).toEqual(values.sort());
  });
});

describe('what takes other programs', () => {
  test.each([
    ['proxy', 'proxy'],
    ['docker', 'containers'],
  ])('%s: has a dot for each row and way', (id, figure) => {
    const shown = series(record, id).points.filter(({ at }) => at['server'] !== 'nginx-static');
    expect(wideChart(page, figure).querySelectorAll('.mt-mark--measured')).toHaveLength(shown.length);
  });
});

test('on the home page, the picture has a line and a ratio for each row, and a diamond where one was published', () => {
  const entry = homeEntryOf('unix-sockets');
  const [shown] = claim(record, 'twice-per-message').figures;
  expect(shown!.label).toContain(two.name);
  expect(textsOf(entry, 'strong')).toEqual([written(shown!.measured!.value, '1')]);
  const count = (marks: string) => entry.querySelectorAll(`svg.mt-thumbnail ${marks}`).length;
  expect(count('.line')).toBeGreaterThanOrEqual(3);
  expect(count('.said')).toBe(count('.line'));
  const ratio = ratioOf({ ...PER_MESSAGE, cores: 'one' });
  expect(textsOf(entry, 'svg.mt-thumbnail .said')[0]).toBe(`${bare(ratio.value, '1')}×`);
  expect(count('.mt-mark--published')).toBeGreaterThan(0);
});
