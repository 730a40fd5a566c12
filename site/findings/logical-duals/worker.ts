/**
 * The worker that runs the models for the lab. The main thread only draws.
 *
 * Vite gives the WebAssembly file a hashed name and the right base path, in development and in the built site alike.
 */
import { labTasks } from './lab/tasks';
import { serve } from '@/kit/lab/worker-host';
import init, { explore, Race, Testers } from '@/wasm-pkg/logical-duals/models.js';
import wasmAddress from '@/wasm-pkg/logical-duals/models_bg.wasm?url';

const load = () => init({ module_or_path: wasmAddress });
serve(load, labTasks({ explore, Race, Testers }));
