import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { ESLint } from 'eslint';
import { afterAll, describe, expect, it } from 'vitest';
import { cache, root, wasmPackages } from './paths.mjs';
import { Problem } from './problem.mjs';
import { makeTemporary, refusal, remove } from './remove.mjs';

mkdirSync(cache, { recursive: true });
const ours = mkdtempSync(join(cache, 'remove-'));
/** Somebody's, who has made it in another process. */
const users = spawnSync('mktemp', ['-d'], { encoding: 'utf8' }).stdout.trim();
const mine = join(users, 'mine.txt');
writeFileSync(mine, 'mine');
afterAll(() => {
  remove(ours);
  spawnSync('rm', ['-r', users]);
});

describe('what is ours goes', () => {
  it('a temporary folder that this process has made, and what is in it', () => {
    const folder = makeTemporary('remove-');
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'deep/file'), '');
    remove(join(folder, 'deep'));
    expect(existsSync(folder)).toBe(true);
    remove(folder);
    expect(existsSync(folder)).toBe(false);
    // Nothing to remove.
    remove(folder);
  });

  it('what lies in the commands’ own folders, by whatever path', () => {
    for (const path of [join(ours, 'a'), relative(process.cwd(), join(ours, 'b')), join(ours, 'none/../c')]) {
      writeFileSync(path.replace('none/../', ''), '');
      remove(path);
      expect(existsSync(path.replace('none/../', ''))).toBe(false);
    }
  });

  it('a link, and not what it leads to', () => {
    const link = join(ours, 'link');
    for (const path of [link, `${link}/`]) {
      symlinkSync(users, link);
      remove(path);
      expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
    }
    mkdirSync(join(ours, 'deep'));
    symlinkSync(users, join(ours, 'deep/link'));
    remove(join(ours, 'deep'));
    expect(existsSync(join(ours, 'deep'))).toBe(false);
    expect(readFileSync(mine, 'utf8')).toBe('mine');
  });
});

describe('what is not known as ours is refused, and stays', () => {
  const link = join(ours, 'leads-out');
  symlinkSync(users, link);
  const checkout = join(ours, 'checkout');
  mkdirSync(join(checkout, '.git'), { recursive: true });

  // Asked only, since a test that fails must not remove what it is about.
  it.each([
    ['/', /^\/ is none of what these commands make, and stays\. Move it away/],
    ['.', /is none of what|is a checkout/],
    [root, /is none of what|is a checkout/],
    [join(root, '.git'), /^\.git is none of what/],
    [cache, /^\.cache is none of what/],
    [dirname(wasmPackages), /^site is none of what/],
    [join(root, 'node_modules'), /^node_modules is none of what/],
    [join(root, 'content'), /^content is none of what/],
    [join(cache, '../README.md'), /^README\.md is none of what/],
    [homedir(), /is none of what|is a checkout/],
    [tmpdir(), /is none of what/],
    [users, /is none of what/],
    [
      join(link, 'mine.txt'),
      /mine\.txt, to which a link leads from \.cache\/.*\/leads-out\/mine\.txt, is none of what/,
    ],
    [checkout, /^\.cache\/.*\/checkout is a checkout of git, and stays\./],
  ])('%s', (path, says) => {
    expect(refusal(path)).toMatch(says);
  });

  it('where it is asked to go', () => {
    for (const path of [mine, users, join(link, 'mine.txt'), checkout]) {
      expect(() => remove(path)).toThrow(Problem);
      expect(() => remove(path)).toThrow(refusal(path));
    }
    expect(readFileSync(mine, 'utf8')).toBe('mine');
    expect(existsSync(join(checkout, '.git'))).toBe(true);
  });
});

describe('lints', () => {
  const eslint = new ESLint({ cwd: root });
  const complaints = async (code: string, file: string) =>
    (await eslint.lintText(code, { filePath: join(root, file) })).flatMap(({ messages }) =>
      messages.filter(({ message }) => message.includes('remove.mjs')),
    );

  it.each([
    "import { rmSync } from 'node:fs'; rmSync('x');",
    "import { rm } from 'fs/promises'; await rm('x');",
    "import { unlink as gone } from 'node:fs/promises'; await gone('x');",
    "import * as fs from 'node:fs'; fs.rmdirSync('x');",
    "import fs from 'node:fs'; fs.rmSync('x');",
    "import fs from 'node:fs'; fs['unlinkSync']('x');",
    "import { promises } from 'node:fs'; await promises.rm('x');",
    "const { rmSync } = await import('node:fs'); rmSync('x');",
  ])('complain of %s, but where all that is removed is', async (code) => {
    expect(await complaints(code, 'site/kit/some.ts')).not.toEqual([]);
    expect(await complaints(code, 'site/scripts/some.mjs')).not.toEqual([]);
    expect(await complaints(code, 'site/scripts/lib/remove.mjs')).toEqual([]);
  });
});
