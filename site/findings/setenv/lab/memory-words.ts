/** The memory in words: what the picture shows, for those who do not see it. */
import { THREADS, type Snapshot } from './run';
import { arrayName, capital, placeName, stringName, threadName } from './words';

const content = (snapshot: Snapshot, string: number): string => {
  const found = snapshot.strings[string];
  if (!found) return 'NULL';
  return found.freed ? `${stringName(found)}, which is freed` : stringName(found);
};

/** The standing of an array: freed, or, where it is not the environment, no longer that or not yet; else nothing. */
export function standingOf({ arrays, environ }: Snapshot, array: number): 'freed' | 'kept' | 'new' | '' {
  if (arrays[array]?.freed) return 'freed';
  if (array === environ.array) return '';
  return array > environ.array ? 'new' : 'kept';
}

/** One sentence for each thing. */
export function memoryWords(snapshot: Snapshot): string[] {
  const arrays = snapshot.arrays.map(({ slots }, array) => {
    const name = `Array ${arrayName(array)}`;
    const standing = standingOf(snapshot, array);
    if (standing === 'freed') return `${name} has been freed.`;
    return `${name}${standing === '' ? '' : ` is ${standing} and`} holds ${Array.from(slots, (string) => content(snapshot, string)).join('; ')}.`;
  });
  const hands = THREADS.flatMap((thread) => {
    const { place, string } = snapshot.threads[thread];
    const held = [
      ...(place ? [`a pointer to ${placeName(place)}`] : []),
      ...(string === undefined ? [] : [`a pointer to ${content(snapshot, string)}`]),
    ];
    return held.length === 0 ? [] : [`${capital(threadName(thread))} holds ${held.join(' and ')}.`];
  });
  const lock = snapshot.lock === undefined ? [] : [`${capital(threadName(snapshot.lock))} has the lock.`];
  return [`environ points to ${placeName(snapshot.environ)}.`, ...arrays, ...hands, ...lock];
}

export const drawMemoryWords = (snapshot: Snapshot): string =>
  memoryWords(snapshot)
    .map((sentence) => `<li>${sentence}</li>`)
    .join('');
