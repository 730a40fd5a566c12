import { expect, test } from 'vitest';
import { recipePart } from './recipe-part';
import { GRPC_RECIPES, RECIPES } from './recipes';

test.each([
  ['// begin\na();\n// end\n', 'a();'],
  ['import x\n# begin\n\na()\n# end\nmain()', 'a()'],
  ['/* begin */\nint a;\n  /* end */\nint main;', 'int a;'],
])('the part between the markers of %j is shown', (program, part) => {
  expect(recipePart(program)).toBe(part);
});

test('a class that goes on after the part is closed', () => {
  expect(recipePart('// begin\nclass A {\n  void b() {}\n  // end\n  void main() {}\n}')).toBe(
    'class A {\n  void b() {}\n}',
  );
});

test.each(['a();', '// begin\na();', '// end\n// begin\n', '// begin\n// begin\n// end', '// begin\n// end\n// end'])(
  'a program marked wrongly is refused: %j',
  (program) => {
    expect(() => recipePart(program)).toThrow('one line that is a comment');
  },
);

test('every recipe is short enough to be read without scrolling, and shows nothing of its test', () => {
  for (const { code } of [...RECIPES, ...GRPC_RECIPES]) {
    expect(Math.max(...code.split('\n').map((line) => line.replaceAll('\t', '    ').length))).toBeLessThanOrEqual(70);
    expect(code).not.toMatch(/\b(begin|end|main|usage)\b/);
  }
});
