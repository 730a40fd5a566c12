/** What the lab says of each view: the same at build time, on the page and out loud. */
import { LIMITS } from '@/wasm-pkg/strongly-typed/limits';
import { VALUES } from './live';
import { nameOf, outcomeOf, type Measured } from './measured';
import { OPERATORS, type LabState, type MeaningName, type OutcomeName } from './state';
import type { Equal, MadeHere, Ranked, Triple } from './tasks';

export const meaningWords = (name: MeaningName): string => LIMITS.meanings[name];
export const outcomeWords = (name: OutcomeName): string => LIMITS.outcomes[name];
export const columnOf = ({ linted }: Pick<LabState, 'linted'>): 'plain' | 'linted' =>
  linted === 'on' ? 'linted' : 'plain';

/** Names in a sentence: `C, C++ and Go`. */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? (names[0] ?? 'none') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;

/** The languages in first place. */
export const firsts = (measured: Measured, { whole }: Ranked): string[] =>
  [...whole.languages]
    .filter((_, at) => whole.places[at] === 1)
    .map((language) => measured.languages[language]?.name ?? '');

/** Which of the two stands first, and what reverses them. */
export function rankSentence(measured: Measured, state: Readonly<LabState>, ranked: Ranked): string {
  const [a, b] = [nameOf(measured, state.a), nameOf(measured, state.b)];
  const { pair, whole } = ranked;
  if (!pair) return `Not every meaning has a score for both ${a} and ${b}.`;
  const placeOf = (id: string) => {
    const number = measured.languages.findIndex((language) => language.id === id);
    return whole.places[whole.languages.indexOf(number)] ?? 0;
  };
  const [placeA, placeB] = [placeOf(state.a), placeOf(state.b)];
  const now =
    placeA === placeB
      ? `${a} and ${b} share place ${placeA}`
      : placeA < placeB
        ? `${a} comes before ${b}`
        : `${b} comes before ${a}`;
  if (pair.relation === 'equal') return `${now}: by each of these meanings they score the same.`;
  const changes = pair.meanings.map((name, at) => `${pair.weights[at]} for “${meaningWords(name)}”`);
  const flips =
    changes.length === 0
      ? ''
      : ` A weight of ${changes.slice(0, 2).join(', or of ')}, would ${placeA === placeB ? 'set them apart' : 'reverse them'}.`;
  if (pair.relation === 'incomparable') return `${now}${flips ? `.${flips}` : ', and other weights reverse them.'}`;
  return `${now}, whatever these meanings weigh.${flips}`;
}

export function matrixSentence(measured: Measured, state: Readonly<LabState>): string {
  const ends = outcomeOf(measured, state.a, state.mistake, columnOf(state));
  return `${nameOf(measured, state.a)}, ${LIMITS.mistakes[state.mistake]}: ${outcomeWords(ends)}.`;
}

export const valueWords = (value: (typeof VALUES)[number]): string => JSON.stringify(value);

export const tripleWords = (triple: Triple, operator: string): string => {
  const [a, b, c] = [triple.a, triple.b, triple.c].map((at) => valueWords(VALUES[at]!));
  return `${a} ${operator} ${b} and ${b} ${operator} ${c}, but not ${a} ${operator} ${c}`;
};

export function equalitySentence(state: Readonly<LabState>, { triples }: Equal): string {
  const operator = OPERATORS[state.operator];
  const [first] = triples;
  if (!first) return `Here ${operator} is transitive: of ten values none equals two that differ from each other.`;
  return `Here ${operator} is not transitive: ${tripleWords(first, operator)}.`;
}

export function trapsSentence(measured: Measured, { mistakes, traps }: MadeHere): string {
  const same = mistakes.filter(({ name, ends }) => agrees(measured, name, ends)).length;
  const [refused, trapped] = (['refused', 'caught'] as const).map(
    (end) => traps.filter(({ ends }) => ends === end).length,
  );
  return `Of ${mistakes.length} mistakes in JavaScript, ${same} end here as in the record. Of ${traps.length} in WebAssembly, this browser refuses ${refused} and traps on ${trapped}.`;
}

/** Whether a mistake of JavaScript ended here as the record says. */
export const agrees = (measured: Measured, mistake: string, ends: OutcomeName): boolean =>
  outcomeOf(measured, 'javascript', mistake as keyof typeof LIMITS.mistakes, 'plain') === ends;
