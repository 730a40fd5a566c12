import { afterEach, expect, it, vi } from 'vitest';
import { teller } from './compile.mjs';
import { tryRun } from './run.mjs';
import { step } from './steps.mjs';

afterEach(() => vi.useRealTimers());

it('what Cargo compiles is told from its lines', async () => {
  const { heard, doing } = teller('cargo build');
  expect(doing()).toBe('cargo build');
  const lines = [
    '   Compiling libc v0.2.180',
    '   Compiling isspace v0.1.0 (/home/me/experiments/isspace)',
    'warning: unused',
  ];
  await tryRun('sh', ['-c', lines.map((line) => `echo '${line}' >&2`).join('; ')], { heard });
  expect(doing()).toBe('cargo build: crate 2, isspace');
});

it('a long step says again and again what it does then', async () => {
  vi.useFakeTimers();
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  let crate = 'libc';
  const long = step(
    'experiments',
    () => crate,
    () => new Promise((done) => setTimeout(done, 40_000)),
  );
  await vi.advanceTimersByTimeAsync(20_000);
  crate = 'isspace';
  await vi.advanceTimersByTimeAsync(20_000);
  await long;
  const said = log.mock.calls.map(([line]) => String(line).replace(/\s+/g, ' '));
  log.mockRestore();
  expect(said.slice(0, 3)).toEqual([
    '· experiments libc …',
    expect.stringMatching(/^· experiments libc … \d/),
    expect.stringMatching(/^· experiments isspace … \d/),
  ]);
});
