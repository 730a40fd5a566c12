/** Brings the birthday calculator to life. The worker computes; this draws, listens and keeps the address in step. */
import type { DrawnChart } from '@/lib/charts/chart';
import { bindAddress, type AddressedState } from '@/lib/lab/address';
import { announcer } from '@/lib/lab/announce';
import { download, toCsv, type Cell } from '@/lib/lab/csv';
import { dragLine, type DragLine } from '@/lib/lab/drag';
import { attachRuler, type Ruler } from '@/lib/lab/ruler';
import { formatInteger, type Note } from '@/lib/lab/state';
import { WorkerClient, type Health } from '@/lib/lab/worker-client';
import { drawRisk, LOWEST_RISK } from './risk-view';
import { PICTURE_HEIGHTS } from './sizes';
import { LADDERS, SCHEMES, schema, type BirthdayState, type RulerName } from './state';
import type { BirthdayTasks, Risk } from './tasks';
import {
  assumptions,
  birthdayFigures,
  formatGranularity,
  formatLarge,
  formatRisk,
  formatSpan,
  resultSentence,
} from './words';

/** Narrower calculators, in pixels, get the narrow picture. The style sheet's container query says the same. */
const NARROW = 560;

const WRITE: Record<RulerName, (value: number) => string> = {
  granularity: formatGranularity,
  bits: formatInteger,
  machines: formatInteger,
  rate: formatLarge,
  span: formatSpan,
  risk: formatRisk,
};

export async function attach(root: HTMLElement): Promise<void> {
  new BirthdayCalculator(root);
}

