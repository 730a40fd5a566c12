import type { Markup } from './markup';
import type { Note } from './state';
import type { Health } from './worker-client';

/** What a lab says of itself when something is not as it should be: in the address, or with the worker. */
export class Notices {
  readonly #parts: Markup;

  constructor(parts: Markup) {
    this.#parts = parts;
  }

  showNotes(notes: readonly Note[]): void {
    const list = this.#parts.part('notes');
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

  /** Says what went wrong; nothing, once all is well. */
  showTrouble(words: string): void {
    this.#parts.part('trouble').hidden = words === '';
    this.#parts.part('trouble-words').textContent = words;
  }

  showHealth(health: Health, reason: string): void {
    const { root } = this.#parts;
    if (health === 'failed') {
      root.dataset['state'] = 'failed';
      this.showTrouble(
        `The computation stopped and could not be started again (${reason}). The figures above are the last it gave.`,
      );
    } else if (health === 'restarting') {
      root.dataset['state'] = 'busy';
      this.showTrouble('The computation stopped; it is being started again.');
    } else this.showTrouble('');
    this.#parts.part('act', 'retry').hidden = health !== 'failed';
  }
}
