import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { bindAddress, type AddressedState } from './address';
import { choice, defineState, integer, type Note } from './state';

interface Sim {
  threads: number;
  view: 'one' | 'many';
}
interface Calc {
  bits: number;
}

const SIM = defineState<Sim>({
  threads: integer({ initial: 2, min: 1, max: 64 }),
  view: choice('one', ['one', 'many']),
});
const CALC = defineState<Calc>({ bits: integer({ initial: 0, min: 0, max: 160 }) }, { prefix: 'b-' });

/** As much of a browser as an address needs: a list of entries, and the event that going through it brings. */
class Browser {
  entries: string[];
  at = 0;
  readonly #listeners = new Set<() => void>();

  constructor(query: string) {
    this.entries = [`https://site.example/page/${query}`];
    vi.stubGlobal('location', this.#location());
    vi.stubGlobal('history', {
      state: null,
      pushState: (_: unknown, __: string, href: string) => {
        this.entries.splice(this.at + 1, Infinity, href);
        this.at++;
      },
      replaceState: (_: unknown, __: string, href: string) => (this.entries[this.at] = href),
    });
    vi.stubGlobal('addEventListener', (_: string, listener: () => void) => this.#listeners.add(listener));
    vi.stubGlobal('removeEventListener', (_: string, listener: () => void) => this.#listeners.delete(listener));
  }

  #location() {
    const href = () => this.entries[this.at] as string;
    return {
      get href() {
        return href();
      },
      get search() {
        return new URL(href()).search;
      },
    };
  }

  go(by: number): void {
    this.at += by;
    this.#listeners.forEach((listener) => listener());
  }

  get queries(): string[] {
    return this.entries.map((href) => new URL(href).search);
  }
}

/** A lab that notes what it hears. */
function lab<S extends object>(schema: ReturnType<typeof defineState<S>>) {
  const heard: { state: S; from: string; notes: string[] }[] = [];
  const bound: AddressedState<S> = bindAddress(schema, (state, { from, notes }) =>
    heard.push({ state: { ...state }, from, notes: notes.map(({ parameter }: Note) => parameter) }),
  );
  return { bound, heard };
}

/** Both labs of a page, once they have read its address. */
async function page(query: string) {
  const browser = new Browser(query);
  const sim = lab(SIM);
  const calc = lab(CALC);
  await Promise.resolve();
  return { browser, sim, calc };
}

beforeEach(() => vi.unstubAllGlobals());
afterEach(() => vi.unstubAllGlobals());

describe('two labs that share an address', () => {
  it('each read their own parameters, and explain only those', async () => {
    const { sim, calc } = await page('?threads=99&b-bits=74');
    expect(sim.heard).toEqual([{ state: { threads: 64, view: 'one' }, from: 'address', notes: ['threads'] }]);
    expect(calc.heard).toEqual([{ state: { bits: 74 }, from: 'address', notes: [] }]);
  });

  it('keep each other’s parameters, and those of nobody, when they change', async () => {
    const { browser, sim, calc } = await page('?utm=1');
    sim.bound.change({ threads: 8 }, 'rest');
    calc.bound.change({ bits: 74 }, 'rest');
    sim.bound.change({ view: 'many' }, 'rest');
    expect(browser.queries).toEqual([
      '?utm=1',
      '?utm=1&threads=8',
      '?utm=1&threads=8&b-bits=74',
      '?utm=1&threads=8&b-bits=74&view=many',
    ]);
  });

  it('leave the other as it is when one is reset', async () => {
    const { browser, sim, calc } = await page('?threads=8&b-bits=74');
    calc.bound.change(CALC.initial, 'rest');
    expect(browser.queries.at(-1)).toBe('?threads=8');
    sim.bound.change(SIM.initial, 'rest');
    expect(browser.queries.at(-1)).toBe('');
  });

  it('step back and forward one change at a time, whoever made it', async () => {
    const { browser, sim, calc } = await page('');
    sim.bound.change({ threads: 8 }, 'rest');
    calc.bound.change({ bits: 74 }, 'rest');
    browser.go(-1);
    expect([sim.bound.state.threads, calc.bound.state.bits]).toEqual([8, 0]);
    browser.go(-1);
    expect([sim.bound.state.threads, calc.bound.state.bits]).toEqual([2, 0]);
    browser.go(2);
    expect([sim.bound.state.threads, calc.bound.state.bits]).toEqual([8, 74]);
  });

  it('are not disturbed by a step that changed only the other', async () => {
    const { browser, sim, calc } = await page('?threads=99');
    sim.bound.change({ threads: 5 }, 'rest');
    calc.bound.change({ bits: 74 }, 'rest');
    const heard = sim.heard.length;
    browser.go(-1);
    browser.go(1);
    expect(sim.heard).toHaveLength(heard);
    expect(calc.heard.slice(-2).map(({ state }) => state.bits)).toEqual([0, 74]);
  });

  it('keep the other’s change when it comes in the middle of a drag', async () => {
    const { browser, sim, calc } = await page('');
    sim.bound.change({ threads: 4 }, 'live');
    calc.bound.change({ bits: 74 }, 'rest');
    sim.bound.change({ threads: 8 }, 'rest');
    expect(browser.queries.at(-1)).toBe('?b-bits=74&threads=8');
    browser.go(-1);
    expect([sim.bound.state.threads, calc.bound.state.bits]).toEqual([2, 74]);
  });

  it('spell out only their own values in a link, and keep the other’s', async () => {
    const { sim } = await page('?b-bits=74');
    expect(new URL(sim.bound.link()).search).toBe('?b-bits=74&threads=2&view=one');
  });
});

describe('a drag', () => {
  it('is one entry, however many values it went through', async () => {
    const { browser, sim } = await page('?threads=3');
    for (const threads of [4, 5, 6]) sim.bound.change({ threads }, 'live');
    expect(browser.queries).toEqual(['?threads=6']);
    sim.bound.change({ threads: 7 }, 'rest');
    expect(browser.queries).toEqual(['?threads=3', '?threads=7']);
  });

  it('that ends where it began leaves no entry', async () => {
    const { browser, sim } = await page('?threads=3&utm=1');
    sim.bound.change({ threads: 2 }, 'live');
    sim.bound.change({ threads: 3 }, 'rest');
    expect(browser.entries).toHaveLength(1);
    expect(sim.bound.state.threads).toBe(3);
  });

  it('gives back an address that spelled out defaults or was wrong', async () => {
    const { browser, sim } = await page('?threads=99&view=one');
    sim.bound.change({ threads: 5 }, 'live');
    sim.bound.change({ threads: 6 }, 'rest');
    expect(browser.queries).toEqual(['?threads=99&view=one', '?threads=6']);
  });

  it('is over when the reader goes back in its middle', async () => {
    const { browser, sim } = await page('');
    sim.bound.change({ threads: 5 }, 'rest');
    sim.bound.change({ threads: 6 }, 'live');
    browser.go(-1);
    expect(sim.bound.state.threads).toBe(2);
    sim.bound.change({ threads: 9 }, 'rest');
    expect(browser.queries.slice(0, 2)).toEqual(['', '?threads=9']);
  });
});

describe('history', () => {
  it('gets no entry for a change that changes nothing', async () => {
    const { browser, sim } = await page('?threads=2');
    sim.bound.change({ threads: 2 }, 'rest');
    expect(browser.entries).toHaveLength(1);
  });

  it('brings back what an address got wrong, with its note', async () => {
    const { browser, sim } = await page('?threads=99');
    sim.bound.change({ threads: 5 }, 'rest');
    browser.go(-1);
    expect(sim.heard.at(-1)).toEqual({ state: { threads: 64, view: 'one' }, from: 'address', notes: ['threads'] });
  });

  it('goes on without steps of a drag that the browser refuses', async () => {
    const { sim } = await page('');
    vi.stubGlobal('history', {
      ...history,
      replaceState: () => {
        throw new DOMException('too often', 'SecurityError');
      },
    });
    sim.bound.change({ threads: 5 }, 'live');
    expect(sim.bound.state.threads).toBe(5);
  });

  it('follows a change that the browser refuses an entry, and the next entry says all of it', async () => {
    const { browser, sim } = await page('');
    const { pushState } = history;
    history.pushState = () => {
      throw new DOMException('too often', 'SecurityError');
    };
    sim.bound.change({ threads: 5 }, 'rest');
    expect(sim.heard.at(-1)).toEqual({ state: { threads: 5, view: 'one' }, from: 'reader', notes: [] });
    expect(browser.queries).toEqual(['']);
    history.pushState = pushState;
    sim.bound.change({ view: 'many' }, 'rest');
    expect(browser.queries).toEqual(['', '?threads=5&view=many']);
  });
});

it('stops listening when asked', async () => {
  const { browser, sim } = await page('');
  sim.bound.change({ threads: 5 }, 'rest');
  sim.bound.stop();
  browser.go(-1);
  expect(sim.bound.state.threads).toBe(5);
});