class BirthdayCalculator {
  readonly #root: HTMLElement;
  readonly #worker: WorkerClient<BirthdayTasks>;
  readonly #address: AddressedState<BirthdayState>;
  readonly #rulers = new Map<RulerName, Ruler>();
  readonly #handles: { rate: DragLine; risk: DragLine };
  readonly #say: (sentence: string) => void;
  /** The newest answer and the state it is about. */
  #answer: { state: Readonly<BirthdayState>; risk: Risk } | null = null;
  #chart: DrawnChart | null = null;
  #width = 0;
  #drawing = false;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#say = announcer(this.#part('live'));
    this.#worker = new WorkerClient<BirthdayTasks>(
      () => new Worker(new URL('../../../../workers/birthdays.ts', import.meta.url), { type: 'module' }),
      { onHealth: (health, reason) => this.#onHealth(health, reason) },
    );
    for (const name of Object.keys(LADDERS) as RulerName[]) {
      const ruler = attachRuler(
        this.#part('ruler', name),
        LADDERS[name],
        schema.fields[name],
        WRITE[name],
        (value, phase) => this.#address.change({ [name]: value }, phase),
      );
      this.#rulers.set(name, ruler);
    }
    this.#handles = {
      rate: this.#handle('rate', 'x', (chart, x) => nearest(chart.invertX(x), 'rate')),
      risk: this.#handle('risk', 'y', (chart, y) => nearest(Math.max(LOWEST_RISK, chart.invertY(y)), 'risk')),
    };
    this.#listen();
    this.#address = bindAddress(schema, (state, { from, phase, notes }) => {
      if (from === 'address') this.#showNotes(notes);
      this.#showControls(state);
      this.#ask(state, phase);
    });
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width === this.#width || width === 0) return;
      this.#width = width;
      this.#redraw();
    }).observe(this.#part('stage'));
    for (const controls of this.#root.querySelectorAll<HTMLFieldSetElement>('[data-controls]')) {
      controls.disabled = false;
    }
  }

  #part<E extends HTMLElement = HTMLElement>(name: string, value?: string): E {
    const found = this.#root.querySelector<E>(value === undefined ? `[data-${name}]` : `[data-${name}="${value}"]`);
    if (!found) throw new Error(`The calculator has no part ${name} ${value ?? ''}.`);
    return found;
  }

  #handle(name: 'rate' | 'risk', across: 'x' | 'y', valueAt: (chart: DrawnChart, pixels: number) => number): DragLine {
    return dragLine(this.#part('handle', name), across, (pixels, phase) => {
      if (this.#chart) this.#address.change({ [name]: valueAt(this.#chart, pixels) }, phase);
    });
  }

  #listen(): void {
    for (const { id, granularity, bits } of SCHEMES) {
      this.#part('preset', id).addEventListener('click', () => this.#address.change({ granularity, bits }, 'rest'));
    }
    const actions: Record<string, () => void> = {
      copy: () => void this.#copyLink(),
      csv: () => this.#downloadCsv(),
      reset: () => this.#address.change(schema.initial, 'rest'),
      retry: () => this.#worker.retry(),
    };
    for (const [name, action] of Object.entries(actions)) this.#part('act', name).addEventListener('click', action);
  }

  #ask(state: Readonly<BirthdayState>, phase: 'live' | 'rest'): void {
    if (this.#root.dataset['state'] !== 'failed') this.#root.dataset['state'] = 'busy';
    this.#worker.ask('risk', state, {
      onResult: (risk) => {
        this.#answer = { state, risk };
        this.#root.dataset['state'] = 'ready';
        this.#redraw();
        if (phase === 'rest') this.#say(resultSentence(state, risk));
      },
      onRefused: (message) => this.#showTrouble(message),
    });
  }

  #redraw(): void {
    if (this.#drawing) return;
    this.#drawing = true;
    requestAnimationFrame(() => {
      this.#drawing = false;
      if (this.#answer) this.#draw(this.#answer.state, this.#answer.risk);
    });
  }

  #draw(state: Readonly<BirthdayState>, risk: Risk): void {
    for (const { name, label, value, text, note } of birthdayFigures(state, risk)) {
      const output = this.#part('result', name);
      output.textContent = text;
      output.dataset['value'] = value === null ? '' : String(value);
      this.#part('label', name).textContent = label;
      this.#part('note-of', name).textContent = note;
    }
    this.#part('sentence').textContent = resultSentence(state, risk);
    const items = assumptions(state).map((sentence) => {
      const item = document.createElement('li');
      item.textContent = sentence;
      return item;
    });
    this.#part('assumptions').replaceChildren(...items);
    if (this.#width === 0) return;
    const height = this.#width < NARROW ? PICTURE_HEIGHTS.narrow : PICTURE_HEIGHTS.wide;
    this.#chart = drawRisk(state, risk, { width: this.#width, height });
    this.#part('picture').innerHTML = this.#chart.svg;
    const { plot, x, y } = this.#chart;
    this.#handles.rate.place({ left: x(state.rate), top: plot.top, length: plot.height });
    this.#handles.risk.place({ left: plot.left, top: y(state.risk), length: plot.width });
  }

  #showControls(state: Readonly<BirthdayState>): void {
    const said: Record<RulerName, string> = {
      granularity: state.granularity === Infinity ? 'no timestamp' : formatSpan(state.granularity),
      bits: `${state.bits} random bits`,
      machines: `${formatInteger(state.machines)} machines`,
      rate: `${formatLarge(state.rate)} a second`,
      span: formatSpan(state.span),
      risk: formatRisk(state.risk),
    };
    for (const [name, ruler] of this.#rulers) ruler.show(state[name], said[name]);
    for (const { id, granularity, bits } of SCHEMES) {
      const chosen = granularity === state.granularity && bits === state.bits;
      this.#part('preset', id).setAttribute('aria-pressed', String(chosen));
    }
  }

  #showNotes(notes: readonly Note[]): void {
    const list = this.#part('notes');
    list.hidden = notes.length === 0;
    list.replaceChildren(
      ...notes.map(({ parameter, message }) => {
        const line = document.createElement('p');
        line.dataset['note'] = parameter;
        line.textContent = message;
        return line;
      }),
    );
  }

  #onHealth(health: Health, reason: string): void {
    if (health === 'failed') {
      this.#root.dataset['state'] = 'failed';
      this.#showTrouble(
        `The calculation stopped and could not be started again (${reason}). The figures are the last it gave.`,
      );
    } else {
      this.#root.dataset['state'] = 'busy';
      this.#showTrouble(health === 'restarting' ? 'The calculation stopped; it is being started again.' : '');
    }
    this.#part('act', 'retry').hidden = health !== 'failed';
  }

  #showTrouble(words: string): void {
    this.#part('trouble').hidden = words === '';
    this.#part('trouble-words').textContent = words;
  }

  async #copyLink(): Promise<void> {
    const link = this.#address.link();
    const button = this.#part('act', 'copy');
    try {
      await navigator.clipboard.writeText(link);
      button.textContent = 'Copied';
    } catch {
      // Without permission to write the clipboard the address bar is the next best place to copy from.
      history.replaceState(history.state, '', link);
      button.textContent = 'Now in the address bar';
    }
    setTimeout(() => (button.textContent = 'Copy link'), 2500);
  }

  #downloadCsv(): void {
    if (!this.#answer) return;
    const { state, risk } = this.#answer;
    const rows: Cell[][] = Object.entries(state).map(([name, value]) => ['parameter', name, null, value]);
    rows.push(['figure', 'risk, at least', null, risk.low], ['figure', 'risk, at most', null, risk.high]);
    for (const { name, value } of birthdayFigures(state, risk)) {
      if (name !== 'risk') rows.push(['figure', name, null, value]);
    }
    const names = ['these identifiers', ...SCHEMES.map(({ label }) => label)];
    risk.curves.forEach((curve, index) => {
      curve.forEach((value, at) => rows.push(['risk at a rate', names[index] ?? '', risk.rates[at] ?? null, value]));
    });
    download('identifiers-until-a-duplicate.csv', toCsv(['kind', 'name', 'at', 'value'], rows));
  }
}

/** A value of the chart as the ruler could have given it: two digits, within the limits. */
function nearest(value: number, name: 'rate' | 'risk'): number {
  return schema.fields[name].read(String(Number(value.toPrecision(2)))).value;
}
