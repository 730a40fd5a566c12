/**
 * A worker that reads this browser's clock as fast as it can, and, when it has, counts what all of them read.
 *
 * It reads in JavaScript, because calling out of WebAssembly costs more than the reading. The one that counts loads the models
 * then, not before: nothing should hold up the reading.
 */
import load, { countNeighbours, ReadingsCounter } from '@/wasm-pkg/timestamp-collisions/models.js';
import wasmAddress from '@/wasm-pkg/timestamp-collisions/models_bg.wasm?url';
import { analyse } from './analyse';
import type { FromReader, ToReader } from './messages';
import type { Readings } from './readings';

/** What `self` is in a dedicated worker; spelt out because the site's types are those of a page. */
interface ReaderScope {
  readonly crossOriginIsolated?: boolean;
  postMessage(message: FromReader, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<ToReader>) => void): void;
}

/** The longest wait for the common start, in milliseconds: a worker whose origin is far off starts on its own. */
const LONGEST_WAIT = 1000;
/** A clock that gives the same value so often, for seconds on end, stands still. */
const STANDS_STILL = 2 ** 27;

const scope = self as unknown as ReaderScope;

function read({ from, milliseconds, most }: Extract<ToReader, { type: 'read' }>): Readings {
  const { timeOrigin: origin } = performance;
  const values = new Float64Array(most);
  const counts = new Uint32Array(most);
  // Waiting by reading has the loop compiled by the time it counts.
  const begin = Math.min(from - origin, performance.now() + LONGEST_WAIT);
  let value = performance.now();
  while (value < begin) value = performance.now();
  const end = value + milliseconds;
  let runs = 0;
  let count = 1;
  while (runs < most && value < end && count < STANDS_STILL) {
    const now = performance.now();
    if (now === value) count++;
    else {
      values[runs] = value;
      counts[runs] = count;
      runs++;
      value = now;
      count = 1;
    }
  }
  if (count === STANDS_STILL && runs < most) {
    values[runs] = value;
    counts[runs] = count;
    runs++;
  }
  return {
    origin,
    values: values.slice(0, runs),
    counts: counts.slice(0, runs),
    isolated: scope.crossOriginIsolated === true,
  };
}

async function answer(data: ToReader): Promise<void> {
  if (data.type === 'read') {
    const readings = read(data);
    scope.postMessage({ type: 'readings', readings }, [readings.values.buffer, readings.counts.buffer]);
  } else {
    await load({ module_or_path: wasmAddress });
    scope.postMessage({ type: 'analysis', analysis: analyse(data.readings, { countNeighbours, ReadingsCounter }) });
  }
}

scope.addEventListener('message', ({ data }) => {
  answer(data).catch((error: unknown) => {
    scope.postMessage({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
  });
});
scope.postMessage({ type: 'ready' });
