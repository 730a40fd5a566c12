import { describe, expect, it } from 'vitest';
import { root } from './paths.mjs';
import { run, tryRun } from './run.mjs';
import { shortage, shortageOf } from './shortage.mjs';

const disk = /^The disk at \/\S* is full \(\d+ MB free\): /;

describe('a program that fails', () => {
  it.each([
    ['Node', `ENOSPC: no space left on device, write`, /'astro' could not write there\. Make room on it/],
    ['Node, with a file', `ENOSPC: no space left on device, open '${root}/no/such/page'`, /no\/such\/page\. Make room/],
    ['Rust', 'cannot write x: No space left on device (os error 28)', /could not write there\./],
    ['a quota', 'EDQUOT: disk quota exceeded, write', /could not write there\./],
  ])('for want of room says which disk is full, what and what to do: %s', (_, output, said) => {
    const line = shortage("'astro'", { output });
    expect(line).toMatch(disk);
    expect(line).toMatch(said);
  });

  it.each([
    [
      'the compiler',
      'error: could not compile `x` (signal: 9, SIGKILL: kill)',
      /says “SIGKILL”, as happens where memory runs out/,
    ],
    ['a linker', 'collect2: fatal error: ld terminated with signal 9 [Killed]', /“signal 9”/],
    [
      'Node',
      'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
      /“heap out of memory”/,
    ],
  ])('for want of memory says so: %s', (_, output, said) => {
    const line = shortage("'astro'", { output });
    expect(line).toMatch(said);
    expect(line).toMatch(/2 GB .*run this again\.$/);
  });

  it('otherwise says what it says', () => {
    // Node says so where it can watch no more files.
    const watching = 'ENOSPC: System limit for number of file watchers reached';
    for (const output of ['', 'error: no such thing', watching]) expect(shortage('x', { output })).toBeUndefined();
    expect(shortage('x', { output: '', signal: 'SIGINT' })).toBeUndefined();
    expect(shortageOf(new Error('EACCES: permission denied'))).toBeUndefined();
  });

  it.each([
    ['KILL', 137, 'SIGKILL'],
    ['TERM', 143, 'SIGTERM'],
  ])('by SIG%s tells the signal and its status, and one line says what that means', async (name, code, signal) => {
    const args = ['-c', `kill -${name} $$`];
    expect(await tryRun('sh', args)).toMatchObject({ code, signal });
    await expect(run('sh', args)).rejects.toThrow(
      new RegExp(`^'sh -c .*' was ended by ${signal}, .*memory.*again\\.$`),
    );
  });

  it('whose output is of no help by its essence alone shows all of it', async () => {
    const essence = () => '\n';
    await expect(run('sh', ['-c', 'echo why; exit 3'], { essence })).rejects.toThrow(/ended with status 3\.\n +why$/);
  });
});
