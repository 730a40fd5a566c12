import { LIMITS } from '@/wasm-pkg/logical-duals/limits';

/** Budgets at which the exact curve is known. */
export const BUDGETS: readonly number[] = Array.from({ length: 41 }, (_, index) =>
  Math.round(LIMITS.budget[1] ** (index / 40)),
);
