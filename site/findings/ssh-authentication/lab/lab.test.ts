import { describe, expect, it } from 'vitest';
import { modelsAtBuild, runToEnd } from '@/kit/lab/models-at-build';
import * as wasm from '@/wasm-pkg/ssh-authentication/models.js';
import { fieldAt } from './bytes-view';
import { csvRows } from './csv';
import { remarks, sentence, stepOf } from './figures';
import { drawSequence } from './sequence-view';
import { lineSays, templateOf } from './line';
import { drawPanels } from './panels-view';
import { presets } from './presets';
import { NO_BIT, bitsOf, requestOf, schema, type LabState } from './state';
import { labTasks, type Played } from './tasks';
import { CHECK_NAMES, CHECKS, STEPS } from './words';

const models = modelsAtBuild('ssh-authentication', wasm);
const tasks = labTasks(models);
const play = (state: LabState, secret = ''): Played => runToEnd(tasks.play(requestOf(state, secret)));
const preset = (id: string) => presets.find((each) => each.id === id)!.state(schema.initial);

describe('the words', () => {
  it('are those of the model, in its order', () => {
    expect(CHECK_NAMES).toEqual(Object.keys(CHECKS));
    expect(play(schema.initial).steps.map(({ name }) => name)).toEqual(Object.keys(STEPS));
  });
});

describe('each example', () => {
  it.each([
    ['right', '', ''],
    ['comment', '', ''],
    ['thief', 'signature', 'another private key signed it'],
    ['replay', 'signature', 'they differ in the session identifier'],
    ['user', 'signature', 'they differ in the user name'],
    ['flipped', 'signature', 'the signature is not the one made'],
    ['unlisted', 'listed', 'asked before anything was signed'],
    ['unknown', 'user', 'asked before anything was signed'],
    ['renamed', 'user', 'does not say why'],
    ['algorithm', 'algorithm', 'asked before anything was signed'],
    ['type', 'key', 'asked before anything was signed'],
    ['order', 'signature-form', 'RFC 8032 asks for S below L'],
  ])('%s fails where it says: %s', (id, failed, why) => {
    const state = preset(id);
    const played = play(state);
    expect(played.failed ?? '').toBe(failed);
    expect(played.accepted).toBe(failed === '');
    expect(played.passed).toBe(failed === '' ? CHECK_NAMES.length : CHECK_NAMES.findIndex((name) => name === failed));
    expect(sentence(state, played)).toMatch(failed === '' ? /^Accepted/ : /^Refused at check \d of 9: /);
    expect(remarks(state, played)).toContain(why);
  });

  it('says why in a line, and leaves the fingerprint to the check', () => {
    const state = preset('unlisted');
    const played = play(state);
    expect(sentence(state, played)).toBe('Refused at check 7 of 9: the key is in no line of alice’s authorized_keys.');
    expect(drawPanels(state, played)).toContain(played.keys.fingerprint);
  });

  it('turns over the bit that it says', () => {
    expect(play(preset('renamed')).reason).toBe('there is no user “alicd”');
    expect(['key', 'listed']).toContain(play(preset('point')).failed);
  });
});

describe('the state', () => {
  it('knows how many bits there are', () => {
    for (const signing of ['right', 'truncated'] as const) {
      const state = { ...schema.initial, signing };
      const { steps, signed } = play(state);
      const [request, proof] = [steps[2]!, steps[5]!];
      expect(proof.name).toBe('proof');
      const unsent = signed.bytes.length - request.bytes.length;
      expect(bitsOf(state)).toBe(8 * (proof.bytes.length + unsent));
    }
  });

  it('has no bit beyond the last', () => {
    const last = bitsOf(schema.initial) - 1;
    expect(schema.reconcile({ ...schema.initial, bit: last }).bit).toBe(last);
    expect(schema.reconcile({ ...schema.initial, bit: last + 1 }).bit).toBe(NO_BIT);
    const { state, notes } = schema.read(new URLSearchParams('bit=2000&line=a%0Ab'));
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

describe('a key of the reader’s', () => {
  const secret = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';

  it('signs, and is in no file and no request but the worker’s', () => {
    const played = play(schema.initial, secret);
    expect(played.accepted).toBe(true);
    expect(played.keys.secret).toBe(secret);
    expect(JSON.stringify(csvRows(schema.initial, played))).not.toContain(secret);
    expect(drawPanels(schema.initial, played)).not.toContain(secret.slice(0, 8));
  });
});

describe('the line', () => {
  it('is told as the server reads it', () => {
    const says = (line: string) => lineSays(play({ ...schema.initial, line }).keys);
    expect(says('ssh-ed25519 {mine} a b')).toBe(
      'Who has the key may come in, unless options forbid it. “a b” is a comment: anybody could write it.',
    );
    expect(says('no-pty,restrict ssh-ed25519 {mine}')).toBe(
      'Who has the key may come in, unless options forbid it. There is no comment. Options read, and not enforced here: no-pty, restrict.',
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

  it('show where both sides differ', () => {
    expect(drawPanels(preset('replay'), play(preset('replay')))).toContain('data-difference="session identifier"');
    expect(drawPanels(preset('thief'), play(preset('thief')))).not.toContain('data-difference');
  });
});
