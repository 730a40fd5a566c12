/** The worker that runs the models for the load-balancing lab. The main thread only draws. */
import { serve } from '@/kit/lab/worker-host';
import init, { chanceOfAny, placements, round } from '@/wasm-pkg/load-balancing/models.js';
import wasmAddress from '@/wasm-pkg/load-balancing/models_bg.wasm?url';
import { labTasks } from './lab/tasks';

serve(() => init({ module_or_path: wasmAddress }), labTasks({ chanceOfAny, placements, round }));
