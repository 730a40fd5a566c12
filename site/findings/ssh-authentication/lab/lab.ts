/** Mounts the ssh-authentication lab. The worker computes; this draws, listens and keeps the address in step. */
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { Question } from '@/kit/lab/question';
import { setMarkup } from '@/kit/set-markup';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import workerUrl from '../worker.ts?worker&url';
import { CSV_HEADER, csvRows } from './csv';
import { figures, remarks, resultSentence, sentence, stepOf } from './figures';
import { attachHighlight } from './highlight';
import { lineSays, templateOf } from './line';
import { Pair } from './pair';
import { chipLabel, drawCard, drawChip } from './pair-view';
import { drawPanels } from './panels-view';
import { drawSequence } from './sequence-view';
import { presets } from './presets';
import { LAST_STEP, MOST_LINE, NO_BIT, requestOf, schema, type LabState } from './state';
import type { LabTasks, Played } from './tasks';

const ASKED = (Object.keys(schema.initial) as (keyof LabState)[]).filter((name) => name !== 'step');

export const attach = (root: HTMLElement): Promise<void> => new SshAuthenticationLab(root).mount();

class SshAuthenticationLab {
  readonly #root: HTMLElement;
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #played: Question<LabState, LabTasks, 'play'>;
  readonly #pair: Pair;
  /** What is drawn, so that moving on to another step draws nothing anew. */
  #drawn: Played | null = null;

  constructor(root: HTMLElement) {
    this.#root = root;
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      presets,
      rulers: {},
      actions: {
        back: () => this.#walk(-1),
        step: () => this.#walk(1),
      },
      steps: () => this.#steps(),
      onChange: (state) => this.#played.ask(state, requestOf(state)),
      draw: (state) => this.#draw(state),
      sentence: (state) => {
        const played = this.#played.current(state);
        return played ? resultSentence(state, played) : '';
      },
      csv: (state) => ({
        name: 'ssh-authentication',
        header: CSV_HEADER,
        rows: csvRows(state, this.#played.current(state)),
      }),
    });
    this.#pair = new Pair(this.#frame.parts, (connection, phase) => this.#frame.change({ connection }, phase));
    this.#played = this.#frame.question('play', ASKED);
  }

  mount = async (): Promise<void> => {
    this.#listen();
    await this.#frame.mount();
  };

  *#steps(): Generator<() => void> {
    yield () => this.#pair.attach();
    // Folds that hold what the address sets, where no choice in them says so.
    yield () => {
      const { parts, state } = this.#frame;
      const isOther = (name: keyof LabState) => state[name] !== schema.opening[name];
      const open = (part: string) => parts.part(part).closest('details')?.setAttribute('open', '');
      if (isOther('step') || isOther('bit')) open('exchange');
      if (isOther('line')) open('line');
    };
  }

  #listen(): void {
    const { parts } = this.#frame;
    attachHighlight(parts.part('panels'));
    parts.part('sequence').addEventListener('click', ({ target }) => {
      const step = (target as Element).closest<HTMLElement>('[data-step]')?.dataset['step'];
      if (step !== undefined) this.#frame.change({ step: Number(step) }, 'rest');
    });
    parts.part('panels').addEventListener('click', ({ target }) => {
      const { flip, bit } = (target as Element).closest<HTMLElement>('[data-flip], [data-bit]')?.dataset ?? {};
      if (flip !== undefined) this.#turnOver(Number(flip));
      else if (bit !== undefined) this.#frame.change({ bit: Number(bit) }, 'rest');
    });
    const line = parts.part<HTMLInputElement>('line');
    const changeLine = (phase: 'live' | 'rest') => {
      const keys = this.#played.latest?.keys;
      if (keys) this.#frame.change({ line: templateOf(line.value.slice(0, MOST_LINE), keys) }, phase);
    };
    line.addEventListener('input', () => changeLine('live'));
    line.addEventListener('change', () => changeLine('rest'));
  }

  /** Turns over the lowest bit of a byte, or puts the byte right again. */
  #turnOver(byte: number): void {
    const { bit } = this.#frame.state;
    const isWrong = bit !== NO_BIT && bit >> 3 === byte;
    this.#frame.change({ bit: isWrong ? NO_BIT : 8 * byte + 7 }, 'rest');
  }

  #walk(by: number): void {
    const played = this.#played.latest;
    const step = played ? stepOf(this.#frame.state, played) + by : 0;
    this.#frame.change({ step: Math.min(Math.max(step, 0), played?.steps.length ?? LAST_STEP) }, 'rest');
  }

  // Drawing

  #draw(state: Readonly<LabState>): void {
    const played = this.#played.current(state);
    if (!played) return;
    const { parts } = this.#frame;
    if (played !== this.#drawn) this.#drawAnew(state, played);
    this.#drawn = played;

    const front = stepOf(state, played);
    for (const panel of parts.all('[data-panel]')) {
      panel.toggleAttribute('data-off', panel.dataset['panel'] !== String(front));
    }
    for (const rung of parts.all('[data-step]')) {
      if (rung.dataset['step'] === String(front)) rung.setAttribute('aria-current', 'step');
      else rung.removeAttribute('aria-current');
    }
    parts.part<HTMLButtonElement>('act', 'back').disabled = front === 0;
    parts.part<HTMLButtonElement>('act', 'step').disabled = front === played.steps.length;
  }

  #drawAnew(state: Readonly<LabState>, played: Played): void {
    const { parts } = this.#frame;
    const focused = this.#focusedPart();
    setMarkup(parts.part('sequence'), drawSequence(state, played));
    setMarkup(parts.part('panels'), drawPanels(state, played));
    if (focused) this.#root.querySelector<HTMLElement>(focused)?.focus({ preventScroll: true });

    const said = parts.part('sentence');
    said.textContent = sentence(state, played);
    said.dataset['accepted'] = String(played.accepted);
    parts.part('remarks').textContent = remarks(state, played);
    showFigures(parts, figures(played));
    this.#showPair(state, played);
    this.#showKeys(played);
  }

  #showPair(state: Readonly<LabState>, played: Played): void {
    const { parts } = this.#frame;
    for (const connection of LIMITS.connections) {
      setMarkup(parts.part('card', connection), drawCard(connection, state, played));
    }
    parts.part('pair').dataset['accepted'] = String(played.accepted);
    const chip = parts.part('chip');
    setMarkup(chip, drawChip(state, played));
    chip.setAttribute('aria-label', chipLabel(state, played));
    this.#pair.show(state.connection);
  }

  /** A selector of the part that has the focus, where drawing anew would take it away. */
  #focusedPart(): string | null {
    const { activeElement } = document;
    if (!(activeElement instanceof HTMLElement) || !this.#root.contains(activeElement)) return null;
    const { step, flip, bit } = activeElement.dataset;
    if (step !== undefined) return `[data-step="${step}"]`;
    if (flip !== undefined) return `[data-panel]:not([data-off]) [data-flip="${flip}"]`;
    // Where a bit was put back its buttons are gone: the bytes are next.
    if (bit !== undefined) return `[data-panel]:not([data-off]) :is([data-bit="${bit}"], [data-flip][tabindex="0"])`;
    return null;
  }

  #showKeys({ keys }: Played): void {
    const { parts } = this.#frame;
    parts.part('key', 'secret').textContent = keys.secret;
    parts.part('key', 'fingerprint').textContent = keys.fingerprint;
    const line = parts.part<HTMLInputElement>('line');
    if (document.activeElement !== line) line.value = keys.line;
    parts.part('line-says').textContent = lineSays(keys);
  }
}
