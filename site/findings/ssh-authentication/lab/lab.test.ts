import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import * as wasm from '@/wasm-pkg/ssh-authentication/models.js';
import { publishedOnDisk } from '@/kit/record/on-disk';
import { measured, point, series } from '@/kit/record/queries';
import { messagesOf, signedOf } from '../charts/exchange';
import { drawBytes, fieldAt } from './bytes-view';
import { csvRows } from './csv';
import { figures, remarks, sentence, stepOf } from './figures';
import { drawSequence } from './sequence-view';
import { lineSays, templateOf } from './line';
import { chipLabel, drawCard, drawChip } from './pair-view';
import { drawPanels } from './panels-view';
import { presets } from './presets';
import { LAST_STEP, NO_BIT, bitsOf, requestOf, schema, type LabState } from './state';
import { labTasks, type Played } from './tasks';
import { CHECK_NAMES, CHECKS, STEPS } from './words';

const models = modelsAtBuild('ssh-authentication', wasm);
const tasks = labTasks(models);
const play = (state: LabState): Played => runToEnd(tasks.play(requestOf(state)));
/** What an address with these parameters shows. */
const at = (query: string): LabState => schema.read(new URLSearchParams(query)).state;
const preset = (id: string) => presets.find((each) => each.id === id)!.state(schema.opening);

describe('the words', () => {
  it('are those of the model, in its order', () => {
    expect(CHECK_NAMES).toEqual(Object.keys(CHECKS));
    expect(play(schema.initial).steps.map(({ name }) => name)).toEqual(Object.keys(STEPS));
  });
});

describe('each step', () => {
  const state = schema.initial;
  const played = play(state);

  it('is drawn from whoever does it', () => {
    const sides = [...drawSequence(state, played).matchAll(/mt-ssh-rung--(\w+)/g)].map(([, side]) => side);
    expect(sides).toEqual(['both', 'right', 'left', 'right', 'left', 'client', 'right', 'left']);
  });

  it('says yes or no where its fields do', () => {
    const said = played.steps.flatMap((step) => {
      const values = drawBytes({ ...step, label: 'a message' }).matchAll(
        /-name">(has \w+|partial \w+)<.*?-value">(\w+)</g,
      );
      return [...values].map(([, field, value]) => [step.name, field, value]);
    });
    expect(said).toEqual([
      ['methods-reply', 'partial success', 'FALSE'],
      ['question', 'has signature', 'FALSE'],
      ['sign', 'has signature', 'TRUE'],
      ['proof', 'has signature', 'TRUE'],
    ]);
  });
});

describe('two connections', () => {
  it('open on a signature of the one in the other', () => {
    const state = at('');
    const played = play(state);
    expect(state).toEqual({ ...schema.initial, signing: 'other-session', step: LAST_STEP });
    expect(sentence(state, played)).toBe('Refused: a signature made in connection 1 proves nothing in connection 2.');
    expect(remarks(state, played)).toContain(`${played.differing} of 261 bytes differ.`);
  });

  it.each([
    ['other-session', 'first', true],
    ['other-session', 'second', false],
    ['right', 'first', false],
    ['right', 'second', true],
  ] as const)('a signature %s is taken in the %s: %s', (signing, connection, accepted) => {
    const state = { ...schema.initial, signing, connection };
    const played = play(state);
    expect(played.accepted).toBe(accepted);
    expect(played.differing === 0).toBe(accepted);
    expect(sentence(state, played)).toContain(accepted ? `lets alice in` : 'proves nothing in');
    const cards = (['first', 'second'] as const).map((each) => drawCard(each, state, played));
    // The same bytes in either: those of one text that are others in the other.
    for (const card of cards) expect(card.match(/ data-differs/g) ?? []).toHaveLength(played.differing);
    expect(cards.map((card) => /[✓✗]/.exec(card)?.[0] ?? '')).toEqual(
      (['first', 'second'] as const).map((each) => (each === connection ? (accepted ? '✓' : '✗') : '')),
    );
    expect(drawChip(state, played)).toContain(`made in connection\u00a0${signing === 'right' ? 2 : 1}`);
    expect(chipLabel(state, played)).toMatch(
      connection === 'first' ? /Move it to connection 2$/ : /Move it to connection 1$/,
    );
  });

  it('have no signature where the question is refused', () => {
    const state = preset('unlisted');
    const played = play(state);
    expect(drawChip(state, played)).toContain('no signature');
    expect(figures(played)[0]).toMatchObject({ name: 'signature', value: null, text: 'none' });
  });
});

