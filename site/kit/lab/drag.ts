export interface DragLine {
  /** Puts the line's handle where the line is drawn, in pixels within its container; `null` hides it. */
  place(box: { left: number; top: number; length: number } | null): void;
}

/**
 * A handle over a straight line in a picture, for the pointer only: next to every such line stands a native control that
 * does the same for keyboard and screen reader.
 *
 * `onDrag` gets the pointer's position in pixels within the container, across the line.
 */
export function dragLine(
  handle: HTMLElement,
  across: 'x' | 'y',
  onDrag: (pixels: number, phase: 'live' | 'rest') => void,
): DragLine {
  let grip = 0;
  let line = 0;
  let last = 0;
  const position = (event: PointerEvent) => {
    const box = (handle.offsetParent ?? handle).getBoundingClientRect();
    return across === 'y' ? event.clientY - box.top : event.clientX - box.left;
  };
  handle.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.toggleAttribute('data-dragging', true);
    // Held where it was taken, the line does not jump to the middle of the finger.
    grip = position(event) - line;
    last = line;
  });
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    last = position(event) - grip;
    onDrag(last, 'live');
  });
  handle.addEventListener('lostpointercapture', () => {
    if (!handle.hasAttribute('data-dragging')) return;
    handle.removeAttribute('data-dragging');
    onDrag(last, 'rest');
  });
  return {
    place(box) {
      handle.hidden = box === null;
      if (!box) return;
      line = across === 'y' ? box.top : box.left;
      handle.style.transform = `translate(${box.left}px, ${box.top}px)`;
      if (across === 'y') handle.style.width = `${box.length}px`;
      else handle.style.height = `${box.length}px`;
    },
  };
}
