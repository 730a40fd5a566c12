import { describe, expect, test } from 'vitest';
import { madeUpFile, madeUpPublished, madeUpRecord, madeUpWords } from './fixtures/record.ts';
import { join, joinPublished, misfitOf, withNames } from './join.ts';
import { series } from './queries.ts';
import type { RecordFile } from './types.ts';

/** The made-up record in its published form, without words and claims. */
function publishedFile(change: (file: RecordFile) => void = () => {}): RecordFile {
  const file = madeUpPublished();
  change(file);
  return file;
}

const { judged } = madeUpFile();
const words = madeUpWords();

describe('a record is joined', () => {
  test('with the words for its series and what is said of it', () => {
    const joined = join(publishedFile(), words, judged!);
    expect(joined.series[0]).toMatchObject({ id: 'published-table', method: 2, title: 'Items per server' });
    expect(joined.series[0]).not.toHaveProperty('published');
    expect(joined.claims).toEqual(judged!.claims);
    expect(joined.derived).toEqual(judged!.derived);
    expect(joined.machineName).toBe('Abacus 9000 computer');
  });

  test('with what was published of its points, in whatever order their settings stand', () => {
    const [first] = words.series[0]!.published!;
    const turned = { ...first!, at: Object.fromEntries(Object.entries(first!.at).reverse()) };
    const own = { series: [{ ...words.series[0]!, published: [turned] }] };
    const points = join(publishedFile(), own).series[0]!.points;
    expect(points.map(({ published }) => published)).toEqual([{ p99_items: 122 }, undefined, undefined]);
  });

  test('with what was published and not measured, behind what was', () => {
    const alone = { at: { strategy: 'two-choices', items: 7, servers: 1 }, values: { p99_items: 7 } };
    const own = { series: [{ ...words.series[0]!, published: [alone] }] };
    const points = join(publishedFile(), own).series[0]!.points;
    expect(points).toHaveLength(4);
    expect(points.at(-1)).toEqual({ at: alone.at, values: {}, published: alone.values });
  });

  test('and keeps what no code measures any more', () => {
    const retired = { series: [{ ...words.series[0]!, retired: true }] };
    expect(join(publishedFile(), retired).series).toHaveLength(1);
  });

  test('and keeps apart what was measured in an older way, also in a file with words of its own', () => {
    const older = (file: RecordFile) => (file.series[0]!.method = 1);
    const own = madeUpFile();
    older(own);
    own.words!.series[0]!.method = 1;
    for (const file of [publishedFile(older), own]) {
      const joined = join(file, words);
      expect(joined.series).toEqual([]);
      expect(joined.older).toMatchObject([{ title: 'Items per server', method: 1, method_today: 2 }]);
      expect(joined.older[0]!.points).toHaveLength(3);
      expect(() => series(joined, 'published-table')).toThrow('measured in an older way');
    }
  });
});

describe('a file does not fit', () => {
  test('that has a series by a newer method', () => {
    expect(misfitOf(publishedFile(), words)).toBeUndefined();
    expect(
      misfitOf(
        publishedFile(({ series: [one] }) => (one!.method = 3)),
        words,
      ),
    ).toMatch(
      /^its series published-table was measured by method 3, and this site, with method 2, is older: take the newest$/,
    );
  });

  test('that has a series without words, unless they are its own', () => {
    const none = { series: [] };
    expect(misfitOf(publishedFile(), none)).toBe('there are no words for its series published-table');
    expect(misfitOf(madeUpFile(), none)).toBeUndefined();
    expect(join(madeUpFile(), none).series).toHaveLength(1);
  });
});

describe('published records', () => {
  const joined = (file: RecordFile, known = words, claims = { 'made-up': judged! }) =>
    joinPublished(
      [file],
      (slug) => (slug === 'load-balancing' ? known : undefined),
      (slug) => (slug === 'load-balancing' ? claims : undefined),
    );

  test('are joined each with its own', () => {
    expect(joined(publishedFile())).toEqual([{ ...madeUpRecord(), machineName: 'Abacus 9000 computer' }]);
  });

  test.each<[string, RecordFile, string]>([
    [
      'words',
      publishedFile((file) => (file.experiment = 'another')),
      'content/words/another.json is not there: `npm run judge` makes it',
    ],
    [
      'claims',
      publishedFile(({ provenance }) => (provenance.machine.id = 'another')),
      'content/claims/load-balancing.json says nothing of another: `npm run judge` makes it',
    ],
    [
      'today’s code',
      publishedFile(({ series: [one] }) => (one!.method = 3)),
      'content/measurements/load-balancing/made-up.json: its series published-table was measured by method 3, and this ' +
        'site, with method 2, is older: take the newest',
    ],
  ])('end the build where they lack %s', (_, file, message) => {
    expect(() => joined(file)).toThrow(new Error(message));
  });

  test('stand alone where they have all in them', () => {
    const file = madeUpFile();
    file.provenance.machine.id = 'another';
    expect(joined(file)[0]!.claims).toEqual(judged!.claims);
  });
});

test('machines are called by what tells them from the others of a finding', () => {
  const on = (experiment: string, id: string, cores: number) => {
    const record = { ...madeUpRecord(id), experiment };
    record.provenance.machine.logical_cores = cores;
    return record;
  };
  const records = [on('loads', 'a', 2), on('load', 'a', 2), on('load-sweep', 'b', 16), on('load-sweep', 'a', 2)];
  const [two, sixteen] = [2, 16].map((cores) => `Abacus 9000 computer, ${cores} cores`);
  expect(withNames(records).map(({ machineName }) => machineName)).toEqual([
    'Abacus 9000 computer',
    ...[two, sixteen, two],
  ]);
});
