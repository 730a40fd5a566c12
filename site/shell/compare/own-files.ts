/**
 * The reader's own records: the text of a file for each experiment, stored in the tab alone, each by itself: one that the browser has no room
 * for takes no other with it. Each is validated again whenever it is drawn.
 */
import { readStored, store } from './choice.ts';

interface OwnFile {
  readonly experiment: string;
  /** Name of the file. */
  readonly name: string;
  readonly text: string;
}

/** Beginning of the keys. */
const KEY = 'mt-own-file:';

const keyOf = (experiment: string): string => `${KEY}${experiment}`;

export class OwnFiles {
  /** Files of this page, and null for those that were forgotten here: the browser may have refused to store that. */
  readonly #here = new Map<string, OwnFile | null>();

  of(experiment: string): OwnFile | undefined {
    const here = this.#here.get(experiment);
    return here === undefined ? storedFile(experiment) : (here ?? undefined);
  }

  /** Adds a file, replacing another of its experiment. Returns false where storage is refused, so that it is lost with the page. */
  add(file: OwnFile): boolean {
    this.#here.set(file.experiment, file);
    const isStored = store(keyOf(file.experiment), JSON.stringify(file));
    // An older file that could not be replaced would come back with the next page.
    if (!isStored) store(keyOf(file.experiment), undefined);
    return isStored;
  }

  /** Forgets a file. Returns false where the browser keeps it until the tab is closed. */
  forget(experiment: string): boolean {
    this.#here.set(experiment, null);
    return store(keyOf(experiment), undefined) || readStored(keyOf(experiment)) === null;
  }
}

/** A file in the tab's storage, which other pages of this origin can write too. */
function storedFile(experiment: string): OwnFile | undefined {
  try {
    const file: unknown = JSON.parse(readStored(keyOf(experiment)) ?? 'null');
    return isFile(file) && file.experiment === experiment ? file : undefined;
  } catch {
    return undefined;
  }
}

const isFile = (file: unknown): file is OwnFile =>
  typeof file === 'object' &&
  file !== null &&
  ['experiment', 'name', 'text'].every((key) => typeof (file as Record<string, unknown>)[key] === 'string');
