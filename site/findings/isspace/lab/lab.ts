/** Mounts the isspace lab. The worker parses and searches; this draws, listens and keeps the address in step. */
import type { LabOverlay } from '@/kit/lab/overlay';
import { showFigures } from '@/kit/lab/figures';
import { LabFrame } from '@/kit/lab/frame';
import { Question } from '@/kit/lab/question';
import workerUrl from '../worker.ts?worker&url';
import { blockOptions, breaksSentence, drawBroken, textWith } from './breaks-view';
import { fileOf } from './csv';
import { figuresOf, type Results } from './figures';
import type { Measured } from './measured';
import { takeMoved } from './moved';
import { drawBytes, SIDES, sideWords } from './parser-view';
import { StepPlayer } from './player';
import { PRESETS } from './presets';
import { roving } from './roving';
import { spacesOf, toggled } from './rules';
import { AT_PARTING, schema, type LabState } from './state';
import type { Comparison, LabTasks } from './tasks';
import { besideSentence, classify, drawClassified, drawStrip, textSentence } from './text-view';
import { TypedFields } from './typed-fields';
import { stepsAt, stepSentence, verdictSentence } from './words';

export const attach = (root: HTMLElement): Promise<void> => new IsspaceLab(root).mount();

class IsspaceLab {
  readonly #frame: LabFrame<LabState, LabTasks>;
  readonly #compared: Question<LabState, LabTasks, 'compare'>;
  readonly #broken: Question<LabState, LabTasks, 'broken'>;
  readonly #measured: Measured;
  readonly #fields: TypedFields;
  readonly #player: StepPlayer;

