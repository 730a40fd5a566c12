/** The recipes with other numbers than those that they are tested with. */
import type { Recipe } from '../../recipes/recipes';

export interface LineSettings {
  idleS: number;
  intervalS: number;
  probes: number;
  userTimeoutMs: number;
}

/** What the recipes set, as they stand. */
const TESTED: LineSettings = { idleS: 15, intervalS: 15, probes: 5, userTimeoutMs: 90_000 };

/** A setting's name in any of the recipes: its first appearance is where it gets its number, the first one after it. */
const NAMES: Readonly<Record<keyof LineSettings, string>> = {
  idleS: 'idle(?:_m?s)?',
  intervalS: 'interval(?:_m?s)?',
  probes: '(?:probes(?:: u32)?|count)',
  userTimeoutMs: 'user_?timeout(?:_ms)?',
};

function withNumber(code: string, name: keyof LineSettings, wanted: number): string {
  const place = new RegExp(String.raw`\b${NAMES[name]}\b[^\d\n]*?(?<number>\d[\d_]*)`, 'i');
  return code.replace(place, (text: string, ...rest) => {
    const { number } = rest.at(-1) as { number: string };
    // Some count seconds, some milliseconds.
    const unit = Number(number.replaceAll('_', '')) / TESTED[name];
    if (unit !== 1 && unit !== 1000) throw new Error(`A recipe has ${number} for its ${name}.`);
    const digits = String(wanted * unit);
    const grouped = number.includes('_') ? digits.replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, '_') : digits;
    return text.slice(0, -number.length) + grouped;
  });
}

/** What of a recipe these lines are made from. */
export type Lines = Pick<Recipe, 'code' | 'userTimeout'>;

/** A recipe's lines with these options, as far as its language can set them. */
export function linesFor(recipe: Lines, settings: LineSettings): string {
  const names = (Object.keys(NAMES) as (keyof LineSettings)[]).filter(
    (name) => name !== 'userTimeoutMs' || recipe.userTimeout,
  );
  return names.reduce((code, name) => withNumber(code, name, settings[name]), recipe.code);
}
