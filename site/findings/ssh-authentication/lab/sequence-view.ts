/** The exchange as a sequence diagram: the client on the left, the server on the right, an arrow for each message. */
import type { StepName } from '@/wasm-pkg/ssh-authentication/models.js';
import { stepOf } from './figures';
import { escape } from './html';
import type { LabState } from './state';
import type { Played, Step } from './tasks';
import { KEY_EXCHANGE, STEPS } from './words';

/** Where each step happens. */
const SIDES: Readonly<Record<StepName, 'right' | 'left' | 'client'>> = {
  methods: 'right',
  'methods-reply': 'left',
  question: 'right',
  'question-reply': 'left',
  sign: 'client',
  proof: 'right',
  'proof-reply': 'left',
};

const said = {
  right: 'client to server',
  left: 'server to client',
  client: 'at the client',
  both: 'both ways',
} as const;

/** A message's number and name: its first byte, and the RFC's name without what all have. */
function messageWords({ message, bytes, name }: Step): string {
  if (message === '') return name === 'sign' ? `${bytes.length} bytes, not sent` : 'connection ended';
  return `${bytes[0]} ${message.replace('SSH_MSG_USERAUTH_', '')}`;
}

export function drawSequence(state: Readonly<LabState>, played: Played): string {
  const front = stepOf(state, played);
  const rung = (index: number, side: keyof typeof said, title: string, words: string, bytes: string, mark = '') => {
    const current = index === front ? ' aria-current="step"' : '';
    return `<li><button type="button" class="mt-ssh-rung mt-ssh-rung--${side}" data-step="${index}"${current}${mark}><span class="mt-ssh-rung-title">${escape(title)}</span><span class="sr-only">, ${said[side]}: </span><span class="mt-ssh-arrow" aria-hidden="true"></span><span class="mt-ssh-rung-words">${escape(words)}<span class="mt-ssh-rung-bytes">${bytes}</span></span></button></li>`;
  };
  const first = rung(0, 'both', KEY_EXCHANGE.title, 'session identifier', '');
  const others = played.steps.map((step, index) => {
    const last = index === played.steps.length - 1;
    const mark = last ? ` data-outcome="${played.accepted ? 'passed' : 'failed'}"` : '';
    const bytes = step.message === '' ? '' : `${step.bytes.length} B`;
    return rung(index + 1, SIDES[step.name], STEPS[step.name].title, messageWords(step), bytes, mark);
  });
  return first + others.join('');
}
