import { describe, expect, it } from 'vitest';
import { modelsAtBuild } from '@/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/isspace/limits';
import * as models from '@/wasm-pkg/isspace/models.js';
import { blockOptions, breaksSentence, countsByBlock, drawBroken, inBlock, MOST_DRAWN, textWith } from './breaks-view';
import { fileOf } from './csv';
import { figuresOf } from './figures';
import { madeUpRecord } from './made-up-record';
import { measuredFrom } from './measured';
import { drawBytes, drawPairs, rolesOf, sideWords } from './parser-view';
import { PRESETS } from './presets';
import { hexByte, MACOS_RULE, spacesOf } from './rules';
import { ALL_BLOCKS, AT_PARTING, PLACES, schema, type LabState } from './state';
import { broken, compare, verdictAt } from './tasks';
import { utf8 } from './text';
import { momentOf, pairsOf, stepsAt, stepSentence, stepsOf, verdictSentence } from './words';

const built = modelsAtBuild('isspace', models);
const spaces = spacesOf(MACOS_RULE);
const parsed = (text: string, rule = MACOS_RULE) => compare(built, { text, spaces: spacesOf(rule) });
const found = broken(built, { spaces });
const { initial } = schema;
const state = (values: Partial<LabState>): LabState => ({ ...initial, ...values });

describe('the parsers', () => {
  it('part at the byte that only the locale calls white space, and one loses it', () => {
    const compared = parsed('voilà=>1');
    expect([compared.verdict, compared.parting]).toEqual(['altered', 5]);
    expect(stepsAt(compared, AT_PARTING)).toBe(6);
    expect(stepSentence(compared.rule, 6)).toBe('A0 is white space: the key ends, and is “voil\\xC3”.');
    expect(stepSentence(compared.ascii, 6)).toBe('A0 goes into the key: “voilà”.');
    expect(pairsOf(compared.rule)).toEqual([{ key: Uint8Array.of(118, 111, 105, 108, 0xc3), value: utf8('1') }]);
    expect(verdictSentence(compared)).toContain('voil\\xC3=>1 instead of voilà=>1');
  });

  it.each([
    ['"voilà"=>NULL', MACOS_RULE, 'same', 'alike, byte for byte'],
    ['àb=>1', MACOS_RULE, 'refused', 'refuses, at byte 2,'],
    ['àb=>1 2', MACOS_RULE, 'refused-elsewhere', 'at byte 2, the ASCII rule at byte 7'],
    ['a =', MACOS_RULE, 'same', 'alike'],
    ['à =', MACOS_RULE, 'same', 'end alike all the same'],
    ['"a"x=>1', '78', 'accepted', 'reads what the ASCII rule refuses'],
    ['a=>1, x', '78', 'accepted', 'reads what'],
  ])('read %s under %s: %s', (text, rule, verdict, words) => {
    const compared = parsed(text, rule);
    expect(compared.verdict).toBe(verdict);
    expect(verdictSentence(compared)).toContain(words);
  });

  it('say at every step what they do, in a sentence of its own, forward and back', () => {
    const texts = ['a=>1, "b\\"c" => nuLL', 'à\\ =', 'x', '"', '\\', 'a=>', 'a=1', '', '\u202e\ufeff=>\u0000'];
    for (const text of texts) {
      const compared = parsed(text);
      for (const side of ['rule', 'ascii'] as const) {
        const run = compared[side];
        const forward = Array.from({ length: stepsOf(compared) + 1 }, (_, step) => sideWords(compared, side, step));
        const back = forward.map((_, step) => sideWords(compared, side, forward.length - 1 - step)).reverse();
        expect(back).toEqual(forward);
        for (const { sentence, state: doing } of forward) {
          expect(sentence).toMatch(/\.$/);
          expect(sentence + doing).not.toMatch(/undefined|null/);
        }
        // Words grow byte by byte: what was complete stays.
        run.steps.forEach((_, step) => {
          const [before, after] = [momentOf(run, step), momentOf(run, step + 1)];
          expect(after.words.slice(0, before.words.length)).toEqual(before.words);
          expect(after.words.length + after.inProgress.length).toBeGreaterThanOrEqual(before.words.length);
        });
      }
    }
  });

  it('mark every byte that they looked at, by what they took it for', () => {
    const { rule } = parsed('k=>à "');
    const roles = rolesOf(rule, rule.steps.length);
    expect([...roles.values()]).toEqual(['key', 'mark', 'mark', 'value', 'space', 'space', 'refused']);
    expect(rolesOf(rule, 0).size).toBe(0);
  });

  it('draw what the reader typed as text', () => {
    const compared = parsed('<b>=>"\u202e"');
    const strip = drawBytes('<b>=>"\u202e"', spaces, compared, AT_PARTING);
    expect(strip).toContain('<bdi>&lt;</bdi>');
    expect(strip).not.toContain('\u202e');
    expect(strip).not.toContain('<b>');
    expect(drawPairs(momentOf(compared.rule, 99))).toContain('<bdi>&lt;</bdi><bdi>b</bdi><bdi>&gt;</bdi>');
  });
});

