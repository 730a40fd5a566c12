/** Mounts the unix-sockets lab. The worker computes; this draws, listens and keeps the address in step. */
import type { DrawnChart } from '@/kit/chart/chart';
import { dragLine, type DragLine } from '@/kit/lab/drag';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { Question } from '@/kit/lab/question';
import type { LabOverlay } from '@/kit/lab/overlay';
import { pictureSize } from '@/kit/lab/sizes';
import { setMarkup } from '@/kit/set-markup';
import workerUrl from '../worker.ts?worker&url';
import { BARS_HEIGHTS, drawBars, layoutBars, type BarsLayout } from './bars-view';
import { CSV_HEADER, csvRows } from './csv';
import { drawCurve, hereOf } from './curve-view';
import { figures, matters, remarks, resultSentence, sentence } from './figures';
import {
  knownOf,
  knownOverSize,
  knownOverTime,
  knownSentence,
  besideAt,
  overlaysOn,
  besideWords,
  type BesideRequest,
} from './known';
import { restOf, type Measured } from './measured';
import { drawParts } from './parts-view';
import { openingOf, presetsOf } from './presets';
import { KEYS, compareRequest, curveOf, sweepRequest } from './questions';
import { rulers } from './rulers';
import {
  MOST_APPLICATION_US,
  MOST_BYTES,
  isEcho,
  isOffered,
  isPiped,
  schemaOpeningOn,
  whyNot,
  type LabState,
} from './state';
import type { Comparison, LabTasks, Sweep } from './tasks';
import type { CoresName } from './words';

/** The picture that a drag began on, and goes on with. */
interface Held {
  bars: BarsLayout | null;
  /** True if both ways carried as much. */
  echo: boolean;
}

type HandleName = 'application' | 'here';

export const attach = (root: HTMLElement): Promise<void> => new UnixSocketsLab(root).mount();

class UnixSocketsLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #compared: Question<LabState, LabTasks, 'compare'>;
  readonly #swept: Question<LabState, LabTasks, 'sweep'>;
  readonly #measured: Measured;
  readonly #handles: Record<HandleName, DragLine>;
  /** Layouts of the pictures, for the lines that can be dragged on it; while one is, the bars' scale stays put. */
  #bars: BarsLayout | null = null;
  #curve: DrawnChart | null = null;
  #held: Held | null = null;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema: schemaOpeningOn(openingOf(this.#measured)),
      worker: workerUrl,
      presets: presetsOf(this.#measured),
      rulers: Object.fromEntries(rulers.map((ruler) => [ruler.name, ruler])),
      onChange: (state) => {
        this.#showChoices(state);
        this.#ask(state);
      },
      draw: (state, width) => this.#draw(state, width),
      sentence: (state) => {
        const compared = this.#compared.current(state);
        return compared ? resultSentence(state, compared, knownOf(state, this.#measured)) : '';
      },
      overlayWords: (state) => besideWords(this.#besideAt(state)),
      csv: (state) => {
        const [compared, swept] = [this.#compared.current(state), this.#swept.current(state)];
        const known = knownOf(state, this.#measured);
        return {
          name: 'unix-sockets',
          header: CSV_HEADER,
          rows: csvRows(state, compared, known, curveOf(state), swept),
        };
      },
    });
    this.#compared = this.#frame.question('compare', KEYS.compare);
    this.#swept = this.#frame.question('sweep', KEYS.sweep, { isTimed: false });
    this.#handles = {
      application: this.#handle('application', (x, { bars }) => {
        const restUs = restOf(this.#frame.state, this.#measured);
        return bars ? { application: roundTime(bars.seconds(x) * 1e6 - restUs, (bars.endS * 1e6) / 1000) } : {};
      }),
      here: this.#handle('here', (x, { echo }) => {
        return this.#curve ? this.#dragged(this.#curve.invertX(x), echo) : {};
      }),
    };
  }

  mount = (): Promise<void> => this.#frame.mount();

  get #beside(): readonly LabOverlay<Measured>[] {
    return this.#frame.overlays as readonly LabOverlay<Measured>[];
  }

  #besideAt = (state: Readonly<LabState>): BesideRequest[] => besideAt(state, this.#beside);

  #handle(name: HandleName, change: (x: number, held: Held) => Partial<LabState>): DragLine {
    return dragLine(this.#frame.parts.part('handle', name), 'x', (x, phase) => {
      const held = (this.#held ??= { bars: this.#bars, echo: isEcho(this.#frame.state) });
      if (phase === 'rest') this.#held = null;
      this.#frame.change(change(x, held), phase);
    });
  }

  /** The setting that the line on the curve was dragged to: seconds or bytes, on an axis whose beginning stands for nothing. */
  #dragged(at: number, echo: boolean): Partial<LabState> {
    if (curveOf(this.#frame.state) === 'time') {
      const us = at * 1e6;
      return { application: us < 0.15 ? 0 : roundTime(us, 0.1) };
    }
    const bytes = Math.min(2 ** Math.round(Math.log2(Math.max(1, at))), MOST_BYTES);
    return echo ? { sent: bytes, received: bytes } : { received: bytes };
  }

  #ask(state: Readonly<LabState>): void {
    this.#compared.ask(state, compareRequest(state, this.#measured));
    this.#swept.ask(state, sweepRequest(state, this.#measured));
  }

  // Drawing

  #draw(state: Readonly<LabState>, width: number): void {
    const compared = this.#compared.current(state);
    if (!compared) return;
    this.#showWords(state, compared);
    if (width === 0) return;
    this.#drawBars(state, compared, width);
    if (state.view === 'parts') {
      const { tcp, unix } = compareRequest(state, this.#measured);
      setMarkup(this.#frame.parts.part('table'), drawParts(state, compared, { tcp, unix }));
      return;
    }
    const swept = this.#swept.current(state);
    if (swept) this.#drawCurve(state, compared, swept, width);
  }

  #drawBars(state: Readonly<LabState>, compared: Comparison, width: number): void {
    const size = pictureSize(width, BARS_HEIGHTS);
    const known = knownOf(state, this.#measured);
    const beside = this.#besideAt(state).map((one) => one.known);
    const layout = this.#held?.bars ?? layoutBars(size, compared, known, ...beside);
    this.#bars = layout;
    setMarkup(this.#frame.parts.part('picture', 'bars'), drawBars(state, compared, layout, known, beside));
    const at = layout.x(state.application / 1e6 + compared.restS);
    const [above, below] = layout.tops;
    this.#handles.application.showAt({ left: at, top: above, length: below + layout.thick - above });
  }

  #drawCurve(state: Readonly<LabState>, compared: Comparison, swept: Sweep, width: number): void {
    const curve = curveOf(state);
    const known = (curve === 'time' ? knownOverTime : knownOverSize)(state, this.#measured);
    const size = pictureSize(width);
    const beside = overlaysOn(curve, state, this.#beside);
    const drawn = drawCurve(state, curve, { compared, swept, known, beside }, size);
    this.#curve = drawn;
    setMarkup(this.#frame.parts.part('picture', curve), drawn.svg);
    this.#frame.parts.part('published').hidden = !known.some(({ published }) => published !== null);
    const { plot } = drawn;
    const here = hereOf(state, curve);
    this.#handles.here.showAt(here === null ? null : { left: drawn.x(here), top: plot.top, length: plot.height });
  }

  #showWords(state: Readonly<LabState>, compared: Comparison): void {
    const { parts } = this.#frame;
    const known = knownOf(state, this.#measured);
    const said = parts.part('sentence');
    said.textContent = sentence(state, compared, known);
    said.dataset['matters'] = matters(state, compared, known);
    parts.part('remarks').textContent = remarks(state, compared, known);
    parts.part('known').hidden = known === null;
    parts.part('predicted-mark').hidden = known !== null;
    parts.part('known-words').textContent = knownSentence(known);
    showFigures(parts, figures(state, compared, known));
  }

  #showChoices(state: Readonly<LabState>): void {
    const { parts } = this.#frame;
    parts.part('setting', 'requests').toggleAttribute('data-dim', state.kept === 'on');
    parts.part<HTMLInputElement>('choice', 'kept').disabled = isPiped(state);
    parts.part('why', 'requests').textContent = whyNot(state);
    for (const option of parts.part<HTMLSelectElement>('choice', 'cores').options) {
      option.disabled = !isOffered(option.value as CoresName, state);
    }
  }
}

/** A time that was dragged to, in microseconds: as round as the eye can tell, and nothing below `least`. */
const roundTime = (us: number, least: number): number =>
  us < least ? 0 : Math.min(MOST_APPLICATION_US, Number(us.toPrecision(2)));
