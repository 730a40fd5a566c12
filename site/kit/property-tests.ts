// Property tests draw the same inputs in every run, so that a change is judged by itself; FAST_CHECK_SEED draws others.
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.FAST_CHECK_SEED ?? 1) });