describe('the strip of bytes', () => {
  const bytesOf = (text: string, step = AT_PARTING, rule = MACOS_RULE) =>
    drawBytes(text, spacesOf(rule), parsed(text, rule), step).match(/class="mt-is-byte".*?(?=class="mt-is-byte"|$)/g)!;
  const readBy = (byte: string) =>
    ['rule', 'ascii'].map((side) => new RegExp(`data-reader="${side}" data-as="(\\w+)"`).exec(byte)?.[1]);

  it('paints each byte by both readers, whatever step they are at, and marks those that they read otherwise', () => {
    for (const step of [0, 2, AT_PARTING]) {
      const bytes = bytesOf('à=>1', step);
      expect(bytes.slice(0, 5).map(readBy)).toEqual([
        ['key', 'key'],
        ['space', 'key'],
        ['mark', 'mark'],
        ['mark', 'mark'],
        ['value', 'value'],
      ]);
      expect(bytes.map((byte) => byte.includes('data-differs'))).toEqual([false, true, false, false, false, false]);
      expect(bytes.findIndex((byte) => byte.includes('data-parting'))).toBe(1);
    }
    expect(bytesOf('à=>1', 0).filter((byte) => byte.includes('data-ahead'))).toHaveLength(5);
    expect(bytesOf('à=>1', 99).filter((byte) => byte.includes('data-ahead'))).toHaveLength(0);
  });

  it('has nothing to mark where the locale adds no byte, or the text is quoted', () => {
    for (const bytes of [bytesOf('à=>1', AT_PARTING, ''), bytesOf('"à"=>1')]) {
      expect(bytes.join('')).not.toMatch(/data-differs|data-parting/);
    }
  });

  it('says in words what it paints', () => {
    expect(bytesOf('à=>1')[1]).toContain(
      'aria-label="A0, byte 1: white space in the locale. The locale’s rule: white space; the ASCII rule: part of a key."',
    );
    expect(bytesOf('àb=>1').at(-2)).toContain('The locale’s rule: never read; the ASCII rule: part of a value.');
  });
});

describe('the characters that break', () => {
  it('are as many as the shape of UTF-8 says', () => {
    // Two bytes: 30 leads, two last bytes. Three: all that have 85 or A0 in one of two places, of which E0 and ED allow half. Four: in one
    // of three; of the second bytes F0 allows 48, and F4 16, with 85 and without A0.
    const three = 14 * (64 ** 2 - 62 ** 2) + 2 * (32 * 64 - 31 * 62);
    const four = 3 * (64 ** 3 - 62 ** 3) + (48 * 64 ** 2 - 47 * 62 ** 2) + (16 * 64 ** 2 - 15 * 62 ** 2);
    expect(found.codePoints.length).toBe(30 * 2 + three + four);
    expect(breaksSentence(initial, found)).toContain('99,104 of 1,112,064 code points break, 8.9%');
    const none = broken(built, { spaces: spacesOf('') });
    expect(breaksSentence(state({ rule: '' }), none)).toContain('breaks nothing');
    expect(
      found.codePoints.every((codePoint) =>
        utf8(String.fromCodePoint(codePoint)).some((byte) => byte === 0x85 || byte === 0xa0),
      ),
    ).toBe(true);
    expect(LIMITS.characters).toBe(0x11_0000 - 0x800);
  });

  it('are counted by block, each in one', () => {
    const counts = countsByBlock(found);
    expect(counts.find(({ block }) => block.id === 'latin-1-supplement')?.count).toBe(4);
    expect(counts.find(({ block }) => block.id === 'emoticons')?.count).toBe(3);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBeLessThanOrEqual(found.codePoints.length);
    expect(inBlock(initial, found).map((at) => found.codePoints[at])).toEqual([0x85, 0xa0, 0xc5, 0xe0]);
    expect(inBlock(state({ block: ALL_BLOCKS }), found)).toHaveLength(found.codePoints.length);
    expect(blockOptions(found, 'basic-latin')).toContain(
      '<option value="basic-latin" selected>Basic Latin (0)</option>',
    );
  });

  it('fail in the parser as the list says, each of them in each place', () => {
    for (let at = 0; at < found.codePoints.length; at += at < 8 ? 1 : 997) {
      const codePoint = found.codePoints[at]!;
      for (const place of PLACES) {
        const { verdict } = parsed(textWith(String.fromCodePoint(codePoint), place));
        expect(verdict, `${codePoint} ${place}`).toBe(verdictAt(found, at, place));
      }
    }
  });

  it('are drawn up to a number, and the rest is said', () => {
    const html = drawBroken(state({ block: ALL_BLOCKS }), found);
    expect(html.match(/data-break=/g)).toHaveLength(MOST_DRAWN);
    expect(html).toContain('98,704 more');
    expect(drawBroken(state({ block: 'basic-latin' }), found)).toContain('No character of this block breaks');
  });
});

