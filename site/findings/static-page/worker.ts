/**
 * The worker that plans covers: it reads what it has to of a file, and makes the new one of slices. The main thread only shows.
 *
 * Vite gives the WebAssembly file a hashed name and the right base path, in development and in the built site alike.
 */
import { fileSource } from './lab/sources';
import { labTasks } from './lab/tasks';
import { serve } from '@/kit/lab/worker-host';
import init, { look, plan, sample } from '@/wasm-pkg/static-page/models.js';
import wasmAddress from '@/wasm-pkg/static-page/models_bg.wasm?url';

const load = () => init({ module_or_path: wasmAddress });
const readFile = fileSource(
  () => new (self as unknown as { FileReaderSync: new () => FileReaderSync }).FileReaderSync(),
);
serve(load, labTasks({ look, plan, sample }, readFile));

/** Part of workers alone, which the site's types leave out. */
interface FileReaderSync {
  readAsArrayBuffer(blob: Blob): ArrayBuffer;
}
