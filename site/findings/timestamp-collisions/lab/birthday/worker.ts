/**
 * The worker that runs the models for the birthday calculator. The main thread only draws.
 *
 * It names what it calls, so that what only the lab calls is left out of it.
 */
import { birthdayTasks } from './tasks';
import { serve } from '@/kit/lab/worker-host';
import load, {
  birthdayProbability,
  drawsForRisk,
  stampedDuplicateProbability,
  stampedRateForRisk,
} from '@/wasm-pkg/timestamp-collisions/models.js';
import wasmAddress from '@/wasm-pkg/timestamp-collisions/models_bg.wasm?url';

serve(
  () => load({ module_or_path: wasmAddress }),
  birthdayTasks({ birthdayProbability, drawsForRisk, stampedDuplicateProbability, stampedRateForRisk }),
);
