import { describe, expect, it } from 'vitest';
import { PRESETS } from './presets';
import { MACOS_RULE, readBytes, ruleFrom, ruleOf, ruleWords, spacesOf, toggled, writtenBytes } from './rules';
import { AT_PARTING, MOST_HSTORE, MOST_TEXT, schema, VIEWS } from './state';
import { taken } from './typed-fields';

const read = (query: string) => schema.read(new URLSearchParams(query));

describe('rules', () => {
  it('are written as what they change of the ASCII six', () => {
    expect([...spacesOf('')]).toEqual([9, 10, 11, 12, 13, 32]);
    expect([...spacesOf(MACOS_RULE)]).toEqual([9, 10, 11, 12, 13, 32, 0x85, 0xa0]);
    expect([...spacesOf('05.09')]).toEqual([5, 10, 11, 12, 13, 32]);
    for (const rule of ['', MACOS_RULE, '05.09.0A.20.25.40', '00.FF']) expect(ruleFrom([...spacesOf(rule)])).toBe(rule);
    expect(toggled(MACOS_RULE, 0x85)).toBe('A0');
    expect(toggled(toggled(MACOS_RULE, 0x20), 0x20)).toBe(MACOS_RULE);
    expect(ruleOf([0xa0, 0x85, 0xa0])).toBe(MACOS_RULE);
    expect(writtenBytes([5, 0xa0])).toBe('05 A0');
    expect([ruleWords(''), ruleWords(MACOS_RULE)]).toEqual(['the ASCII six, and nothing else', '']);
    expect(ruleWords('05.09')).toBe('adds 05, drops 09');
  });

  it('are read however bytes are written, without what is none', () => {
    expect(readBytes('85 A0').bytes).toEqual([0x85, 0xa0]);
    expect(readBytes(' 0x85,0xa0;5').bytes).toEqual([0x85, 0xa0, 5]);
    expect(readBytes('85 zz 100')).toEqual({ bytes: [0x85], rest: ['zz', '100'] });
    expect(taken('rule', 'a0 zz')).toEqual({
      values: { rule: 'A0', step: AT_PARTING },
      remark: expect.stringContaining('“zz” is no byte'),
    });
  });
});

describe('the address', () => {
  it('gives back every state that it was given', () => {
    for (const { state } of PRESETS) {
      const wanted = { ...state(schema.initial), step: 7 };
      const written = schema.write(wanted, new URLSearchParams(), 'all').toString();
      expect(read(written)).toEqual({ state: wanted, notes: [] });
    }
  });

  it('reads what presets wrote that are no more', () => {
    expect(read('hstore=voil%5C%C3%A0%3D%3E1').state).toEqual({ ...schema.initial, hstore: 'voil\\à=>1' });
    expect(read('view=breaks&block=cyrillic').state).toEqual({ ...schema.initial, view: 'breaks', block: 'cyrillic' });
  });

  it('opens on what its defaults are, with six examples at most to a view', () => {
    expect(schema.opening).toEqual(schema.initial);
    for (const view of Object.keys(VIEWS)) {
      expect(PRESETS.filter((preset) => preset.view === view).length, view).toBeLessThanOrEqual(6);
    }
  });

  it('stays short enough for any browser and server, even with the longest texts', () => {
    const longest = { ...schema.initial, text: '😀'.repeat(MOST_TEXT), hstore: '😀'.repeat(MOST_HSTORE) };
    expect(schema.write(longest, new URLSearchParams(), 'all').toString().length).toBeLessThan(7_000);
  });

  it.each([
    ['view=castle', 'view', 'parser'],
    ['rule=85.zz', 'rule', '85'],
    ['step=1e9', 'step', 962],
    ['step=-5', 'step', AT_PARTING],
    ['block=atlantis', 'block', 'latin-1-supplement'],
    ['place=nowhere', 'place', 'key'],
    [`hstore=${'a'.repeat(5000)}`, 'hstore', 'a'.repeat(MOST_HSTORE)],
    [`text=${'%F0%9F%98%80'.repeat(300)}`, 'text', '😀'.repeat(MOST_TEXT)],
  ] as const)('takes %s for what is nearest, and says so', (query, name, value) => {
    const { state, notes } = read(query);
    expect(state[name]).toBe(value);
    expect(notes.map(({ parameter }) => parameter)).toEqual([name]);
  });

  it.each(['text=%', 'text=%zz', 'text=%FF%C3', 'hstore=%ED%A0%80', 'hstore=%00', 'text=%E2%80%AE'])(
    'reads %s as some text, without an error',
    (query) => {
      const { state } = read(query);
      expect(state.text.isWellFormed() && state.hstore.isWellFormed()).toBe(true);
    },
  );
});

describe('what is typed', () => {
  it('takes the parsers back to where they part, and says what was cut off', () => {
    expect(taken('hstore', 'a=>1')).toEqual({ values: { hstore: 'a=>1', step: AT_PARTING }, remark: '' });
    const long = taken('text', 'x'.repeat(MOST_TEXT + 1));
    expect(long.values.text).toHaveLength(MOST_TEXT);
    expect(long.remark).toBe(`This text is longer than ${MOST_TEXT} characters: the rest is cut off.`);
    expect(taken('text', 'a\ud800').values).toEqual({ text: 'a\ufffd' });
  });
});
