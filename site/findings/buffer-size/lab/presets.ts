/** The article's examples, to try: laws of the record, and the published one. */
import type { Preset } from '@/kit/lab/presets';
import { sourceOf, type Measured } from './measured';
import type { Costs, FitName, LabState, SourceName } from './state';
import { writeNanoseconds } from './units';

export interface LabPreset extends Preset<LabState> {
  hint: string;
}

/** The costs fitted to a source: with the cache where it has an end, else the line. */
function bestFit(measured: Measured, name: SourceName): { fit: FitName; costs: Costs } | null {
  const costs = sourceOf(measured, name)?.costs;
  if (costs?.knee) return { fit: 'knee', costs: costs.knee };
  return costs?.linear ? { fit: 'linear', costs: costs.linear } : null;
}

/** What the lab begins with: the costs of reading /dev/zero as they were measured. */
export function startOf(measured: Measured): { fit: FitName; costs: Costs } {
  const found = bestFit(measured, 'zero');
  if (!found) throw new Error('The record of buffer-size has no points of /dev/zero that a law fits.');
  return found;
}

/** The identifier of the preset that the lab begins with. */
export const FIRST_PRESET = 'zero';

export function presetsOf(measured: Measured): LabPreset[] {
  const fitted = (id: 'zero' | 'urandom', label: string): LabPreset[] => {
    const found = bestFit(measured, id);
    if (!found) return [];
    const hint = `The law fitted to what was measured on ${measured.machine}`;
    return [{ id, label, hint, state: (now) => ({ ...now, ...found.costs, source: id, fit: found.fit }) }];
  };
  const { published } = measured;
  return [
    ...fitted('zero', '/dev/zero, here'),
    ...(published
      ? [
          {
            id: 'published',
            label: '/dev/zero, published',
            hint: `Published: ${writeNanoseconds(published.call)} a call and ${writeNanoseconds(published.byte)} a byte, up to the peak`,
            state: (now: LabState): LabState => ({ ...now, ...published, penalty: 0, source: 'zero' }),
          },
        ]
      : []),
    ...fitted('urandom', '/dev/urandom, here'),
  ];
}
