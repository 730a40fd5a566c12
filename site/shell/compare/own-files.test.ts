import { expect, test, vi } from 'vitest';
import { OwnFiles } from './own-files.ts';

/** A tab's storage with room for so many characters. */
function storage(room = Infinity) {
  const items = new Map<string, string>();
  const stub = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem(key: string, value: string) {
      const others = [...items].reduce((sum, [name, { length }]) => sum + (name === key ? 0 : length), 0);
      if (others + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('sessionStorage', stub);
  return stub;
}

const file = (experiment: string, text = 'a record') => ({ experiment, name: `${experiment}.json`, text });

test('a file is there on the next page, until it is forgotten', () => {
  storage();
  expect(new OwnFiles().add(file('one'))).toBe(true);
  expect(new OwnFiles().of('one')).toEqual(file('one'));
  const files = new OwnFiles();
  expect(files.forget('one')).toBe(true);
  expect([files.of('one'), new OwnFiles().of('one')]).toEqual([undefined, undefined]);
});

test('a file for which there is no room is there on this page alone, and takes no other with it', () => {
  storage(200);
  const files = new OwnFiles();
  expect(files.add(file('one'))).toBe(true);
  expect(files.add(file('two', 'x'.repeat(200)))).toBe(false);
  expect(files.of('two')?.text).toHaveLength(200);
  expect(new OwnFiles().of('one')).toEqual(file('one'));
  expect(new OwnFiles().of('two')).toBeUndefined();
});

test('an older file of the same experiment does not come back in the place of one for which there is no room', () => {
  storage(200);
  const files = new OwnFiles();
  files.add(file('one'));
  files.add(file('one', 'x'.repeat(200)));
  expect(new OwnFiles().of('one')).toBeUndefined();
});

test('a file is forgotten on this page also where the browser does not remove it, and that is told', () => {
  const stub = storage();
  const files = new OwnFiles();
  files.add(file('one'));
  stub.removeItem = () => {
    throw new DOMException('no', 'SecurityError');
  };
  expect(files.forget('one')).toBe(false);
  expect(files.of('one')).toBeUndefined();
});

test('nothing is there to forget where the browser refuses all storage', () => {
  vi.stubGlobal('sessionStorage', undefined);
  const files = new OwnFiles();
  expect(files.add(file('one'))).toBe(false);
  expect(files.of('one')).toEqual(file('one'));
  expect(files.forget('one')).toBe(true);
  expect(files.of('one')).toBeUndefined();
});

test.each(['', '{', '[]', '{"experiment":"one"}', '{"experiment":"two","name":"a","text":"b"}'])(
  'what is no file, %j, is none',
  (text) => {
    storage().setItem('mt-own-file:one', text);
    expect(new OwnFiles().of('one')).toBeUndefined();
  },
);
