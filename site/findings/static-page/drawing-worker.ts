/** The worker that draws covers, with the font: a module of its own, for which a page asks when its reader comes near the tool. */
import { drawTasks } from './lab/draw-tasks';
import { serve } from '@/kit/lab/worker-host';
import init, { draw } from '@/wasm-pkg/static-page-drawing/models.js';
import wasmAddress from '@/wasm-pkg/static-page-drawing/models_bg.wasm?url';

const load = () => init({ module_or_path: wasmAddress });
serve(load, drawTasks({ draw }));
