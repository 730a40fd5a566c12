import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { publishedOnDisk } from '@/kit/record/on-disk.ts';
import { measured, points, series } from '@/kit/record/queries.ts';
import { LIMITS } from '@/wasm-pkg/stacking-context/limits';
import * as models from '@/wasm-pkg/stacking-context/models.js';
import { drawBoxes, drawWords } from './boxes-view';
import { csvRows } from './csv';
import { drawLayers, drawList } from './layers-view';
import { stageMarkup } from './stage';
import { presetsOf, schema, type LabState } from './state';
import { labTasks } from './tasks';
import { agreement, figures, headline, pairOf } from './words';

const tasks = labTasks(modelsAtBuild('stacking-context', models));
const stateWith = (values: Partial<LabState>): LabState => ({ ...schema.initial, ...values });
const answerTo = (values: Partial<LabState>) => runToEnd(tasks.answer(stateWith(values)));
const namesOf = (values: Partial<LabState>) => {
  const { boxes, order } = answerTo(values).painted;
  return order.map((index) => boxes[index]!.name);
};

describe('the published case', () => {
  it('is what the lab opens on: the filter puts the image over the banner', () => {
    const answer = answerTo({});
    expect(headline(answer)).toBe('The image is above the banner.');
    expect(namesOf({})).toEqual(['card', 'banner', 'image']);
    expect(figures(answer).map(({ text }) => text)).toEqual(['image', '3', '2']);
  });

  it('is undone by taking the filter away, and by what is said to help', () => {
    const { tree } = runToEnd(
      tasks.edit({ tree: LIMITS.published, edits: [{ name: 'image', action: 'drop', value: 'filter' }] }),
    );
    expect(headline(answerTo({ tree }))).toBe('The banner is above the image.');
    const above = (id: string) =>
      headline(answerTo(presetsOf((variant) => variant.id === id)[0]!.state(schema.initial)));
    for (const id of ['z-1', 'swap', 'image-below']) expect(above(id), id).toBe('The banner is above the image.');
    for (const id of ['z-0', 'isolate-card']) expect(above(id), id).toBe('The image is above the banner.');
  });

  it('has presets that are trees, each another one', () => {
    const presets = presetsOf();
    expect(new Set(presets.map(({ state }) => state(schema.initial).tree)).size).toBe(presets.length);
    for (const { id, state } of presets) expect(answerTo(state(schema.initial)).refused, id).toBeNull();
  });
});

describe('by the table of an engine', () => {
  /** Of the two boxes that each kind of case is about, the one that is on top where the record says that the other is hidden. */
  const ABOUT: Readonly<Record<string, readonly [hides: string, hidden: string]>> = {
    page: ['image', 'banner'],
    fix: ['image', 'banner'],
    cause: ['image', 'banner'],
    leak: ['banner', 'header'],
    context: ['child', 'banner'],
  };
  const [record] = publishedOnDisk('stacking-context');
  const cases = LIMITS.cases.flatMap((each) =>
    points(series(record!, 'cases'), { case: each.id }).map((point) => ({ ...each, point })),
  );

  it('has every preset in the record, of every engine', () => {
    expect(cases).toHaveLength(3 * LIMITS.cases.length);
  });

  it.each(cases)('shows the preset $id as $point.at.engine painted it', ({ kind, tree, point }) => {
    const [hides, hidden] = ABOUT[kind]!;
    const answer = answerTo({ tree, by: point.at['engine'] as LabState['by'], one: hides, other: hidden });
    const upper = measured(point, 'hidden').value === 1 ? hides : hidden;
    expect(headline(answer)).toMatch(new RegExp(`^The ${upper} is above the `));
    expect(answer.why!.sentences.at(-1)).toContain(upper);
  });
});

describe('a tree in the address', () => {
  it('that can’t be painted gives way to the published case, and the model says why', () => {
    const { refused, painted } = answerTo({ tree: 'b.magic' });
    expect(refused).toMatch(/magic/);
    expect(painted.tree).toBe(LIMITS.published);
    const many = Array.from({ length: LIMITS.boxes + 1 }, (_, index) => `a${index}`).join(';');
    expect(answerTo({ tree: many }).refused).toMatch(/12/);
  });

  it('is anything at all, and the state stays valid', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (tree, one) => {
        const { state } = schema.read(new URLSearchParams({ tree, one }));
        expect(schema.read(schema.write(state, new URLSearchParams(), 'all'))).toEqual({ state, notes: [] });
        expect(answerTo(state).painted.order.length).toBeGreaterThan(0);
      }),
    );
  });
});

it('changes a tree several times at once, and says what it could not do', () => {
  const edits = [
    { name: 'b', action: 'z', value: '9999' },
    { name: 'i', action: 'child', value: '' },
    { name: 'b', action: 'z', value: 'high' },
  ] as const;
  const { tree, refused } = runToEnd(tasks.edit({ tree: 'b.abs;i.filter', edits }));
  expect(tree).toBe('b.abs.z9999;i.filter(a)');
  expect(refused).toMatch(/^z-index is "high"; it must be /);
});

it('compares what there is where a name is missing', () => {
  const answer = answerTo({ tree: 'a;b', one: 'gone', other: 'a' });
  expect(pairOf(answer, { one: 'gone', other: 'a' })).toEqual({ one: 'b', other: 'a' });
  expect(headline(answerTo({ tree: 'a' }))).toBe('One box alone is on top of nothing.');
});

it('says whether a browser agrees, and with what it does not', () => {
  const { painted } = answerTo({ tree: 'a;b;c' });
  expect(agreement(painted, [0, 1, 2])).toEqual({
    agrees: true,
    words: 'This browser paints all 3 boxes in the predicted order.',
  });
  expect(agreement(painted, [0, 2, 1]).words).toBe('This browser disagrees. From the top it paints b, c, a.');
  expect(agreement(painted, [0, 2]).words).toBe('At the middle this browser does not find b.');
});

it('shows every box in each of its pictures, and in its file', () => {
  const state = stateWith({ tree: 'a.rel.z1(b.abs.z9999;d.float);c.rel.z2' });
  const answer = runToEnd(tasks.answer(state));
  const { painted } = answer;
  const shown = [
    drawLayers(painted, { width: 328, height: 250 }),
    drawList(painted),
    drawBoxes(painted, 'a'),
    stageMarkup(painted.boxes),
  ];
  expect(
    shown.map(
      (text) => ['a', 'b', 'c', 'd'].filter((name) => new RegExp(`[>"]${name}[<"]|%3E${name}%3C`).test(text)).length,
    ),
  ).toEqual([4, 4, 4, 4]);
  expect(drawWords(painted.boxes[0]!)).toContain('position: relative');
  const rows = csvRows(state, answer, [0, 1]);
  expect(rows.filter(([kind]) => kind === 'box').map((row) => row.at(-1))).toEqual([1, 2, null, null]);
});
