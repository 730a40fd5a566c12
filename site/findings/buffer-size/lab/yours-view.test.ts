import { expect, it } from 'vitest';
import { curveOf, initial, measured, source } from './made-up';
import { yourShown, yourSources, yoursWords } from './yours-view';

it('takes a source from the runs that measured it', () => {
  const all = [measured, { ...measured, sources: [] }].map((each) => ({ name: 'your machine', measured: each }));
  expect(yourSources(all, 'zero')).toEqual([{ machine: 'your machine', source }]);
  expect(yourSources(all, 'none')).toEqual([]);
});

it('puts what was measured, and nothing as published, into the file under the machine’s name', () => {
  const { rows } = yourShown('time', [{ machine: 'your machine', source }]);
  expect(rows.map(([kind]) => kind)).toEqual(Array.from({ length: 2 * source.points.length }, () => 'your machine'));
  expect(rows[0]).toEqual(['your machine', 'seconds per call', source.points[0]!.bytes, ...source.points[0]!.s]);
});

it('says what the reader’s machine came to, of the best that was measured on it', () => {
  const curve = curveOf({ ...initial, buffer: 1024 });
  const yours = [{ machine: 'your machine', source: { ...source, left: null } }];
  // All its sizes are equally fast.
  expect(yoursWords(curve, yours)).toEqual([
    expect.stringMatching(
      /^your machine: 100% \(83\.?\d*% to 111%\) of the best that was measured on it, with 1\sKiB\.$/,
    ),
  ]);
  expect(yoursWords(curveOf({ ...initial, buffer: 2048 }), yours)).toEqual([
    expect.stringMatching(/^your machine: not measured with 2\sKiB\.$/),
  ]);
  expect(yoursWords(curve, [])).toEqual([]);
});
