/** Method of an interval as a part of a sentence, from the words of a record (`order statistics`, `of the fit`, `none: …`). */

/** Tells if a measure has no interval, since it was counted or set: its words begin with that. */
export const hasNoInterval = (made: string): boolean => /^none\b/.test(made);

/** `interval by order statistics`, `interval of the fit`; undefined without an interval. */
export function intervalMade(made: string | undefined): string | undefined {
  if (made === undefined || made === '' || hasNoInterval(made)) return undefined;
  return made.startsWith('of ') ? `interval ${made}` : `interval by ${made}`;
}

/**
 * The methods of the intervals of several measures, each once. Measures without an interval are left out where others have one: “none” in
 * such a list would apply to all of them.
 */
export function intervalsMade(all: readonly string[]): string {
  const ways = [...new Set(all)];
  const made = ways.filter((way) => !hasNoInterval(way));
  return (made.length > 0 ? made : ways).join('; ');
}
