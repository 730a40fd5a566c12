/** Times this browser's `crypto.getRandomValues` when its reader wants to know, and draws it beside the record. */
import { chart } from '@/kit/chart/chart';
import { makeReadable } from '@/kit/chart/readable';
import {
  randomCallsFigure,
  randomCallsWords,
  type FromRandomCalls,
  type RandomCalls,
  type RecordedReads,
} from './random-calls';

const HEIGHT = 300;

export async function attach(root: HTMLElement): Promise<void> {
  const part = <E extends HTMLElement>(name: string) => root.querySelector<E>(`[data-${name}]`)!;
  const recorded = JSON.parse(part('recorded').textContent ?? '') as RecordedReads;
  const button = part<HTMLButtonElement>('measure');
  let [worker, found]: [Worker | null, RandomCalls | null] = [null, null];

  const draw = () => {
    if (!found) return;
    const { spec, table } = randomCallsFigure(found, recorded);
    const picture = part('picture');
    picture.innerHTML = chart(spec, { width: Math.max(280, picture.clientWidth), height: HEIGHT });
    const rows = table.rows.map((cells) => {
      const row = document.createElement('tr');
      row.append(...cells.map((text) => Object.assign(document.createElement('td'), { textContent: text })));
      return row;
    });
    part('body').replaceChildren(...rows);
    makeReadable(root);
  };
  const rest = (words: string) => {
    worker?.terminate();
    worker = null;
    button.textContent = found ? 'Measure again' : 'Measure';
    part('said').textContent = words;
  };
  const hear = ({ data }: MessageEvent<FromRandomCalls>) => {
    if (data.type === 'progress') part('said').textContent = `${Math.round(data.share * 100)}% done`;
    else if (data.type === 'failed') rest(`Nothing was measured: ${data.why}.`);
    else {
      found = data.found;
      part('answers').hidden = false;
      draw();
      rest(randomCallsWords(found));
    }
  };

  button.addEventListener('click', () => {
    if (worker) return rest('Stopped.');
    button.textContent = 'Stop';
    part('said').textContent = 'Measuring…';
    worker = new Worker(new URL('./random-calls-worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = hear;
    worker.onerror = (event) => {
      event.preventDefault();
      rest('Nothing was measured: the script could not be loaded.');
    };
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden && worker)
      rest('Stopped, because the page went to the background, where browsers hold workers back.');
  });
  addEventListener('resize', () => requestAnimationFrame(draw));
  button.disabled = false;
  root.dataset['state'] = 'idle';
}
