/** What this browser takes for white space: every test of it that a page can ask, and how it compares with the sets of the record. */
import { formatCount } from '@/kit/chart/format';

/** A test of this browser, and the code points that it was asked about. */
export interface BrowserTest {
  readonly name: string;
  /** What a yes means, where the test is about something else than white space. */
  readonly means: string;
  /** The characters that it says yes to, ascending. */
  readonly spaces: readonly number[];
  /** How many it was asked about. */
  readonly asked: number;
}

/** A set of white space in the record, and whose it is. */
export interface KnownSet {
  readonly names: readonly string[];
  readonly codePoints: readonly number[];
}

/** Tests of the language itself, cheap enough to be asked about every character of Unicode. */
const LANGUAGE: readonly { readonly name: string; readonly says: (character: string) => boolean }[] = [
  { name: '\\s', says: (character) => /^\s$/u.test(character) },
  { name: 'trim()', says: (character) => character.trim() === '' },
  { name: '\\p{White_Space}', says: (character) => /^\p{White_Space}$/u.test(character) },
];

/** Code points, and those that are half of one in UTF-16 and no characters. */
const [CODE_POINTS, SURROGATES] = [0x11_0000, [0xd800, 0xdfff]] as const;
/** How many are asked about before others have their turn. */
const AT_A_TIME = 2 ** 15;

/** Asks the language about all of Unicode. A page has one thread: `rest` is waited for now and then. */
export async function askLanguage(rest: () => Promise<void>): Promise<BrowserTest[]> {
  const spaces = LANGUAGE.map((): number[] => []);
  let asked = 0;
  for (let codePoint = 0; codePoint < CODE_POINTS; codePoint++) {
    if (codePoint % AT_A_TIME === 0) await rest();
    if (codePoint >= SURROGATES[0] && codePoint <= SURROGATES[1]) continue;
    const character = String.fromCodePoint(codePoint);
    asked++;
    LANGUAGE.forEach(({ says }, index) => {
      if (says(character)) spaces[index]!.push(codePoint);
    });
  }
  return LANGUAGE.map(({ name }, index) => ({ name, means: '', spaces: spaces[index]!, asked }));
}

/** Asks Intl whether the words around a character are two; nothing where the browser can't divide words. */
export function askIntl(codePoints: readonly number[]): BrowserTest | undefined {
  if (!('Segmenter' in Intl)) return undefined;
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
  const divides = (codePoint: number) => {
    const words = [...segmenter.segment(`a${String.fromCodePoint(codePoint)}a`)];
    return words.length === 3 && !words[1]!.isWordLike;
  };
  return {
    name: 'Intl.Segmenter',
    means: 'stands between two words',
    spaces: codePoints.filter(divides),
    asked: codePoints.length,
  };
}

/** Asks CSS which characters are drawn as one where two stand: as `white-space: normal` has it of white space. */
export function askCss(codePoints: readonly number[]): BrowserTest {
  const sheet = document.createElement('div');
  sheet.className = 'mt-this-browser-sheet';
  const line = (text: string) => {
    const span = document.createElement('span');
    span.textContent = text;
    sheet.append(span, document.createElement('br'));
    return span;
  };
  const none = line('aa');
  const lines = codePoints.map((codePoint) => {
    const character = String.fromCodePoint(codePoint);
    return { codePoint, one: line(`a${character}a`), two: line(`a${character}${character}a`) };
  });
  document.body.append(sheet);
  const widthOf = (element: Element) => element.getBoundingClientRect().width;
  const nothing = widthOf(none);
  const spaces = lines
    .filter(({ one, two }) => widthOf(one) > nothing + 0.5 && Math.abs(widthOf(two) - widthOf(one)) < 0.1)
    .map(({ codePoint }) => codePoint);
  sheet.remove();
  return { name: 'CSS', means: 'two are drawn as one', spaces, asked: codePoints.length };
}

/** Asks HTML which characters divide the names in a `class`. */
export function askHtml(codePoints: readonly number[]): BrowserTest {
  const element = document.createElement('i');
  const divides = (codePoint: number) => {
    element.className = `a${String.fromCodePoint(codePoint)}b`;
    return element.classList.length === 2;
  };
  return {
    name: 'HTML',
    means: 'divides names of classes',
    spaces: codePoints.filter(divides),
    asked: codePoints.length,
  };
}

const written = (codePoint: number): string => `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;

/** Code points in words, those that follow each other as ranges: `U+0009 to U+000D, U+0020`. */
export function rangesOf(codePoints: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const codePoint of codePoints) {
    const last = ranges.at(-1);
    if (last?.[1] === codePoint - 1) last[1] = codePoint;
    else ranges.push([codePoint, codePoint]);
  }
  return ranges
    .map(([from, to]) =>
      from === to ? written(from) : `${written(from)}${to === from + 1 ? ', ' : ' to '}${written(to)}`,
    )
    .join(', ');
}

/** Whose set in the record a test's is; of one that was asked about some characters only, as far as those go. */
export function sameAs({ spaces }: BrowserTest, sets: readonly KnownSet[]): string {
  const same = sets.find(({ codePoints }) => codePoints.join() === spaces.join());
  if (!same) return 'the set of nobody in the record';
  const [first, ...others] = same.names;
  return others.length === 0 ? `as ${first}` : `as ${first} and ${formatCount(others.length)} more`;
}
