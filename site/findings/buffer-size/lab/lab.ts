/** Mounts the buffer-size lab: it shows what records say, and asks no model. */
import { dragPoint, type DragPoint } from '@/kit/lab/drag';
import { onFirstSight } from '@/kit/lab/entrance';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import type { LabOverlay } from '@/kit/lab/overlay';
import { pictureSize } from '@/kit/lab/sizes';
import { drawBars } from './bars-view';
import { CSV_HEADER, csvRows } from './csv';
import { drawCurves, HEIGHTS, type DrawnCurves } from './curve-view';
import { answerOf, othersOf, ownOf, readingsOf, readingWords, resultSentence, type Reading } from './figures';
import type { Machine } from './measured';
import { RULERS, schemaFor, STOPS, type LabState } from './state';

export const attach = (root: HTMLElement): Promise<void> => new BufferSizeLab(root).mount();

/** The longest time that bars run by themselves, in seconds. */
const LONGEST_PLAY = 5;

class BufferSizeLab {
  readonly #frame: LabFrame<LabState>;
  readonly #machine: Machine;
  readonly #handle: DragPoint;
  #drawn: DrawnCurves | null = null;
  #hasEntered = false;

  constructor(root: HTMLElement) {
    this.#machine = JSON.parse(root.dataset['measured'] ?? '') as Machine;
    this.#frame = new LabFrame<LabState>(root, {
      schema: schemaFor(this.#machine.sources.map(({ name }) => name)),
      rulers: RULERS,
      actions: { run: () => this.#run() },
      onChange: () => {},
      draw: (state, width) => this.#draw(state, width),
      sentence: (state) => resultSentence(state, ownOf(this.#readings(state))),
      overlayWords: (state) => this.#overlayWords(state),
      csv: (state) => ({
        name: 'buffer-size',
        header: CSV_HEADER,
        rows: csvRows(state, readingsOf(state, [this.#machine])),
      }),
    });
    this.#handle = dragPoint(this.#frame.parts.part('handle', 'buffer'), ({ x }, phase) => {
      if (!this.#drawn) return;
      this.#frame.change({ buffer: STOPS.value(STOPS.position(this.#drawn.invertX(x))) }, phase);
    });
  }

  mount = (): Promise<void> => this.#frame.mount();

  get #overlays(): readonly LabOverlay<Machine>[] {
    return this.#frame.overlays as readonly LabOverlay<Machine>[];
  }

  #readings(state: Readonly<LabState>): Reading[] {
    return readingsOf(state, [this.#machine, ...this.#overlays.map(({ name, measured }) => ({ ...measured, name }))]);
  }

  #overlayWords(state: Readonly<LabState>): string[] {
    const readings = othersOf(this.#readings(state));
    return this.#overlays.map(({ name }) => {
      const theirs = readings.filter(({ machine }) => machine === name);
      return `${name}: ${theirs.map((reading) => readingWords(state.buffer, reading)).join('; ') || 'not measured'}.`;
    });
  }

  #draw(state: Readonly<LabState>, width: number): void {
    const { parts } = this.#frame;
    const readings = this.#readings(state);
    const answer = answerOf(state, readings);
    showFigures(parts, [answer]);
    parts.say('words', answer.words);
    if (width === 0) return;
    this.#drawn = drawCurves(state, readings, pictureSize(width, HEIGHTS));
    parts.put('picture', this.#drawn.svg, 'curves');
    parts.put('picture', drawBars(readings, width), 'bars');
    this.#handle.showAt(this.#drawn.hand);
    this.#enter();
  }

  /** Runs the bars once they are seen, if that is soon over: those of the first drawing, as it takes the place of the page's own. */
  #enter(): void {
    if (this.#hasEntered) return;
    this.#hasEntered = true;
    const { parts } = this.#frame;
    onFirstSight(parts.root, parts.part('picture', 'bars'), () => {
      if (this.#bars.every((bar) => secondsOn(bar) <= LONGEST_PLAY)) this.#run();
    });
  }

  get #bars(): SVGElement[] {
    return [...this.#frame.parts.all<SVGElement>('[data-picture="bars"] [data-seconds]')];
  }

  /** Lets each bar grow for as long as the bytes took, and then show its time. */
  #run(): void {
    for (const bar of this.#bars) {
      const duration = 1000 * secondsOn(bar);
      bar.animate([{ transform: 'scaleX(0)' }, { transform: 'none' }], { duration });
      bar.nextElementSibling!.animate([{ opacity: 0 }, { opacity: 0 }], { duration });
    }
  }
}

const secondsOn = ({ dataset }: SVGElement): number => Number(dataset['seconds']);
