import { expect, it, vi } from 'vitest';
import { Question } from './question';

interface State {
  n: number;
  shown: string;
}
type Tasks = { double: { request: number; result: number } };

function asking() {
  const asked: { request: number; answer: (value: number, final?: boolean) => void }[] = [];
  const worker = {
    ask: vi.fn((_task: string, request: number, listener: { onResult: (value: number, final: boolean) => void }) => {
      asked.push({ request, answer: (value, final = true) => listener.onResult(value, final) });
    }),
    cancel: vi.fn(),
  };
  const lab = { worker: worker as never, timer: { recordPaint: vi.fn() }, redraw: vi.fn(), showTrouble: vi.fn() };
  const question = new Question<State, Tasks, 'double'>(lab, 'double', ['n'], true);
  const ask = (state: State) => question.ask(state, state.n);
  return { asked, question, ask, ...lab, worker };
}

it('asks again only when what matters has changed', () => {
  const { asked, ask } = asking();
  ask({ n: 1, shown: 'a' });
  ask({ n: 1, shown: 'b' });
  ask({ n: 2, shown: 'b' });
  ask({ n: 1, shown: 'b' });
  expect(asked.map(({ request }) => request)).toEqual([1, 2, 1]);
});

it('knows which state an answer is about', () => {
  const { asked, question, ask } = asking();
  ask({ n: 1, shown: 'a' });
  expect(question.current({ n: 1, shown: 'a' })).toBeNull();
  asked[0]?.answer(2);
  expect(question.current({ n: 1, shown: 'b' })).toBe(2);
  expect(question.current({ n: 3, shown: 'a' })).toBeNull();
  expect(question.latest).toBe(2);
});

it('knows whether a better answer will follow', () => {
  const { asked, question, ask } = asking();
  ask({ n: 1, shown: 'a' });
  expect(question.isFinal({ n: 1, shown: 'a' })).toBe(false);
  asked[0]?.answer(1, false);
  expect([question.current({ n: 1, shown: 'a' }), question.isFinal({ n: 1, shown: 'a' })]).toEqual([1, false]);
  asked[0]?.answer(2);
  expect(question.isFinal({ n: 1, shown: 'a' })).toBe(true);
  expect(question.isFinal({ n: 2, shown: 'a' })).toBe(false);
});

it('has each answer drawn and timed, and the time of one that is there already end at once', () => {
  const { asked, ask, redraw, timer } = asking();
  ask({ n: 1, shown: 'a' });
  asked[0]?.answer(1, false);
  asked[0]?.answer(2);
  expect(redraw).toHaveBeenCalledTimes(2);
  ask({ n: 1, shown: 'b' });
  expect(timer.recordPaint.mock.calls).toEqual([[false], [true], [true]]);
});

it('gives up an answer that nobody needs, and can ask for it again', () => {
  const { asked, worker, question, ask } = asking();
  ask({ n: 1, shown: 'a' });
  question.forgetOlder({ n: 1, shown: 'b' });
  expect(worker.cancel).not.toHaveBeenCalled();
  question.forgetOlder({ n: 2, shown: 'b' });
  expect(worker.cancel).toHaveBeenCalledWith('double');
  ask({ n: 1, shown: 'a' });
  expect(asked).toHaveLength(2);
});
