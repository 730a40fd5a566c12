/** Mounts the live measurement: it only listens and draws, workers read the clock and count. */
import { makeReadable } from '@/kit/chart/readable';
import { bindAddress, type AddressedState } from '@/kit/lab/address';
import { announcer } from '@/kit/lab/announce';
import { download } from '@/kit/lab/download';
import { toCsv, type Cell } from '@/kit/record/csv';
import { Notices } from '@/kit/lab/notices';
import { Parts } from '@/kit/lab/parts';
import { startWorker } from '@/kit/lab/start-worker';
import { setMarkup } from '@/kit/set-markup';
import clockReaderUrl from './clock-reader.ts?worker&url';
import { measure, MeasureError, type Measurement } from './measure';
import { availableWorkers, liveSchema, workerChoices, type LiveState } from './state';
import { liveFigures, lostSentence, meaning, reservations, resultSentence } from './words';

/** How long workers read, in milliseconds: ten steps of the coarsest clock that a browser is known for, 100 ms. */
const READ_FOR = 1000;

export async function attach(root: HTMLElement): Promise<void> {
  new LiveClock(root);
}

class LiveClock {
  readonly #parts: Parts;
  readonly #notices: Notices;
  readonly #available = availableWorkers(navigator.hardwareConcurrency);
  readonly #address: AddressedState<LiveState>;
  readonly #say: (sentence: string) => void;
  #running: AbortController | null = null;
  #measured: Measurement | null = null;
  #width = 0;

