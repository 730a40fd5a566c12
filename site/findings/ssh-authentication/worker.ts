/**
 * The worker that runs the models for the ssh-authentication lab. The main thread only draws.
 *
 * Vite gives the WebAssembly file a hashed name and the right base path, in development and in the built site alike.
 */
import { labTasks } from './lab/tasks';
import { serve } from '@/kit/lab/worker-host';
import init, { play } from '@/wasm-pkg/ssh-authentication/models.js';
import wasmAddress from '@/wasm-pkg/ssh-authentication/models_bg.wasm?url';

const load = () => init({ module_or_path: wasmAddress });
serve(load, labTasks({ play }));
