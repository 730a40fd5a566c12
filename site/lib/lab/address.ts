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
 */
export function bindAddress<S extends object>(
  schema: Schema<S>,
  onChange: (state: Readonly<S>, change: { from: 'address' | 'reader'; phase: 'live' | 'rest'; notes: Note[] }) => void,
): AddressedState<S> {
  let { state, notes } = schema.read(new URLSearchParams(location.search));
  /** The address before a drag began: what the back button has to return to. */
  let beforeDrag: string | undefined;

  const address = (which: 'all' | 'changed') => {
    const url = new URL(location.href);
    url.search = schema.write(state, url.searchParams, which).toString();
    return url;
  };
  const onPopState = () => {
    beforeDrag = undefined;
    ({ state, notes } = schema.read(new URLSearchParams(location.search)));
    onChange(state, { from: 'address', phase: 'rest', notes });
  };
  addEventListener('popstate', onPopState);
  queueMicrotask(() => onChange(state, { from: 'address', phase: 'rest', notes }));

  return {
    get state() {
      return state;
    },
    change(values, phase) {
      state = schema.reconcile({ ...state, ...values });
      const { href } = address('changed');
      if (phase === 'live') {
        beforeDrag ??= location.href;
        if (href !== location.href) replaceQuietly(href);
      } else if (href !== (beforeDrag ?? location.href)) {
        if (beforeDrag !== undefined) replaceQuietly(beforeDrag);
        history.pushState(history.state, '', href);
        beforeDrag = undefined;
      } else {
        if (href !== location.href) replaceQuietly(href);
        beforeDrag = undefined;
      }
      onChange(state, { from: 'reader', phase, notes: [] });
    },
    link: () => address('all').href,
    stop: () => removeEventListener('popstate', onPopState),
  };
}

/** Browsers refuse more than a few hundred history calls in a while: a missed step of a drag is no loss. */
function replaceQuietly(href: string): void {
  try {
    history.replaceState(history.state, '', href);
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}
