import type { Note, Schema } from './state';

export interface AddressedState<S> {
  readonly state: Readonly<S>;
  /**
   * Changes some values. While something is being dragged (`live`) the current history entry is rewritten; once it
   * rests, a new entry is made, so that the back button undoes whole steps and not pixels.
   */
  change(values: Partial<S>, phase: 'live' | 'rest'): void;
  /** The address of this state with every value spelled out, so that it keeps its meaning when a default changes. */
  link(): string;
  stop(): void;
}

/**
 * Keeps a lab's state and the page's address in step. `onChange` hears of every change, whoever made it; a change that
 * came with an address (the first one, and the back and forward buttons) brings notes on what the address got wrong.
 *
 * Several labs of a page may share its address, each with parameters of its own: a lab writes, resets and explains only
 * those, and hears nothing of a step back or forward that changed only the others'.
 */
export function bindAddress<S extends object>(
  schema: Schema<S>,
  onChange: (state: Readonly<S>, change: { from: 'address' | 'reader'; phase: 'live' | 'rest'; notes: Note[] }) => void,
): AddressedState<S> {
  const names = [...schema.write(schema.initial, new URLSearchParams(), 'all').keys()];
  let { state, notes } = schema.read(new URLSearchParams(location.search));
  /** The state and the address when a drag began, to which the back button has to return. */
  let beforeDrag: { state: Readonly<S>; texts: (string | null)[] } | undefined;

  /** This lab's parameters as they stand in the address, right or wrong. */
  const texts = () => {
    const parameters = new URLSearchParams(location.search);
    return names.map((name) => parameters.get(name));
  };
  /** The page's address as it is now, with a state of this lab in it. */
  const address = (which: 'all' | 'changed') => {
    const url = new URL(location.href);
    url.search = schema.write(state, url.searchParams, which).toString();
    return url.href;
  };
  const restore = (given: readonly (string | null)[]) => {
    const url = new URL(location.href);
    given.forEach((text, index) => {
      const name = names[index] as string;
      if (text === null) url.searchParams.delete(name);
      else url.searchParams.set(name, text);
    });
    replaceQuietly(url.href);
  };
  const onPopState = () => {
    const before = asRead(schema, state, notes);
    const wasDragged = beforeDrag !== undefined;
    beforeDrag = undefined;
    ({ state, notes } = schema.read(new URLSearchParams(location.search)));
    if (!wasDragged && asRead(schema, state, notes) === before) return;
    onChange(state, { from: 'address', phase: 'rest', notes });
  };
  addEventListener('popstate', onPopState);
  queueMicrotask(() => onChange(state, { from: 'address', phase: 'rest', notes }));

  return {
    get state() {
      return state;
    },
    change(values, phase) {
      const start = beforeDrag ?? { state, texts: texts() };
      state = schema.reconcile({ ...state, ...values });
      // The notes were about an address that this state is not from.
      notes = [];
      // Before the address, whose changes take browsers milliseconds: the worker begins at once.
      onChange(state, { from: 'reader', phase, notes: [] });
      if (phase === 'live') {
        beforeDrag = start;
        const href = address('changed');
        if (href !== location.href) replaceQuietly(href);
      } else {
        // The entry that a drag rewrote gets back what it said, and the new state gets an entry of its own.
        if (beforeDrag) restore(start.texts);
        beforeDrag = undefined;
        if (asRead(schema, state) !== asRead(schema, start.state)) {
          // The lab follows in any case, and the next entry says all of it.
          quietly(() => history.pushState(history.state, '', address('changed')));
        }
      }
    },
    link: () => address('all'),
    stop: () => removeEventListener('popstate', onPopState),
  };
}

/** All that a lab took from an address, as a text to compare. */
const asRead = <S extends object>(schema: Schema<S>, state: S, notes: readonly Note[] = []): string =>
  [schema.write(state, new URLSearchParams(), 'all').toString(), ...notes.map(({ message }) => message)].join('\n');

const replaceQuietly = (href: string): void => quietly(() => history.replaceState(history.state, '', href));

/**
 * Browsers refuse more than some hundred history calls in a while, WebKit more than a hundred in ten seconds, which a key that is held
 * down takes: a missed step is no loss.
 */
function quietly(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
