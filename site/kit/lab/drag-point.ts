export interface DragPoint {
  /** Puts the handle over the point, in pixels within its container; `null` hides it. */
  place(at: { x: number; y: number } | null): void;
}

/**
 * A handle over a point in a picture, for the pointer only: beside it stand native controls that do the same for keyboard
 * and screen reader. `onDrag` gets the point's position in pixels within the container.
 */
export function dragPoint(
  handle: HTMLElement,
  onDrag: (at: { x: number; y: number }, phase: 'live' | 'rest') => void,
): DragPoint {
  let point = { x: 0, y: 0 };
  /** From the pointer to the point: held off its middle, the point does not jump there. */
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
    place(at) {
      handle.hidden = at === null;
      if (!at) return;
      // Under the finger it stays where the finger is, beyond the edge of what can be asked too.
      if (!handle.hasAttribute('data-dragging')) point = at;
      handle.style.transform = `translate(${at.x}px, ${at.y}px)`;
    },
  };
}
