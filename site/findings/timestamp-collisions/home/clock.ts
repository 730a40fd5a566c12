/** `<mt-home-clock>`: reads this browser's clock when the page is there, and again when asked. */
import { formatCount, formatSeconds } from '@/kit/chart/format';
import { pathOf, READINGS, staircase } from './staircase';

class HomeClockElement extends HTMLElement {
  connectedCallback(): void {
    for (const hidden of this.querySelectorAll<HTMLElement>('[data-with-script]')) hidden.hidden = false;
    this.querySelector('button')!.addEventListener('click', () => this.#read());
    this.#read();
  }

  #read(): void {
    const readings = new Float64Array(READINGS);
    for (let i = 0; i < READINGS; i++) readings[i] = performance.now();
    const found = staircase(readings);
    this.#tell('equal-readings', found.equal, formatCount(found.equal));
    // Readings are in milliseconds. A difference of two is as exact as they are: nanoseconds of it are the rounding's.
    const step = found.step === undefined ? undefined : Number((found.step * 1e-3).toPrecision(3));
    this.#tell('smallest-step', step ?? NaN, step === undefined ? 'longer than all of them took' : formatSeconds(step));
    this.querySelector('[data-staircase]')!.setAttribute('d', pathOf(found, READINGS, 400, 72));
  }

  #tell(name: string, value: number, text: string): void {
    const output = this.querySelector<HTMLOutputElement>(`output[data-result="${name}"]`)!;
    output.dataset['value'] = String(value);
    output.textContent = text;
  }
}

customElements.define('mt-home-clock', HomeClockElement);
