/** The memory in words: what the picture shows, for those who do not see it. */
import { THREADS, type Moment } from './moments';
import { arrayName, capital, placeName, stringName, threadName } from './words';

const content = (moment: Moment, string: number | null): string => {
  const found = string === null ? undefined : moment.strings[string];
  if (!found) return 'NULL';
  return found.freed ? `${stringName(found)}, which is freed` : stringName(found);
};

/** Whether an array is freed, or what it is where it is not the environment: no longer that, or not yet. */
export function standingOf({ arrays, environ }: Moment, array: number): 'freed' | 'kept' | 'new' | '' {
  if (arrays[array]?.freed) return 'freed';
  if (array === environ.array) return '';
  return array > environ.array ? 'new' : 'kept';
}

/** One sentence for each thing. */
export function memoryWords(moment: Moment): string[] {
  const arrays = moment.arrays.map(({ slots }, array) => {
    const name = `Array ${arrayName(array)}`;
    const standing = standingOf(moment, array);
    if (standing === 'freed') return `${name} has been freed.`;
    return `${name}${standing === '' ? '' : ` is ${standing} and`} holds ${slots.map((string) => content(moment, string)).join('; ')}.`;
  });
  const hands = THREADS.flatMap((thread) => {
    const { place, string } = moment.threads[thread];
    const held = [
      ...(place ? [`a pointer to ${placeName(place)}`] : []),
      ...(string === null ? [] : [`a pointer to ${content(moment, string)}`]),
    ];
    return held.length === 0 ? [] : [`${capital(threadName(thread))} holds ${held.join(' and ')}.`];
  });
  const lock = moment.lock === null ? [] : [`${capital(threadName(moment.lock))} has the lock.`];
  return [`environ points to ${placeName(moment.environ)}.`, ...arrays, ...hands, ...lock];
}

export const drawMemoryWords = (moment: Moment): string =>
  memoryWords(moment)
    .map((sentence) => `<li>${sentence}</li>`)
    .join('');
