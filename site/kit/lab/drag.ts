interface Point {
  x: number;
  y: number;
}

export interface DragPoint {
  /** Puts the handle over the point, in pixels within its container; `null` hides it. */
  showAt(at: Point | null): void;
}

/**
 * A handle over a point in a picture, for the pointer only: beside it stand native controls that do the same for keyboard
 * and screen reader. `onDrag` gets the point's position in pixels within the container.
 */
export function dragPoint(handle: HTMLElement, onDrag: (at: Point, phase: 'live' | 'rest') => void): DragPoint {
  let point = { x: 0, y: 0 };
  /** The way from the pointer to the point: a point that is held off its middle does not jump there. */
  let grip = { x: 0, y: 0 };
  const pointer = ({ clientX, clientY }: PointerEvent) => {
    const { left, top } = (handle.offsetParent ?? handle).getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  handle.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    handle.toggleAttribute('data-dragging', true);
    const { x, y } = pointer(event);
    grip = { x: point.x - x, y: point.y - y };
  });
  handle.addEventListener('pointermove', (event) => {
    if (!handle.hasPointerCapture(event.pointerId)) return;
    const { x, y } = pointer(event);
    point = { x: x + grip.x, y: y + grip.y };
    onDrag(point, 'live');
  });
  handle.addEventListener('lostpointercapture', () => {
    if (!handle.hasAttribute('data-dragging')) return;
    handle.removeAttribute('data-dragging');
    onDrag(point, 'rest');
  });
  return {
    showAt(at) {
      handle.hidden = at === null;
      if (!at) return;
      // Under the finger it stays where the finger is, beyond the edge of what can be asked too.
      if (!handle.hasAttribute('data-dragging')) point = at;
      handle.style.transform = `translate(${at.x}px, ${at.y}px)`;
    },
  };
}

export interface DragLine {
  /** Puts the line's handle where the line is drawn, in pixels within its container; `null` hides it. */
  showAt(box: { left: number; top: number; length: number } | null): void;
}

/** The same over a straight line, whose position across itself `onDrag` gets. */
export function dragLine(
  handle: HTMLElement,
  across: 'x' | 'y',
  onDrag: (pixels: number, phase: 'live' | 'rest') => void,
): DragLine {
  const point = dragPoint(handle, (at, phase) => onDrag(at[across], phase));
  return {
    showAt(box) {
      point.showAt(box && { x: box.left, y: box.top });
      if (box) handle.style[across === 'y' ? 'width' : 'height'] = `${box.length}px`;
    },
  };
}
