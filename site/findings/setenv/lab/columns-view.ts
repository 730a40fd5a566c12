/** The steps of a thread, call by call: done, next, and those that follow if nobody comes between. */
import { escapeText } from '@/kit/chart/grammar';
import { NULL, type Snapshot, type Step, type ThreadNumber } from './run';
import { answerNumber, callOf } from './operations';
import { callsOf, isFatal } from './sentences';
import { codeOf } from './source';
import type { LabState } from './state';
import type { Played } from './tasks';
import { arrayName, valueName } from './words';

type StepState = 'done' | 'last' | 'fault' | 'next' | 'waits' | 'ahead';

interface Entry {
  step: Step;
  state: StepState;
  /** Which of all steps it was, from 1; null for one that is still to come. */
  number: number | null;
}

const SAYS: Readonly<Record<StepState, string>> = {
  done: 'done',
  last: 'done last',
  fault: 'failed',
  next: 'next',
  waits: 'waits for the lock',
  ahead: 'to come',
};

function entries(played: Played, at: number, thread: ThreadNumber): Entry[] {
  const snapshot = played.states[at] as Snapshot;
  const done = played.steps.slice(0, at).flatMap((step, before): Entry[] => {
    if (step.thread !== thread) return [];
    const isLast = before === at - 1;
    return [{ step, state: isLast ? (snapshot.fault ? 'fault' : 'last') : 'done', number: before + 1 }];
  });
  const { ahead, canStep } = snapshot.threads[thread];
  const toCome = ahead.map((step, index): Entry => {
    return { step, state: index > 0 ? 'ahead' : canStep ? 'next' : 'waits', number: null };
  });
  return [...done, ...toCome];
}

/** The answer of a call of getenv, behind the call. */
function returned(snapshot: Snapshot, thread: ThreadNumber, calls: readonly string[], operation: number): string {
  const number = answerNumber(calls, operation);
  const value = number === null ? undefined : snapshot.threads[thread].got[number];
  if (value === undefined) return '';
  return ` <span class="mt-se-got">→ ${value === NULL ? 'NULL' : `"${valueName(value)}"`}</span>`;
}

export function drawColumn(state: Readonly<LabState>, played: Played, at: number, thread: ThreadNumber): string {
  const snapshot = played.states[at] as Snapshot;
  const calls = callsOf(state)[thread];
  if (calls.length === 0) return '<p class="mt-se-call mt-se-idle">does nothing</p>';
  const all = entries(played, at, thread);
  const drawn = calls.map((call, operation) => {
    const mine = all.filter(({ step }) => step.operation === operation);
    const lines = mine.map((entry) => {
      const index = all.indexOf(entry);
      const [before, after] = [all[index - 1]?.step, all[index + 1]?.step];
      const isNext = entry.state === 'next';
      const danger = isNext && isFatal(entry.step, snapshot);
      return drawLine(entry, danger, codeOf(state.library, { step: entry.step, before, after, calls }));
    });
    const head = `<p class="mt-se-call"><code>${escapeText(callOf(call, thread))}</code>${returned(snapshot, thread, calls, operation)}</p>`;
    return `${head}<ol>${lines.join('')}</ol>`;
  });
  return drawn.join('') + (snapshot.fault?.thread === thread ? drawEnd(snapshot) : '');
}

function drawLine(
  { state, number }: Entry,
  isInDanger: boolean,
  { code, comment }: { code: string; comment: string },
): string {
  const mark = number === null ? { next: '▸', waits: '⏸', ahead: '·' }[state as 'next'] : String(number);
  const said = state === 'done' || state === 'ahead' ? '' : `<span class="sr-only"> (${SAYS[state]})</span>`;
  const warning = isInDanger ? '<span class="mt-se-danger">freed</span>' : '';
  const where = comment + warning === '' ? '' : ` <span class="mt-se-comment">${comment} ${warning}</span>`;
  const nr = `<span class="mt-se-nr"${number === null ? ' aria-hidden="true"' : ''}>${mark}</span>`;
  return `<li data-step="${state}">${nr}<span><code>${escapeText(code)}</code>${where}${said}</span></li>`;
}

/** Under the step that must not happen. */
function drawEnd({ fault }: Snapshot): string {
  const twice = fault?.kind === 'array-freed-twice' || fault?.kind === 'string-freed-twice';
  const what = fault?.kind === 'freed-array' ? `array ${arrayName(fault.of)}` : 'memory';
  const words = twice ? 'freed a second time' : `${what} is gone`;
  return `<p class="mt-se-end">✕ ${words}</p>`;
}
