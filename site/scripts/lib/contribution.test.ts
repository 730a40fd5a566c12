import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { LARGEST_RECORD } from '@/kit/record/largest.mjs';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { examine } from './contribution.mjs';
import { makeTemporary, remove } from './remove.mjs';

const known = { slugs: ['load-balancing'], names: ['annabel', 'anna-box', '/home/annabel'], isCommit: () => true };
const changed = (change: (record: MeasurementRecord) => void) => {
  const record = madeUpRecord();
  change(record);
  return JSON.stringify(record);
};
const problemsOf = async (text: string, more: Partial<typeof known> = {}) =>
  (await examine(text, { ...known, ...more })).problems;

describe('a record is looked at as a reviewer does', () => {
  it('is given as it is where nothing is wrong', async () => {
    expect(await examine(JSON.stringify(madeUpRecord()), known)).toEqual({ record: madeUpRecord(), problems: [] });
  });

  it.each([
    ['damaged', '{', /damaged/],
    ['no record', '[]', /no record of this version: it must be object/],
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
    expect(await problemsOf(JSON.stringify(madeUpRecord()), { isCommit: () => false })).toEqual([
      expect.stringContaining('0123456789ab'),
    ]);
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
    [[], /name one finding, or one file/],
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
    const [published] = globSync('content/measurements/load-balancing/*.json');
    const record = JSON.parse(readFileSync(published!, 'utf8')) as MeasurementRecord;
    // A clone need not have the history that the published one was made in.
    record.provenance.commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
    const own = join(folder, 'own');
    mkdirSync(own);
    const file = join(own, 'it’s mine.json');
    writeFileSync(file, JSON.stringify(record));
    const before = readFileSync(published!, 'utf8');
    const { status, stdout, stderr } = run(file);
    expect(status, stderr).toBe(0);
    const { experiment, provenance } = record;
    expect(stdout).toContain(`
  git switch -c record-${experiment}-${provenance.machine.id}
  cp '${relative('.', file)}' ${published}
  git add ${published}
  git commit -m "${experiment}: a record of ${provenance.machine.id}"
`);
    expect(readdirSync(own)).toEqual([basename(file)]);
    expect(readFileSync(published!, 'utf8')).toBe(before);
  });
});
