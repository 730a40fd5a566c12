import { expect, it, vi } from 'vitest';
import type { Parts } from './parts';
import { Player } from './player';

it('plays to its end, while it can be seen, and then nothing runs', () => {
  let frames: FrameRequestCallback[] = [];
  let isSeen: (isIntersecting: boolean) => void = () => {};
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []));
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener() {} });
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        isSeen = (isIntersecting) => report([{ isIntersecting }]);
      }
      observe() {}
    },
  );
  const said: string[] = [];
  const parts = { part: () => ({ toggleAttribute() {} }), say: (_: string, word: string) => said.push(word) };
  const player = new Player(parts as unknown as Parts, () => {}, 'Again');
  player.attach({} as HTMLElement);
  player.load(2, 0);
  player.setPace(10);
  player.play();
  expect(frames).toHaveLength(0);
  isSeen(true);

  const turn = (time: number) => frames.splice(0).forEach((frame) => frame(time));
  // One frame begins, and two of a tenth of a second each take a step.
  for (const [time, position] of [
    [0, 0],
    [100, 1],
    [200, 2],
  ] as const) {
    expect(frames).toHaveLength(1);
    turn(time);
    expect(player.position).toBe(position);
  }
  expect([player.playing, said.at(-1), frames.length]).toEqual([false, 'Again', 0]);

  player.play();
  expect([player.position, frames.length]).toEqual([0, 1]);
  isSeen(false);
  expect(frames).toHaveLength(0);
});
