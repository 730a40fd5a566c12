/** The lab's figures and what it says about them: the same at build time, on the page, in the file and out loud. */
import type { Figure } from '@/kit/lab/figures';
import { NO_BIT, type LabState } from './state';
import type { Played } from './tasks';
import { CHECKS, CHECK_NAMES } from './words';

/** The step in front: an exchange that ends early has fewer. */
export const stepOf = ({ step }: Readonly<LabState>, { steps }: Played): number => Math.min(step, steps.length);

export function sentence({ user }: Readonly<LabState>, played: Played): string {
  if (played.accepted) return `Accepted: the server lets ${user} in.`;
  const number = CHECK_NAMES.findIndex((name) => name === played.failed) + 1;
  // The fingerprint stands with the check.
  const reason = played.reason.replace(` ${played.keys.fingerprint}`, '');
  return `Refused at check ${number} of ${CHECK_NAMES.length}: ${reason}.`;
}

/** Why, for somebody who sees both sides; and what the server lets on. */
export function remarks(state: Readonly<LabState>, played: Played): string {
  if (played.accepted) return acceptedBecause(played);
  if (played.failed === 'message') return 'The server can make nothing of the message, and ends the connection.';
  const answer = 'The answer to the client is only “failure”: it does not say why.';
  if (!played.wasSigned) return `It was asked before anything was signed, so there is no signature. ${answer}`;
  return [because(state, played), answer].filter(Boolean).join(' ');
}

function acceptedBecause({ keys }: Played): string {
  const comment = keys.comment ? `The comment “${keys.comment}” decided nothing.` : '';
  const options = keys.options ? `Options in the line (${keys.options}) are read here, and not enforced.` : '';
  return ['All nine checks passed; the private key was never sent.', comment, options].filter(Boolean).join(' ');
}

function because({ signing }: Readonly<LabState>, { cause, differs, failed }: Played): string {
  if (cause === 'key') return 'What was signed is what the server put together, but another private key signed it.';
  if (cause === 'bytes')
    return 'What was signed is what the server put together, but the signature is not the one made.';
  if (cause === 'data') {
    return `The client signed other data than the server put together: they differ in the ${differs}.`;
  }
  if (failed === 'signature-form' && signing === 'order-added') {
    return 'The equation would hold for it: L times the base point is nothing. So RFC 8032 asks for S below L.';
  }
  return '';
}

export function figures(state: Readonly<LabState>, played: Played): Figure[] {
  const proof = played.steps.find(({ name }) => name === 'proof');
  const signature = proof?.fields.find(({ name }) => name === 'signature value');
  const size = signature ? signature.end - signature.valueStart : null;
  const sent = played.steps.filter(({ message }) => message !== '');
  const figure = (name: string, label: string, hint: string, value: number | null, text = String(value ?? 'none')) => ({
    name,
    label,
    hint,
    value,
    text,
    alarming: false,
  });
  return [
    {
      ...figure('passed', 'checks passed', 'of the server’s checks, before one failed', played.passed),
      text: `${played.passed} of ${CHECK_NAMES.length}`,
      alarming: !played.accepted,
    },
    figure('messages', 'messages sent', 'both ways, after the key exchange', sent.length),
    figure('signed', 'bytes signed', 'what the signature is about', played.signed.bytes.length),
    figure('signature', 'bytes of the signature', 'R and S', size),
    figure('wrong-bits', 'bits turned over', 'by you', state.bit === NO_BIT ? 0 : 1),
    figure('secret', 'private key bytes sent', 'in all messages together', 0),
  ];
}

/** The result in words, for the live region. */
export function resultSentence(state: Readonly<LabState>, played: Played): string {
  const failed = played.failed === undefined ? '' : ` The check that failed: ${CHECKS[played.failed]}.`;
  return `${sentence(state, played)}${failed} ${remarks(state, played)}`;
}
