import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { madeUpRecord } from '@/kit/record/fixtures/record.ts';
import { LARGEST_RECORD } from '@/kit/record/largest.mjs';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { examine, pullRequest } from './contribution.mjs';

const known = { slugs: ['load-balancing'], names: ['annabel', 'anna-box', '/home/annabel'], isCommit: () => true };
const changed = (change: (record: MeasurementRecord) => void) => {
  const record = madeUpRecord();
  change(record);
  return JSON.stringify(record);
};
const problemsOf = async (text: string, more: Partial<typeof known> = {}) =>
  (await examine(text, { ...known, ...more })).problems;

describe('a record is looked at before it is laid out', () => {
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

test('the text of a pull request has every claim beside the published verdict, and what the run was told', () => {
  const record = madeUpRecord();
  record.warnings.push('a | warning');
  const published = madeUpRecord();
  published.provenance.machine.id = 'another';
  published.claims[0]!.verdict = 'differs';
  const text = pullRequest(record, [published]);
  for (const { id } of record.claims) expect(text).toContain(`| ${id} |`);
  expect(text).toContain('| thirteen-servers | reproduced | differs |');
  expect(text).toContain('No record of this machine is published yet.');
  expect(text).toContain(record.provenance.command);
  expect(text).toContain('- a | warning');
  expect(pullRequest(record, [madeUpRecord()])).toContain('takes the place');
});

describe('npm run contribute', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contribute-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, ['site/scripts/contribute.mjs', ...args], { encoding: 'utf8', timeout: 20_000 });

  it.each([
    [[], /name one finding, or one file/],
    [['no-such-finding'], /There is no experiment 'no-such-finding'/],
    [['./no-such-file.json'], /There is no file/],
    [['--nope', 'setenv'], /--nope/],
  ])('answers %j in a line, with status 2', (args, says) => {
    const { status, stderr } = run(...args);
    expect(stderr.trim()).toMatch(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(status).toBe(2);
  });

  it('writes nothing of a record that can’t be published, and says why', () => {
    const file = join(folder, 'quick.json');
    writeFileSync(
      file,
      changed(({ provenance }) => (provenance.profile = 'quick')),
    );
    const { status, stdout, stderr } = run(file, '--out', join(folder, 'out'));
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/quick\.json can't be published:\n {2}It is of a quick run/);
    expect(globSync(join(folder, 'out'))).toEqual([]);
  });

  it('lays out one that can be: the record as it is, and what to say', () => {
    const [published] = globSync('content/measurements/load-balancing/*.json');
    const record = JSON.parse(readFileSync(published!, 'utf8')) as MeasurementRecord;
    // A clone need not have the history that the published one was made in.
    record.provenance.commit = spawnSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
    const file = join(folder, 'own.json');
    writeFileSync(file, JSON.stringify(record));
    const out = join(folder, 'good');
    const { status, stdout, stderr } = run(file, '--out', out);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain(`git add ${published}`);
    expect(readFileSync(join(out, published!), 'utf8')).toBe(readFileSync(file, 'utf8'));
    expect(readFileSync(join(out, 'pull-request.md'), 'utf8')).toMatch(/^# load-balancing: a record of /);
  });
});
