// The fingerprint of the sources behind a record, by the same rule as experiments/lib/provenance/src/sources.rs:
// SHA-256 over every file below the listed files and folders, in the order of their paths, each as
// `path NUL length NUL content`. Tests, documents (.md), hidden files and what judges claims (judge.rs, judge/) do not
// count: no figure depends on them.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { MeasurementRecord } from './types.ts';

/** SHA-256 (hexadecimal) over the `sources`, given from the top of the checkout at `root`. */
export function sourceHash(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of sourceFiles(root, sources)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex');
}

const hashes = new Map<string, string>();

/**
 * Whether the code has changed since the record was made: its sources in the checkout at `root` hash differently, or
 * are gone. `root` is where Astro runs, the top of the checkout.
 */
export function isStale({ provenance: { sources, source_hash } }: MeasurementRecord, root = process.cwd()): boolean {
  return hashNow(root, sources) !== source_hash;
}

/** The fingerprint of each list of sources that any of the records names, as they are now. */
export function sourcesNow(
  records: readonly MeasurementRecord[],
  root = process.cwd(),
): { sources: string[]; source_hash: string }[] {
  const lists = new Map(records.map(({ provenance: { sources } }) => [sources.join('\0'), sources]));
  return [...lists.values()].map((sources) => ({ sources, source_hash: hashNow(root, sources) }));
}

function hashNow(root: string, sources: readonly string[]): string {
  const key = [root, ...sources].join('\0');
  const known = hashes.get(key) ?? hashOrMissing(root, sources);
  hashes.set(key, known);
  return known;
}

function hashOrMissing(root: string, sources: readonly string[]): string {
  const present = sources.every((source) => statSync(join(root, source), { throwIfNoEntry: false }));
  return present ? sourceHash(root, sources) : 'missing';
}

/** Sorted as bytes, as Rust sorts strings: JavaScript's own order differs outside the basic plane. */
function sourceFiles(root: string, sources: readonly string[]): string[] {
  const files = new Set(sources.flatMap((source) => filesBelow(root, source)));
  return [...files].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function filesBelow(root: string, path: string): string[] {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .filter(counts)
    .flatMap((name) => filesBelow(root, `${path}/${name}`));
}

const UNCOUNTED = new Set(['tests', 'tests.rs', 'judge', 'judge.rs']);

function counts(name: string): boolean {
  return !(name.startsWith('.') || UNCOUNTED.has(name) || name.endsWith('.md'));
}
