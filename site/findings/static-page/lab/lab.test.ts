import { inflateRawSync, crc32 as nodeCrc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { points, series } from '@/kit/record/index.ts';
import * as drawing from '@/wasm-pkg/static-page-drawing/models.js';
import * as models from '@/wasm-pkg/static-page/models.js';
import { csvRows } from './csv';
import { drawTasks } from './draw-tasks';
import { fileSource, joined, spliced, withHole, type Source } from './sources';
import { HOLES, PRESETS, SAMPLES, schema, textOf, type HoleName } from './state';
import { labTasks, MOST_COMPARED, type Outcome } from './tasks';
import { changes, drawing as drawingWords, figures, groupsRead, headline, reading, size, strip, table } from './words';
import { crc32, distinct, zipped } from './zip';
import { counted } from './tool/requests';

const planning = modelsAtBuild('static-page', models);
const { draw } = modelsAtBuild('static-page-drawing', drawing);
const pictures = drawTasks({ draw });
const png = new TextEncoder().encode('a picture');

/** Files of the browser, for a test that has none: the bytes stand behind their names. */
const files = new Map<Blob, Source>();
const memory = (bytes: Uint8Array): Blob => {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  files.set(blob, { size: bytes.length, read: (start, end) => bytes.slice(start, end) });
  return blob;
};
const tasks = labTasks(planning, (file) => {
  const found = files.get(file);
  if (!found) throw new Error('nobody has this file');
  return found;
});
const bytesOf = (id: (typeof SAMPLES)[number]['id']) => planning.sample(id, 0).head;

/** The entries of an archive, by a reader of its own: names with their contents. */
function unzipped(bytes: Uint8Array): Map<string, Buffer> {
  const view = Buffer.from(bytes);
  const end = view.lastIndexOf('PK\u0005\u0006');
  const found = new Map<string, Buffer>();
  let at = view.readUInt32LE(end + 16);
  for (let left = view.readUInt16LE(end + 10); left > 0; left--) {
    const [names, extra, comment] = [28, 30, 32].map((offset) => view.readUInt16LE(at + offset));
    const name = view.toString('utf8', at + 46, at + 46 + names!);
    const local = view.readUInt32LE(at + 42);
    const start = local + 30 + view.readUInt16LE(local + 26) + view.readUInt16LE(local + 28);
    const raw = view.subarray(start, start + view.readUInt32LE(at + 20));
    const content = view.readUInt16LE(at + 10) === 8 ? inflateRawSync(raw) : raw;
    expect(nodeCrc32(content), name).toBe(view.readUInt32LE(at + 16));
    found.set(name, content);
    at += 46 + names! + extra! + comment!;
  }
  return found;
}

describe('a made-up book', () => {
  it.each(SAMPLES.map(({ id }) => id))('keeps all entries but the package document: %s', (sample) => {
    const found = runToEnd(tasks.sample({ sample, hole: 0, png }));
    const old = withHole(bytesOf(sample), 0, new Uint8Array());
    const book = spliced(old, found.parts);
    const [before, after] = [unzipped(old.read(0, old.size)), unzipped(book.read(0, book.size))];
    expect(book.size).toBe(found.bytes);
    expect(after.get(found.cover)?.toString()).toBe('a picture');
    expect(after.size).toBe(before.size + 1);
    for (const [name, content] of before) expect(after.get(name)!.equals(content), name).toBe(name !== 'content.opf');
    expect(found.rows.filter(({ outcome }) => outcome === 'same')).toHaveLength(found.unchanged);
    expect(found.rows.filter(({ outcome }) => outcome !== 'same').map(({ name, outcome }) => [name, outcome])).toEqual([
      ['content.opf', 'changed'],
      ['cover.png', 'new'],
    ]);
  });

  it('is read no further however large it is, and what is too large to compare is said to be', () => {
    const found = (hole: number) => runToEnd(tasks.sample({ sample: 'orchard', hole, png }));
    const [large, larger] = [found(HOLES['100-mb']), found(HOLES['3-gb'])];
    expect(large.facts.bytesRead).toBe(larger.facts.bytesRead);
    expect(larger.facts.bytesRead).toBeLessThan(75_000);
    expect(larger.facts.bytes).toBeGreaterThan(3e9);
    expect(HOLES['100-mb']).toBeGreaterThan(MOST_COMPARED);
    expect(changes(larger)).toMatch(/, 1 too large to be compared here;/);
    expect(reading(larger.facts)).toMatch(/^For the plan, [\d,]+ bytes of 3 GB were read$/);
  });

  it.each(
    PRESETS.flatMap(({ id, state }) => (Object.keys(HOLES) as HoleName[]).map((filler) => ({ id, state, filler }))),
  )('says the same in its headline, its figures, its picture and its entries: $id, $filler', ({ state, filler }) => {
    const { sample } = state(schema.initial);
    const hole = HOLES[filler];
    const found = runToEnd(tasks.sample({ sample, hole, png }));
    const { facts, rows, entries, unchanged } = found;
    const { title, author } = SAMPLES.find(({ id }) => id === sample)!;
    expect([facts.title, facts.author]).toEqual([title, author]);
    expect(facts.bytes - hole).toBeLessThan(300_000);
    const shown = Object.fromEntries(figures(found).map(({ name, value }) => [name, value]));
    expect(shown).toEqual({
      'book-bytes': facts.bytes,
      'bytes-read': facts.bytesRead,
      entries,
      'entries-unchanged': unchanged,
    });
    // What the plan says of entries is what comparing them finds; the hole is too large to be compared.
    const of = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
    expect(rows).toHaveLength(entries);
    expect(of('same') + of('not compared')).toBe(unchanged);
    expect(of('not compared')).toBe(hole > 0 ? 1 : 0);
    const said = headline(found);
    expect(said).toContain(`${of('same')} of ${entries - 1} entries are the same byte for byte`);
    expect(said).toContain(hole > 0 ? `${size(facts.bytesRead)} of ${size(facts.bytes)} were read` : 'All of its');
    const groups = groupsRead(facts);
    expect(groups.map(({ bytes }) => bytes).reduce((sum, bytes) => sum + bytes)).toBe(
      facts.read.map(([start, end]) => end - start).reduce((sum, bytes) => sum + bytes),
    );
    const picture = strip(facts);
    if (hole > 0) {
      expect(groups.map(({ place: [from, to] }) => [from === 0, to === 1000])).toEqual([
        [true, false],
        [false, true],
      ]);
      for (const { bytes } of groups) expect(picture).toContain(`>${size(bytes)} at its `);
      expect(picture).toContain(`not read: ${size(facts.bytes - facts.bytesRead)}`);
    } else expect(picture).toContain(reading(facts));
  });

  it('is the book that was measured, where it opens', () => {
    const opening = schema.opening;
    const found = runToEnd(tasks.sample({ sample: opening.sample, hole: HOLES[opening.filler], png }));
    expect(found.facts.bytes).toBeGreaterThan(40_000 * found.facts.bytesRead);
    const records = publishedOnDisk('static-page');
    expect(records.length).toBeGreaterThan(0);
    for (const record of records) {
      const [measured] = points(series(record, 'sizes'), { book_bytes: HOLES[opening.filler] });
      expect(measured!.values['read_bytes']!.value).toBe(found.facts.bytesRead);
    }
  });

  it('has a cover of its own that says what the book says, whole', () => {
    const covers = SAMPLES.map((sample) => runToEnd(pictures.sample(sample)));
    for (const { missing, isCut, address, png } of covers) {
      expect([missing, isCut]).toEqual(['', false]);
      expect(address).toBe(`data:image/png;base64,${Buffer.from(png).toString('base64')}`);
      expect(address.length).toBeLessThan(40_000);
    }
    expect(new Set(covers.map(({ address }) => address)).size).toBe(SAMPLES.length);
    for (const { state } of PRESETS) {
      const { title, author, kind, colour } = SAMPLES.find(({ id }) => id === state(schema.initial).sample)!;
      expect(textOf(state({ ...schema.initial, title: 'x' }))).toEqual({ title, author, kind, colour });
    }
  });
});

describe('a reader’s own book', () => {
  it('is opened, and covered only once if nobody asks for more', () => {
    const file = memory(bytesOf('ferryman'));
    const facts = runToEnd(tasks.open({ file }));
    expect(facts).toMatchObject({ version: '2.0', title: 'A Lantern for the Ferryman', cover: null });
    expect(facts.bytesRead).toBeLessThanOrEqual(facts.bytes + 66_000);
    const { parts } = runToEnd(tasks.sample({ sample: 'ferryman', hole: 0, png }));
    const book = spliced(files.get(file)!, parts);
    const again = memory(book.read(0, book.size));
    expect(runToEnd(tasks.open({ file: again })).cover).toBe('cover.png');
    expect(() => runToEnd(tasks.cover({ file: again, png, replaces: false }))).toThrow(/it has a cover already/);
  });

  it('that is none is refused in one line', () => {
    const book = bytesOf('bells');
    const nothing = runToEnd(zipped([{ name: 'a.txt', source: joined([]), blob: new Blob() }]));
    const says = (bytes: Uint8Array) => {
      try {
        runToEnd(tasks.open({ file: memory(bytes) }));
      } catch (error) {
        return (error as Error).message;
      }
      return 'opened';
    };
    expect(says(new Uint8Array())).toMatch(/empty/);
    expect(says(new TextEncoder().encode('once upon a time, and so on, until it is long enough'))).toMatch(/ZIP/);
    expect(says(book.slice(0, -5))).toMatch(/fetch it again/);
    expect(says(new Uint8Array([...new TextEncoder().encode('#!/bin/sh\n'), ...book]))).toMatch(/10 bytes/);
    return nothing.arrayBuffer().then((bytes) => {
      expect(says(new Uint8Array(bytes))).toMatch(/no META-INF\/container\.xml/);
    });
  });

  it('that changed meanwhile, or can’t be read any more, is said to be chosen again', () => {
    const short: Source = { size: 5000, read: () => new Uint8Array(3) };
    const gone = fileSource(() => ({
      readAsArrayBuffer: () => {
        throw new Error('NotReadableError');
      },
    }));
    const open = (source: (file: Blob) => Source) =>
      runToEnd(labTasks(planning, source).open({ file: new Blob(['12345']) }));
    expect(() => open(() => short)).toThrow(/choose it again/);
    expect(() => open(gone)).toThrow(/the browser can’t read it \(NotReadableError\); choose the file again/);
  });
});

describe('the archive of all books', () => {
  it('holds each under a name of its own, as it is', async () => {
    const all = ['one', 'two', ''].map((text) => new TextEncoder().encode(text));
    const members = all.map((bytes) => {
      const blob = memory(bytes);
      return { name: 'bü-with-cover.epub', source: files.get(blob)!, blob };
    });
    const bytes = new Uint8Array(await runToEnd(zipped(members)).arrayBuffer());
    expect([...unzipped(bytes)].map(([name, content]) => [name, content.toString()])).toEqual([
      ['bü-with-cover.epub', 'one'],
      ['bü-with-cover-2.epub', 'two'],
      ['bü-with-cover-3.epub', ''],
    ]);
  });

  it('is refused where it would need more than 32 bits', () => {
    const source: Source = { size: 5e9, read: () => new Uint8Array() };
    expect(() => runToEnd(zipped([{ name: 'a', source, blob: new Blob() }]))).toThrow(/one by one/);
  });

  /** Of a picture, as the model writes it into the book's last entry: APPNOTE 6.3.10, section 4.3.12. */
  function modelsCrc32(picture: Uint8Array): number {
    const bytes = bytesOf('bells');
    const { tail } = planning.plan(bytes.length, Float64Array.of(0, bytes.length), bytes, picture, false);
    const record = Buffer.from(tail).lastIndexOf('PK\u0001\u0002');
    return Buffer.from(tail).readUInt32LE(record + 16);
  }

  it('has the checksums that others and the model have, in as many pieces as one likes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(200), (bytes, at) => {
        const found = crc32(bytes.subarray(at), crc32(bytes.subarray(0, at)));
        expect(found).toBe(nodeCrc32(bytes));
        expect(found).toBe(modelsCrc32(bytes));
      }),
    );
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
    expect(distinct(['a', 'A', 'a-2'])).toEqual(['a', 'A-2', 'a-2-2']);
  });
});

