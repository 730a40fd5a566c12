import type { HTMLElement } from 'node-html-parser';
import { describe, expect, test } from 'vitest';
import { articleOf, homeEntryOf, rowOf, seriesWithoutFile, wideChart, written } from '@/e2e/articles';
import { one, textOf, textsOf } from '@/e2e/built';
import { claim, points, series, type Settings } from '@/kit/record/queries';
import type { Point } from '@/kit/record/types';
import { spacing } from './lab/words';

const article = articleOf('dead-connections');
const { page, record } = article;
const NOTICED = 'noticed_after_seconds';
const GONE = 'The peer’s machine, or the way to it, is gone';

const pointsOf = (id: string): readonly Point[] => record.series.find((one) => one.id === id)?.points ?? [];
const measuredOf = ({ values }: Point) => values[NOTICED];
const predictedOf = ({ predicted }: Point) => predicted?.[NOTICED];
const isAt = ({ at }: Point, wanted: Settings) =>
  Object.entries(wanted).every(([name, setting]) => (at[name] ?? 'tcp') === setting);

/** What the record knows of plain TCP whose packets are lost: where it ended while a run waited, before what was only predicted. */
const lost = (pattern: string, set: string): Point => {
  const isIt = (each: Point) =>
    each.at['settings'] === set && isAt(each, { program: 'tcp', scenario: 'drop-outbound', pattern });
  const known = [...pointsOf('fates'), ...pointsOf('predicted-only')].filter(isIt);
  return known.find(measuredOf) ?? known[0]!;
};

const table = one(page, '#fates .mt-outcomes-table');
const cellsOf = (group: string, says: string): HTMLElement[] => rowOf(table, group, says).querySelectorAll('td');

test('calls keepalive’s numbers by the words of the record', () => {
  const withKeepalive = [...pointsOf('fates'), ...pointsOf('predicted-only')].filter(
    ({ at }) => at['keepalive_probes'],
  );
  expect(withKeepalive.length).toBeGreaterThan(0);
  for (const { at } of withKeepalive) {
    const [idle, interval, probes] = ['idle_seconds', 'interval_seconds', 'probes'].map(
      (name) => at[`keepalive_${name}`],
    );
    const words = spacing({ idle: Number(idle), interval: Number(interval), probes: Number(probes) });
    expect(String(at['settings']).split(', ')[0], JSON.stringify(at)).toBe(words);
  }
});

test('the first sentences say how long it takes, with nothing set and with keepalive, as measured if a run waited', () => {
  const outcomes = [lost('awaiting', 'nothing'), lost('idle', 'keepalive 1/1/3'), lost('awaiting', 'keepalive 1/1/3')];
  expect(textsOf(page, '.mt-lead .mt-inline-value')).toEqual(
    outcomes.map((outcome) => written(measuredOf(outcome)?.value ?? predictedOf(outcome)!, 's')),
  );
  const kinds = page.querySelectorAll('.mt-lead .mt-inline-figure').map((figure) => figure.getAttribute('data-figure'));
  expect(kinds).toEqual(outcomes.map((outcome) => (measuredOf(outcome) ? 'measured' : 'predicted')));
});

test('the article has its figures, and their files', () => {
  expect(page.querySelectorAll('figure.mt-figure').length).toBeGreaterThanOrEqual(2);
  expect(seriesWithoutFile(article)).toEqual(['drops', 'round-trips', 'wire-rows']);
});

describe('the table of outcomes', () => {
  test('says of every cell how long it takes, in a word', () => {
    const cells = table.querySelectorAll('td');
    expect(cells.length).toBeGreaterThan(50);
    const words = cells.map((cell) => textsOf(cell, '.mt-outcome'));
    expect(words.every((each) => each.length === 1)).toBe(true);
    expect(words.flat()).toEqual(expect.arrayContaining(['never', 'hours', 'minutes', 'seconds', 'at once']));
  });

  test('has the outcomes of an idle connection as the record has them', () => {
    const cells = cellsOf(GONE, 'waits for whatever comes');
    const settings = ['nothing', 'keepalive 7200/75/9', 'keepalive 15/15/5', 'user timeout 90 s'];
    for (const [index, setting] of settings.entries()) {
      const idle = points(series(record, 'predicted-only'), { scenario: 'drop-outbound', pattern: 'idle' });
      const [only, ...others] = idle.filter(({ at }) => at['settings'] === setting);
      expect(others).toEqual([]);
      const after = measuredOf(only!)?.value ?? predictedOf(only!);
      expect(textOf(cells[index]!), setting).toContain(after === undefined ? 'never' : written(after, 's'));
    }
  });

  test('shows what was measured with shorter times beside a prediction, and its interval in its note', () => {
    // Written to now and then after its process ended: more often than in the row that is predicted.
    const oftener = pointsOf('fates').find(
      (each) =>
        each.at['settings'] === 'nothing' &&
        isAt(each, { program: 'tcp', scenario: 'peer-exits', pattern: 'writes', write_interval_seconds: 0.5 }),
    )!;
    const [cell] = cellsOf('The peer’s process exits, or is killed', 'writes now and then');
    expect(cell!.querySelector('.mt-outcomes-predicted')).not.toBeNull();
    const evidence = cell!.querySelector('.mt-outcomes-evidence')!;
    expect(textOf(evidence)).toContain(`${written(measuredOf(oftener)!.value, 's')}, measured`);
    expect(textOf(evidence)).toContain('every 500 ms');
    const note = page.getElementById(one(evidence, 'button').getAttribute('popovertarget')!)!.textContent;
    expect(note).toContain('95% interval');
    expect(note).toContain(record.provenance.command);
  });

  test('shows nothing of shorter times beside what a run waited for', () => {
    const set = ['nothing', 'keepalive 7200/75/9', 'keepalive 15/15/5', 'user timeout 90 s'];
    const cells = cellsOf(GONE, 'has sent a request');
    const waited = set.flatMap((each, index) => (measuredOf(lost('awaiting', each)) ? [cells[index]!] : []));
    expect(waited.length).toBeGreaterThan(0);
    expect(waited.filter((cell) => cell.querySelector('.mt-outcomes-evidence'))).toEqual([]);
  });

  test('says measured only of what was measured', () => {
    const predicted = table.querySelectorAll('.mt-outcomes-predicted');
    expect(predicted.length).toBeGreaterThan(0);
    expect(predicted.filter((each) => each.querySelector('.mt-mark--measured'))).toEqual([]);
    const refused = pointsOf('fates').find(
      (each) =>
        each.at['settings'] === 'nothing' &&
        isAt(each, { program: 'tcp', scenario: 'host-vanishes', pattern: 'connecting' }),
    )!;
    const [cell] = cellsOf('The peer’s machine is gone, on our own link', 'connects');
    const figure = cell!.querySelector('.mt-inline-figure')!;
    expect(figure.getAttribute('data-figure')).toBe('measured');
    expect(textOf(figure)).toContain(written(measuredOf(refused)!.value, 's'));
  });

  test('gives the call and the error', () => {
    const [cell] = cellsOf('The peer’s process exits, or is killed', 'waits for whatever comes');
    expect(textsOf(cell!, '.mt-outcomes-cell > code')).toEqual(['read: EOF']);
  });
});