  constructor(root: HTMLElement) {
    this.#parts = new Parts(root);
    this.#notices = new Notices(this.#parts);
    // Nothing else is said here, so there is nothing to wait for.
    this.#say = announcer(this.#parts.part('live'), 100);
    this.#address = bindAddress(liveSchema(this.#available), (state, { from, notes }) => {
      if (from === 'address') this.#notices.showNotes(notes);
      this.#showChoices(state);
    });
    const threads = this.#parts.part<HTMLSelectElement>('threads');
    threads.addEventListener('change', () => {
      this.#address.change({ threads: threads.value === 'all' ? null : Number(threads.value) }, 'rest');
    });
    this.#button('measure').addEventListener('click', () => {
      if (this.#running) this.#running.abort('Stopped.');
      else void this.#measure();
    });
    this.#button('csv').addEventListener('click', () => this.#downloadCsv());
    document.addEventListener('visibilitychange', () => {
      if (document.hidden) {
        this.#running?.abort('Stopped, because the page went to the background, where browsers hold workers back.');
      }
    });
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry?.contentRect.width ?? 0);
      if (width === this.#width || width === 0) return;
      this.#width = width;
      // In the next frame: here, a picture of another height would call for another answer in this one, which is an error.
      requestAnimationFrame(() => this.#measured && void this.#draw(this.#measured));
    }).observe(this.#parts.part('steps'));
    for (const controls of this.#parts.all<HTMLFieldSetElement>('[data-controls]')) {
      controls.disabled = false;
    }
    this.#parts.root.dataset['state'] = 'idle';
  }

  #button = (name: string) => this.#parts.part<HTMLButtonElement>('act', name);

  #showChoices({ threads }: Readonly<LiveState>): void {
    const select = this.#parts.part<HTMLSelectElement>('threads');
    const options = workerChoices(this.#available, threads).map((count) => {
      const words = count === 1 ? '1 worker' : `${count} workers`;
      return count === this.#available ? new Option(`${words}, all at once`, 'all') : new Option(words, String(count));
    });
    select.replaceChildren(...options);
    select.value = threads === null || threads === this.#available ? 'all' : String(threads);
  }

  async #measure(): Promise<void> {
    const workers = this.#address.state.threads ?? this.#available;
    const running = new AbortController();
    this.#running = running;
    this.#notices.showTrouble('');
    this.#parts.root.dataset['state'] = 'measuring';
    this.#parts.part('measure-word').textContent = 'Stop';
    try {
      const measured = await measure(() => startWorker(clockReaderUrl), {
        workers,
        milliseconds: READ_FOR,
        signal: running.signal,
        onPhase: (phase, count) => {
          const whose = count === 1 ? '1 worker' : `${count} workers`;
          const words = { starting: `Starting ${whose}…`, reading: `${whose} reading…`, counting: 'Counting…' };
          this.#parts.part('progress').textContent = words[phase];
        },
      });
      this.#measured = measured;
      await this.#show(measured, workers);
      this.#parts.root.dataset['state'] = 'done';
    } catch (error) {
      this.#parts.root.dataset['state'] = running.signal.aborted ? 'idle' : 'failed';
      if (running.signal.aborted) this.#say(String(running.signal.reason));
      else this.#notices.showTrouble(this.#explain(error, workers));
      this.#parts.part('progress').textContent = running.signal.aborted ? String(running.signal.reason) : '';
    } finally {
      this.#running = null;
      this.#parts.part('measure-word').textContent = this.#measured ? 'Measure again' : 'Measure';
    }
  }

  #explain(error: unknown, workers: number): string {
    const again = 'Nothing was measured; try again, or with fewer workers.';
    if (!(error instanceof MeasureError)) return `The measurement failed (${String(error)}). ${again}`;
    if (error.lost.length > 0) return `${lostSentence(error.lost, workers)} ${again}`;
    return `The measurement failed: ${error.message}. ${again}`;
  }

  async #show(measured: Measurement, asked: number): Promise<void> {
    for (const { name, value, text } of liveFigures(measured.analysis)) {
      const output = this.#parts.part('result', name);
      output.textContent = text;
      output.dataset['value'] = value === null ? '' : String(value);
    }
    const words = this.#parts.part('words');
    const doubts = reservations(measured, asked);
    words.replaceChildren(
      paragraph(resultSentence(measured), 'mt-live-result'),
      ...doubts.map((sentence) => paragraph(sentence, 'mt-live-doubt')),
      ...meaning(measured).map((sentence) => paragraph(sentence)),
    );
    words.hidden = false;
    this.#button('csv').disabled = false;
    this.#parts.part('progress').textContent = '';
    this.#say([resultSentence(measured), ...doubts].join(' '));
    await this.#draw(measured);
  }

  /** What draws comes with the first picture; without it the figures and words still stand. */
  async #draw({ analysis, workers }: Measurement): Promise<void> {
    const pictures = await import('./pictures').catch(() => null);
    if (!pictures)
      return this.#notices.showTrouble('The picture could not be drawn; the figures and words are complete.');
    const width = this.#width || this.#parts.part('steps').clientWidth;
    const lanes = this.#parts.part('lanes');
    lanes.hidden = false;
    const hidden = analysis.workers - pictures.MOST_LANES;
    setMarkup(
      lanes,
      `<p class="mt-live-caption">A few steps of the clock, and how often each was read. Ties join equal times.${
        hidden > 0 ? ` ${hidden} more workers are not shown.` : ''
      }</p><div data-read>${pictures.drawLanes(analysis.lanes, workers, width)}</div>`,
    );
    makeReadable(lanes);
  }

  /** All that was read, so that anybody can count again. */
  #downloadCsv(): void {
    const measured = this.#measured;
    if (!measured) return;
    const { analysis, readings, workers } = measured;
    const rows: Cell[][] = liveFigures(analysis).map(({ name, value }) => ['figure', name, null, null, value, null]);
    readings.forEach(({ origin, values, counts }, index) => {
      const worker = workers[index] as number;
      rows.push(['origin', 'performance.timeOrigin (ms)', worker, null, origin, null]);
      const keys = analysis.keys[index];
      values.forEach((value, run) => {
        rows.push(['reading', 'performance.now() (ms)', worker, keys?.[run] ?? null, value, counts[run] ?? null]);
      });
    });
    download('your-clock.csv', toCsv(['kind', 'name', 'worker', 'time', 'value', 'times read'], rows));
  }
}

function paragraph(words: string, style = ''): HTMLParagraphElement {
  const element = document.createElement('p');
  element.textContent = words;
  if (style) element.className = style;
  return element;
}
