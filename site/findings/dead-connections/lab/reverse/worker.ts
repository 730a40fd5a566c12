/** The worker that runs the model for the reverse tool of dead connections. The main thread only draws. */
import { reverseTasks } from './tasks';
import { serve, type WorkerScope } from '@/kit/lab/worker-host';
import load, { Endpoint } from '@/wasm-pkg/dead-connections/models.js';
import wasmAddress from '@/wasm-pkg/dead-connections/models_bg.wasm?url';

serve(self as unknown as WorkerScope, () => load({ module_or_path: wasmAddress }), reverseTasks({ Endpoint }));
