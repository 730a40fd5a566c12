/** Leads a lab to a state on behalf of an article, also before the lab has come. */

/** Asks a lab to be led. */
export const LED = 'mt-led';

/** A state as an address has it, and whether another will follow at once. */
export interface Led {
  state: string;
  phase: 'live' | 'rest';
}

/** The last of each lab, for one that comes later. */
const last = new WeakMap<Element, Led>();

/** Leads a lab to a state, now or once it has come. */
export function leadTo(lab: HTMLElement, state: string, phase: Led['phase']): void {
  last.set(lab, { state, phase });
  lab.dispatchEvent(new Event(LED));
}

/** Calls back whenever the lab is led, and at once where it was before. */
export function whenLed(lab: HTMLElement, onLed: (led: Led) => void): void {
  const act = () => {
    const led = last.get(lab);
    if (led) onLed(led);
  };
  lab.addEventListener(LED, act);
  act();
}
