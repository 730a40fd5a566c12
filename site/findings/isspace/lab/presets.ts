/** Examples to try, each in the view that it is about. */
import type { Preset } from '@/kit/lab/presets';
import { MACOS_RULE } from './rules';
import { AT_PARTING, schema, type LabState, type ViewName } from './state';

export type Example = Preset<LabState> & { view: ViewName };

const example = (view: ViewName, id: string, label: string, hint: string, values: Partial<LabState>): Example => ({
  id,
  label,
  hint,
  view,
  state: (current) => ({ ...current, view, ...values }),
});

const parsed = (id: string, label: string, hint: string, hstore: string): Example =>
  example('parser', id, label, hint, { hstore, rule: MACOS_RULE, step: AT_PARTING });

const classified = (id: string, label: string, hint: string, text: string): Example =>
  example('text', id, label, hint, { text });

export const PRESETS: readonly Example[] = [
  parsed('deja', 'déjà', 'a value that ends in à, then a quoted one', schema.initial.hstore),
  parsed('key', 'a key in à', 'a key is cut short, and nothing is refused', 'voilà=>1'),
  parsed('emoji', 'emoji', 'F0 9F 98 85 is 😅: its last byte is lost', 'sweat=>😅, smile=>😀'),
  parsed('polish', 'Polish', 'C4 85 is ą: its last byte is lost', 'są=>tak, miał=>nie'),
  parsed('chinese', 'Chinese', 'E5 85 83 is 元: a byte is left over', '元=>1'),
  parsed('quoted', 'quoted', 'quotes protect', '"voilà"=>"są"'),
  classified('words', 'how many words?', 'how many words? It depends on whom you ask', schema.initial.text),
  classified(
    'web',
    'pasted from a page',
    'no-break and narrow spaces, a soft hyphen',
    '10\u202f000\u00a0€\u2009– “so\u00adft”',
  ),
  classified(
    'invisible',
    'invisible',
    'zero width characters, and a byte order mark',
    '\ufeffa\u200bb\u200cc\u200dd\u2060e',
  ),
  classified(
    'controls',
    'control characters',
    'separators that are spaces to Java, Python and ICU, a vertical tab, a next line',
    'a\u001cb\u001dc\u001ed\u001fe\u000bf\u0085g',
  ),
];
