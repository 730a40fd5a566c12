/** How many programs still run, round by round: the curve down to where the handle is, and how it goes on. */
import { escapeText, px } from '@/kit/chart/grammar';
import { formatShare } from '@/kit/chart/format';
import { ownPoints } from '@/kit/chart/own-points';
import type { Row } from './tasks';

/** Heights of the picture in pixels: fixed, so that nothing moves when it is drawn anew. */
export const SURVIVAL_HEIGHTS = { wide: 190, narrow: 150 } as const;
/** At either side, in pixels: half of the slider's thumb, which is the picture's axis. The style sheet says the same. */
const INSET = 12;
const [TOP, BOTTOM] = [22, 4];
/** Rounds that the text alternative tells of. */
const TOLD = [1, 10, 50] as const;

/** What the picture shows, for those who don't see it. */
export function survivalWords({ surviving }: Row, rounds: number): string {
  const told = [...TOLD.filter((each) => each < rounds), rounds].map(
    (each) => `${formatShare(surviving[each] as number)} after ${each}`,
  );
  return `Programs that still run, by rounds: ${told.join(', ')}.`;
}

export function drawSurvival(row: Row, rounds: number, { width, height }: { width: number; height: number }): string {
  const { surviving } = row;
  const last = surviving.length - 1;
  const bottom = height - BOTTOM;
  const x = (round: number) => px(INSET + (round / last) * (width - 2 * INSET));
  const y = (share: number) => px(TOP + (1 - share) * (bottom - TOP));
  /** A stair for each round. */
  const stairs = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, index) => `H${x(from + index + 1)}V${y(surviving[from + index + 1] as number)}`,
    ).join('');
  const at = surviving[rounds] as number;
  const start = `M${x(0)},${y(1)}`;
  const grid = [1, 0.5, 0].map(
    (share) =>
      `<path class="mt-se-grid" d="M${INSET},${y(share)}H${width - INSET}"/>` +
      (share === 0
        ? ''
        : `<text class="mt-se-scale" x="${width - INSET - 8}" y="${Number(y(share)) - 5}" text-anchor="end">${share === 1 ? 'all programs run' : 'half'}</text>`),
  );
  const points = Array.from(surviving, (share, round) => ({
    x: Number(x(round)),
    y: Number(y(share)),
    cells: [String(round), formatShare(share)],
  }));
  const read = ownPoints(['Rounds', 'Programs that still run'], [{ figure: 'predicted', points }]);
  return (
    `<svg viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escapeText(survivalWords(row, rounds))}"${read.attributes}>` +
    grid.join('') +
    `<path class="mt-se-left" d="${start}${stairs(0, rounds)}V${y(0)}H${x(0)}Z"/>` +
    `<path class="mt-se-ahead" d="M${x(rounds)},${y(at)}${stairs(rounds, last)}"/>` +
    `<path class="mt-se-curve" d="${start}${stairs(0, rounds)}"/>` +
    `<path class="mt-se-now" d="M${x(rounds)},${TOP}V${height}"/>` +
    `<circle class="mt-se-point" cx="${x(rounds)}" cy="${y(at)}" r="5"/>${read.marks}</svg>`
  );
}
