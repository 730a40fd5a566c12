/** The worker that runs the models for the birthday calculator. The main thread only draws. */
import { birthdayTasks } from '@/components/labs/timestamp-collisions/birthday/tasks';
import { serve, type WorkerScope } from '@/lib/lab/worker-host';
import * as models from '@/wasm-pkg/timestamp-collisions/models.js';
import wasmAddress from '@/wasm-pkg/timestamp-collisions/models_bg.wasm?url';

serve(self as unknown as WorkerScope, () => models.default({ module_or_path: wasmAddress }), birthdayTasks(models));
