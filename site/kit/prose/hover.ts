// Opens the note of a figure in a sentence next to it: while a mouse rests on the figure, or at a click, a tap or the Enter key.
// Without script the figure is a link to its place on the page of data. The code that draws notes is fetched with the first.

/** Delay in milliseconds, so that nothing flickers when the pointer crosses a line of text. */
const REST = 180;

const figureAt = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-named]') : null;

const note = document.createElement('span');
note.className = 'mt-note';
note.popover = 'auto';
note.role = 'group';
note.ariaLabel = 'What is known of the figure';

/** The figure whose note is open; `isKept` if the note stays when the pointer leaves. */
let shown: { readonly figure: HTMLAnchorElement; isKept: boolean } | undefined;
let timer: number | undefined;

note.addEventListener('toggle', (event) => {
  if (event.newState !== 'closed') return;
  shown = undefined;
  // A reader mode does not know that it is closed, and would show it in the middle of the sentence.
  note.remove();
});

async function show(figure: HTMLAnchorElement, isKept: boolean): Promise<void> {
  const { showNote } = await import('./notes.ts');
  const known = shown?.figure === figure ? shown : undefined;
  if (known) known.isKept ||= isKept;
  else {
    shown = { figure, isKept };
    await showNote(figure, note, () => shown?.figure === figure);
  }
}

function soon(act?: () => void): void {
  clearTimeout(timer);
  timer = act && window.setTimeout(act, REST);
}

const isInNote = (target: EventTarget | null): boolean => target instanceof Node && note.contains(target);

document.addEventListener('pointerover', ({ pointerType, target }) => {
  const figure = pointerType === 'mouse' ? figureAt(target) : null;
  // On failure the figure is still a link.
  if (figure) soon(() => void show(figure, false).catch(() => undefined));
  // The pointer may move into the note to reach its link.
  else if (isInNote(target)) soon();
});
document.addEventListener('pointerout', ({ pointerType, target }) => {
  if (pointerType !== 'mouse' || !(figureAt(target) || isInNote(target))) return;
  soon(() => {
    if (shown && !shown.isKept) note.hidePopover();
  });
});
document.addEventListener('click', (event) => {
  const figure = figureAt(event.target);
  if (!figure || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  soon();
  show(figure, true).catch(() => location.assign(figure.href));
});
