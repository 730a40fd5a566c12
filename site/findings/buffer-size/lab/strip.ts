/** The strip: a call with the chosen buffer as long as the picture is wide, divided by what its time goes into. */
import { escapeText, px } from '@/kit/chart/grammar';
import { STRIP_HEIGHT } from './sizes';
import type { CallParts } from './tasks';
import { PARTS, partWords, shareOfParts } from './words';

export function drawStrip(parts: CallParts, width: number): string {
  const shares = shareOfParts(parts);
  let left = 0;
  const pieces = PARTS.map((name) => {
    const piece = `<rect class="mt-bs-piece--${name}" x="${px(left)}" y="0" width="${px(shares[name] * width)}" height="${STRIP_HEIGHT}"/>`;
    left += shares[name] * width;
    return piece;
  });
  const name = `The time of a call: ${Object.values(partWords(parts)).join('; ')}.`;
  return `<svg class="mt-chart" viewBox="0 0 ${px(width)} ${STRIP_HEIGHT}" width="${px(width)}" height="${STRIP_HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${escapeText(name)}">${pieces.join('')}</svg>`;
}
