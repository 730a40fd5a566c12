import { expect, test } from 'vitest';
import { actionFor, shortcuts, type KeyPress } from './shortcuts.ts';

const press = (change: Partial<KeyPress>): KeyPress => ({
  key: 'f',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  isComposing: false,
  defaultPrevented: false,
  ...change,
});

test('a question mark works with the Shift that it needs', () => {
  expect(actionFor(press({ key: '?', shiftKey: true }))).toBe('help');
});

test.each([
  { ctrlKey: true },
  { metaKey: true },
  { altKey: true },
  { shiftKey: true },
  { key: 'F', shiftKey: true },
  { repeat: true },
  { isComposing: true },
  { defaultPrevented: true },
  { key: 'x' },
  { key: 'Escape' },
  { key: ' ' },
])('%o asks for nothing', (change) => expect(actionFor(press(change))).toBeUndefined());

test('no key means two things, and none is one that browsers use', () => {
  const keys = shortcuts.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(keys.filter((key) => ["'", '/', ' ', 'Backspace', 'Tab', 'Enter', 'Escape'].includes(key))).toEqual([]);
});
