import { expect, it, vi } from 'vitest';
import { toPlain, toPlainValue } from './plain';

const freed = vi.fn();

/** As wasm-bindgen makes them: a pointer of its own, and getters on the prototype. */
class Point {
  __wbg_ptr = 1;
  get x(): number {
    return 2;
  }
  get list(): Float64Array {
    return Float64Array.of(1, 2);
  }
  free(): void {
    freed('point');
  }
}

class Line {
  __wbg_ptr = 2;
  get ends(): Point[] {
    return [new Point(), new Point()];
  }
  get middle(): Point | undefined {
    return undefined;
  }
  free(): void {
    freed('line');
  }
}

it('takes the fields of a struct, and of those in it, and frees them all', () => {
  const point = { x: 2, list: Float64Array.of(1, 2) };
  expect(toPlain(new Line())).toEqual({ ends: [point, point], middle: undefined });
  expect(freed.mock.calls.flat()).toEqual(['point', 'point', 'line']);
});

it('leaves alone what is no struct', () => {
  expect(toPlainValue<Point | undefined>(undefined)).toBeUndefined();
  expect(toPlainValue(3)).toBe(3);
});
