/** Sentences of a run: each step, where it stands, and how it ends. */
import type { FaultName } from '@/wasm-pkg/setenv/models.js';
import { NULL, THREADS, type Snapshot, type Step, type ThreadNumber } from './run';
import { answerNumber, callOf, listOf, nameOf } from './operations';
import type { LabState } from './state';
import type { Played } from './tasks';
import { arrayName, capital, placeName, stringName, threadName, valueName, variableName } from './words';

export const callsOf = ({ one, two }: Readonly<LabState>): readonly [string[], string[]] => [listOf(one), listOf(two)];

/** The content of a string, which may have been made only now. */
function text(snapshot: Snapshot, string: number | undefined): string {
  const found = snapshot.strings[string ?? NULL];
  return found ? stringName(found) : 'NULL';
}

/** The step of a thread in words, from the moment before it and the one after it. */
export function stepWords(step: Step, calls: readonly string[], before: Snapshot, after: Snapshot): string {
  const { action, place, string } = step;
  const where = place ? placeName(place) : '';
  switch (action) {
    case 'lock':
      return 'takes the lock';
    case 'unlock':
      return 'gives the lock back';
    case 'load-removals':
      return `reads the counter of removals: ${before.removals}`;
    case 'compare-removals':
      return `found nothing and looks at the counter again: ${before.removals}`;
    case 'count-removal':
      return `counts the removal: ${after.removals}`;
    case 'load-environ':
      return `reads environ, which points to ${placeName(before.environ)}`;
    case 'load-slot': {
      const array = before.arrays[place?.array ?? 0];
      if (array?.freed) return `reads ${where}, but array ${arrayName(place?.array ?? 0)} has been freed`;
      const found = array?.slots[place?.index ?? 0] ?? NULL;
      return found === NULL
        ? `reads ${where}: NULL, the end`
        : `reads ${where}, which points to ${text(before, found)}`;
    }
    case 'compare-name': {
      const name = nameOf(calls[step.operation]);
      const found = before.strings[string ?? NULL];
      if (found?.freed) return `reads ${text(before, string)}, but the string has been freed`;
      const same = found !== undefined && variableName(found.name) === name;
      return `compares ${text(before, string)} with ${name}: ${same ? 'found' : 'another name'}`;
    }
    case 'read-value':
      return before.strings[string ?? 0]?.freed
        ? `uses the value that getenv returned, but ${text(before, string)} has been freed`
        : `uses the value that getenv returned, from ${text(before, string)}`;
    case 'compare-owner':
      return before.own === before.environ.array
        ? 'sees that the array is the library’s own'
        : 'sees that the array is not the library’s own';
    case 'grow':
      return growWords(before, after);
    case 'store-environ':
      return `points environ to ${where}`;
    case 'store-slot':
      return string === undefined
        ? `writes NULL into ${where}`
        : `writes the pointer to ${text(before, string)} into ${where}`;
    case 'store-new-string':
      return `makes ${text(after, after.strings.length - 1)} and writes its address into ${where}`;
    case 'free-string':
      return `frees the string ${text(before, string)}`;
  }
}

function growWords(before: Snapshot, after: Snapshot): string {
  if (after.fault) return 'reallocates the array that the library allocated last, which has been freed';
  const made = arrayName(after.arrays.length - 1);
  const freed = after.arrays.findIndex(({ freed }, array) => freed && before.arrays[array]?.freed === false);
  return freed < 0
    ? `allocates array ${made} and copies the entries`
    : `reallocates: array ${made} replaces ${arrayName(freed)}, which is freed`;
}

/** The consequence of a fault. The step itself is said already. */
const FAULTS: Readonly<Record<FaultName, string>> = {
  'freed-array': 'What stands there now is luck: old pointers, somebody else’s data, or the end of the program.',
  'freed-string': 'What stands there now is luck: the old value, somebody else’s data, or the end of the program.',
  'array-freed-twice': 'Freeing memory twice breaks malloc’s own records.',
  'string-freed-twice': 'It has been freed already, and freeing memory twice breaks malloc’s own records.',
  'beyond-array': 'That is beyond the end of the array.',
};

/** True for a step that uses memory that is freed. */
export const isFatal = ({ place, string }: Step, { arrays, strings }: Snapshot): boolean =>
  (place !== undefined && arrays[place.array]?.freed === true) ||
  (string !== undefined && strings[string]?.freed === true);

/** Which pointers go to memory that has been freed. */
export function danglingWords(snapshot: Snapshot): string {
  const said = THREADS.flatMap((thread) => {
    const { place, string, ahead } = snapshot.threads[thread];
    const array = place && snapshot.arrays[place.array]?.freed ? `into array ${arrayName(place.array)}` : null;
    const freed = string !== undefined && snapshot.strings[string]?.freed ? `to ${text(snapshot, string)}` : null;
    const what = [array, freed].filter((each) => each !== null).join(' and ');
    const next = ahead[0] && isFatal(ahead[0], snapshot) ? ', and is about to use it' : '';
    return what === '' ? [] : [`${capital(threadName(thread))} holds a pointer ${what}, which is freed${next}.`];
  });
  return said.join(' ');
}

/** The answers of its calls of getenv. */
function answers(state: Readonly<LabState>, snapshot: Snapshot): string {
  const calls = callsOf(state);
  const said = THREADS.flatMap((thread: ThreadNumber) =>
    calls[thread].flatMap((call, operation) => {
      const number = answerNumber(calls[thread], operation);
      const value = number === null ? undefined : snapshot.threads[thread].got[number];
      return value === undefined
        ? []
        : [`${callOf(call, thread)} found ${value === NULL ? 'NULL' : `“${valueName(value)}”`}`];
    }),
  );
  return said.join(', ');
}

/** How a run ended, in a few words; empty while it goes on. */
export function outcomeWords(state: Readonly<LabState>, snapshot: Snapshot): string {
  const { outcome, fault } = snapshot;
  if (outcome === undefined) return '';
  if (fault) return FAULTS[fault.kind];
  const got = answers(state, snapshot);
  const found = got === '' ? '' : `: ${got}`;
  if (outcome === 'right') return `Both threads are done, and all is right${found}.`;
  if (outcome === 'wrong-answer') return `A wrong answer${found}, which no order of whole calls would give.`;
  return `What the environment holds now is wrong: no order of whole calls would leave it so.`;
}

/** The step that was taken last, in words. */
export function lastWords(state: Readonly<LabState>, { steps, states }: Played, at: number): string {
  const [step, before, after] = [steps[at - 1], states[at - 1], states[at]];
  if (!step || !before || !after) return 'Nothing has happened yet.';
  return `${capital(threadName(step.thread))} ${stepWords(step, callsOf(state)[step.thread], before, after)}.`;
}

/** The last step, and where that leaves things. */
export function snapshotSentence(state: Readonly<LabState>, played: Played, at: number): string {
  const snapshot = played.states[at] as Snapshot;
  const rest = outcomeWords(state, snapshot) || danglingWords(snapshot);
  return `${lastWords(state, played, at)} ${rest}`.trim();
}

/** The same for the live region. */
export const announcement = (state: Readonly<LabState>, played: Played, at: number): string =>
  `Step ${at} of ${played.schedule.length}. ${snapshotSentence(state, played, at)}`;
