/** The lab, the article and every published record say the same: preset by preset, library by library, link by link. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatShare } from '@/kit/chart/format';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { points, series } from '@/kit/record/queries';
import { LIMITS } from '@/wasm-pkg/setenv/limits';
import * as models from '@/wasm-pkg/setenv/models.js';
import { words } from '../figures';
import { drawRows } from './counts-view';
import { figures, formatCount, headline, rowOf, titleOf, ways } from './figures';
import { knownOf, measuredFrom } from './measured';
import { PRESETS, programsOf, schema, type LabState } from './state';
import { count, type Row } from './tasks';

const built = modelsAtBuild('setenv', models);
const records = publishedOnDisk('setenv');
const rowsFor = (state: LabState): Row[] => runToEnd(count(built, { ...programsOf(state), locking: state.locking }));
const worstOf = (state: LabState) => ways(rowOf(rowsFor(state), state))[0]?.words;

/** How the orders of a preset go wrong most often, and what each of its labels says of that. */
const WORST = {
  crash: 'use a freed array',
  string: 'use a freed string',
  lock: 'use a freed string',
  hidden: 'give a wrong answer',
  setters: 'free twice',
} as const;
const states = PRESETS.map(({ id, state }) => [id, state(schema.opening)] as const);
const read = (query: string) => schema.read(new URLSearchParams(query));

describe.each(states)('the preset %s', (id, state) => {
  it('goes wrong in the way of its label, and its headline counts that', () => {
    const row = rowOf(rowsFor(state), state);
    expect(worstOf(state)).toBe(WORST[id as keyof typeof WORST]);
    expect(headline(row)).toBe(
      `${titleOf(state)}: ${formatCount(row.failing)} of ${formatCount(row.orders)} orders go wrong.`,
    );
    expect(row.failing < row.orders, 'only some orders go wrong').toBe(true);
  });

  it.each(records.map((record) => [record.machineName, record] as const))(
    'shows what the %s measured, and fails there where an order of the model does',
    (_, record) => {
      const measured = measuredFrom(record);
      for (const locking of LIMITS.lockings) {
        const rows = rowsFor({ ...state, locking });
        const drawn = drawRows(rows, { ...state, locking }, measured);
        for (const row of rows) {
          const known = knownOf(measured, { ...state, locking }, row.library);
          const shown = figures(row, known).at(-1)!;
          expect(shown.value).toBe(known?.value ?? null);
          if (known === undefined) continue;
          expect(known.value > 0, `${row.library}, ${locking}`).toBe(row.failing > 0n);
          expect(shown.text).toBe(known.value > 0 ? formatShare(known.value) : `0% (<${formatShare(known.high)})`);
          expect(drawn).toContain(`<span title="${known.version}">${shown.text.replace('<', '&lt;')}</span>`);
        }
      }
    },
  );
});

it('has what was measured of the presets that real programs can do', () => {
  for (const record of records) {
    const known = states.filter(([, state]) => knownOf(measuredFrom(record), state)).map(([id]) => id);
    expect(known, record.machineName).toEqual(['crash', 'string', 'setters']);
  }
});

describe('the article', () => {
  const article = readFileSync('content/findings/setenv.mdx', 'utf8');
  const links = [...article.matchAll(/\]\(\?([^)#]*)#mt-se-name\)/g)].map(([, query]) => query!);

  /** The way in which orders go wrong by the sentence around each link. */
  const SHOWN: Readonly<Record<string, string>> = {
    'library=musl&two=set-home': 'use a freed string',
    'library=musl&locking=in-getenv&two=set-home': 'use a freed string',
    'two=unset-path.set-path': 'use a freed array',
    'two=unset-path': 'give a wrong answer',
  };

  it('links to orders that go wrong as its sentences say', () => {
    expect(links.toSorted()).toEqual(Object.keys(SHOWN).toSorted());
    for (const link of links) {
      const { state, notes } = read(link);
      expect(notes, link).toEqual([]);
      expect(
        ways(rowOf(rowsFor(state), state)).map(({ words: way }) => way),
        link,
      ).toContain(SHOWN[link]);
    }
  });

  it('says that a lock in getenv suffices on glibc: in the lab no order of any preset or link goes wrong with it', () => {
    for (const state of [...states.map(([, preset]) => preset), ...links.map((link) => read(link).state)]) {
      for (const library of ['old-glibc', 'glibc-2.41'] as const) {
        const locked = { ...state, library, locking: 'in-getenv' } as const;
        expect(rowOf(rowsFor(locked), locked).failing, JSON.stringify(locked)).toBe(0n);
      }
    }
  });

  it('advises an upgrade to the version with which no program in C and Rust failed', () => {
    expect(article).toContain('**Upgrade to glibc 2.41 or later**');
    for (const record of records) {
      const failed = points(series(record, 'cells'), { library: 'glibc-newer' }).map(({ values }) => values);
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.every(({ failed_share: share }) => share?.value === 0)).toBe(true);
      expect(words.newerGlibcVersion.of(record)).toBe('2.41');
    }
  });
});
