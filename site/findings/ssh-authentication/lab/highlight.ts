/** Points from bytes to their field and back, on hover, focus and touch; and the arrow keys among bytes. */

import { COLUMNS } from './bytes-view';

/** The places that an element names, of fields, the innermost last. */
const places = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean);

export function attachHighlight(root: HTMLElement): void {
  const light = ({ target }: Event) => {
    const part = (target as Element).closest<HTMLElement>('[data-field], [data-of]');
    if (part) show(part);
  };
  root.addEventListener('pointerover', light);
  root.addEventListener('focusin', light);
  // Touch has no hover: what was touched last stays lit.
  root.addEventListener('click', light);
  root.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') clear(root);
  });
  root.addEventListener('keydown', (event) => {
    const from = event.target as HTMLElement;
    if (from.dataset['flip'] !== undefined && walk(from, event.key)) event.preventDefault();
  });
}

function clear(root: ParentNode): void {
  for (const lit of root.querySelectorAll('[data-lit]')) lit.removeAttribute('data-lit');
  for (const button of root.querySelectorAll('[aria-pressed][data-field]'))
    button.setAttribute('aria-pressed', 'false');
}

function show(part: HTMLElement): void {
  const dump = part.closest('[data-dump]');
  if (!dump) return;
  clear(dump);
  const place = part.dataset['field'] ?? places(part.dataset['of']).at(-1);
  if (place === undefined) return;
  for (const byte of dump.querySelectorAll<HTMLElement>('[data-of]')) {
    byte.toggleAttribute('data-lit', places(byte.dataset['of']).includes(place));
  }
  const field = dump.querySelector(`[data-field="${place}"]`);
  field?.toggleAttribute('data-lit', true);
  field?.setAttribute('aria-pressed', 'true');
}

/** Moves on among the bytes, or turns one over; tells whether the key meant that. */
function walk(from: HTMLElement, key: string): boolean {
  if (key === 'Enter' || key === ' ') {
    from.click();
    return true;
  }
  const bytes = [...(from.closest('[role="grid"]')?.querySelectorAll<HTMLElement>('[data-flip]') ?? [])];
  const at = bytes.indexOf(from);
  const by = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -COLUMNS,
    ArrowDown: COLUMNS,
    Home: -at,
    End: bytes.length - 1 - at,
  }[key];
  const to = by === undefined ? undefined : bytes[at + by];
  if (!to) return false;
  for (const byte of bytes) byte.tabIndex = byte === to ? 0 : -1;
  to.focus();
  return true;
}
