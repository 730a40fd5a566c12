import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LARGEST_RECORD } from '@/kit/record/largest.mjs';
import { examine, methodsOf, type RecordFile } from './contribution.mjs';
import { makeTemporary, remove } from './remove.mjs';

const [published = ''] = globSync('content/measurements/load-balancing/*.json');
type Published = RecordFile & { schema_version: number; warnings: string[] };
const record = () => JSON.parse(readFileSync(published, 'utf8')) as Published;
const known = {
  slugs: ['load-balancing'],
  names: ['annabel', 'anna-box', '/home/annabel'],
  isCommit: () => true,
  methods: methodsOf,
};
const changed = (change: (record: Published) => void) => {
  const made = record();
  change(made);
  return JSON.stringify(made);
};
const problemsOf = async (text: string, more: Partial<typeof known> = {}) =>
  (await examine(text, { ...known, ...more })).problems;

describe('a record is looked at as a reviewer does', () => {
  it('is given as it is where nothing is wrong', async () => {
    expect(await examine(JSON.stringify(record()), known)).toEqual({ record: record(), problems: [] });
  });

  it.each([
    ['damaged', '{', /damaged/],
    ['no record', '[]', /no record of this version: it must be object/],
    [
      'of an older version',
      changed((record) => (record.schema_version = 2)),
      /^It has version 2 of the format, and records have version 3 here: measure again, by `npm run experiments -- --profile full load-balancing`\.$/,
    ],
    [
      'of a newer version',
      changed((record) => (record.schema_version = 4)),
      /version 4 .*: take the newer checkout\.$/,
    ],
    ['by a newer method', changed(({ series }) => (series[0]!.method = 9)), /by method 9, .* knows 1: take the newer/],
    [
      'one that stands alone',
      changed((record) => (record.words = { series: [] })),
      /^It has its words .* without --out, writes .*content\/measurements\/load-balancing\/\S+\.json, .*content\/words\/load-balancing\.json/,
    ],
    ['one with its claims', changed((record) => (record.judged = { claims: [] })), /^It has its words and claims/],
    ['of an unknown experiment', changed((record) => (record.experiment = 'other')), /no experiment here/],
    ['quick', changed(({ provenance }) => (provenance.profile = 'quick')), /quick run.*--profile full load-balancing/],
    ['of changed sources', changed(({ provenance }) => (provenance.dirty = true)), /not committed/],
    [
      'with a name in it',
      changed((record) => record.warnings.push('seen by Annabel’s shell on anna-box')),
      /names “annabel”/,
    ],
    ['with a folder in it', changed((record) => record.warnings.push('in /home/annabel/src')), /names “/],
    ['large', changed((record) => record.warnings.push('a'.repeat(LARGEST_RECORD))), /40\d kB/],
  ])('is refused where it is %s', async (_, text, says) => {
    expect((await problemsOf(text)).join('\n')).toMatch(says);
  });

  it('is refused where nobody has its commit', async () => {
    expect(await problemsOf(JSON.stringify(record()), { isCommit: () => false })).toEqual([
      expect.stringContaining(record().provenance.commit.slice(0, 12)),
    ]);
  });

  it('is told once where it is of a quick run, whose records stand alone', async () => {
    const quick = changed((record) => {
      record.provenance.profile = 'quick';
      record.words = { series: [] };
    });
    expect(await problemsOf(quick)).toEqual([expect.stringMatching(/^It is of a quick run/)]);
  });

  it('may have a series that today’s code does not know', async () => {
    expect(await problemsOf(changed(({ series }) => (series[0]!.id = 'gone')))).toEqual([]);
  });

  it('takes no part of a word for a name', async () => {
    expect(await problemsOf(changed((record) => record.warnings.push('annabella')))).toEqual([]);
  });
});

describe('npm run contribute', () => {
  const folder = makeTemporary('contribute-');
  afterAll(() => remove(folder));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['site/scripts/contribute.mjs', ...args], { encoding: 'utf8', timeout: 20_000 });

  it.each([
    [[], /Name one finding, or one file \(npm run contribute -- /],
    [['no-such-finding'], /There is no experiment 'no-such-finding'/],
    [['./no-such-file.json'], /There is no file/],
    [['--nope', 'setenv'], /--nope/],
    [['setenv', '--out', '.'], /Unknown option '--out'/],
  ])('answers %j in a line, with status 2', (args, says) => {
    const { status, stderr } = run(...args);
    expect(stderr.trim()).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  });

  it('says why a record can’t be published', () => {
    const file = join(folder, 'quick.json');
    writeFileSync(
      file,
      changed(({ provenance }) => (provenance.profile = 'quick')),
    );
    const { status, stdout, stderr } = run(file);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/quick\.json can't be published:\n {2}It is of a quick run/);
  });

  it('says how to send one that can be, and writes nothing', () => {
    // A clone need not have the history that the published one was made in.
    const commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
    const own = join(folder, 'own');
    mkdirSync(own);
    const file = join(own, 'it’s mine.json');
    writeFileSync(
      file,
      changed(({ provenance }) => (provenance.commit = commit)),
    );
    const before = readFileSync(published, 'utf8');
    const { status, stdout, stderr } = run(file);
    expect(status, stderr).toBe(0);
    const { id } = record().provenance.machine;
    expect(stdout).toContain(`
  git switch -c record-load-balancing-${id}
  cp '${relative('.', file)}' ${published}
  npm run judge -- load-balancing
  git add ${published} content/words/load-balancing.json content/claims/load-balancing.json
  git commit -m "load-balancing: a record of ${id}"
`);
    expect(readdirSync(own)).toEqual([basename(file)]);
    expect(readFileSync(published, 'utf8')).toBe(before);
  });
});
