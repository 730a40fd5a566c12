/** How an interval was made, in the words of a record (`order statistics`, `of the fit`, `none: …`), as a part of a sentence. */

/** Whether a measure has no interval: it was counted or set, and its words begin with that. */
export const hasNoInterval = (made: string): boolean => /^none\b/.test(made);

/** `interval by order statistics`, `interval of the fit`; nothing where there is no interval to speak of. */
export function intervalMade(made: string | undefined): string | undefined {
  if (made === undefined || made === '' || hasNoInterval(made)) return undefined;
  return made.startsWith('of ') ? `interval ${made}` : `interval by ${made}`;
}

/**
 * How the intervals of several measures were made, each way once. Measures without an interval go unmentioned beside others: “none” in
 * such a list would speak of all of them.
 */
export function intervalsMade(all: readonly string[]): string {
  const ways = [...new Set(all)];
  const made = ways.filter((way) => !hasNoInterval(way));
  return (made.length > 0 ? made : ways).join('; ');
}
