/** Mounts the buffer-size lab: it shows what records say, and asks no model. */
import { bindAddress, type AddressedState } from '@/kit/lab/address';
import { announcer } from '@/kit/lab/announce';
import { Controls } from '@/kit/lab/controls';
import { copyLink } from '@/kit/lab/copy-link';
import { download } from '@/kit/lab/download';
import { dragPoint, type DragPoint } from '@/kit/lab/drag';
import { onFirstSight } from '@/kit/lab/entrance';
import { showFigures } from '@/kit/lab/figures';
import { whenLed } from '@/kit/lab/leading';
import { closesItself } from '@/kit/lab/menu';
import { nextTask } from '@/kit/lab/motion';
import { Notices } from '@/kit/lab/notices';
import { OVERLAY_CHANGED, overlaysOn, showOverlayWords, undrawnWords, type LabOverlay } from '@/kit/lab/overlay';
import { Parts } from '@/kit/lab/parts';
import { pictureSize } from '@/kit/lab/sizes';
import type { Note, Schema } from '@/kit/lab/state';
import { toCsv } from '@/kit/record/csv';
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
  readonly #parts: Parts;
  readonly #machine: Machine;
  readonly #schema: Schema<LabState>;
  readonly #controls: Controls<LabState>;
  readonly #notices: Notices;
  readonly #say: (sentence: string) => void;
  readonly #handle: DragPoint;
  #address!: AddressedState<LabState>;
  #drawn: DrawnCurves | null = null;
  #width = 0;

  constructor(root: HTMLElement) {
    this.#parts = new Parts(root);
    this.#machine = JSON.parse(root.dataset['measured'] ?? '') as Machine;
    this.#schema = schemaFor(this.#machine.sources.map(({ name }) => name));
    this.#notices = new Notices(this.#parts);
    this.#say = announcer(this.#parts.part('live'));
    this.#controls = new Controls(
      this.#parts,
      { schema: this.#schema, rulers: RULERS },
      () => this.#address.state,
      (values, phase) => this.#address.change(values, phase),
    );
    this.#handle = dragPoint(this.#parts.part('handle', 'buffer'), ({ x }, phase) => {
      if (!this.#drawn) return;
      const buffer = STOPS.value(STOPS.position(this.#drawn.invertX(x)));
      this.#address.change({ buffer }, phase);
    });
  }

  async mount(): Promise<void> {
    const { root } = this.#parts;
    for (const step of this.#controls.attach(() => {})) step();
    this.#listen();
    await nextTask();
    this.#address = bindAddress(this.#schema, (_, { phase, from, notes }) =>
      this.#show(phase, from === 'address' ? notes : null),
    );
    root.addEventListener(OVERLAY_CHANGED, () => this.#show('live', null));
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width === this.#width || width === 0) return;
      this.#width = width;
      this.#show('live', null);
    }).observe(this.#parts.find('.mt-lab-stages'));
    this.#controls.enable();
    onFirstSight(root, this.#parts.part('picture', 'bars'), () => {
      if (this.#bars.every((bar) => secondsOn(bar) <= LONGEST_PLAY)) this.#run();
    });
    whenLed(root, ({ state, phase }) => {
      this.#controls.clearRemarks();
      this.#address.change(this.#schema.read(new URLSearchParams(state)).state, phase);
    });
  }

  #listen(): void {
    const actions = {
      run: () => this.#run(),
      copy: () => void copyLink(this.#parts.part('act', 'copy'), this.#address.link()),
      csv: () => download('buffer-size.csv', toCsv(CSV_HEADER, csvRows(this.#address.state, this.#readingsBeside([])))),
      reset: () => {
        this.#controls.clearRemarks();
        this.#address.change(this.#schema.opening, 'rest');
      },
    };
    for (const [name, action] of Object.entries(actions))
      this.#parts.part('act', name).addEventListener('click', action);
    for (const menu of this.#parts.all<HTMLDetailsElement>('[data-menu]')) closesItself(menu);
  }

  #show(phase: 'live' | 'rest', notes: readonly Note[] | null): void {
    const { state } = this.#address;
    const { root } = this.#parts;
    root.dataset['state'] = 'busy';
    if (notes) this.#notices.showNotes(notes);
    this.#controls.show(state);
    const { readings, words } = this.#withOverlays(overlaysOn(root) as readonly LabOverlay<Machine>[]);
    const answer = answerOf(state, readings);
    showFigures(this.#parts, [answer]);
    this.#parts.say('words', answer.words);
    showOverlayWords(root, words);
    if (phase === 'rest') this.#say(resultSentence(state, ownOf(readings)));
    if (this.#width === 0) return;
    this.#draw(state, readings);
    root.dataset['state'] = 'ready';
  }

  #readingsBeside = (overlays: readonly LabOverlay<Machine>[]): Reading[] =>
    readingsOf(this.#address.state, [this.#machine, ...overlays.map(({ name, measured }) => ({ ...measured, name }))]);

  /** All readings, and a sentence on each machine that is laid over. */
  #withOverlays(overlays: readonly LabOverlay<Machine>[]): { readings: Reading[]; words: string[] } {
    const { buffer } = this.#address.state;
    try {
      const readings = this.#readingsBeside(overlays);
      const words = overlays.map(({ name }) => {
        const theirs = othersOf(readings).filter(({ machine }) => machine === name);
        return `${name}: ${theirs.map((reading) => readingWords(buffer, reading)).join('; ') || 'not measured'}.`;
      });
      return { readings, words };
    } catch {
      return { readings: this.#readingsBeside([]), words: overlays.map(undrawnWords) };
    }
  }

  #draw(state: Readonly<LabState>, readings: readonly Reading[]): void {
    this.#drawn = drawCurves(state, readings, pictureSize(this.#width, HEIGHTS));
    this.#parts.put('picture', this.#drawn.svg, 'curves');
    this.#parts.put('picture', drawBars(readings, this.#width), 'bars');
    this.#handle.showAt(this.#drawn.hand);
  }

  get #bars(): SVGElement[] {
    return [...this.#parts.all<SVGElement>('[data-picture="bars"] [data-seconds]')];
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
