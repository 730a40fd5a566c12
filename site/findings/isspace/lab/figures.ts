/** The lab's figures: the same at build time, on the page and in the file. */
import type { Figure } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import { LIMITS } from '@/wasm-pkg/isspace/limits';
import { inBlock } from './breaks-view';
import type { Measured } from './measured';
import type { LabState, ViewName } from './state';
import { verdictAt, type Broken, type Comparison } from './tasks';
import { utf8 } from './text';
import { classify, wordCounts } from './text-view';
import { pairsOf } from './words';

/** Answers of the models; the search is asked for only when it is looked at. */
export interface Results {
  compared: Comparison | null;
  broken: Broken | null;
}

/** A plain figure: a count, unless it has words of its own. */
const figure = (name: string, label: string, hint: string, value: number | null, text?: string): Figure => ({
  name,
  label,
  hint,
  value,
  text: text ?? (value === null ? '–' : formatInteger(value)),
  alarming: false,
});

function parserFigures({ hstore }: Readonly<LabState>, compared: Comparison | null): Figure[] {
  const parting = compared?.parting;
  const at = parting === undefined ? null : (compared?.ascii.steps[parting]?.offset ?? null);
  const [rule, ascii] = compared ? [pairsOf(compared.rule), pairsOf(compared.ascii)] : [[], []];
  return [
    figure('bytes', 'bytes', 'of the text in UTF-8', utf8(hstore).length),
    figure(
      'parting',
      'differ from byte',
      'the first byte that the two rules see differently, counted from 0',
      at,
      at === null ? 'never' : undefined,
    ),
    figure('rule-pairs', 'pairs, locale’s rule', 'that it reads, or has read when it refuses', rule.length),
    figure('ascii-pairs', 'pairs, ASCII rule', 'that it reads, or has read when it refuses', ascii.length),
  ];
}

function breaksFigures(state: Readonly<LabState>, broken: Broken | null): Figure[] {
  const all = broken?.codePoints.length ?? null;
  const here = broken ? inBlock(state, broken) : [];
  const count = (silent: boolean) =>
    here.filter((at) => (verdictAt(broken!, at, state.place) === 'altered') === silent).length;
  return [
    figure('broken', 'code points misread', 'of Unicode, in one place or another', all),
    figure(
      'broken-share',
      'of Unicode',
      `of its ${formatInteger(LIMITS.characters)} code points, unassigned and private ones too`,
      all === null ? null : all / LIMITS.characters,
      all === null ? '–' : `${((100 * all) / LIMITS.characters).toPrecision(2)}%`,
    ),
    figure('in-block', 'in this block', 'in the chosen place', here.length),
    figure('silent', 'altered silently', 'the parser reads something else, and refuses nothing', count(true)),
    figure('loud', 'refused', 'the parser says so', count(false)),
  ];
}

function textFigures(measured: Measured, { text }: Readonly<LabState>): Figure[] {
  const classified = classify(measured, text);
  const count = (agreement: string) => classified.filter((one) => one.agreement === agreement).length;
  const words = wordCounts(measured, classified);
  return [
    figure('characters', 'characters', 'code points', classified.length),
    figure('text-bytes', 'bytes', 'in UTF-8', utf8(text).length),
    figure('agreed', 'spaces to all', 'characters that everyone calls a space', count('space')),
    figure('disputed', 'disputed', 'characters that some call a space and others do not', count('disputed')),
    figure('fewest-words', 'fewest words', 'that any of them finds', Math.min(...words)),
    figure('most-words', 'most words', 'that any of them finds', Math.max(...words)),
  ];
}

export const figuresOf: Readonly<
  Record<ViewName, (measured: Measured, state: Readonly<LabState>, results: Results) => Figure[]>
> = {
  parser: (_, state, { compared }) => parserFigures(state, compared),
  breaks: (_, state, { broken }) => breaksFigures(state, broken),
  text: (measured, state) => textFigures(measured, state),
};
