/**
 * The worker that runs the models for the buffer-size lab. The main thread only draws.
 *
 * Vite gives the WebAssembly file a hashed name and the right base path, in development and in the built site alike.
 */
import { labTasks } from './lab/tasks';
import { serve, type WorkerScope } from '@/kit/lab/worker-host';
import init, { curve, fit } from '@/wasm-pkg/buffer-size/models.js';
import wasmAddress from '@/wasm-pkg/buffer-size/models_bg.wasm?url';

const load = () => init({ module_or_path: wasmAddress });
serve(self as unknown as WorkerScope, load, labTasks({ curve, fit }));
