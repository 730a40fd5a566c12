import { describe, expect, it } from 'vitest';
import { RECIPES } from '../../recipes/recipes';
import { linesFor } from './lines';
import { LANGUAGES } from './state';

const numbers = (code: string) => code.match(/\b\d[\d_]*\b/g)?.map((number) => Number(number.replaceAll('_', '')));

describe.each(LANGUAGES)('lines in %s', (language) => {
  const recipe = RECIPES.find(({ id }) => id === language)!;

  it('are those that are tested, for the settings that are', () => {
    const tested = { idleS: 15, intervalS: 15, probes: 5, userTimeoutMs: 90_000 };
    expect(linesFor(recipe, tested)).toBe(recipe.code);
  });

  it('differ from them in these numbers only', () => {
    const code = linesFor(recipe, { idleS: 1234, intervalS: 56, probes: 7, userTimeoutMs: 1_626_000 });
    const wanted = language === 'node' ? [1_234_000, 56_000, 7] : [1234, 56, 7];
    for (const number of wanted) expect(numbers(code)).toContain(number);
    if (recipe.userTimeout) expect(numbers(code)).toContain(1_626_000);
    const wordsOf = (text: string) => text.replaceAll(/\b\d[\d_]*\b/g, '#');
    expect(wordsOf(code)).toBe(wordsOf(recipe.code));
    expect(numbers(code)?.length).toBe(numbers(recipe.code)?.length);
    const changed = numbers(code)!.filter((number, index) => number !== numbers(recipe.code)![index]);
    expect(changed).toHaveLength(recipe.userTimeout ? 4 : 3);
  });
});
