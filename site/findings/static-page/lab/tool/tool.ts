/** Takes a reader's books, one after the other: has each opened, its cover drawn, and the new file made of slices. */
import { announcer } from '@/kit/lab/announce';
import { download } from '@/kit/lab/download';
import { LongWorkNotice } from '@/kit/lab/long-work';
import { Parts } from '@/kit/lab/parts';
import { runsModels } from '@/kit/lab/start-worker';
import { WorkerClient } from '@/kit/lab/worker-client';
import { ask, createPlanner, pen } from '../clients';
import { SAMPLES } from '../state';
import type { LabTasks } from '../tasks';
import { distinct } from '../zip';
import { Card } from './card';
import { Queue, stoppedWork, unlessStopped, workWords, type Work } from './queue';
import { Requests } from './requests';

/** More books at once are a mistake. */
const MOST_BOOKS = 200;

/**
 * All letters of the fonts that an element is written in. A browser asks for rare ones as they occur: a book's title would have it ask
 * for some then.
 */
async function letters(element: HTMLElement): Promise<void> {
  const { fontFamily } = getComputedStyle(element);
  const faces = [...document.fonts].filter(({ family }) => fontFamily.includes(family.replaceAll('"', '')));
  await Promise.allSettled(faces.map((face) => face.load()));
}

export function attach(root: HTMLElement): Promise<void> {
  new Tool(root).listen();
  return Promise.resolve();
}

class Tool {
  readonly #parts: Parts;
  readonly #planner: WorkerClient<LabTasks>;
  readonly #cards: Card[] = [];
  /** One after the other: of each task a worker answers the latest question only. */
  readonly #work = new Queue(() => this.#showWork());
  readonly #notice: LongWorkNotice;
  readonly #say: (words: string) => void;
  #hasFailed = false;
  /** Ends once what plans is there. */
  #planned: Promise<unknown> | null = null;
  #loaded: Promise<void> | null = null;
  #requests: Requests | null = null;
  /** How many made-up books were taken. */
  #samples = 0;

