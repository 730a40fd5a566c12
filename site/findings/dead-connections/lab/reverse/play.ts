/** From the advice to the lab that plays settings, on the same page: by that lab's parameters in the address. */
import type { ReverseState } from './state';
import type { Found } from './words';

/** The lab's element. */
const LAB = 'mt-dead-connections-lab';

/** An address with these settings for the lab, all else as it was. */
export function playAddress(address: string, { rtt }: Pick<ReverseState, 'rtt'>, found: Found): string {
  const { idleS, intervalS, probes, userTimeoutMs } = found;
  const url = new URL(address);
  const parameters = {
    // Side by side, for it is about both: an idle connection and one with a request under way.
    view: 'lanes',
    keepalive: 'on',
    idle: idleS,
    interval: intervalS,
    probes,
    timeout: userTimeoutMs,
    rtt,
    grpc: 'off',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, String(value));
  return url.href;
}

/** The lab, where the page has it. */
export const labToPlay = (): HTMLElement | null => document.querySelector(LAB);
