/** The lab's state, and what of it each control sets. */
import { choice, defineState, integer } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/isspace/limits';
import type { PlaceName } from '@/wasm-pkg/isspace/models.js';
import { BLOCKS } from './blocks';
import { MACOS_RULE, ruleField } from './rules';
import { textField } from './text';

export const VIEWS = { parser: 'Parser', breaks: 'What breaks it', text: 'Your text' } as const;
export type ViewName = keyof typeof VIEWS;

/** The longest texts, in code points: an address has to carry them. */
export const MOST_HSTORE = 120;
export const MOST_TEXT = 200;
/** More steps than the longest text takes: two for each of its bytes, and two at its end. */
const MOST_STEPS = 2 * 4 * MOST_HSTORE + 2;

/** A step that stands for where the two parsers part, or for the end where they never do. */
export const AT_PARTING = -1;

export const PLACES = Object.keys(LIMITS.places) as readonly PlaceName[];
export const ALL_BLOCKS = 'all';

export interface LabState {
  view: ViewName;
  /** Text that is parsed. */
  hstore: string;
  /** The bytes in which the locale's rule differs from the ASCII one: `85.A0`. */
  rule: string;
  /** Number of steps that the parsers have taken. */
  step: number;
  /** The block whose characters are searched, and where they stand. */
  block: string;
  place: PlaceName;
  /** Text that is classified. */
  text: string;
}

export const schema = defineState<LabState>({
  view: choice('parser', Object.keys(VIEWS) as ViewName[]),
  hstore: textField('city=>Győr, visited=>déjà, "note"=>"voilà"', MOST_HSTORE),
  rule: ruleField(MACOS_RULE),
  step: integer({ initial: AT_PARTING, min: AT_PARTING, max: MOST_STEPS }),
  block: choice('latin-1-supplement', [ALL_BLOCKS, ...BLOCKS.map(({ id }) => id)]),
  place: choice('key', PLACES),
  text: textField('one two\u00a0three\u2003four\u200bfive\u0085six\ufeffseven', MOST_TEXT),
});
