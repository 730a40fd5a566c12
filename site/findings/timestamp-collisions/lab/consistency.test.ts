/** Consistency of the labs with themselves, with the page's record and with the lead: presets, offsets, rulers. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatShare } from '@/kit/chart/format';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { findFigure } from '@/kit/prose/figure';
import { points, series } from '@/kit/record/queries';
import { publishedOnDisk } from '@/kit/record/on-disk';
import * as wasm from '@/wasm-pkg/timestamp-collisions/models.js';
import { values } from '../figures';
import { formatChance } from './birthday/format';
import { schema as birthday } from './birthday/state';
import { birthdayTasks } from './birthday/tasks';
import { figures, resultSentence } from './figures';
import { measuredFrom } from './measured';
import { measuredSentence, offsetOf } from './offset';
import { openingOf, presets } from './presets';
import { STOPS, readTime, schema, schemaOpeningOn } from './state';
import { granularity } from './stretch';
import { labTasks } from './tasks';
import { formatTime } from './time';

const models = modelsAtBuild('timestamp-collisions', wasm);
const tasks = labTasks(models);
const record = publishedOnDisk('timestamp-collisions')[0]!;
const measured = measuredFrom(record);
const stateOf = (id: string) =>
  presets(measured)
    .find((preset) => preset.id === id)!
    .state(schema.initial);

/** Shares of rounds of two pinned threads with so many ticks between their cores' counters, from the record itself. */
const sharesAt = (ticks: number): number[] =>
  points(series(record, 'residues'), { clock: 'realtime', residue_difference: ticks }).map(
    ({ values }) => values['collision_share']!.value,
  );

/**
 * Of each preset: the share of colliding readings that the model gives in closed form, and that of equal neighbours, 1 less a read's
 * part of a step. The one of macOS is held against what was published, 96.1%.
 */
const EXPECTED: Readonly<Record<string, { share: number; equal: number }>> = {
  measured: { share: measured.step / measured.cost, equal: 0 },
  'linux-two': { share: 1 / 33, equal: 0 },
  linux: { share: 0.097, equal: 0 },
  macos: { share: 1, equal: 0.961 },
  windows: { share: 1, equal: 1 - 25 / 100 },
  wsl2: { share: 1, equal: 1 - 47 / 100 },
  browser: { share: 1, equal: 1 - 5 / 100 },
};

describe.each(presets(measured))('the preset $id', ({ id, label }) => {
  const state = stateOf(id);
  const counted = runToEnd(tasks.count(state));
  const step = formatTime(granularity(state));
  const textOf = (name: string) =>
    figures(state, { counted, readings: null }).find((figure) => figure.name === name)!.text;

  test('is what its label says', () => {
    const [, threads] = /(\d+) threads/.exec(label) ?? [];
    if (threads) expect(state.threads).toBe(Number(threads));
    const [, time] = /: (.+)$/.exec(label) ?? [];
    if (time) expect(step).toBe(time);
    if (id === 'measured') expect(label).toBe(record.machineName);
  });

  test('has one sentence and one set of figures', () => {
    expect(resultSentence(state, { counted, readings: null })).toMatch(
      new RegExp(
        `^${state.threads} threads that read a clock of ${step} steps every ${formatTime(readTime(state))}: ` +
          `${formatShare(counted.shares.samples)} of the readings collide, ${formatShare(counted.shares.published)} by the published count`,
      ),
    );
    if (counted.shares.samples > 0) expect(textOf('share')).toBe(formatShare(counted.shares.samples));
  });

  test('comes to what the model and a read’s part of a step give', () => {
    const { share, equal } = EXPECTED[id]!;
    expect(counted.predicted.samples).toBeCloseTo(share, 1);
    expect(counted.shares.samples).toBeCloseTo(counted.predicted.samples, 1);
    expect(counted.equalNeighbours).toBeCloseTo(equal, 2);
  });

  test('says what was measured on the record’s machine alone', () => {
    const shares = sharesAt(0);
    const words =
      id === 'measured'
        ? `${formatShare(Math.min(...shares))} to ${formatShare(Math.max(...shares))}, in ${shares.length} rounds`
        : 'no round was measured';
    expect(measuredSentence(state, measured)).toContain(words);
  });
});

const ticks = [...new Set(measured.offsets.map((offset) => offset.ticks))];

test.each(ticks)('the model agrees with the rounds whose counters were %d ticks apart', (ticks) => {
  const state = { ...stateOf('measured'), residue: offsetOf(measured, ticks) };
  const { samples } = runToEnd(tasks.count(state)).shares;
  const shares = sharesAt(ticks);
  expect(samples).toBeGreaterThanOrEqual(Math.min(...shares) * 0.8);
  expect(samples).toBeLessThanOrEqual(Math.max(...shares) * 1.2);
});

test('the lab opens on a share within the lead’s, at the median pace: a faster round collides more', () => {
  const share = runToEnd(tasks.count(schemaOpeningOn(openingOf(measured)).opening)).shares.samples;
  const most = findFigure(record, values.collidingMost).measured!.value;
  expect(share).toBeGreaterThan(most / 2);
  expect(share).toBeLessThan(most * 1.1);
});

test('the address has no more digits than a ruler’s stop', () => {
  for (const [name, { values }] of Object.entries(STOPS)) {
    for (const value of values) expect(`${name}=${value}`.replace(/.*=/, '').length, name).toBeLessThanOrEqual(11);
  }
  const { state } = schema.read(new URLSearchParams('step=10.015&residue=12'));
  expect(schema.write(state, new URLSearchParams(), 'changed').get('residue')).toBe('1.985');
});

test('the lead has the risk that the calculator opens on', () => {
  const { low, high } = runToEnd(birthdayTasks(models).risk(birthday.opening));
  expect(low).toBe(high);
  const lead = readFileSync('content/findings/timestamp-collisions.mdx', 'utf8').replaceAll(/\s+/g, ' ');
  const { machines, rate } = birthday.opening;
  expect(lead).toContain(
    `where ${machines} machines each make ${rate} identifiers a second, at random, the risk of a duplicate within a day is about ${formatChance(low)},`,
  );
});
