// Shows the note of a figure in a sentence while a mouse rests on it. Clicks, taps and the keyboard need no script. It listens to the
// page as a whole: figures may be drawn anew.

/** Long enough not to flicker when the pointer crosses a line of text, in milliseconds. */
const REST = 180;

/** Those that hovering opened, and not a click: what a click opened stays until it is dismissed. */
const opened = new WeakSet<HTMLElement>();
/** What is about to happen to them. */
const timers = new WeakMap<HTMLElement, number>();

/** A figure or its note, where an event's target is in one. */
function partOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element
    ? target.closest<HTMLElement>('.mt-inline > .mt-inline-figure, .mt-inline > .mt-note')
    : null;
}

const noteOf = (part: HTMLElement): HTMLElement =>
  part.parentElement!.querySelector<HTMLElement>(':scope > .mt-note') ?? part;

function soon(note: HTMLElement, act?: () => void): void {
  clearTimeout(timers.get(note));
  if (act) timers.set(note, window.setTimeout(act, REST));
}

function crossed(
  { pointerType, target, relatedTarget }: PointerEvent,
  act: (note: HTMLElement, part: HTMLElement) => void,
): void {
  const part = partOf(target);
  if (pointerType !== 'mouse' || !part || (relatedTarget instanceof Node && part.contains(relatedTarget))) return;
  const note = noteOf(part);
  soon(note, () => act(note, part));
}

document.addEventListener('pointerover', (event) =>
  crossed(event, (note, part) => {
    if (note.matches(':popover-open')) return;
    note.showPopover({ source: part });
    opened.add(note);
  }),
);
// The pointer may move into the note to reach its link.
document.addEventListener('pointerout', (event) =>
  crossed(event, (note) => {
    if (opened.delete(note)) note.hidePopover();
  }),
);
// A click on a figure whose note hovers keeps the note, instead of closing it.
document.addEventListener('click', (event) => {
  const part = partOf(event.target);
  if (!part?.matches('.mt-inline-figure')) return;
  const note = noteOf(part);
  soon(note);
  if (opened.delete(note)) event.preventDefault();
});
