import { expect, test } from 'vitest';
import { RECIPES, recipePart } from './recipes';

const recipes = Object.values(RECIPES).flat();

test.each(recipes)(
  'the recipe $id can be read without scrolling, shows nothing of its test, and is whole',
  ({ program }) => {
    const code = recipePart(program);
    expect(Math.max(...code.split('\n').map((line) => line.replaceAll('\t', '    ').length))).toBeLessThanOrEqual(70);
    expect(code).not.toMatch(/\b(begin|end|main|usage)\b/);
    expect(code.split('{').length).toBe(code.split('}').length);
  },
);

test.each(['a();', '// begin\na();', '// begin\n// end\n// begin'])(
  'a program marked wrongly is refused: %j',
  (program) => {
    expect(() => recipePart(program)).toThrow('one comment “begin”');
  },
);
