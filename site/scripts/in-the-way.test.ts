// Whatever a user has where a command would put something, or empty something, stays byte by byte, and the command names it. Those of
// experiments have theirs: `experiments/lib/harness/tests/in_the_way.rs`.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporary, remove } from './lib/remove.mjs';
import { playedProject, runPlayed, writePrograms } from './played';

const folder = makeTemporary('in-the-way-');
afterAll(() => remove(folder));

/** One that is not refused may serve for ever, in milliseconds. */
const TIMEOUT = 60_000;
const LAB = 'stacking-context';
/** Programs that do with what is in their way as those that they play, but in the copy alone. */
const playing = (copy: string) => ({
  astro: `case "$SITE_OUT" in '${copy}'/*) rm -rf "$SITE_OUT"; mkdir -p "$SITE_OUT/deep";; *) exit 1;; esac
    echo lost > "$SITE_OUT/404.html"; echo new > "$SITE_OUT/deep/index.html"`,
  npm: `cd '${copy}'; case $1 in ci) mkdir -p node_modules; rm -rf '${copy}'/node_modules/* '${copy}'/node_modules/.[a-z]*;; esac`,
  cargo: `cd '${copy}'; case $1 in install) mkdir -p .tools/bin; echo new > .tools/bin/wasm-pack;; esac`,
  rustc: `case "$*" in *target-libdir*) echo '${copy}';; *) echo rustc 1.95.0;; esac`,
});
let programs: Record<string, string>;
let made = 0;
beforeAll(() => {
  programs = playedProject(join(folder, 'project'), (lab) => ['', LAB].includes(lab));
  mkdirSync(join(folder, 'project/content/findings'), { recursive: true });
});

/** A project of its own, whose programs are played, and how a command of it ends. */
function project(more: (copy: string) => Record<string, string> = () => ({})) {
  const copy = join(folder, `copy-${made++}`);
  cpSync(join(folder, 'project'), copy, { recursive: true });
  const bin = writePrograms(`${copy}-bin`, { ...programs, ...playing(copy), ...more(copy) });
  const run = (command: string, ...args: string[]) => {
    const { status, stdout, stderr } = runPlayed(copy, bin, command, args, TIMEOUT);
    return { status, stdout, stderr, output: stdout + stderr };
  };
  const at = (path: string) => join(copy, path);
  const write = (path: string, text: string) => {
    mkdirSync(dirname(at(path)), { recursive: true });
    writeFileSync(at(path), text);
  };
  return { copy, at, write, run };
}

/** Everything below a path, with what it holds or leads to. */
function contents(path: string): string[] {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory()) return readdirSync(path).flatMap((name) => contents(join(path, name)));
  return stats ? [`${path}: ${stats.isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'base64')}`] : [];
}

/** Things that a user may have at a path, each with the function that makes it. */
const HAS = {
  'a file': (path: string) => writeFileSync(path, 'mine'),
  'a folder': (path: string) => {
    mkdirSync(join(path, 'deep'), { recursive: true });
    for (const name of ['mine.txt', 'deep/index.html', '404.html']) writeFileSync(join(path, name), 'mine');
  },
  'a checkout': (path: string) => {
    mkdirSync(join(path, '.git'), { recursive: true });
    for (const name of ['mine.txt', '.git/config']) writeFileSync(join(path, name), 'mine');
  },
  'a link to a folder': (path: string) => {
    HAS['a folder'](`${path}-elsewhere`);
    symlinkSync(`${path}-elsewhere`, path);
  },
  'a link to nothing': (path: string) => symlinkSync('nowhere', path),
} as const;

const BUILDS = ['build', 'build --force', 'build --yours', 'start', 'bench'];
const SET_UP = ['build', 'start', 'dev', 'check', 'test', 'bench', 'new a-finding'];

describe('what a user has stays, and is named, where', () => {
  it.each([
    ...BUILDS.map((command) => [command, 'a folder', 'dist'] as const),
    ['build', 'a file', 'dist'],
    ['build', 'a checkout', 'dist'],
    ['build', 'a link to a folder', 'dist'],
    ['build', 'a link to nothing', 'dist'],
    ...SET_UP.map((command) => [command, 'a folder', 'node_modules'] as const),
    ['build', 'a file', 'node_modules'],
    ['build', 'a link to a folder', 'node_modules'],
    ['build', 'a file', '.tools/bin/wasm-pack'],
    ['build', 'a file', 'site/wasm-pkg'],
    ['build', 'a file', '.cache'],
    ['new a-finding', 'a file', 'content/findings/a-finding.mdx'],
    ['new a-finding', 'a link to nothing', 'content/findings/a-finding.mdx'],
    ['new a-finding', 'a folder', 'experiments/a-finding'],
    ['new a-finding', 'a folder', 'wasm/labs/a-finding'],
    ['contribute no-record.json --out .', 'a checkout', '.'],
    ['contribute no-record.json --out mine', 'a folder', 'mine'],
    ['contribute mine.json', 'a file', 'mine.json'],
    ['compare one two --save mine', 'a file', 'mine'],
    ['compare one two --save mine', 'a folder', 'mine'],
    ['compare one two --save one/index.html', 'a file', 'one/index.html'],
  ] as const)('%s finds %s at %s', (line, has, place) => {
    const { copy, at, run } = project();
    const path = at(place);
    if (place === 'node_modules') renameSync(path, `${path}-of-npm`);
    mkdirSync(dirname(path), { recursive: true });
    HAS[has](path);
    const [command = '', ...args] = line.split(' ');
    if (command === 'compare') for (const name of ['one', 'two']) mkdirSync(at(name), { recursive: true });
    const before = [...contents(path), ...contents(`${path}-elsewhere`)];
    expect(before).not.toEqual([]);
    // These need packages.
    const needsPackages = ['compare', 'contribute'].includes(command);
    const { status, output } = needsPackages ? runHere(copy, command, args) : run(command, ...args);
    expect(status, output).not.toBe(0);
    expect(status, output).not.toBe(null);
    expect([...contents(path), ...contents(`${path}-elsewhere`)], output).toEqual(before);
    expect(output).toContain(line.includes('--out') ? '--out' : place);
  });
});

