// Every page is built from the records of machines that lacked programs. Builds the site twice: `npm test -- --all` runs it.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { outsideVitest } from '../scripts/lib/outside-vitest.mjs';
import { cache, root } from '../scripts/lib/paths.mjs';

const TIMEOUT = 1_200_000;

/** What takes programs that not every machine has, or root. */
const OPTIONAL: Readonly<Record<string, readonly string[]>> = {
  'buffer-size': ['iperf3'],
  'dead-connections': ['wire', 'round-trips'],
  isspace: ['wide-locales', 'broken'],
  setenv: ['go', 'runtimes'],
  'unix-sockets': ['proxy', 'proxy-ratios', 'docker', 'docker-ratios', 'cross-check'],
};

const folder = join(cache, 'records-of-poorer-machines');
const out = join(cache, 'site-of-poorer-machines');
const page = (slug: string) => readFileSync(join(out, 'findings', slug, 'index.html'), 'utf8');

afterAll(() => [folder, out].forEach((path) => rmSync(path, { recursive: true, force: true })));

/** A record as a machine without those programs would have made it. */
function poorer(record: MeasurementRecord): MeasurementRecord {
  const lacking = OPTIONAL[record.experiment] ?? [];
  const machine = { ...record.provenance.machine, id: '1-poorer-machine' };
  return {
    ...record,
    provenance: { ...record.provenance, machine },
    series: record.series.filter(({ id }) => !lacking.includes(id)),
  };
}

/** Builds the site from what becomes of each published record. */
function build(recordsOf: (record: MeasurementRecord) => readonly MeasurementRecord[]): void {
  rmSync(folder, { recursive: true, force: true });
  for (const file of globSync('content/measurements/*/*.json', { cwd: root })) {
    const record = JSON.parse(readFileSync(join(root, file), 'utf8')) as MeasurementRecord;
    for (const made of recordsOf(record)) {
      const path = join(folder, basename(dirname(file)), `${made.provenance.machine.id}.json`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, JSON.stringify(made));
    }
  }
  const { status, stdout, stderr } = spawnSync('astro', ['build'], {
    cwd: root,
    env: { ...outsideVitest(), SITE_MEASUREMENTS: relative(root, folder), SITE_OUT: out },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  expect(status, stdout + stderr).toBe(0);
}

it(
  'a poorer machine beside another: both stand where both have measured',
  () => {
    build((record) => [record, poorer(record)]);
    expect(page('unix-sockets')).toContain('id="containers"');
    expect(page('unix-sockets')).toContain('1-poorer-machine');
    const table = readFileSync(join(out, 'data/setenv/go.csv'), 'utf8');
    expect(table).not.toContain('1-poorer-machine');
    expect(readFileSync(join(out, 'data/setenv/cells.csv'), 'utf8')).toContain('1-poorer-machine');
  },
  TIMEOUT,
);

it(
  'poorer machines alone: the articles say what is missing',
  () => {
    build((record) => [poorer(record)]);
    expect(page('unix-sockets')).toContain('No machine of these records could start Docker');
    expect(page('unix-sockets')).not.toContain('id="containers"');
    expect(page('setenv')).toContain('No machine of these records has Go');
    expect(page('buffer-size')).toContain('No machine of these records has iperf3');
  },
  TIMEOUT,
);
