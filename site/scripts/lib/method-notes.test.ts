import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { cratesOf, dependenciesOf } from './crates.mjs';
import { experimentSlugs } from './experiments.mjs';
import { decides, MEASURING, methodNotes } from './method-notes.mjs';
import { makeTemporary, remove } from './remove.mjs';

const folder = makeTemporary('method-notes-');
afterAll(() => remove(folder));
let made = 0;

const manifest = (name: string, dependencies: string, tests = '') =>
  `[package]\nname = "${name}"\n\n[dependencies]\n${dependencies}\n[dev-dependencies]\n${tests}`;
const lock = (rand: string, { tempfile = '3.0.0', rustix = '1.0.0', xoshiro = '0.8.0' } = {}) =>
  [
    '[[package]]\nname = "harness"\nversion = "0.1.0"\ndependencies = [\n "rand_xoshiro",\n "rustix",\n]',
    `[[package]]\nname = "rand_xoshiro"\nversion = "${xoshiro}"`,
    `[[package]]\nname = "rustix"\nversion = "${rustix}"`,
    `[[package]]\nname = "one"\nversion = "0.1.0"\ndependencies = [\n "harness",\n "rand ${rand}",\n "tempfile",\n]`,
    `[[package]]\nname = "one-model"\nversion = "0.1.0"\ndependencies = [\n "rand ${rand}",\n]`,
    '[[package]]\nname = "rand"\nversion = "0.8.0"',
    `[[package]]\nname = "rand"\nversion = "${rand}"`,
    `[[package]]\nname = "tempfile"\nversion = "${tempfile}"`,
  ].join('\n\n') + '\n';
const workspace = {
  'Cargo.toml': `[workspace.dependencies]
harness = { path = "experiments/lib/harness" }
supervisor = { path = "experiments/lib/supervisor" }
testkit = { path = "experiments/lib/testkit" }
`,
  'Cargo.lock': lock('0.10.1'),
  'experiments/lib/harness/Cargo.toml': manifest(
    'harness',
    'provenance = { path = "../provenance" }\nrand_xoshiro.workspace = true\nrustix.workspace = true\n',
  ),
  'experiments/lib/provenance/Cargo.toml': manifest('provenance', ''),
  'experiments/lib/supervisor/Cargo.toml': manifest('supervisor', ''),
  'experiments/lib/testkit/Cargo.toml': manifest('testkit', ''),
  'wasm/models/one/Cargo.toml': manifest('one-model', 'rand.workspace = true\n'),
  'wasm/models/other/Cargo.toml': manifest('other-model', ''),
  'experiments/one/Cargo.toml': manifest(
    'one',
    'harness.workspace = true\none-model = { path = "../../wasm/models/one" }\nrand.workspace = true\ntempfile.workspace = true\n',
    'testkit.workspace = true\n',
  ),
  'experiments/one/src/main.rs': 'one',
  'experiments/one/METHOD.md': '- 2026-01-01, method 1: …\n',
  'experiments/two/Cargo.toml': manifest('two', 'supervisor.workspace = true\n'),
  'experiments/two/METHOD.md': '- 2026-01-01, method 1: …\n',
  'experiments/unexplained/Cargo.toml': manifest('unexplained', ''),
};

/** A checkout of these files in a repository that has more, and how it is changed and committed. */
function repository() {
  const all = join(folder, `${made++}`);
  const top = join(all, 'checkout');
  const git = (...args: string[]) => {
    const named = ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false', ...args];
    const env = { ...process.env, GIT_COMMITTER_DATE: '2026-02-03T00:00:00Z' };
    const { status, stderr } = spawnSync('git', named, { cwd: top, env, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  const write = (files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), text);
    }
  };
  const commit = (files: Record<string, string>) => {
    write(files);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'change');
  };
  mkdirSync(top, { recursive: true });
  git('init', '--quiet', '--initial-branch=main', all);
  commit(workspace);
  return { all, top, git, write, commit };
}

