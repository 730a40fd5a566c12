/** Takes a reader's books, one after the other: has each opened, its cover drawn, and the new file made of slices. */
import { download } from '@/kit/lab/download';
import { Markup } from '@/kit/lab/markup';
import { WorkerClient } from '@/kit/lab/worker-client';
import { ask, createPlanner, pen } from '../clients';
import { SAMPLES } from '../state';
import type { LabTasks } from '../tasks';
import { distinct } from '../zip';
import { Card } from './card';
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
  readonly #parts: Markup;
  readonly #planner: WorkerClient<LabTasks>;
  readonly #cards: Card[] = [];
  /** What the reader waits for. */
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();
  /** Ends once what plans is there. */
  #planned: Promise<unknown> | null = null;
  #loaded: Promise<void> | null = null;
  #requests: Requests | null = null;
  /** How many made-up books were taken. */
  #samples = 0;

  constructor(root: HTMLElement) {
    this.#parts = new Markup(root);
    this.#planner = new WorkerClient<LabTasks>(createPlanner, {
      onHealth: (health, reason) => {
        this.#trouble(health === 'failed' ? `What plans covers stopped (${reason}). Load the page again.` : '');
        if (health === 'failed') root.dataset['state'] = 'failed';
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
    this.#parts.part('do', 'all').addEventListener('click', () => this.#queue(() => this.#downloadAll()));
    this.#parts.part('do', 'none').addEventListener('click', () => {
      for (const card of [...this.#cards]) this.#remove(card);
      files.focus();
    });
    this.#parts.part('do', 'sample').addEventListener('click', () => this.#queue(() => this.#addSample()));
    for (const controls of this.#parts.all<HTMLFieldSetElement>('[data-controls]')) controls.disabled = false;
    this.#queue(async () => {
      await (this.#planned = ask(this.#planner, 'file', { sample: SAMPLES[0].id }));
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
        changed: () => this.#queue(() => this.#cover(card)),
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
      this.#queue(() => this.#cover(card));
    }
    this.#showTogether();
  }

  /** Adds the next of the made-up books, as a file like any other. */
  async #addSample(): Promise<void> {
    const { id, title } = SAMPLES[this.#samples++ % SAMPLES.length]!;
    const { head } = await ask(this.#planner, 'file', { sample: id });
    this.#add([new File([head as Uint8Array<ArrayBuffer>], `${title.slice(0, 40)}.epub`)]);
  }

  #remove(card: Card): void {
    card.isRemoved = true;
    card.element.remove();
    this.#cards.splice(this.#cards.indexOf(card), 1);
    this.#showTogether();
  }

  #showTogether(): void {
    this.#parts.part('together').hidden = this.#cards.length < 2;
  }

  #tell(words: string): void {
    this.#parts.part('told').textContent = words;
  }

  /** One after the other: of each task a worker answers the latest question only. */
  #queue(work: () => Promise<void>): void {
    const { root } = this.#parts;
    this.#waiting++;
    root.dataset['state'] = 'busy';
    this.#work = this.#work.then(work).finally(() => {
      this.#waiting--;
      if (this.#waiting === 0) root.dataset['state'] = 'idle';
    });
  }

  async #cover(card: Card): Promise<void> {
    if (card.isRemoved || !card.stale) return;
    card.stale = false;
    const { file } = card;
    try {
      await this.#load();
      card.say('Reading…');
      if (!card.facts) card.open(await ask(this.#planner, 'open', { file }));
      const { cover } = card.facts!;
      const { replaces } = card;
      if (cover !== null && !replaces) {
        card.stop(`It has a cover already, ${cover}. It is only replaced if you ask for that.`);
        return;
      }
      const drawn = await pen.draw('book', card.text);
      card.finish(await ask(this.#planner, 'cover', { file, png: drawn.png, replaces }), drawn);
    } catch (error) {
      card.refuse(error instanceof Error ? error.message : String(error));
    }
  }

  async #downloadAll(): Promise<void> {
    const finished = this.#cards.filter(({ finished }) => finished !== null);
    if (finished.length === 0) return this.#tell('None of these books has a new cover.');
    const names = distinct(finished.map(({ newName }) => newName));
    const files = finished.map(({ finished }, index) => ({ name: names[index]!, blob: finished!.blob }));
    this.#tell('The archive is being written.');
    try {
      download('books-with-covers.zip', await ask(this.#planner, 'zip', { files }));
      const left = this.#cards.length - finished.length;
      this.#tell(left === 0 ? '' : `${left} without a new cover are not in it.`);
    } catch (error) {
      this.#tell(error instanceof Error ? error.message : String(error));
    }
  }
}
