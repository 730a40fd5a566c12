/** What may be asked for: in a file of its own, because the worker needs no more of the state. */
import { LIMITS } from '@/wasm-pkg/dead-connections/limits';

const DAY = 86_400;

/** Seconds, up to a day; the model goes further than anybody who waits for an answer. */
export const WITHIN = [LIMITS.withinS[0], DAY] as const;
/** Probes an hour. */
export const PROBES = LIMITS.probesPerHour;