describe('that an experiment measures otherwise than its METHOD.md says', () => {
  const said = (what: string, slug = 'one') =>
    `${slug}: ${what} changed since 2026-02-03. Say in experiments/${slug}/METHOD.md, in a dated line, why no figure can differ, or that the method is raised.`;

  it.each([
    ['its source', { 'experiments/one/src/main.rs': 'new' }, [said('experiments/one/src/main.rs')]],
    ['a new file of it', { 'experiments/one/src/ask.rs': 'new' }, [said('experiments/one/src/ask.rs')]],
    ['its model', { 'wasm/models/one/src/lib.rs': 'new' }, [said('wasm/models/one/src/lib.rs')]],
    ['a release it draws by', { 'Cargo.lock': lock('0.10.2') }, [said('rand 0.10.1 → 0.10.2')]],
    [
      'a release its order is drawn by',
      { 'Cargo.lock': lock('0.10.1', { xoshiro: '0.8.1' }) },
      [said('rand_xoshiro 0.8.0 → 0.8.1')],
    ],
    [
      'what another one uses',
      { 'experiments/lib/supervisor/src/lib.rs': 'new' },
      [said('experiments/lib/supervisor/src/lib.rs', 'two')],
    ],
    [
      'much',
      Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`experiments/one/src/${name}.rs`, 'new'])),
      [said('experiments/one/src/a.rs, experiments/one/src/b.rs, experiments/one/src/c.rs and 2 more')],
    ],
    [
      'both its own and what several share',
      { 'experiments/lib/supervisor/src/lib.rs': 'new', 'experiments/two/src/main.rs': 'new' },
      [said('experiments/two/src/main.rs, experiments/lib/supervisor/src/lib.rs', 'two')],
    ],
    ['nothing', {}, []],
    [
      'what decides no figure',
      {
        'experiments/one/README.md': 'new',
        'experiments/one/src/judge.rs': 'new',
        'experiments/one/tests/run.rs': 'new',
        'experiments/one/src/native-equals-wasm.test.ts': 'new',
        'experiments/lib/testkit/src/lib.rs': 'new',
        'experiments/lib/provenance/src/lib.rs': 'new',
        'experiments/lib/harness/src/report.rs': 'new',
        'experiments/unexplained/src/main.rs': 'new',
        'wasm/models/other/src/lib.rs': 'new',
        'Cargo.lock': lock('0.10.1', { tempfile: '3.0.1', rustix: '1.0.1' }),
      },
      [],
    ],
    ['its source, with an answer', { 'experiments/one/src/main.rs': 'new', 'experiments/one/METHOD.md': 'new' }, []],
  ])('is told, or not, where it is %s that changed, committed or not', (_, files, notes) => {
    const { top, write, commit } = repository();
    write(files);
    expect(methodNotes(top)).toEqual(notes);
    if (Object.keys(files).length > 0) commit(files);
    expect(methodNotes(top)).toEqual(notes);
  });

  it('is told without a METHOD.md of what changed after its record was published', () => {
    const { top, commit } = repository();
    commit({ 'content/measurements/unexplained/box.json': '{}' });
    commit({ 'content/measurements/one/box.json': '{}' });
    expect(methodNotes(top)).toEqual([]);
    commit({ 'experiments/unexplained/src/main.rs': 'new', 'experiments/one/src/main.rs': 'new' });
    const ofOne = said('experiments/one/src/main.rs');
    expect(methodNotes(top)).toEqual([ofOne, said('experiments/unexplained/src/main.rs', 'unexplained')]);
    commit({ 'experiments/unexplained/METHOD.md': 'No figure can differ.' });
    expect(methodNotes(top)).toEqual([ofOne]);
  });

  it('is told again of what changed after an answer', () => {
    const { top, commit } = repository();
    commit({ 'experiments/one/src/main.rs': 'new' });
    commit({ 'experiments/one/METHOD.md': 'No figure can differ.' });
    expect(methodNotes(top)).toEqual([]);
    commit({ 'experiments/one/src/ask.rs': 'new' });
    expect(methodNotes(top)).toEqual([said('experiments/one/src/ask.rs')]);
  });

  it('is told after a merge of what changed beside the answer', () => {
    const { top, git, commit } = repository();
    git('switch', '--quiet', '--create', 'branch');
    commit({ 'experiments/one/src/ask.rs': 'new' });
    git('switch', '--quiet', 'main');
    commit({ 'experiments/one/METHOD.md': 'No figure can differ.', 'experiments/one/src/main.rs': 'new' });
    git('merge', '--quiet', '--message', 'merge', 'branch');
    expect(methodNotes(top)).toEqual([said('experiments/one/src/ask.rs')]);
  });

  it('is not told after a merge that put the answers of both together', () => {
    const { top, git, commit } = repository();
    const method = 'experiments/one/METHOD.md';
    commit({ [method]: 'a\nb\nc\n' });
    git('switch', '--quiet', '--create', 'branch');
    commit({ 'experiments/one/src/ask.rs': 'new', [method]: 'first\na\nb\nc\n' });
    git('switch', '--quiet', 'main');
    commit({ 'experiments/one/src/main.rs': 'new', [method]: 'a\nb\nc\nlast\n' });
    git('merge', '--quiet', '--message', 'merge', 'branch');
    expect(readFileSync(join(top, method), 'utf8')).toBe('first\na\nb\nc\nlast\n');
    expect(methodNotes(top)).toEqual([]);
    commit({ 'experiments/one/src/late.rs': 'new' });
    expect(methodNotes(top)).toEqual([said('experiments/one/src/late.rs')]);
  });

  it('is told of a file that went to somebody else', () => {
    const { top, git } = repository();
    mkdirSync(join(top, 'experiments/unexplained/src'));
    git('mv', 'experiments/one/src/main.rs', 'experiments/unexplained/src/main.rs');
    expect(methodNotes(top)).toEqual([said('experiments/one/src/main.rs')]);
  });

  it('is not told where git cannot tell', () => {
    const { all, git } = repository();
    const clone = (name: string, ...args: string[]) => {
      git('clone', '--quiet', ...args, `file://${all}`, join(folder, name));
      const top = join(folder, name, 'checkout');
      writeFileSync(join(top, 'experiments/one/src/main.rs'), 'new');
      return top;
    };
    const whole = clone('whole');
    expect(methodNotes(whole)).toHaveLength(1);
    vi.stubEnv('PATH', folder);
    expect(methodNotes(whole)).toEqual([]);
    vi.unstubAllEnvs();
    expect(methodNotes(clone('shallow', '--depth=1'))).toEqual([]);
    const without = join(folder, 'without');
    mkdirSync(without);
    expect(methodNotes(without)).toEqual([]);
  });
});