it('what a link in the place of the commands’ own folder leads to stays', () => {
  const { at, write, run } = project();
  write('elsewhere/site-dist', 'mine');
  symlinkSync('elsewhere', at('.cache'));
  const { status, stderr } = run('build');
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^\n?elsewhere\/\S+, to which a link leads from \.cache\/\S+, is none of what these commands make/,
  );
  expect(readFileSync(at('elsewhere/site-dist'), 'utf8')).toBe('mine');
});

/** Runs a command of this checkout in a folder. */
function runHere(cwd: string, command: string, args: readonly string[]) {
  const script = join(process.cwd(), 'site/scripts', command === 'compare' ? 'compare-pages.mjs' : `${command}.mjs`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe('what is refused is said in one sentence that tells what to do', () => {
  it.each([
    [
      'build',
      'dist/mine.txt',
      /^dist\/mine\.txt is not what a build put there, .* Move it away, then run this again\.$/,
    ],
    [
      'build',
      'node_modules/mine.txt',
      /^node_modules is not as npm leaves it, .* Move it away, then run this again\.$/,
    ],
    ['build', '.cache', /^\.cache is no folder, and these commands keep theirs there\. Move it away, .*\.$/],
    ['build', '.tools/bin/wasm-pack', /^\.tools\/bin\/wasm-pack was not installed by Cargo, .* Move it away, .*\.$/],
  ])('%s, %s', (command, place, says) => {
    const { at, write, run } = project();
    if (place.startsWith('node_modules')) renameSync(at('node_modules'), at('of-npm'));
    write(place, 'mine');
    const { status, stderr } = run(command);
    expect(stderr.trim()).toMatch(says);
    expect(status).toBe(1);
  });
});

describe('a site takes the place of', () => {
  const texts = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();

  it('none, and of the one that the last build made, and of nothing besides', () => {
    const { at, write, run } = project();
    expect(run('build')).toMatchObject({ status: 0 });
    expect(texts(at('dist'))).toEqual(['404.html', 'deep', 'deep/index.html']);
    expect(run('build', '--force')).toMatchObject({ status: 0 });
    // A page that somebody has written into it since, and then one that was changed.
    for (const name of ['mine.html', 'deep/index.html']) {
      const page = `dist/${name}`;
      const was = existsSync(at(page)) ? readFileSync(at(page), 'utf8') : undefined;
      write(page, 'mine');
      const { status, stderr } = run('build', '--force');
      expect(status).toBe(1);
      expect(stderr).toContain(page);
      expect(readFileSync(at(page), 'utf8')).toBe('mine');
      if (was === undefined) remove(at(page));
      else write(page, was);
    }
    expect(run('build')).toMatchObject({ status: 0 });
    expect(texts(at('dist'))).toEqual(['404.html', 'deep', 'deep/index.html']);
    expect(texts(at('.cache')).filter((name) => /\.(new|old)$/.test(name))).toEqual([]);
  });

  it('one that was built before builds kept a list of what they make', () => {
    const { at, write, run } = project();
    write('dist/404.html', 'older');
    write('dist/gone.html', 'older');
    write('.cache/site-dist', 'older');
    expect(run('build')).toMatchObject({ status: 0 });
    expect(texts(at('dist'))).toEqual(['404.html', 'deep', 'deep/index.html']);
  });

  it('no site while it is half built, nor after it was killed', () => {
    const { at, run } = project((copy) => ({
      astro: `[ -e killed ] || { ls dist > served 2>&1; touch killed; mkdir -p "$SITE_OUT"; echo half > "$SITE_OUT/404.html"; kill -KILL $PPID; }
        ${playing(copy).astro}`,
    }));
    writeFileSync(at('killed'), '');
    expect(run('build')).toMatchObject({ status: 0 });
    const before = contents(at('dist'));
    remove(at('killed'));
    expect(run('build', '--force')).toMatchObject({ status: null });
    expect(readFileSync(at('served'), 'utf8')).toBe('404.html\ndeep\n');
    expect(contents(at('dist'))).toEqual(before);
    expect(run('build')).toMatchObject({ status: 0 });
    expect(contents(at('dist'))).toEqual(before);
  });
});

it('packages that npm has not filled to the end are filled again', () => {
  const { at, run } = project((copy) => ({
    npm: `[ "$1" != ci ] || [ -e killed ] || { touch killed; ${playing(copy).npm}; mkdir node_modules/half; kill -KILL $PPID; }`,
  }));
  expect(run('build')).toMatchObject({ status: null });
  expect(readdirSync(at('node_modules'))).toEqual(['half']);
  expect(run('build')).toMatchObject({ status: 0 });
});
