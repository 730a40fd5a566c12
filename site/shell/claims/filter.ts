/**
 * `<mt-claims>`: filters the claims by verdict, finding and machine, and keeps the choice in the address. Without it every claim shows,
 * and the style sheet alone filters by verdict.
 */

import { choose, readChoice } from '../compare/choice.ts';

/** The value of a control that filters nothing. */
const ALL = 'all';

/** The choice, by names of the controls; a missing name means all. */
type Choice = Readonly<Record<string, string>>;

class ClaimsElement extends HTMLElement {
  connectedCallback(): void {
    for (const hidden of this.querySelectorAll<HTMLElement>('[data-with-script]')) hidden.hidden = false;
    this.#readAddress();
    const compared = readChoice(false);
    if (compared.kind === 'machine') choose(compared);
    this.addEventListener('change', () => {
      this.#show();
      this.#writeAddress();
    });
    addEventListener('popstate', () => this.#readAddress());
  }

  get #form(): HTMLFormElement {
    return this.querySelector('form')!;
  }

  get #choice(): Choice {
    const chosen = [...new FormData(this.#form)].filter(([, value]) => value !== ALL);
    return Object.fromEntries(chosen.map(([name, value]) => [name, String(value)]));
  }

  /** Takes from the address only values that a control has. */
  #readAddress(): void {
    const asked = new URLSearchParams(location.search);
    for (const name of ['verdict', 'finding', 'machine']) {
      const control = this.#form.elements.namedItem(name);
      if (!(control instanceof RadioNodeList || control instanceof HTMLSelectElement)) continue;
      const value = asked.get(name) ?? ALL;
      const known = [...(control instanceof HTMLSelectElement ? control.options : control)];
      control.value = known.some((one) => 'value' in one && one.value === value) ? value : ALL;
    }
    this.#show();
  }

  #writeAddress(): void {
    const address = new URL(location.href);
    const compared = readChoice(false);
    const more = compared.kind === 'machine' ? { with: compared.id } : {};
    address.search = new URLSearchParams({ ...this.#choice, ...more }).toString();
    history.replaceState(history.state, '', address);
  }

  #show(): void {
    const rows = [...this.querySelectorAll<HTMLElement>('[data-claim-row]')];
    const choice = this.#choice;
    const matches = (item: HTMLElement, verdict = choice['verdict']) =>
      (!choice['finding'] || item.dataset['finding'] === choice['finding']) &&
      (!choice['machine'] || choice['machine'] in verdictsOf(item)) &&
      (!verdict || verdictOf(item, choice['machine']) === verdict);
    for (const item of rows) item.hidden = !matches(item);
    // Counts for each verdict, given the other choices.
    for (const input of this.#form.querySelectorAll<HTMLInputElement>('input[name="verdict"]')) {
      const verdict = input.value === ALL ? '' : input.value;
      const count = rows.filter((row) => matches(row, verdict)).length;
      input.closest('label')!.querySelector('.mt-count')!.textContent = String(count);
    }
    for (const section of this.querySelectorAll<HTMLElement>('[data-claims-of]')) {
      const shown = section.querySelectorAll('[data-claim-row]:not([hidden])').length;
      section.querySelector('[data-shown]')!.textContent = String(shown);
      section.querySelector<HTMLElement>('[data-none]')!.hidden = shown > 0;
    }
  }
}

type Verdicts = Readonly<Record<string, string>>;

/** Cached: every claim's verdicts are asked for at each change of the choice. */
const read = new WeakMap<HTMLElement, Verdicts>();

/** Verdicts on a claim, by machine. */
function verdictsOf(item: HTMLElement): Verdicts {
  const known =
    read.get(item) ??
    (Object.fromEntries(item.dataset['verdicts']!.split(' ').map((one) => one.split('='))) as Verdicts);
  read.set(item, known);
  return known;
}

const verdictOf = (item: HTMLElement, machine: string | undefined): string | undefined =>
  machine ? verdictsOf(item)[machine] : item.dataset['verdict'];

customElements.define('mt-claims', ClaimsElement);
