/** What may be asked for: in a file of its own, because the worker needs no more of the state. */

/** Seconds, up to a day; the model goes further than anybody who waits for an answer. */
export const WITHIN = [2, 86_400] as const;
/** Probes an hour, up to one a second. */
export const PROBES = [1, 3600] as const;
