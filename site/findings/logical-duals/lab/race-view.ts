/** All orders of two transactions as small pictures to choose from, and one of them step by step. */
import { escapeText, px } from '@/kit/chart/grammar';
import { LIMITS } from '@/wasm-pkg/logical-duals/limits';
import type { Raced } from './tasks';
import { endSentence, eventWords } from './other-words';

const [STEP, TALL] = [9, 26];

/** An order as two lanes, with a mark for each step. */
function drawOrder(order: string): string {
  const marks = [...order].map((who, index) => {
    const y = who === '1' ? 4 : TALL - 11;
    return `<rect class="mt-ld-turn" x="${px(index * STEP + 1)}" y="${y}" width="${STEP - 2}" height="7"/>`;
  });
  return `<svg viewBox="0 0 ${order.length * STEP} ${TALL}" width="${order.length * STEP}" height="${TALL}" aria-hidden="true">${marks.join('')}</svg>`;
}

/** Every order, with whether it breaks the rule. */
export const drawOrders = ({ broken }: Pick<Raced, 'broken'>, chosen: string): string =>
  LIMITS.orders
    .map((order, index) => {
      const isBroken = broken[index] === 1;
      const checked = order === chosen ? ' checked' : '';
      return (
        `<label${isBroken ? ' data-broken' : ''}><input type="radio" name="mt-ld-order" value="${order}"${checked}>` +
        `<span>${drawOrder(order)}<small aria-hidden="true">${isBroken ? '✕' : '✓'}</small>` +
        `<span class="sr-only">${order}: ${isBroken ? 'breaks the rule' : 'keeps the rule'}</span></span></label>`
      );
    })
    .join('');

/** The events of an order, line by line. */
export function drawEvents(raced: Raced): string {
  const rows = raced.played.events.map((event) => {
    const words = `<span data-effect="${event.effect}">${escapeText(eventWords(event))}</span>`;
    return event.who === 1 ? `<tr><td>${words}</td><td></td></tr>` : `<tr><td></td><td>${words}</td></tr>`;
  });
  return (
    '<table class="mt-lab-table mt-ld-events"><caption class="sr-only">What happens, step by step</caption>' +
    '<thead><tr><th scope="col">First transaction</th><th scope="col">Second transaction</th></tr></thead>' +
    `<tbody>${rows.join('')}</tbody></table><p data-end="${raced.played.broken ? 'broken' : 'kept'}">${endSentence(raced)}</p>`
  );
}