  constructor(root: HTMLElement) {
    this.#parts = new Parts(root);
    this.#say = announcer(this.#parts.part('live'));
    // Not fetched when it is needed, as that of other labs: by then the network may be off.
    this.#notice = new LongWorkNotice(this.#parts, {
      hold: () => this.#stop(),
      resume: () => this.#goOn(),
      words: (work) => workWords(work, this.#without.length, this.#cards.length),
    });
    this.#planner = new WorkerClient<LabTasks>(createPlanner, {
      onHealth: (health, reason) => {
        const words = runsModels()
          ? `What plans covers stopped (${reason}). Load the page again.`
          : 'This browser runs no WebAssembly, with which covers are planned and drawn.';
        this.#trouble(health === 'failed' ? words : '');
        this.#hasFailed = health === 'failed';
        this.#showWork();
      },
      onLongWork: (work) => {
        if (typeof work?.share !== 'number') return;
        this.#work.share(work.share);
        this.#showWork();
      },
    });
    pen.onTrouble((words) => this.#trouble(words));
  }

  listen(): void {
    const { root } = this.#parts;
    const near = () => void this.#load();
    for (const event of ['pointerenter', 'focusin', 'dragenter']) root.addEventListener(event, near, { once: true });
    const files = this.#parts.part<HTMLInputElement>('files');
    files.addEventListener('change', () => {
      this.#add([...(files.files ?? [])]);
      // The same file can be chosen again.
      files.value = '';
    });
    const drop = this.#parts.part('drop');
    root.addEventListener('dragover', (event) => {
      event.preventDefault();
      drop.dataset['over'] = '';
    });
    root.addEventListener('dragleave', () => delete drop.dataset['over']);
    root.addEventListener('drop', (event) => {
      event.preventDefault();
      delete drop.dataset['over'];
      this.#add([...(event.dataTransfer?.files ?? [])]);
    });
    this.#parts.part('do', 'all').addEventListener('click', () => this.#queue((signal) => this.#downloadAll(signal)));
    this.#parts.part('do', 'none').addEventListener('click', () => {
      for (const card of [...this.#cards]) this.#remove(card);
      files.focus();
    });
    this.#parts.part('do', 'sample').addEventListener('click', () => this.#queue((signal) => this.#addSample(signal)));
    for (const controls of this.#parts.all<HTMLFieldSetElement>('[data-controls]')) controls.disabled = false;
    this.#queue(async (signal) => {
      this.#planned = ask(this.#planner, 'file', { sample: SAMPLES[0].id });
      await unlessStopped(this.#planned, signal);
    });
  }

  #trouble(words: string): void {
    this.#parts.part('trouble').hidden = words === '';
    this.#parts.part('trouble-words').textContent = words;
  }

  /** Has everything fetched that the tool needs; from then on, requests are counted. */
  #load(): Promise<void> {
    this.#loaded ??= (async () => {
      const offline = this.#parts.part('offline');
      offline.textContent = 'No book leaves your browser. What draws covers is being fetched.';
      await Promise.all([this.#planned, pen.draw('book', SAMPLES[0]), letters(this.#parts.root)]);
      this.#requests = new Requests(() => this.#showRequests());
      offline.textContent =
        'No book leaves your browser. All that is needed is here: the network can be switched off now.';
    })();
    return this.#loaded;
  }

  #showRequests(): void {
    const output = this.#parts.part('result', 'requests');
    const { count } = this.#requests!;
    output.textContent = output.dataset['value'] = String(count);
  }

  #add(files: readonly File[]): void {
    void this.#load();
    const template = this.#parts.part<HTMLTemplateElement>('template');
    const room = MOST_BOOKS - this.#cards.length;
    this.#tell(files.length > room ? `At most ${MOST_BOOKS} books at a time; ${files.length - room} left out.` : '');
    for (const file of files.slice(0, room)) {
      const card: Card = new Card(file, template, {
        changed: () => this.#queue((signal) => this.#cover(card, signal)),
        wanted: () => {
          if (card.finished) download(card.newName, card.finished.blob);
        },
        removed: () => {
          this.#remove(card);
          this.#parts.part('files').focus();
        },
      });
      this.#cards.push(card);
      this.#parts.part('books').append(card.element);
      this.#queue((signal) => this.#cover(card, signal));
    }
    this.#showTogether();
  }

  /** Adds the next of the made-up books, as a file like any other. */
  async #addSample(signal: AbortSignal): Promise<void> {
    const { id, title } = SAMPLES[this.#samples++ % SAMPLES.length]!;
    const { head } = await unlessStopped(ask(this.#planner, 'file', { sample: id }), signal);
    this.#add([new File([head as Uint8Array<ArrayBuffer>], `${title.slice(0, 40)}.epub`)]);
  }

  #remove(card: Card): void {
    card.isRemoved = true;
    card.element.remove();
    this.#cards.splice(this.#cards.indexOf(card), 1);
    this.#showTogether();
    this.#showWork();
  }

  #showTogether(): void {
    this.#parts.part('together').hidden = this.#cards.length < 2;
  }

  #tell(words: string): void {
    this.#parts.part('told').textContent = words;
  }

  #queue(work: Work): void {
    this.#work.add(work);
  }

  /** The books that wait for a cover. */
  get #without(): readonly Card[] {
    return this.#cards.filter(({ stale }) => stale);
  }

  #showWork(): void {
    const { isBusy, longWork } = this.#work;
    this.#parts.root.dataset['state'] = this.#hasFailed ? 'failed' : isBusy ? 'busy' : 'idle';
    const work = isBusy ? longWork : stoppedWork(this.#without.length, this.#cards.length);
    const words = this.#notice.show(this.#hasFailed ? null : work);
    if (words) this.#say(words);
  }

  /**
   * Ends all work, and offers nothing of it that is not whole. What plans covers gives up within a piece of a book; it is not replaced
   * by another worker, whose script a reader without network could not have fetched again.
   */
  #stop(): void {
    for (const task of ['open', 'cover', 'zip'] as const) this.#planner.cancel(task);
    this.#work.stop();
    // What was made before the last change is not what was asked for. The others say that they wait already, each out loud.
    for (const card of this.#without) if (card.finished) card.stop('Waiting.');
  }

  /** Takes up what was stopped. */
  #goOn(): void {
    // The button that was pressed goes.
    this.#parts.part('files').focus({ preventScroll: true });
    for (const card of this.#without) this.#queue((signal) => this.#cover(card, signal));
  }

  async #cover(card: Card, signal: AbortSignal): Promise<void> {
    if (card.isRemoved || !card.stale) return;
    card.stale = false;
    const { file } = card;
    try {
      await unlessStopped(this.#load(), signal);
      card.say('Reading…');
      if (!card.facts) card.open(await unlessStopped(ask(this.#planner, 'open', { file }), signal));
      const { cover } = card.facts!;
      const { replaces } = card;
      if (cover !== null && !replaces) {
        card.stop(`It has a cover already, ${cover}. It is only replaced if you ask for that.`);
        return;
      }
      const drawn = await unlessStopped(pen.draw('book', card.text), signal);
      const covered = ask(this.#planner, 'cover', { file, png: drawn.png, replaces });
      card.finish(await unlessStopped(covered, signal), drawn);
    } catch (error) {
      if (signal.aborted) {
        card.stale = true;
        card.stop('Waiting.');
        return;
      }
      card.refuse(error instanceof Error ? error.message : String(error));
    }
  }

  async #downloadAll(signal: AbortSignal): Promise<void> {
    const finished = this.#cards.filter(({ finished }) => finished !== null);
    if (finished.length === 0) return this.#tell('None of these books has a new cover.');
    const names = distinct(finished.map(({ newName }) => newName));
    const files = finished.map(({ finished }, index) => ({ name: names[index]!, blob: finished!.blob }));
    this.#tell('The archive is being written.');
    try {
      const archive = await unlessStopped(ask(this.#planner, 'zip', { files }), signal);
      download('books-with-covers.zip', archive);
      const left = this.#cards.length - finished.length;
      this.#tell(left === 0 ? '' : `${left} without a new cover are not in it.`);
    } catch (error) {
      if (signal.aborted) {
        this.#parts.part('do', 'all').focus({ preventScroll: true });
        return this.#tell('Stopped: no archive was written.');
      }
      this.#tell(error instanceof Error ? error.message : String(error));
    }
  }
}
