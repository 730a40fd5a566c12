import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSlug, writeFinding, pathsOf } from './lib/new.mjs';
import { cache, root } from './lib/paths.mjs';
import { remove } from './lib/remove.mjs';

describe('a new finding', () => {
  /** A long name and a short one: lines break elsewhere. */
  const slugs = ['a', 'a-finding-with-quite-a-long-name-9'];
  let folder: string;
  const files = () => globSync('**/*.*', { cwd: folder }).sort();

  beforeAll(async () => {
    folder = mkdtempSync(join(cache, 'new-test-'));
    for (const slug of slugs) await writeFinding(slug, folder);
  });
  afterAll(() => remove(folder));

  it('lies in places of its own name, and nowhere else', () => {
    const [slug = ''] = slugs;
    expect(pathsOf(slug)).toEqual([
      'content/findings/a.mdx',
      'experiments/a',
      'site/findings/a',
      'wasm/labs/a',
      'wasm/models/a',
    ]);
    const places = slugs.flatMap(pathsOf);
    for (const file of files())
      expect(places.some((place) => file === place || file.startsWith(`${place}/`))).toBe(true);
    for (const place of places) expect(existsSync(join(folder, place)), place).toBe(true);
  });

  it('has no placeholder left, in names or in what they hold', () => {
    expect(files().length).toBe(slugs.length * 12);
    for (const file of files()) {
      const placeholder = /__[a-z]+__/i;
      expect(file).not.toMatch(placeholder);
      expect(readFileSync(join(folder, file), 'utf8'), file).not.toMatch(placeholder);
    }
  });

  it('names Rust’s paths and types and the title after the slug', () => {
    const [, slug = ''] = slugs;
    const main = readFileSync(join(folder, 'experiments', slug, 'src/main.rs'), 'utf8');
    expect(main).toContain('use a_finding_with_quite_a_long_name_9_model::chance;');
    expect(main).toContain('struct AFindingWithQuiteALongName9;');
    expect(readFileSync(join(folder, `content/findings/${slug}.mdx`), 'utf8')).toContain(
      'title: A finding with quite a long name 9\n',
    );
  });

  it('has 500 lines at most', () => {
    const own = files().filter((file) => pathsOf('a').some((place) => file === place || file.startsWith(`${place}/`)));
    const lines = own.flatMap((file) => readFileSync(join(folder, file), 'utf8').trimEnd().split('\n'));
    expect(lines.length).toBeLessThanOrEqual(500);
  });

  it('is in the format that is asked for', () => {
    const run = (program: string, args: string[]) => spawnSync(program, args, { cwd: root, encoding: 'utf8' });
    const rust = globSync('**/*.rs', { cwd: folder }).map((file) => join(folder, file));
    expect(run('rustfmt', ['--check', '--edition', '2024', '--config-path', 'rustfmt.toml', ...rust]).stdout).toBe('');
    const site = [
      '--check',
      '--config',
      '.prettierrc',
      '--ignore-path',
      join(folder, 'none'),
      `${folder}/**/*.{ts,astro}`,
    ];
    const { status, stderr } = run(join(root, 'node_modules/.bin/prettier'), site);
    expect(stderr.replace(/^npm warn.*\n/gm, '')).toBe('');
    expect(status).toBe(0);
  });

  it('leaves what is there alone', async () => {
    const texts = () => files().map((file) => [file, readFileSync(join(folder, file), 'utf8')]);
    writeFileSync(join(folder, 'content/findings/a.mdx'), 'mine');
    const before = texts();
    await expect(writeFinding('a', folder)).rejects.toThrow("There is something called 'a' already");
    expect(texts()).toEqual(before);
  });

  it('is taken back where not all of it can be written', async () => {
    const elsewhere = mkdtempSync(join(cache, 'new-test-'));
    // A file where a folder is to be.
    writeFileSync(join(elsewhere, 'wasm'), '');
    await expect(writeFinding('a', elsewhere)).rejects.toThrow();
    expect(globSync('**/*.*', { cwd: elsewhere })).toEqual([]);
    remove(elsewhere);
  });
});

describe('a name', () => {
  it.each(['buffers', 'ipv6', 'tcp-keepalive-2'])('%s is fine', (slug) => {
    expect(() => checkSlug(slug)).not.toThrow();
  });

  it.each([
    'Buffers',
    'buffer_size',
    '-buffer',
    'buffer-',
    'buffer--size',
    '2-buffers',
    '../x',
    'a/b',
    'ä',
    'x'.repeat(41),
  ])('%j is refused', (slug) => {
    expect(() => checkSlug(slug)).toThrow(/is no name for a finding/);
  });

  it.each([
    ['buffer-size', 'content/findings/buffer-size.mdx'],
    ['lib', 'experiments/lib'],
    ['harness', 'a crate called harness'],
    ['serde', 'a crate called serde'],
  ])('%s is taken', (slug, by) => {
    expect(() => checkSlug(slug)).toThrow(by);
  });
});

describe('npm run new', () => {
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['site/scripts/new.mjs', ...args], { cwd: root, encoding: 'utf8' });

  it.each([[], ['Not-A-Slug'], ['buffer-size'], ['two', 'names']])(
    'with %j ends with status 2 and one line, and writes nothing',
    (...args) => {
      const { status, stdout, stderr } = command(...args);
      expect(stderr.trim().split('\n')).toHaveLength(1);
      expect(stdout).toBe('');
      expect(status).toBe(2);
    },
  );
});
