/** Offsets between the counters of two cores, in ticks and in words, and the rounds that were measured with each. */
import { formatShare } from '@/kit/chart/format';
import { formatInteger } from '@/kit/lab/state';
import { isMeasuredMachine } from './comparable';
import type { Measured } from './measured';
import { processors, type LabState } from './state';
import { formatTime } from './time';

/** So many ticks of the measured counter, in nanoseconds: whole picoseconds, as the model takes them. */
export const offsetOf = ({ step, ticks: all }: Measured, ticks: number): number =>
  Number(((step * ticks) / all).toFixed(3));

/** Into how many parts offsets divide a tick: a counter that advances by 24.5 ticks on average has them at halves too. */
function partsOf({ ticks }: Measured): number {
  const parts = [1, 2, 3, 4, 5, 6, 7, 8].find((parts) => Number.isInteger(ticks * parts));
  return parts ?? 1;
}

/** All offsets that the measured counters can have, in ticks: those below its step. */
export function possibleTicks(measured: Measured): number[] {
  const parts = partsOf(measured);
  return Array.from({ length: measured.ticks * parts }, (_, part) => part / parts);
}

/** The ticks that are nearest to an offset in nanoseconds, of those that can be. */
export function ticksOf(measured: Measured, offset: number): number {
  const parts = partsOf(measured);
  return Math.round((offset * measured.ticks * parts) / measured.step) / parts;
}

/** `3 ticks, 1.156 ns`; without ticks what no number of them makes. */
export function offsetWords(measured: Measured, offset: number): string {
  const ticks = ticksOf(measured, offset);
  if (offset === 0) return 'none';
  const inTime = formatTime(offset);
  return offset === offsetOf(measured, ticks) ? `${ticks} ${ticks === 1 ? 'tick' : 'ticks'}, ${inTime}` : inTime;
}

/** Why an offset changes nothing; nothing where it does. */
export function whyNoOffset({ threads, cores, unit, step }: Readonly<LabState>): string {
  if (threads < 2 || cores < 2) return 'A single core’s counter has nothing to be apart from.';
  return step <= unit ? 'This counter advances by no more than the clock’s unit, which hides any offset.' : '';
}

/** Why more threads collide no more; nothing where each has a hardware thread to run on. */
export function whyNoMore(state: Readonly<LabState>): string {
  const running = processors(state);
  return state.threads > running
    ? `Only ${formatInteger(running)} can run at a time on these cores: the others wait, and collide with nobody meanwhile.`
    : '';
}

/** Shares of two pinned threads of the record's machine with just this offset, round by round. */
export function measuredAt(state: Readonly<LabState>, measured: Measured | null): readonly number[] {
  if (!measured || state.threads !== 2 || !isMeasuredMachine(state, measured)) return [];
  const ticks = ticksOf(measured, state.residue);
  if (state.residue !== offsetOf(measured, ticks)) return [];
  return measured.offsets.filter((round) => round.ticks === ticks).map(({ value }) => value);
}

/** Measured shares at this offset in a sentence. */
export function measuredSentence(state: Readonly<LabState>, measured: Measured | null): string {
  const found = measuredAt(state, measured);
  if (!measured || found.length === 0) return 'Simulated: no round was measured with just these settings.';
  const [low, high] = [Math.min(...found), Math.max(...found)].map(formatShare);
  const rounds = found.length === 1 ? 'the one round' : `${found.length} rounds`;
  const shares = low === high ? low : `${low} to ${high}`;
  return `Measured on ${measured.machine}: ${shares}, in ${rounds} with this offset.`;
}
