import { expect, it } from 'vitest';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { measuredFrom } from './measured';
import { sourceOf } from './sources';
import { PRESETS, schemaOf } from './state';

it.each(publishedOnDisk('strongly-typed'))('opens on cells that the $machineName has', (record) => {
  const schema = schemaOf(measuredFrom(record));
  const examples = PRESETS.map(({ state }) => state(schema.opening));
  for (const state of [schema.initial, schema.opening, ...examples]) {
    const { state: again, notes } = schema.read(schema.write(state, new URLSearchParams(), 'all'));
    expect(notes).toEqual([]);
    expect(again).toEqual(state);
    expect(sourceOf(state.a, state.mistake)).toContain('MISTAKE');
  }
});
