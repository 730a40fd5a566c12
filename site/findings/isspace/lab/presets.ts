/** Examples to try, each in the view that it is about. */
import type { Preset } from '@/kit/lab/controls';
import { MACOS_RULE } from './rules';
import { ALL_BLOCKS, AT_PARTING, type LabState, type ViewName } from './state';

export type Example = Preset<LabState> & { hint: string; view: ViewName };

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

/** `initial` is what the lab opens with. */
export const presetsOf = (initial: Readonly<LabState>): readonly Example[] => [
  parsed('deja', 'déjà', 'a value that ends in à, then a quoted one', initial.hstore),
  parsed('key', 'a key in à', 'a key is cut short, and nothing is refused', 'voilà=>1'),
  parsed('within', 'à inside', 'what follows the torn character is refused', 'voilàb=>1'),
  parsed('polish', 'Polish', 'C4 85 is ą; C5 85 would be Ņ', 'są=>tak, miał=>nie'),
  parsed('chinese', 'Chinese', 'E5 85 83: a byte is left over', '元=>1'),
  parsed('quoted', 'quoted', 'quotes protect', '"voilà"=>"są"'),
  parsed('escaped', 'escaped', 'a backslash protects one byte, not a character', 'voil\\à=>1'),
  parsed('nbsp', 'no-break space', 'a word of its own, or white space?', 'k\u00a0=>\u00a01'),
  example('breaks', 'latin', 'Western European', 'the second half of Latin-1', {
    block: 'latin-1-supplement',
    place: 'key',
  }),
  example('breaks', 'latin-a', 'Central European', 'Polish, Czech, Turkish …', {
    block: 'latin-extended-a',
    place: 'key',
  }),
  example('breaks', 'cyrillic', 'Cyrillic', 'х is D1 85, Р is D0 A0', { block: 'cyrillic', place: 'key' }),
  example('breaks', 'han', 'Chinese', 'characters of three bytes', { block: 'cjk-unified-ideographs', place: 'key' }),
  example('breaks', 'everything', 'the whole plane', 'all blocks', { block: ALL_BLOCKS, place: 'key' }),
  classified('words', 'how many words?', 'how many words? It depends on whom you ask', initial.text),
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
  classified('bidi', 'turned round', 'marks that turn the direction of writing', 'a\u202eb c\u202c\u2067d\u2069 e'),
  classified(
    'controls',
    'control characters',
    'what only Java and Python call spaces',
    'a\u001cb\u001dc\u001ed\u001fe\u000bf\u0085g',
  ),
  classified('japanese', 'Japanese', 'an ideographic space', '日本\u3000東京 大阪'),
];
