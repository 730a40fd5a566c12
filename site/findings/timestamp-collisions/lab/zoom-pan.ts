/** Dragging, pinching, wheel and keys over a picture of time. Says what the reader wants; knows nothing of the picture. */

/** How far one press of a key or a button goes: twice as near, a quarter of the picture aside. */
export const ZOOM_STEP = 2;
export const PAN_STEP = 0.25;

/** Zoom of a mouse wheel or a trackpad, per pixel. */
const WHEEL_ZOOM = 0.003;
/** A gesture without an end of its own has ended after so many milliseconds. */
const WHEEL_REST = 250;

export interface ZoomPan {
  /** Zooms by a factor (above 1: more is shown) around a place, and moves the picture by so many pixels. */
  move(factor: number, around: number, byPixels: number, phase: 'live' | 'rest'): void;
}

/**
 * A finger that moves up or down scrolls the page, and so does the wheel alone: the picture takes sideways drags, two
 * fingers, the wheel with Ctrl (as pinching on a trackpad comes) or Shift, and keys.
 */
export function attachZoomPan(picture: HTMLElement, { move }: ZoomPan): void {
  const fingers = new Map<number, number>();
  let moved = false;
  const xOf = (event: { clientX: number }) => event.clientX - picture.getBoundingClientRect().left;
  const spread = () => {
    const xs = [...fingers.values()];
    const [low, high] = [Math.min(...xs), Math.max(...xs)];
    return { middle: (low + high) / 2, wide: Math.max(24, high - low) };
  };

  picture.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    fingers.set(event.pointerId, xOf(event));
    picture.setPointerCapture(event.pointerId);
    picture.toggleAttribute('data-dragging', true);
  });
  picture.addEventListener('pointermove', (event) => {
    if (!fingers.has(event.pointerId)) return;
    const before = spread();
    fingers.set(event.pointerId, xOf(event));
    const after = spread();
    const factor = fingers.size > 1 ? before.wide / after.wide : 1;
    if (factor === 1 && after.middle === before.middle) return;
    moved = true;
    move(factor, before.middle, before.middle - after.middle, 'live');
  });
  const lift = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId) || fingers.size > 0) return;
    picture.removeAttribute('data-dragging');
    if (moved) move(1, 0, 0, 'rest');
    moved = false;
  };
  picture.addEventListener('pointerup', lift);
  picture.addEventListener('pointercancel', lift);

  let resting: ReturnType<typeof setTimeout> | undefined;
  picture.addEventListener(
    'wheel',
    (event) => {
      const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      const zooms = event.ctrlKey || event.metaKey;
      if (!zooms && !sideways) return;
      event.preventDefault();
      if (zooms) move(Math.exp(event.deltaY * WHEEL_ZOOM), xOf(event), 0, 'live');
      else move(1, 0, event.deltaX || event.deltaY, 'live');
      clearTimeout(resting);
      resting = setTimeout(() => move(1, 0, 0, 'rest'), WHEEL_REST);
    },
    { passive: false },
  );

  picture.addEventListener('keydown', (event) => {
    // Where points of the picture are read by keys, these are not for moving it.
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const middle = picture.clientWidth / 2;
    const aside = picture.clientWidth * PAN_STEP;
    const wanted: Record<string, [number, number]> = {
      '+': [1 / ZOOM_STEP, 0],
      '=': [1 / ZOOM_STEP, 0],
      '-': [ZOOM_STEP, 0],
      ArrowLeft: [1, -aside],
      ArrowRight: [1, aside],
    };
    const [factor, by] = wanted[event.key] ?? [];
    if (factor === undefined || by === undefined) return;
    event.preventDefault();
    move(factor, middle, by, 'rest');
  });
}
