/** The lab's figures and what it says about them: the same at build time, on the page, in the file and out loud. */
import type { Figure } from '@/kit/lab/figures';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import { otherThan, type LabState } from './state';
import type { Encoded, Played } from './tasks';
import { CHECKS, CHECK_NAMES, CONNECTIONS } from './words';

/** The step in front: an exchange that ends early has fewer. */
export const stepOf = ({ step }: Readonly<LabState>, { steps }: Played): number => Math.min(step, steps.length);

/** The bytes of a field, without its length. */
export const sizeOf = ({ fields }: Pick<Encoded, 'fields'>, name: string): number | null => {
  const found = fields.find((field) => field.name === name);
  return found ? found.end - found.valueStart : null;
};

/** The message with the signature, where it came to one. */
const proofOf = ({ steps }: Played) => steps.find(({ name }) => name === 'proof');

/** True if the signature is refused for having been made in the other connection. */
const isReplayed = ({ connection }: Readonly<LabState>, { differs, madeIn }: Played): boolean =>
  differs === 'session identifier' && madeIn !== connection;

export function sentence(state: Readonly<LabState>, played: Played): string {
  const { user, connection } = state;
  if (played.accepted) return `Accepted: ${CONNECTIONS[connection]} lets ${user} in.`;
  if (isReplayed(state, played)) {
    return `Refused: a signature made in ${CONNECTIONS[played.madeIn]} proves nothing in ${CONNECTIONS[connection]}.`;
  }
  const number = CHECK_NAMES.findIndex((name) => name === played.failed) + 1;
  // The model’s reason has the key’s fingerprint in it, which stands with the check.
  const reason = played.failed === 'listed' ? `the key is in no line of ${user}’s authorized_keys` : played.reason;
  return `Refused at check ${number} of ${CHECK_NAMES.length}: ${reason}.`;
}

/** Why, for somebody who sees both sides; and what the server lets on. */
export function remarks(state: Readonly<LabState>, played: Played): string {
  if (played.accepted) return acceptedBecause(state, played);
  if (played.failed === 'message') return 'The server can make nothing of the message, and ends the connection.';
  if (played.failed === 'host-key') return 'The server ends the connection, and does not say why.';
  const answer = 'The answer to the client is only “failure”: it does not say why.';
  if (!played.wasSigned) return `It was asked before anything was signed, so there is no signature. ${answer}`;
  return [because(state, played), answer].filter(Boolean).join(' ');
}

function acceptedBecause({ connection }: Readonly<LabState>, { keys }: Played): string {
  const passed = `All ${CHECK_NAMES.length} checks passed; the private key was never sent.`;
  const other = `In ${CONNECTIONS[otherThan(connection)]} the same signature is refused.`;
  const comment = keys.comment ? `The comment “${keys.comment}” decided nothing.` : '';
  const options = keys.options ? `Options in the line (${keys.options}) are read here, and not enforced.` : '';
  return [passed, other, comment, options].filter(Boolean).join(' ');
}

function because(state: Readonly<LabState>, played: Played): string {
  const { cause, differs, differing, signed } = played;
  if (cause === 'key') return 'What was signed is what the server put together, but another private key signed it.';
  if (cause === 'bytes')
    return 'What was signed is what the server put together, but the signature is not the one made.';
  if (isReplayed(state, played)) {
    return `The user and the key are right, and so is every bit of the signature. But the signed text begins with the connection’s identifier, and the server puts its own there: ${differing} of ${signed.bytes.length} bytes differ.`;
  }
  if (cause === 'data') {
    return `The client signed other data than the server put together: they differ in the ${differs}.`;
  }
  return '';
}

export function figures(played: Played): Figure[] {
  const proof = proofOf(played);
  const size = proof ? sizeOf(proof, 'signature value') : null;
  const onWire = proof ? sizeOf(proof, 'signature') : null;
  const { differing, signed, passed, accepted, wasSigned } = played;
  const figure = (name: string, label: string, hint: string, value: number | null, note: string) => {
    return { name, label, hint, value, text: String(value ?? 'none'), note, alarming: false };
  };
  return [
    figure(
      'signature',
      'bytes of the signature',
      'R and S, 32 bytes each; with the name of its format and the lengths of both it is longer',
      size,
      onWire === null ? 'none was made' : `${onWire} on the wire, with names and lengths`,
    ),
    figure(
      'signed',
      'bytes of text that it signs',
      'the session identifier and the request',
      signed.bytes.length,
      `${LIMITS.sessionBytes} of them this connection’s own, and not sent`,
    ),
    {
      ...figure('differing', 'bytes of it that differ', 'of the text that the server checks', differing, ''),
      note: wasSigned ? 'from the text that the server checks' : 'nothing was signed',
      alarming: differing > 0,
    },
    {
      ...figure('passed', 'checks passed', 'of the server’s checks, before one failed', passed, ''),
      text: `${passed} of ${CHECK_NAMES.length}`,
      note: 'the first that fails decides',
      alarming: !accepted,
    },
    figure('secret', 'bytes of the private key sent', 'in all messages together', 0, 'in all messages together'),
  ];
}

/** The result in words, for the live region. */
export function resultSentence(state: Readonly<LabState>, played: Played): string {
  const failed = played.failed === undefined ? '' : ` The check that failed: ${CHECKS[played.failed]}.`;
  return `${sentence(state, played)}${failed} ${remarks(state, played)}`;
}
