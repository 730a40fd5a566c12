import { expect, test } from 'vitest';
import { checkFigures } from '@/kit/prose/fixtures/figures.ts';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { points, series } from '@/kit/record/queries.ts';
import * as figures from './figures.ts';
import { spacing } from './lab/words.ts';

checkFigures('dead-connections', figures);

test('the lab calls keepalive’s numbers by the words of the record', () => {
  const [record] = publishedOnDisk('dead-connections');
  const known = ['fates', 'predicted-only'].flatMap((id) => points(series(record!, id), {}));
  const withKeepalive = known.filter(({ at }) => at['keepalive_probes']);
  expect(withKeepalive.length).toBeGreaterThan(0);
  for (const { at } of withKeepalive) {
    const [idle, interval, probes] = ['idle_seconds', 'interval_seconds', 'probes'].map((name) =>
      Number(at[`keepalive_${name}`]),
    );
    const words = spacing({ idle: idle!, interval: interval!, probes: probes! });
    expect(String(at['settings']).split(', ')[0], JSON.stringify(at)).toBe(words);
  }
});