  constructor(root: HTMLElement) {
    this.#measured = JSON.parse(root.dataset['measured'] ?? '') as Measured;
    this.#frame = new LabFrame<LabState, LabTasks>(root, {
      schema,
      worker: workerUrl,
      presets: PRESETS,
      rulers: {},
      actions: {
        play: () => this.#player.play(),
        back: () => this.#player.step(-1),
        step: () => this.#player.step(1),
        parting: () => this.#frame.change({ step: AT_PARTING }, 'rest'),
      },
      steps: () => this.#steps(),
      onFreshStart: () => this.#player.pause(),
      onChange: (state) => {
        this.#fields.show(state);
        this.#ask(state);
      },
      draw: (state) => this.#draw(state),
      isSettled: (state) => this.#isSettled(state),
      sentence: (state) => this.#sentence(state),
      overlayWords: (state) => this.#besideWords(state),
      csv: (state) => fileOf(this.#measured, state, this.#results(state)),
    });
    const { parts } = this.#frame;
    this.#compared = this.#frame.question('compare', ({ rule, hstore }) => `${rule} ${hstore}`);
    this.#broken = this.#frame.question('broken', ({ rule }) => rule);
    this.#fields = new TypedFields(parts, (values, phase) => {
      this.#player.pause();
      this.#frame.change(values, phase);
    });
    this.#player = new StepPlayer(parts, (step, phase) => this.#frame.change({ step }, phase));
  }

  async mount(): Promise<void> {
    takeMoved();
    await this.#frame.mount();
    this.#fields.unfold(this.#frame.state);
  }

  *#steps(): Generator<() => void> {
    yield () => this.#fields.attach();
    yield () => this.#player.attach();
    yield () => this.#listen();
  }

  #listen(): void {
    const { parts } = this.#frame;
    const tape = parts.part('tape');
    roving(tape, '[data-byte]');
    tape.addEventListener('click', ({ target }) => {
      const pressed = (target as Element).closest<HTMLElement>('[data-byte]');
      if (!pressed) return;
      this.#frame.change(
        { rule: toggled(this.#frame.state.rule, Number(pressed.dataset['byte'])), step: AT_PARTING },
        'rest',
      );
    });
    const broken = parts.part('broken');
    roving(broken, '[data-break]');
    broken.addEventListener('click', ({ target }) => {
      const pressed = (target as Element).closest<HTMLElement>('[data-break]');
      if (!pressed) return;
      const character = String.fromCodePoint(Number(pressed.dataset['break']));
      const hstore = textWith(character, this.#frame.state.place);
      this.#frame.change({ hstore, view: 'parser', step: AT_PARTING }, 'rest');
      // The pressed button is out of sight now.
      parts.find<HTMLInputElement>('.mt-lab-views input:checked').focus();
    });
  }

  #ask(state: Readonly<LabState>): void {
    const spaces = spacesOf(state.rule);
    if (state.view === 'parser') this.#compared.ask(state, { text: state.hstore, spaces });
    if (state.view === 'breaks') this.#broken.ask(state, { spaces });
    if (state.view === 'text') this.#frame.timer.recordPaint(true);
  }

  #isSettled(state: Readonly<LabState>): boolean {
    if (state.view === 'parser') return this.#compared.current(state) !== null;
    return state.view !== 'breaks' || this.#broken.current(state) !== null;
  }

  #results(state: Readonly<LabState>): Results {
    return { compared: this.#compared.current(state), broken: this.#broken.current(state) };
  }

  #sentence(state: Readonly<LabState>): string {
    const { compared, broken } = this.#results(state);
    switch (state.view) {
      case 'parser':
        if (!compared) return '';
        if (state.step === AT_PARTING) return verdictSentence(compared);
        return [
          `After ${stepsAt(compared, state.step)} steps.`,
          `Locale’s rule: ${stepSentence(compared.rule, state.step)}`,
          `ASCII rule: ${stepSentence(compared.ascii, state.step)}`,
        ].join(' ');
      case 'breaks':
        return broken ? breaksSentence(state, broken) : '';
      case 'text':
        return textSentence(this.#measured, classify(this.#measured, state.text));
    }
  }

  #besideWords({ view, text }: Readonly<LabState>): string[] {
    if (view !== 'text') return [];
    const beside = this.#frame.overlays as readonly LabOverlay<Measured>[];
    return beside.map((machine) => besideSentence(this.#measured, machine, text));
  }

  // Drawing

  #draw(state: Readonly<LabState>): void {
    const measured = this.#measured;
    const { parts } = this.#frame;
    const results = this.#results(state);
    if (!this.#isSettled(state)) return;
    showFigures(parts, figuresOf[state.view](measured, state, results));
    if (state.view === 'parser' && results.compared) this.#drawParser(state, results.compared);
    if (state.view === 'breaks' && results.broken) {
      parts.say('breaks-words', breaksSentence(state, results.broken));
      parts.put('blocks', blockOptions(results.broken, state.block));
      parts.put('broken', drawBroken(state, results.broken));
    }
    if (state.view === 'text') {
      const classified = classify(measured, state.text);
      parts.say('classified-words', textSentence(measured, classified));
      parts.put('strip', drawStrip(classified));
      parts.put('classified', drawClassified(measured, classified));
    }
  }

  #drawParser(state: Readonly<LabState>, compared: Comparison): void {
    const { parts } = this.#frame;
    const tape = parts.part('tape');
    const focused = tape.contains(document.activeElement) ? document.activeElement : null;
    const offset = (focused as HTMLElement | null)?.dataset['offset'];
    const strip = drawBytes(state.hstore, spacesOf(state.rule), compared, state.step);
    if (parts.put('tape', strip) && offset !== undefined) {
      tape.querySelector<HTMLElement>(`[data-offset="${offset}"]`)?.focus();
    }
    for (const side of SIDES) {
      const { sentence, state: doing, pairs, refused } = sideWords(compared, side, state.step);
      parts.part('step-words', side).textContent = sentence;
      parts.part('state-words', side).textContent = doing;
      parts.part('side', side).toggleAttribute('data-refused', refused);
      parts.put('pairs', pairs, side);
    }
    const verdict = parts.part('verdict-words');
    verdict.dataset['verdict'] = compared.verdict;
    parts.say('verdict-words', verdictSentence(compared));
    this.#player.show(compared, state.step);
  }
}