describe('a figure is decided', () => {
  const [ONE, HARNESS] = ['experiments/one', 'experiments/lib/harness'];
  it.each([
    [ONE, 'debian-packages.txt', true],
    [ONE, 'src/judged.rs', true],
    [ONE, 'src/attests.rs', true],
    [ONE, 'src/judge/own.rs', false],
    [ONE, 'src/ask/tests.rs', false],
    [ONE, 'src/ask/tests/fuzz.rs', false],
    [ONE, 'examples/open.rs', false],
    [HARNESS, 'src/statistics/share.rs', true],
    [HARNESS, 'src/schedule.rs', true],
    [HARNESS, 'src/random.rs', true],
    [HARNESS, 'src/statistics/tests.rs', false],
    [HARNESS, 'src/judge/verdicts.rs', false],
    [HARNESS, 'Cargo.toml', false],
  ])('in %s by %s: %s', (crate, file, decisive) => {
    expect(decides(`${crate}/${file}`, crate)).toBe(decisive);
    expect(decides(`${crate}-more/${file}`, crate)).toBe(false);
  });
});

it('each crate from elsewhere that counts as measuring is one that an experiment is built from', () => {
  const crates = experimentSlugs().flatMap((slug) => cratesOf(`experiments/${slug}`));
  const used = new Set(crates.flatMap((crate) => dependenciesOf(crate)));
  expect(MEASURING.filter((name) => !used.has(name))).toEqual([]);
});

/** Experiments whose methods have a history. A new one begins it with its first change. */
const explained = experimentSlugs().filter((slug) => existsSync(`experiments/${slug}/METHOD.md`));

it.each(explained)('%s says by which method it measures', (slug) => {
  const said = readFileSync(`experiments/${slug}/METHOD.md`, 'utf8');
  expect(said).toMatch(new RegExp(`^# Methods of \`${slug}\`\n[^]*^- \\d{4}-\\d{2}-\\d{2}, method 1: \\S`, 'm'));
});

it('the harness has what counts as measuring in it', () => {
  for (const name of ['statistics.rs', 'schedule.rs', 'random.rs'])
    expect(() => readFileSync(`experiments/lib/harness/src/${name}`)).not.toThrow();
});
