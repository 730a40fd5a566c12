/**
 * The records of the reader's own, kept in this browser alone until they are forgotten. Where storage is forbidden or full, they last for
 * the page.
 */
import { rememberSubjects } from './flag.ts';
import { subjectOf } from './subjects.ts';

/** The text of a file that was read as a record. It is read again each time: the site may have changed since. */
export interface Kept {
  /** The record's name: its experiment and its machine. */
  readonly name: string;
  /** What the file was called. */
  readonly file: string;
  readonly text: string;
}

const [DATABASE, STORE] = ['measured-twice', 'records'];

const promised = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('the browser’s database failed'));
  });

/** Does one thing in the database. */
async function inStore<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(DATABASE, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'name' });
  const database = await promised(opening);
  try {
    return await promised(act(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

export class KeptRecords {
  readonly #all: Map<string, Kept>;

  private constructor(all: readonly Kept[]) {
    this.#all = new Map(all.map((kept) => [kept.name, kept]));
    this.#remember();
  }

  static async open(): Promise<KeptRecords> {
    const all = inStore<Kept[]>('readonly', (store) => store.getAll());
    return new KeptRecords(await all.catch(() => []));
  }

  get all(): Kept[] {
    return [...this.#all.values()];
  }

  get(name: string): Kept | undefined {
    return this.#all.get(name);
  }

  /** Keeps one. Whether it outlasts the page. */
  async keep(kept: Kept): Promise<boolean> {
    this.#all.set(kept.name, kept);
    const isStored = await inStore('readwrite', (store) => store.put(kept)).then(
      () => true,
      () => false,
    );
    if (isStored) this.#remember();
    return isStored;
  }

  async forget(name: string): Promise<void> {
    this.#all.delete(name);
    this.#remember();
    // Where the database can't be opened, there is nothing in it to forget.
    await inStore('readwrite', (store) => store.delete(name)).catch(() => undefined);
  }

  #remember(): void {
    rememberSubjects(this.all.map(({ name }) => subjectOf(name.split('/')[0]!)));
  }
}