/** Every example of the parser, and one rule that drops bytes: what it comes to, where the two part, and what is read instead of what. */
const EXAMPLES = [
  { id: 'deja', verdict: 'altered', at: 27, instead: 'visited=>déj\\xC3 instead of visited=>déjà.' },
  { id: 'key', verdict: 'altered', at: 5, instead: 'voil\\xC3=>1 instead of voilà=>1.' },
  { id: 'emoji', verdict: 'altered', at: 10, instead: 'sweat=>\\xF0\\x9F\\x98 instead of sweat=>😅.' },
  { id: 'polish', verdict: 'altered', at: 2, instead: 's\\xC4=>tak instead of są=>tak.' },
  { id: 'chinese', verdict: 'refused', at: 1, instead: '' },
  { id: 'quoted', verdict: 'same', at: null, instead: '' },
];

describe('the examples', () => {
  const presets = PRESETS.filter(({ view }) => view === 'parser');

  it('of the parser are all looked at here', () => {
    expect(presets.map(({ id }) => id)).toEqual(EXAMPLES.map(({ id }) => id));
  });

  it.each(EXAMPLES)('say of $id one thing in sentence, figure and bytes', ({ id, verdict, at, instead }) => {
    const { hint, state: wanted } = presets.find((preset) => preset.id === id)!;
    const shown = wanted(initial);
    const compared = parsed(shown.hstore, shown.rule);
    expect(compared.verdict).toBe(verdict);
    const results = { compared, broken: null };
    const figures = figuresOf.parser(measuredFrom(madeUpRecord), shown, results);
    expect(figures.find(({ name }) => name === 'parting')?.value).toBe(at);
    expect(verdictSentence(compared)).toContain(instead);
    if (at !== null) expect([0x85, 0xa0]).toContain(utf8(shown.hstore).at(at));
    // Bytes that a hint names are those of the character that it names, which is in the text.
    for (const [, bytes, character] of (hint ?? '').matchAll(/((?:[0-9A-F]{2} )+)is (.)/gu)) {
      expect([...utf8(character!)].map(hexByte).join(' ')).toBe(bytes!.trim());
      expect(shown.hstore).toContain(character);
    }
  });

  it('show two different texts wherever one is read instead of the other', () => {
    const rules = [MACOS_RULE, '05.09.0A.20.25.40', '20', '0A', '63', '69.74'];
    for (const { hstore } of presets.map((preset) => preset.state(initial))) {
      for (const compared of rules.map((rule) => parsed(hstore, rule))) {
        if (compared.verdict !== 'altered') continue;
        const [, theirs, right] = /reads (.+) instead of (.+)\.$/u.exec(verdictSentence(compared))!;
        expect(theirs).not.toBe(right);
      }
    }
    // Where the space is no white space, as in EBCDIC, it goes into the key.
    expect(verdictSentence(parsed(initial.hstore, '05.09.0A.20.25.40'))).toContain(
      'reads [SP]visited=>déjà instead of visited=>déjà',
    );
  });
});

it('figures and file come from the same answers', () => {
  const measured = measuredFrom(madeUpRecord);
  const results = { compared: parsed(initial.hstore), broken: found };
  const value = (view: 'parser' | 'breaks', name: string) =>
    figuresOf[view](measured, initial, results).find((figure) => figure.name === name)?.value;
  expect(value('parser', 'parting')).toBe(27);
  expect([value('parser', 'rule-pairs'), value('parser', 'ascii-pairs')]).toEqual([3, 3]);
  expect([value('breaks', 'broken'), value('breaks', 'in-block'), value('breaks', 'silent')]).toEqual([99_104, 4, 4]);
  expect(value('breaks', 'broken-share')).toBeCloseTo(0.0891, 4);
  const steps = fileOf(measured, initial, results).rows;
  expect(steps).toHaveLength(results.compared.rule.steps.length + results.compared.ascii.steps.length);
  expect(steps.some((row) => row[3] === 'A0' && row[5] === 'end-at-space')).toBe(true);
  const list = fileOf(measured, state({ view: 'breaks', block: 'latin-extended-a' }), results).rows;
  expect(list[0]).toEqual(['U+0105', 'ą', 'C4 85', 'Latin Extended-A', 'altered', 'refused', 'altered', 'refused']);
});

it('tells keys from values, also within quotes and behind a backslash', () => {
  const text = 'a\\b=>c\\d, "e\\f"=>"g\\h"';
  const { rule } = parsed(text);
  const roles = [...rolesOf(rule, rule.steps.length)].filter(([, role]) => role === 'key' || role === 'value');
  const letters = (wanted: string) =>
    roles.flatMap(([offset, role]) => (role === wanted ? [text[offset]] : [])).join('');
  expect([letters('key'), letters('value')]).toEqual(['abef', 'cdgh']);
});
