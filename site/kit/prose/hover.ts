// Shows the note of a figure in a sentence while a mouse rests on it. Clicks, taps and the keyboard need no script.

/** Long enough not to flicker when the pointer crosses a line of text, in milliseconds. */
const REST = 180;

for (const button of document.querySelectorAll<HTMLButtonElement>('.mt-inline-figure')) {
  const note = button.popoverTargetElement;
  if (!(note instanceof HTMLElement)) continue;
  let timer = 0;
  let opened = false;
  const enter = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (note.matches(':popover-open')) return;
      note.showPopover({ source: button });
      opened = true;
    }, REST);
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer);
    // What a click opened stays until it is dismissed; the pointer may move into the note to reach its link.
    timer = window.setTimeout(() => {
      if (opened) note.hidePopover();
      opened = false;
    }, REST);
  };
  // A click on a figure whose note hovers keeps the note, instead of closing it.
  button.addEventListener('click', (event) => {
    clearTimeout(timer);
    if (opened) event.preventDefault();
    opened = false;
  });
  for (const element of [button, note]) {
    element.addEventListener('pointerenter', enter);
    element.addEventListener('pointerleave', leave);
  }
}
