/** The reader's own records: the text of a file for each experiment, kept in the tab alone. Each is read again whenever it is drawn. */
import { store, stored } from './choice.ts';

/** A file as the reader chose it. */
interface OwnFile {
  readonly experiment: string;
  /** What the file is called. */
  readonly name: string;
  readonly text: string;
}

const KEY = 'mt-own-files';

export class OwnFiles {
  readonly #all: Map<string, OwnFile>;

  constructor() {
    this.#all = new Map(kept().map((file) => [file.experiment, file]));
  }

  of(experiment: string): OwnFile | undefined {
    return this.#all.get(experiment);
  }

  /** Adds one, in the place of another of its experiment. Whether it outlasts the page. */
  add(file: OwnFile): boolean {
    this.#all.set(file.experiment, file);
    return this.#keep();
  }

  forget(experiment: string): void {
    this.#all.delete(experiment);
    this.#keep();
  }

  #keep(): boolean {
    const files = [...this.#all.values()];
    const isKept = store(KEY, files.length > 0 ? JSON.stringify(files) : undefined);
    // What could not be replaced would come back with the next page.
    if (!isKept) store(KEY, undefined);
    return isKept;
  }
}

/** What stands in the tab's storage may be of any origin's making. */
function kept(): OwnFile[] {
  try {
    const files: unknown = JSON.parse(stored(KEY) ?? '[]');
    return Array.isArray(files) ? files.filter(isFile) : [];
  } catch {
    return [];
  }
}

const isFile = (file: unknown): file is OwnFile =>
  typeof file === 'object' &&
  file !== null &&
  ['experiment', 'name', 'text'].every((key) => typeof (file as Record<string, unknown>)[key] === 'string');
