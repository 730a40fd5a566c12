/** Two connections side by side: what would have to be signed in each, and the signature that lies in one of them. */
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import { sizeOf } from './figures';
import { hexOf } from './html';
import { otherThan, SIGNINGS, type LabState } from './state';
import type { ConnectionName, Played } from './tasks';
import { CONNECTIONS } from './words';

/** Between a word and its number, which stay on one line. */
const NBSP = '\u00a0';
const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
/** Where the identifier lies in the signed data: behind its length. */
const OFFSET = LIMITS.unsentBytes - LIMITS.sessionBytes;

/** A connection: its identifier, byte by byte, and what else is signed there. */
export function drawCard(connection: ConnectionName, state: Readonly<LabState>, played: Played): string {
  const { signed, rebuilt, accepted, cause } = played;
  // The text that was signed and the one that is checked are compared byte by byte.
  const differs = (at: number) => cause === 'data' && signed.bytes[OFFSET + at] !== rebuilt[OFFSET + at];
  const bytes = played[connection];
  const cells = Array.from(bytes, (byte, at) => {
    return `<span class="mt-ssh-byte"${differs(at) ? ' data-differs' : ''}>${hexOf(byte)}</span>`;
  });
  const count = Array.from(bytes).filter((_, at) => differs(at)).length;
  const others = count === 0 ? '' : `; ${count} of them differ from the other text’s`;
  const verdict = connection !== state.connection ? '' : accepted ? '✓ accepted' : '✗ refused';
  return (
    `<h3>${capital(CONNECTIONS[connection])}</h3>` +
    `<p class="mt-ssh-what">To be signed: its identifier, ${bytes.length} bytes,</p>` +
    `<p class="mt-ssh-id" role="img" aria-label="${bytes.length} bytes${others}: ${Array.from(bytes, hexOf).join(' ')}">${cells.join('')}</p>` +
    `<p class="mt-ssh-what">and ${signed.bytes.length - bytes.length} more, the same in both: ${state.user}, the keys</p>` +
    `<p class="mt-ssh-verdict" data-verdict="${connection}">${verdict}</p>`
  );
}

/** Where or how the signature was made: one that is wrong in itself is made in whichever connection it is shown to. */
function origin({ signing }: Readonly<LabState>, { madeIn }: Played): string {
  const isGood = signing === 'right' || signing === 'other-session';
  return isGood ? `made in ${CONNECTIONS[madeIn]}` : SIGNINGS[signing];
}

/** What stands on the signature: its size, its first bytes, and where it was made. */
export function drawChip(state: Readonly<LabState>, played: Played): string {
  const proof = played.steps.find(({ name }) => name === 'proof');
  const field = proof?.fields.find(({ name }) => name === 'signature value');
  if (!proof || !field) return '<b>no signature</b><span>refused before one was made</span>';
  const first = Array.from(proof.bytes.subarray(field.valueStart, field.valueStart + 4), hexOf).join(' ');
  return `<b>signature</b><span>${sizeOf(proof, 'signature value')} bytes<code>: ${first} …</code></span><span>${origin(state, played).replace('connection ', `connection${NBSP}`)}</span>`;
}

/** What the signature's button is called: what it is, where it lies, and what pressing it does. */
export function chipLabel(state: Readonly<LabState>, played: Played): string {
  const { connection } = state;
  const what = played.wasSigned ? `Signature ${origin(state, played)}` : 'Request without a signature';
  return `${what}, shown to ${CONNECTIONS[connection]}. Move it to ${CONNECTIONS[otherThan(connection)]}`;
}