describe('the address', () => {
  it('is anything at all, and the state stays valid and can be drawn', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.string(), (title, colour, sample) => {
        const { state } = schema.read(new URLSearchParams({ title, colour, sample }));
        expect(schema.read(schema.write(state, new URLSearchParams(), 'all'))).toEqual({ state, notes: [] });
        const { title: drawn, author, kind, colour: paper } = textOf(state);
        expect(draw(drawn, author, kind, paper).png.length).toBeGreaterThan(100);
      }),
      { numRuns: 30 },
    );
  });

  it('has a title as long as can be drawn, and says so of a longer one', () => {
    const { state, notes } = schema.read(new URLSearchParams({ title: 'é'.repeat(501), colour: '#A0B0C0' }));
    expect([state.title.length, state.colour]).toEqual([500, 'a0b0c0']);
    expect(notes.map(({ message }) => message)).toEqual([expect.stringContaining('has more than 500 characters')]);
  });
});

it('says how large something is, what the font lacks, and every entry in its file', () => {
  expect([1, 999, 21_457, 1_234_567, 3e9].map(size)).toEqual([
    '1 byte',
    '999 bytes',
    '21,457 bytes',
    '1.23 MB',
    '3 GB',
  ]);
  expect(drawingWords({ missing: 'Но', isCut: false })).toBe('The font lacks “Н о”: a box stands for each.');
  expect(drawingWords({ missing: '', isCut: false })).toBe('');
  const found = runToEnd(tasks.sample({ sample: 'bells', hole: 0, png }));
  expect(headline(found)).toMatch(/^EPUB 2\.0\. All of its .*\. 6 of 7 entries are the same byte for byte; /);
  expect(csvRows(schema.initial, found).filter(([kind]) => kind === 'entry')).toHaveLength(8);
  expect(table([{ name: '<b>', bytes: 1, outcome: 'new' }])).toContain('&lt;b&gt;');
});

it('counts what goes over a network, from a moment on', () => {
  const told = (name: string, startTime: number) => ({ name, startTime });
  const all = [told('https://a/', 5), told('data:image/png,', 9), told('blob:https://a/1', 9), told('http://a/b', 10)];
  expect([counted(all, 0), counted(all, 6), counted(all, 11)]).toEqual([2, 1, 0]);
  const sized = (transferSize: number, decodedBodySize: number) => [
    { ...told('https://a/', 5), transferSize, decodedBodySize },
  ];
  // From the cache; over the network; a question if what is in the cache is still right; a request that failed.
  expect([sized(0, 900), sized(1200, 900), sized(300, 900), sized(0, 0)].map((one) => counted(one, 0))).toEqual([
    0, 1, 1, 1,
  ]);
});
