// @vitest-environment node
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { needsLinux } from '@/kit/needs';
import { makeTemporary, remove } from './remove.mjs';
import { additions, machineState, MARK, tracesOf } from './traces.mjs';

const folder = makeTemporary('traces-');
afterEach(() => remove(folder));

describe('what is left of a run is found', needsLinux, () => {
  const left = () => {
    mkdirSync(folder, { recursive: true });
    return tracesOf({ slug: 'some-experiment', ids: [4_194_305], folder });
  };

  it('where there is nothing', () => {
    expect(left()).toEqual([]);
  });

  it.each([
    ['was handed the mark', () => spawn('sleep', ['60'], { env: { ...process.env, [MARK]: folder } })],
    ['works in the folder', () => spawn('sleep', ['60'], { env: {}, cwd: folder })],
    // A word of the shell's own: a program would be, until it begins, another process with these arguments.
    ['names the folder', () => spawn('sh', ['-c', 'read _', folder], { env: {} })],
  ])('in a process that %s', async (_, start) => {
    left();
    const child = start();
    await once(child, 'spawn');
    try {
      await expect.poll(left).toEqual([expect.stringContaining(`process ${child.pid} `)]);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    expect(left()).toEqual([]);
  });

  it('in a file, and in a socket whose file is gone', async () => {
    left();
    writeFileSync(join(folder, 'file'), '');
    expect(left()).toEqual([join(folder, 'file')]);
    const server = createServer().listen(join(folder, 'socket'));
    await once(server, 'listening');
    remove(folder);
    expect(left()).toEqual([expect.stringMatching(/^\/proc\/net\/unix: .*socket$/)]);
    server.close();
    await expect.poll(left).toEqual([]);
  });

  it('on the machine', () => {
    const before = machineState();
    const own = makeTemporary('buffer-size-');
    try {
      expect(additions(before, machineState())).toContain(`${tmpdir()}: ${own.slice(tmpdir().length + 1)}`);
    } finally {
      remove(own);
    }
  });
});

it('only what was not there before is an addition', () => {
  expect(additions(new Map([['x', 'a\nb']]), new Map([['x', 'b\nc']]))).toEqual(['x: c']);
  expect(additions(new Map([['x', 'a']]), new Map([['x', '']]))).toEqual([]);
});
