/** One panel a step: what happens, the bytes, and what the server made of them. */
import { drawBytes } from './bytes-view';
import { stepOf } from './figures';
import { escape, hexOf } from './html';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import { NO_BIT, type LabState } from './state';
import type { Encoded, Played, Step } from './tasks';
import { CHECKS, CHECK_NAMES, KEY_EXCHANGE, STEPS } from './words';

const { unsentBytes: UNSENT_BYTES, questionChecks: OF_A_QUESTION } = LIMITS;

/** All panels; all but the one in front are off. */
export function drawPanels(state: Readonly<LabState>, played: Played): string {
  const front = stepOf(state, played);
  const panel = (index: number, title: string, text: string, content: string) =>
    `<section class="mt-ssh-panel" data-panel="${index}"${index === front ? '' : ' data-off'}><h3>${title}</h3><p class="mt-ssh-told">${text}</p>${content}</section>`;
  const first = panel(
    0,
    KEY_EXCHANGE.title,
    KEY_EXCHANGE.text,
    drawBytes({ ...sessionId(played), label: 'Session identifier' }),
  );
  const others = played.steps.map((step, index) => {
    const { title, text } = STEPS[step.name];
    return panel(index + 1, title, text, contentOf(state, played, step));
  });
  return first + others.join('');
}

/** The session identifier as the server has it. */
function sessionId({ signed, rebuilt }: Played): Encoded {
  return { bytes: rebuilt.subarray(0, UNSENT_BYTES), fields: signed.fields.slice(0, 1) };
}

function contentOf(state: Readonly<LabState>, played: Played, step: Step): string {
  const last = played.steps.at(-1) === step;
  const label = step.message || 'Signed data';
  switch (step.name) {
    case 'sign':
      return drawBytes({
        ...step,
        label,
        flips: { count: UNSENT_BYTES, from: 0 },
        wrong: wrongByte(state, step, 0),
        below: drawBits(state, 'sign') + drawDiffering(played),
        differs: (at) => played.cause === 'data' && played.rebuilt[at] !== step.bytes[at],
      });
    case 'proof':
      return drawBytes({
        ...step,
        label,
        flips: { count: step.bytes.length, from: UNSENT_BYTES },
        wrong: wrongByte(state, step, UNSENT_BYTES),
        below: drawBits(state, 'proof'),
      });
    case 'question-reply':
    case 'proof-reply': {
      const reply = step.message
        ? drawBytes({ ...step, label })
        : '<p class="mt-ssh-size">No answer: the connection ends.</p>';
      return drawChecks(played, step.name === 'question-reply', last) + (last ? drawDifference(played) : '') + reply;
    }
    default:
      return drawBytes({ ...step, label });
  }
}

/** What the marks on some of the signed bytes say. */
const drawDiffering = ({ cause }: Played): string =>
  cause === 'data'
    ? '<p class="mt-ssh-size mt-ssh-size--differs">The underlined bytes differ from the server’s.</p>'
    : '';

/** The field in which the data that were signed and those that the server put together differ, as either has it. */
function drawDifference({ differs, signed, rebuilt }: Played): string {
  const field = differs && signed.fields.find(({ name }) => name === differs);
  if (!field) return '';
  const { name, start, end } = field;
  const row = (who: string, bytes: Uint8Array, other: Uint8Array) => {
    const cells = Array.from(bytes.subarray(start, end), (byte, index) => {
      const differs = byte !== other[start + index] ? ' data-differs' : '';
      return `<span class="mt-ssh-byte"${differs}>${hexOf(byte)}</span>`;
    });
    return `<dt>${who}</dt><dd class="mt-ssh-hex">${cells.join('')}</dd>`;
  };
  const rows =
    row('Signed by the client', signed.bytes, rebuilt) + row('Put together by the server', rebuilt, signed.bytes);
  return `<div class="mt-ssh-difference" data-difference="${escape(name)}"><p>The ${escape(name)}, on either side:</p><dl>${rows}</dl></div>`;
}

/** The byte of a step that is wrong, if one is; `from` is its first byte's place among those that can be. */
function wrongByte({ bit }: Readonly<LabState>, { bytes }: Encoded, from: number) {
  const at = (bit >> 3) - from;
  if (bit === NO_BIT || at < 0 || at >= bytes.length || (from === 0 && at >= UNSENT_BYTES)) return null;
  return { at, was: bytes[at]! ^ (0x80 >> (bit & 7)) };
}

/** Which bit of the byte is wrong. */
function drawBits({ bit }: Readonly<LabState>, step: 'sign' | 'proof'): string {
  const isHere = bit !== NO_BIT && bit >> 3 < UNSENT_BYTES === (step === 'sign');
  if (!isHere) return '';
  const byte = bit >> 3;
  const buttons = Array.from({ length: 8 }, (_, index) => {
    const pressed = (bit & 7) === index;
    return `<button type="button" class="mt-ssh-bit" data-bit="${8 * byte + index}" aria-pressed="${pressed}" aria-label="bit ${7 - index}">${7 - index}</button>`;
  });
  const where = step === 'sign' ? byte : byte - UNSENT_BYTES;
  return `<div class="mt-ssh-bits" role="group" aria-label="Which bit of byte ${where} is wrong"><span>Bit of byte ${where}:</span>${buttons.join('')}<button type="button" class="mt-lab-button" data-bit="${NO_BIT}">Put it back</button></div>`;
}

/** The checks: passed, failed, not come to. */
function drawChecks(played: Played, isQuestion: boolean, last: boolean): string {
  // A question that was answered well passed all of its checks.
  const passed = last ? played.passed : OF_A_QUESTION;
  const failed = last ? played.failed : undefined;
  const shown = CHECK_NAMES.slice(0, isQuestion ? OF_A_QUESTION : CHECK_NAMES.length);
  const items = shown.map((name, index) => {
    const kind = index < passed ? 'passed' : name === failed ? 'failed' : 'open';
    const word = { passed: '✓', failed: '✗', open: '·' }[kind];
    const said = { passed: 'passed', failed: 'failed', open: 'not come to' }[kind];
    const why = kind === 'failed' ? `<span class="mt-ssh-why">${escape(played.reason)}</span>` : '';
    return `<li data-check="${name}" data-outcome="${kind}"><span class="mt-ssh-mark" aria-hidden="true">${word}</span><span>${escape(CHECKS[name])}<span class="sr-only">: ${said}</span>${why}</span></li>`;
  });
  return `<ol class="mt-ssh-checks">${items.join('')}</ol>`;
}
