/** What is asked of the drawing model: the same code runs in its worker and when the site is built. */
import type * as labs from '@/wasm-pkg/static-page-drawing/models.js';
import { toPlainValue } from '@/kit/lab/plain';
import type { Task } from '@/kit/lab/worker-host';

export type DrawModels = Pick<typeof labs, 'draw'>;

/** What a cover says. */
export interface CoverText {
  title: string;
  author: string;
  /** At the top. */
  kind: string;
  /** `#rrggbb` */
  colour: string;
}

export interface Drawn {
  png: Uint8Array;
  /** The same as an address, for pages: their policy allows no others but their own. */
  address: string;
  /** Characters that the font lacks. */
  missing: string;
  /** Whether a text was too long. */
  isCut: boolean;
}

/** Two that are the same: of each only the latest counts, and a sample must not take a book's turn. */
export interface DrawTasks extends Record<string, { request: unknown; result: unknown }> {
  sample: { request: CoverText; result: Drawn };
  book: { request: CoverText; result: Drawn };
}

export function drawTasks({ draw }: DrawModels): Record<'sample' | 'book', Task<CoverText, Drawn>> {
  function* drawn({ title, author, kind, colour }: CoverText): Generator<undefined, Drawn, void> {
    yield undefined;
    const { png, missing, isCut } = toPlainValue(draw(title, author, kind, colour));
    return { png, address: addressOf(png), missing, isCut };
  }
  return { sample: drawn, book: drawn };
}

const PNG = 'data:image/png;base64,';
/** As many arguments as any engine takes at once. */
const AT_ONCE = 8192;

function addressOf(png: Uint8Array): string {
  let text = '';
  for (let at = 0; at < png.length; at += AT_ONCE) text += String.fromCharCode(...png.subarray(at, at + AT_ONCE));
  return PNG + btoa(text);
}