describe('the trap', () => {
  test('draws the packets that left', () => {
    const sent = pointsOf('wire').filter(
      (each) =>
        isAt(each, {
          program: 'tcp',
          scenario: 'drop-outbound',
          path: 'veth',
          direction: 'out',
        }) &&
        each.at['settings'] === 'keepalive 1/1/3' &&
        each.at['kind'] !== 'ack' &&
        // A logarithmic axis, which one that was waited for has, holds nothing of the first moment.
        (each.values['at_seconds']?.value ?? 0) > 0.1,
    );
    expect(sent.length).toBeGreaterThan(5);
    const drawing = wideChart(page, 'packets');
    expect(drawing.querySelectorAll('.mt-mark--measured')).toHaveLength(sent.length);
    expect(textOf(drawing)).toContain('Idle: keepalive probe');
    expect(textOf(drawing)).not.toContain('under way: keepalive probe');
  });
});

describe('charts and lists are the record’s', () => {
  test('of retries: a dot for each that was waited for, a dash for each prediction, and the published diamond', () => {
    const rows = ['fates', 'predicted-only']
      .flatMap((id) => pointsOf(id))
      .filter(
        (each) =>
          isAt(each, { program: 'tcp', scenario: 'drop-outbound', pattern: 'awaiting' }) &&
          /^(tcp_retries2 \d+|nothing)$/.test(String(each.at['settings'])),
      );
    const count = (marks: string) => wideChart(page, 'retries').querySelectorAll(marks).length;
    expect(count('.mt-mark--measured')).toBe(rows.filter(measuredOf).length);
    expect(count('.mt-stroke--predicted')).toBe(new Set(rows.map(({ at }) => at['settings'])).size);
    expect(count('.mt-mark--published')).toBe(1);
  });

  test('of gRPC: every outcome of both libraries, with the error that it got', () => {
    const outcomes = pointsOf('fates').filter(({ at }) => ['tonic', 'grpcio'].includes(String(at['program'])));
    const rows = textsOf(page, '#grpc-libraries .mt-outcome-list tbody tr');
    expect(outcomes.length).toBeGreaterThan(0);
    expect(rows).toHaveLength(outcomes.length);
    for (const outcome of outcomes) {
      const measured = measuredOf(outcome);
      if (!measured) continue;
      // A time may stand in another row too, as an end of its interval.
      const timed = rows.filter((row) => row.includes(written(measured.value, 's')));
      for (const error of Object.keys(outcome.outcomes!['errno']!)) expect(timed.join('\n')).toContain(error);
    }
  });
});

test('on the home page, the picture has a line for each outcome, and the time it ends at', () => {
  const picture = one(homeEntryOf('dead-connections'), 'svg.mt-thumbnail');
  expect(picture.querySelectorAll('.line')).toHaveLength(4);
  expect(picture.querySelectorAll('.endless')).toHaveLength(1);
  expect(textOf(picture)).toContain(written(measuredOf(lost('idle', 'keepalive 1/1/3'))!.value, 's'));
  const awaiting = lost('awaiting', 'keepalive 1/1/3');
  expect(textOf(picture)).toContain(written(measuredOf(awaiting)?.value ?? predictedOf(awaiting)!, 's'));
});

test('on the home page, the figure is the claim’s', () => {
  const { figures } = claim(record, 'keepalive-sleeps-in-flight');
  const shown = figures.find(({ label }) => label === 'keepalive 1/1/3, awaiting, until it ended')!;
  expect(textsOf(homeEntryOf('dead-connections'), 'strong')).toEqual([written(shown.measured!.value, shown.unit)]);
});
