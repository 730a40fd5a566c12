// Lays out a new finding in a copy of the checkout, and does with it what its author would do. Takes minutes: `npm test -- --all` runs it.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordProblems } from '@/kit/record/validate.ts';
import { installedBrowser } from './lib/browser.mjs';
import { outsideVitest } from './lib/outside-vitest.mjs';
import { cache, packagesStamp, root } from './lib/paths.mjs';
import { remove } from './lib/remove.mjs';
import { choosePort } from './lib/serve.mjs';
import { packagesInputs } from './lib/setup.mjs';

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

/** What is built passes the tests of every article and of the whole site. */
function build(): void {
  run('node', ['site/scripts/build.mjs', '--tests']);
  run('vitest', ['run', '--project', 'built', 'site/e2e']);
}

beforeAll(async () => {
  remove(copy);
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = listed.stdout.split('\0').filter((file) => file !== '' && existsSync(join(root, file)));
  // A few other articles are enough for a site: the one that its tests expect, what that leads to, and one with a block of code.
  const wanted = files.filter(
    (file) => !/^content\/findings\/(?!load-balancing|stale-load|dead-connections)/.test(file),
  );
  const labs = globSync('{site/wasm-pkg/**/*.*,.cache/wasm-*}', { cwd: root });
  for (const file of [...wanted, ...labs]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  // Else the copy would install packages of its own into the folder that it shares.
  expect(readFileSync(packagesStamp, 'utf8'), 'the npm packages are out of date: npm ci').toBe(packagesInputs());
  mkdirSync(join(copy, 'target'));
  // What labs have been built with, too.
  const shared = ['node_modules', '.tools', ...globSync('target/wasm-*', { cwd: root })];
  for (const name of shared) symlinkSync(join(root, name), join(copy, name));
  before = contents(wanted);
  run('node', ['site/scripts/new.mjs', SLUG]);
}, TIMEOUT);

afterAll(() => remove(copy));

it('edits no file but Cargo’s lock', () => {
  const changed = [...before].filter(([path, text]) => readFileSync(join(copy, path), 'base64') !== text);
  expect(changed.map(([path]) => path)).toEqual(['Cargo.lock']);
});

it(
  'passes its own Rust tests',
  () => {
    const output = run('cargo', ['test', '--locked', ...CRATES]);
    expect(output.match(/ \.\.\. ok$/gm)?.length).toBeGreaterThanOrEqual(7);
  },
  TIMEOUT,
);

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
  'is built, and says that it is not measured yet',
  () => {
    build();
    expect(readFileSync(join(built, `findings/${SLUG}/index.html`), 'utf8')).toContain('not measured yet');
    expect(readFileSync(join(built, 'index.html'), 'utf8')).not.toContain('Two of them have the same birthday');
  },
  TIMEOUT,
);

it(
  'passes the tests of its lab, its own and those of every lab',
  async () => {
    run('vitest', ['run', '--project', 'unit', SLUG]);
    const port = String(await choosePort(undefined, 4500));
    const browser = installedBrowser();
    const env = { E2E_PORT: port, ...(browser && { CHROMIUM_PATH: browser }) };
    const [, passed] = /^ +(\d+) passed/m.exec(run('playwright', ['test', '-g', SLUG], env))!;
    expect(Number(passed)).toBeGreaterThan(8);
  },
  TIMEOUT,
);

it(
  'passes the lints',
  () => {
    run('cargo', ['fmt', '--all', '--check']);
    run('cargo', ['clippy', '--locked', ...CRATES, '--all-targets', '--', '-D', 'warnings']);
    run('astro', ['check', '--minimumFailingSeverity', 'warning']);
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
    for (const part of ['describe', 'judge']) run(join(root, 'target/debug', SLUG), [part]);
    build();
    const article = readFileSync(join(built, `findings/${SLUG}/index.html`), 'utf8');
    expect(article).not.toContain('not measured yet');
    expect(article).toMatch(/data-claim-line="twenty-three"[^>]*>\s*<span[^>]*data-verdict="reproduced"/);
    expect(article).toContain('id="shares"');
    expect(readFileSync(join(built, 'index.html'), 'utf8')).toContain('Two of them have the same birthday');
  },
  TIMEOUT,
);
