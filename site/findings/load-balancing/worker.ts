/**
 * The worker that runs the models for the load-balancing lab. The main thread only draws.
 *
 * Vite gives the WebAssembly files a hashed name and the right base path, in development and in the built site alike.
 */
import { countPart, helpAt, helperAt, type Helper, type Introduction } from './lab/sharing';
import { hasSimd } from './lab/simd';
import { labTasks } from './lab/tasks';
import { serve, type WorkerScope } from '@/kit/lab/worker-host';
import init, {
  exactLoadProbabilities,
  exactSummary,
  Planner,
  Simulation,
  trace,
} from '@/wasm-pkg/load-balancing/models.js';
import wasmAddress from '@/wasm-pkg/load-balancing/models_bg.wasm?url';
import wasmWithoutSimdAddress from '@/wasm-pkg/load-balancing/models_without_simd_bg.wasm?url';

const helpers: Helper[] = [];
const loaded = init({ module_or_path: hasSimd() ? wasmAddress : wasmWithoutSimdAddress });

addEventListener('message', ({ data }: MessageEvent<Introduction>) => {
  if (data.type === 'helper') helpers.push(helperAt(data.port));
  if (data.type === 'help') helpAt(data.port, async (part) => (await loaded, countPart({ Simulation }, part)));
});
serve(
  self as unknown as WorkerScope,
  () => loaded,
  labTasks({ exactLoadProbabilities, exactSummary, Planner, Simulation, trace }, helpers),
);
