/** From the fit to the lab that shows laws, on the same page: by that lab's parameters in the address. */
import { costsOf } from '../state';
import type { Law } from '../tasks';

/** The lab's element. */
const LAB = 'mt-buffer-size-lab';

/** The cache that a law without one is shown with, in bytes: nothing costs more beyond it. */
const NO_CACHE = { cache: 2 ** 18 };

/** An address with this law for the lab, all else as it was. */
export function lawAddress(address: string, law: Law): string {
  const url = new URL(address);
  const parameters = { ...costsOf(law, NO_CACHE), source: 'none' };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}

/** The lab, where the page has it. */
export const labWithLaws = (): HTMLElement | null => document.querySelector(LAB);
