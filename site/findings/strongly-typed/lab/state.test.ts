import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { MeasurementRecord } from '@/kit/record/types';
import { measuredFrom } from './measured';
import { sourceOf } from './sources';
import { PRESETS, schemaOf } from './state';

it.each(globSync('content/measurements/strongly-typed/*.json'))('opens on cells that %s has', (file) => {
  const schema = schemaOf(measuredFrom(JSON.parse(readFileSync(file, 'utf8')) as MeasurementRecord));
  const examples = PRESETS.map(({ state }) => state(schema.opening));
  for (const state of [schema.initial, schema.opening, ...examples]) {
    const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
    expect(notes).toEqual([]);
    expect(again).toEqual(state);
    expect(sourceOf(state.a, state.mistake)).toContain('MISTAKE');
  }
});
