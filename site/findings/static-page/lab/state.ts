/** The lab's state: which made-up book, how large, and what its cover says. A book of the reader's own is never in the address. */
import { choice, defineState, type Field } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/static-page/limits';
import type { CoverText } from './draw-tasks';

export const VIEWS = { cover: 'Cover', entries: 'Entries' } as const;
export type ViewName = keyof typeof VIEWS;

export const SAMPLES = LIMITS.samples;
export type Sample = (typeof SAMPLES)[number];
export type SampleId = Sample['id'];

/** How much the book holds besides its text, in bytes, and what a reader reads of that. */
export const HOLES = { none: 0, '100-mb': 100_000_000, '3-gb': 3_000_000_000 } as const;
export type HoleName = keyof typeof HOLES;
export const HOLE_WORDS: Readonly<Record<HoleName, string>> = {
  none: 'as it is',
  '100-mb': 'with 100 MB of zeros in it',
  '3-gb': 'with 3 GB of zeros in it',
};
/** Words on the button that downloads the book without its zeros, which are of no use to anybody. */
export const downloadWords = (filler: HoleName): string =>
  filler === 'none' ? 'Download book' : 'Download book without the zeros';

export interface LabState {
  view: ViewName;
  sample: SampleId;
  filler: HoleName;
  /** What the cover says in place of the book's title; empty for that. */
  title: string;
  /** The same of its author. */
  author: string;
  /** Six hexadecimal digits; empty for the colour that follows from the fandom. */
  colour: string;
}

/** A text of at most as many characters as are drawn. */
function line(): Field<string> {
  return {
    initial: '',
    read(text) {
      const clean = text.toWellFormed().replaceAll(/\p{Cc}/gu, ' ');
      const characters = [...clean];
      const most = LIMITS.characters;
      if (characters.length > most) {
        return { value: characters.slice(0, most).join(''), because: `has more than ${most} characters` };
      }
      return { value: clean };
    },
    write: (value) => value,
  };
}

const colour: Field<string> = {
  initial: '',
  read(text) {
    const digits = text.trim().toLowerCase().replace(/^#/, '');
    if (digits === '' || /^[0-9a-f]{6}$/.test(digits)) return { value: digits };
    return { value: '', because: 'must be six hexadecimal digits' };
  },
  write: (value) => value,
};

export const schema = defineState<LabState>({
  view: choice('cover', Object.keys(VIEWS) as ViewName[]),
  sample: choice(
    SAMPLES[0].id,
    SAMPLES.map(({ id }) => id),
  ),
  filler: choice('3-gb', Object.keys(HOLES) as HoleName[]),
  title: line(),
  author: line(),
  colour,
});

export const sampleOf = ({ sample }: Pick<LabState, 'sample'>): Sample => SAMPLES.find(({ id }) => id === sample)!;

/** What the cover says. */
export function textOf(state: Readonly<LabState>): CoverText {
  const { title, author, kind, colour } = sampleOf(state);
  return {
    title: state.title || title,
    author: state.author || author,
    kind,
    colour: state.colour === '' ? colour : `#${state.colour}`,
  };
}

/** Each made-up book as it is. */
export const PRESETS = SAMPLES.map(({ id, title }) => ({
  id,
  label: title,
  state: ({ view, filler }: LabState): LabState => ({ ...schema.initial, view, filler, sample: id }),
}));
