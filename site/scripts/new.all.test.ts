// Lays out a new finding in a copy of the checkout, and does with it what its author would do. Takes minutes: `npm test -- --all` runs it.
import { spawnSync } from 'node:child_process';
import { appendFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordProblems } from '@/kit/record/validate.ts';
import { copyTree } from './lib/copied-tree.ts';
import { outsideVitest } from './lib/outside-vitest.mjs';
import { cache, root } from './lib/paths.mjs';
import { remove } from './lib/remove.mjs';

const SLUG = 'shared-birthdays';
const CRATES = [SLUG, `${SLUG}-model`, `${SLUG}-lab`].flatMap((name) => ['--package', name]);
/** A machine that is busy with something else is slow, not wrong. */
const TIMEOUT = 1_200_000;

/** Always the same folder, so that Cargo knows it again. What its name has, a checkout's path may have: whoever quotes badly is found out. */
const copy = join(cache, "a copy's new finding");
const built = join(copy, '.cache/site-for-tests');
const record = () => globSync(`target/measurements/${SLUG}/*.json`, { cwd: copy }).map((file) => join(copy, file));
/** Everything of the checkout by its path, and what it holds. */
const contents = (paths: readonly string[]) =>
  new Map(paths.map((path) => [path, readFileSync(join(copy, path), 'base64')]));
let before: Map<string, string>;

/**
 * As in a terminal, but that what is compiled lies with everything else that is. Cargo takes a crate of the copy for that of the checkout,
 * compiles it over that, and then all that stands on it anew, unless something else starts the compiler for them: `env`, which only does.
 */
const outside = { ...outsideVitest(), CARGO_TARGET_DIR: join(root, 'target'), RUSTC_WORKSPACE_WRAPPER: 'env' };

function run(program: string, args: readonly string[], env: Record<string, string> = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: copy,
    env: { ...outside, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(status, `${program} ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}`).toBe(0);
  return stdout;
}

beforeAll(async () => {
  // A few other articles are enough for a site: the one that its tests expect, what that leads to, and one with a block of code.
  const isWanted = (file: string) => !/^content\/findings\/(?!load-balancing|stale-load|dead-connections)/.test(file);
  const wanted = copyTree(copy, isWanted);
  before = contents(wanted);
  run('node', ['site/scripts/new.mjs', SLUG]);
}, TIMEOUT);

afterAll(() => remove(copy));

it('edits no file but Cargo’s lock', () => {
  const changed = [...before].filter(([path, text]) => readFileSync(join(copy, path), 'base64') !== text);
  expect(changed.map(([path]) => path)).toEqual(['Cargo.lock']);
});

it(
  'measures, quickly, a record',
  () => {
    // With the features that tests ask for: `cargo run` alone would choose others, and compile most packages anew.
    run('cargo', ['build', '--locked', ...CRATES, '--bins', '--tests']);
    run(join(root, 'target/debug', SLUG), ['run', '--profile', 'quick', '--quiet']);
    const [file = ''] = record();
    expect(recordProblems(JSON.parse(readFileSync(file, 'utf8')))).toEqual([]);
  },
  TIMEOUT,
);

it(
  'is tested by itself, and says that it is not measured yet',
  () => {
    const output = run('node', ['site/scripts/test.mjs', SLUG]);
    const passed = (runner: string) => Number(new RegExp(`^${runner}: (\\d+) passed`, 'm').exec(output)?.[1]);
    // The model's tests run twice, natively and as WebAssembly; the browser's are those of every page and every lab.
    expect(passed('Rust')).toBeGreaterThanOrEqual(5);
    expect(passed('Vitest')).toBeGreaterThanOrEqual(4);
    expect(passed('Playwright')).toBeGreaterThan(6);
    expect(readFileSync(join(built, `findings/${SLUG}/index.html`), 'utf8')).toContain('not measured yet');
    expect(readFileSync(join(built, 'index.html'), 'utf8')).not.toContain('Two of them have the same birthday');
    run('vitest', ['run', '--project', 'built', 'site/e2e']);
  },
  TIMEOUT,
);

it(
  'is previewed from its quick run',
  () => {
    const out = join(copy, '.cache/preview');
    run('astro', ['build'], { SITE_YOURS: 'target/measurements', SITE_OUT: out, SITE_FINDING: SLUG });
    const article = readFileSync(join(out, `findings/${SLUG}/index.html`), 'utf8');
    expect(article).toContain('drawn from your quick run');
    expect(article).not.toContain('not measured yet');
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toContain('Two of them have the same birthday');
  },
  TIMEOUT,
);

it(
  'passes the lints',
  () => {
    run('cargo', ['fmt', '--all', '--check']);
    run('cargo', ['clippy', '--locked', ...CRATES, '--all-targets', '--', '-D', 'warnings']);
    // Its own files alone: `npm run check` has looked at the others.
    const own = {
      extends: './tsconfig.json',
      include: ['.astro/types.d.ts', 'site/**/*.d.ts', `site/findings/${SLUG}`],
    };
    writeFileSync(join(copy, 'tsconfig.own.json'), JSON.stringify(own));
    run('astro', ['check', '--minimumFailingSeverity', 'warning', '--tsconfig', 'tsconfig.own.json']);
  },
  TIMEOUT,
);

it(
  'shows its figures once a record is published',
  () => {
    const [file = ''] = record();
    // A published record does not stand alone: what is said of it lies beside it.
    const { words, judged, ...published } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    expect([words, judged]).not.toContain(undefined);
    const place = join(copy, 'content/measurements', SLUG, basename(file));
    mkdirSync(dirname(place));
    writeFileSync(place, JSON.stringify(published));
    appendFileSync(join(copy, 'README.md'), `\n[Shared birthdays](content/findings/${SLUG}.mdx)\n`);
    for (const part of ['describe', 'judge']) run(join(root, 'target/debug', SLUG), [part]);
    run('node', ['site/scripts/build.mjs', '--tests']);
    run('vitest', ['run', '--project', 'built', 'site/e2e']);
    const article = readFileSync(join(built, `findings/${SLUG}/index.html`), 'utf8');
    expect(article).not.toContain('not measured yet');
    expect(article).toMatch(/data-claim-line="twenty-three"[^>]*>\s*<span[^>]*data-verdict="holds"/);
    expect(article).toContain('id="shares"');
    expect(readFileSync(join(built, 'index.html'), 'utf8')).toContain('Two of them have the same birthday');
  },
  TIMEOUT,
);
