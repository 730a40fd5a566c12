// Every page is built from the records of machines that lacked programs. Builds the site twice: `npm test -- --all` runs it.
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { standingAlone } from '@/kit/record/fixtures/yours.ts';
import type { RecordFile } from '@/kit/record/types.ts';
import { outsideVitest } from '../scripts/lib/outside-vitest.mjs';
import { cache, root } from '../scripts/lib/paths.mjs';
import type { PoorerMachine } from './machines';
import { remove } from '../scripts/lib/remove.mjs';

const TIMEOUT = 1_200_000;
const POORER_ID = '1-poorer-machine';

/** What each experiment's record may lack; the files stand beside the findings. */
const POORER = new Map(
  Object.entries(
    import.meta.glob<PoorerMachine>('/site/findings/*/poorer-machine.ts', { eager: true, import: 'default' }),
  ).map(([path, poorer]) => [basename(dirname(path)), poorer] as const),
);

const folder = join(cache, 'records-of-poorer-machines');
const out = join(cache, 'site-of-poorer-machines');
const page = (slug: string) => readFileSync(join(out, 'findings', slug, 'index.html'), 'utf8');

afterAll(() => [folder, out].forEach(remove));

/** A record as a machine without those programs would have made it. */
function poorer(record: RecordFile): RecordFile {
  const lacking = POORER.get(record.experiment)?.lacks ?? [];
  const machine = { ...record.provenance.machine, id: POORER_ID };
  return {
    ...record,
    provenance: { ...record.provenance, machine },
    series: record.series.filter(({ id }) => !lacking.includes(id)),
  };
}

/** Builds the site from what becomes of each published record. */
function build(recordsOf: (record: RecordFile) => readonly RecordFile[]): void {
  remove(folder);
  for (const file of globSync('content/measurements/*/*.json', { cwd: root })) {
    for (const made of recordsOf(standingAlone(join(root, file)))) {
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
    const csv = (slug: string, series: string) => readFileSync(join(out, 'data', slug, `${series}.csv`), 'utf8');
    for (const [slug, { lacks, without = [] }] of POORER) {
      expect(page(slug)).toContain(POORER_ID);
      for (const id of without) expect(page(slug)).toContain(`id="${id}"`);
      for (const series of lacks) expect(csv(slug, series), `${slug} ${series}`).not.toContain(POORER_ID);
    }
    expect(csv('setenv', 'cells')).toContain(POORER_ID);
  },
  TIMEOUT,
);

it(
  'poorer machines alone: the articles say what is missing',
  () => {
    build((record) => [poorer(record)]);
    for (const [slug, { says = [], without = [] }] of POORER) {
      for (const words of says) expect(page(slug)).toContain(words);
      for (const id of without) expect(page(slug)).not.toContain(`id="${id}"`);
    }
  },
  TIMEOUT,
);