describe('the figures', () => {
  it('say one number for one thing: the signature, the text, and what it takes on the wire', () => {
    const played = play(schema.opening);
    const byName = Object.fromEntries(figures(played).map((figure) => [figure.name, figure]));
    expect(byName['signature']).toMatchObject({ value: 64, note: '83 on the wire, with names and lengths' });
    expect(byName['signed']).toMatchObject({ value: 261 });
    expect(byName['signed']?.note).toContain('64 of them');
    expect(byName['differing']).toMatchObject({ value: played.differing, alarming: true });
    // A field is as long as its value; the grey bytes before it are its length.
    expect(drawPanels({ ...schema.opening, step: 6 }, played)).not.toMatch(/field-size">(87|68) bytes/);
  });
});

describe('each example', () => {
  it('is one of at most six', () => {
    expect(presets.length).toBeLessThanOrEqual(6);
    expect(preset('replay')).toEqual(schema.opening);
  });

  it.each([
    ['signing=right&step=7', '', ''],
    ['step=5', '', ''],
    ['line=ssh-ed25519+%7Bmine%7D+mallory%40elsewhere&step=7', '', '“mallory@elsewhere” decided nothing'],
    ['signing=other-key&step=7', 'signature', 'another private key signed it'],
    ['signing=other-session&step=7', 'signature', 'the signed text begins with the connection’s identifier'],
    [`bit=${8 * LIMITS.byteOfS + 7}&step=7`, 'signature', 'the signature is not the one made'],
    ['line=ssh-ed25519+%7Bother%7D+alice%40laptop&step=7', 'listed', 'asked before anything was signed'],
    ['user=eve&step=7', 'user', 'asked before anything was signed'],
    // The last letter of the name, and the last byte of the host key.
    [`bit=${8 * (LIMITS.unsentBytes + 9) + 7}&step=7`, 'user', 'does not say why'],
    [`bit=${8 * (LIMITS.byteOfS - 56) + 7}&step=7`, 'host-key', 'ends the connection'],
    ['bit=80&step=5', 'signature', 'they differ in the session identifier'],
  ])('%s fails where it should: %s', (query, failed, why) => {
    const state = at(query);
    const played = play(state);
    expect(state.connection).toBe('second');
    expect(played.failed ?? '').toBe(failed);
    expect(played.accepted).toBe(failed === '');
    expect(played.passed).toBe(failed === '' ? CHECK_NAMES.length : CHECK_NAMES.findIndex((name) => name === failed));
    expect(sentence(state, played)).toMatch(failed === '' ? /^Accepted/ : /^Refused(:| at check \d+ of 10:) /);
    expect(remarks(state, played)).toContain(why);
  });

  it('says why in a line, and leaves the fingerprint to the check', () => {
    const state = preset('unlisted');
    const played = play(state);
    expect(sentence(state, played)).toBe('Refused at check 7 of 10: the key is in no line of alice’s authorized_keys.');
    expect(played.reason).toBe(`the key ${played.keys.fingerprint} is in no line of alice’s authorized_keys`);
    expect(drawPanels(state, played)).toContain(played.reason);
  });
});

describe('a real login', () => {
  const [record] = publishedOnDisk('ssh-authentication');
  const outcome = (login: string, measure: string) =>
    measured(point(series(record!, 'outcomes'), { case: login }), measure).value;

  it.each([
    ['signing=right', 'right-key'],
    ['', 'other-session'],
    ['line=ssh-ed25519+%7Bmine%7D+mallory%40elsewhere&signing=right', 'edited-comment'],
    ['line=ssh-ed25519+%7Bother%7D+alice%40laptop', 'unlisted-key'],
    ['user=eve', 'wrong-user'],
  ])('ends as in the lab: %s, %s', (query, login) => {
    const { accepted, steps } = play(at(query));
    const count = (name: string) => steps.filter((step) => step.name === name).length;
    expect([Number(accepted), count('question'), count('proof')]).toEqual([
      outcome(login, 'accepted_share'),
      outcome(login, 'questions'),
      outcome(login, 'signatures'),
    ]);
  });

  it('has the lab’s messages, in its order', () => {
    const passed = messagesOf(record!, 'right-key', 'authentication').filter(({ number }) => number >= 50);
    const sent = play(schema.initial).steps.filter(({ message }) => message !== '');
    expect(sent.map(({ message, bytes }) => [message, bytes[0]])).toEqual(
      passed.map(({ name, number }) => [name, number]),
    );
  });

  it('signs the lab’s fields, of the lab’s lengths but for the name', () => {
    const lengths = (fields: readonly { field: string; bytes: number }[]) =>
      fields.map(({ field, bytes }) => [field, field === 'user name' ? 'its own' : bytes]);
    const signed = play(schema.initial).signed.fields.filter(({ depth }) => depth === 0);
    expect(lengths(signed.map(({ name, start, end }) => ({ field: name, bytes: end - start })))).toEqual(
      lengths(signedOf(record!, { case: 'agent', key_type: 'ed25519' })),
    );
  });
});

describe('the state', () => {
  it('knows how many bits there are', () => {
    const proof = play(schema.initial).steps[5]!;
    expect(proof.name).toBe('proof');
    expect(bitsOf(schema.initial)).toBe(8 * (LIMITS.unsentBytes + proof.bytes.length));
  });

  it('has no bit beyond the last', () => {
    const last = bitsOf(schema.initial) - 1;
    expect(schema.reconcile({ ...schema.initial, bit: last }).bit).toBe(last);
    expect(schema.reconcile({ ...schema.initial, bit: last + 1 }).bit).toBe(NO_BIT);
    const { state, notes } = schema.read(new URLSearchParams('bit=3000&line=a%0Ab'));
    expect([state.bit, state.line]).toEqual([NO_BIT, 'a b']);
    expect(notes.map(({ parameter }) => parameter).sort()).toEqual(['bit', 'line']);
  });

  it('keeps the keys out of a line', () => {
    const { keys } = play(schema.initial);
    expect(templateOf(keys.line, keys)).toBe(schema.initial.line);
    expect(templateOf(`ssh-ed25519 ${keys.other} x`, keys)).toBe('ssh-ed25519 {other} x');
    expect(templateOf('anything', keys)).toBe('anything');
  });
});

it('the file has no private key in it', () => {
  const played = play(schema.initial);
  expect(played.keys.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(JSON.stringify(csvRows(schema.initial, played))).not.toContain(played.keys.secret);
});

describe('the line', () => {
  it('is told as the server reads it', () => {
    const says = (line: string) => lineSays(play({ ...schema.initial, line }).keys);
    expect(says('ssh-ed25519 {mine} a b')).toBe(
      'The holder of this key may log in, unless options forbid it. “a b” is a comment: anybody could write it.',
    );
    expect(says('no-pty,restrict ssh-ed25519 {mine}')).toBe(
      'The holder of this key may log in, unless options forbid it. There is no comment. Options read, and not enforced here: no-pty, restrict.',
    );
    expect(says('ssh-ed25519 {mine}x')).toBe('The server skips this line: the key is not written in base64.');
  });
});

describe('the pictures', () => {
  it('give every byte to a field', () => {
    const { signed } = play(schema.initial);
    for (const at of signed.bytes.keys()) expect(fieldAt(signed.fields, at), String(at)).toBeGreaterThanOrEqual(0);
    expect(signed.fields[fieldAt(signed.fields, signed.bytes.length - 1)]!.name).toBe('point');
  });

  it('show one step in front, and end where the exchange ends', () => {
    const state = preset('unlisted');
    const played = play(state);
    expect(stepOf(state, played)).toBe(4);
    expect(drawPanels(state, played).match(/data-panel="\d"(?! data-off)/g)).toEqual(['data-panel="4"']);
    expect(drawSequence(state, played).match(/<li>/g)).toHaveLength(5);
    expect(drawPanels(state, played).match(/data-outcome="failed"/g)).toHaveLength(1);
  });

  it('show what is hostile as text', () => {
    const state = { ...schema.initial, line: '<img src=x onerror=1>', step: 4 };
    const played = play(state);
    expect(drawPanels(state, played) + drawSequence(state, played)).not.toContain('<img');
  });

  it('have one byte in the tabulator’s way, however many can be turned over', () => {
    const panel = drawPanels({ ...schema.opening, step: 6 }, play(schema.opening));
    const grids = panel.split('role="grid"').slice(1);
    expect(grids).toHaveLength(2);
    for (const grid of grids) expect(grid.match(/tabindex="0"/g)).toHaveLength(1);
    expect(panel).not.toMatch(/<button[^>]*data-flip/);
  });

  it('show where both sides differ', () => {
    expect(drawPanels(preset('replay'), play(preset('replay')))).toContain('data-difference="session identifier"');
    expect(drawPanels(preset('thief'), play(preset('thief')))).not.toContain('data-difference');
  });
});
