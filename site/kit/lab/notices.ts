import type { Parts } from './parts';
import { runsModels } from './start-worker';
import type { Note } from './state';
import type { Health } from './worker-client';

/** A lab's messages about a wrong address or a failing worker. */
export class Notices {
  readonly #parts: Parts;

  constructor(parts: Parts) {
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
        runsModels()
          ? `The computation stopped and could not be started again (${reason}). The figures above are the last it gave.`
          : 'This browser runs no WebAssembly, with which the lab computes. What it would compute stays as in its first example.',
      );
    } else if (health === 'loading') this.showTrouble('What computes is still being loaded; the figures follow.');
    else if (health === 'restarting') {
      root.dataset['state'] = 'busy';
      this.showTrouble('The computation stopped; it is being started again.');
    } else this.showTrouble('');
    this.#parts.part('act', 'retry').hidden = health !== 'failed' || !runsModels();
  }
}
