// Configures property tests: the same inputs in every run, so that a change is judged by itself. FAST_CHECK_SEED draws others, and
// FAST_CHECK_RUNS sets the number of inputs of properties that don't set their own.
import fc from 'fast-check';

const runs = process.env.FAST_CHECK_RUNS;
fc.configureGlobal({
  seed: Number(process.env.FAST_CHECK_SEED ?? 1),
  ...(runs !== undefined && { numRuns: Number(runs) }),
});
