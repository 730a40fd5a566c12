/** A tiny drawing for each scenario: you on the left, the peer on the right, what lies between, and where it is cut. */
import type { ScenarioName } from '@/wasm-pkg/dead-connections/models.js';

const YOU = '<path class="mt-dc-sk" d="M1,4h9v8h-9z"/>';
const PEER = '<path class="mt-dc-sk" d="M46,4h9v8h-9z"/>';
const PEER_GONE = '<path class="mt-dc-sk mt-dc-sk--gone" d="M46,4h9v8h-9z"/>';
const wire = (from: number, to: number, y = 8) => `<path class="mt-dc-sk" d="M${from},${y}H${to}"/>`;
const cut = (x: number, y = 8) => `<path class="mt-dc-sk mt-dc-sk--cut" d="M${x - 3},${y - 3}l6,6m0,-6l-6,6"/>`;
const right = (x: number, y: number) => `<path class="mt-dc-sk" d="M${x - 3},${y - 2}l3,2l-3,2"/>`;
const left = (x: number, y: number) => `<path class="mt-dc-sk" d="M${x + 3},${y - 2}l-3,2l3,2"/>`;
const WALL = '<path class="mt-dc-sk" d="M26,3v10M30,3v10"/>';
/** What the peer's program is: a square within its machine. */
const inside = (style: string) => `<path class="mt-dc-sk${style}" d="M49,7h3v2h-3z"/>`;

const DRAWINGS: Readonly<Record<ScenarioName, string>> = {
  'host-vanishes': `${wire(10, 46)}${PEER_GONE}${cut(50.5)}`,
  'drop-outbound': `${wire(10, 25, 6)}${cut(28, 6)}${wire(10, 46, 10)}${left(12, 10)}${PEER}`,
  'drop-inbound': `${wire(10, 46, 6)}${right(44, 6)}${wire(31, 46, 10)}${cut(28, 10)}${PEER}`,
  'own-link-down': `${wire(18, 46)}${cut(13)}${PEER}`,
  'own-link-down-in-flight': `${wire(18, 46)}${cut(13)}<path class="mt-dc-sk mt-dc-sk--full" d="M24,6h5v4h-5z"/>${PEER}`,
  'peer-reboots': `${wire(10, 46)}${PEER_GONE}<path class="mt-dc-sk mt-dc-sk--cut" d="M53,8a2.6,2.6 0 1 1 -1,-2.2m0.6,-1.6v2h-2"/>`,
  'firewall-forgets': `${wire(10, 25)}${wire(31, 46)}${WALL}${cut(28)}${PEER}`,
  'firewall-resets': `${wire(10, 25, 6)}${wire(12, 25, 10)}${left(12, 10)}${wire(31, 46)}${WALL}${cut(28)}${PEER}`,
  'firewall-rejects': `${wire(10, 25, 6)}${wire(12, 25, 10)}${left(12, 10)}${wire(31, 46)}${WALL}${PEER}`,
  'peer-exits': `${wire(10, 46)}${PEER}${cut(50.5)}`,
  'peer-exits-unread': `${wire(10, 46)}${PEER}<path class="mt-dc-sk mt-dc-sk--full" d="M36,6h5v4h-5z"/>${cut(50.5)}`,
  'peer-hangs': `${wire(10, 46)}${PEER}<path class="mt-dc-sk mt-dc-sk--cut" d="M49,6v4M52,6v4"/>`,
  'peer-hangs-then-vanishes': `${wire(10, 46)}<path class="mt-dc-sk mt-dc-sk--full" d="M33,6h5v4h-5zM40,6h5v4h-5z"/>${PEER_GONE}${cut(50.5)}`,
  alive: `${wire(10, 46)}${PEER}${inside(' mt-dc-sk--full')}`,
};

export const drawSketch = (scenario: ScenarioName): string =>
  `<svg class="mt-dc-sketch" viewBox="0 0 56 16" aria-hidden="true" focusable="false">${YOU}${DRAWINGS[scenario]}</svg>`;
