/**
 * The plain loops in JavaScript, as one would write them for speed: typed arrays, no allocation in the loops, and sfc32, a
 * good generator made of 32-bit operations (Chris Doty-Humphrey's, of PractRand). xoshiro256++ would need BigInt here.
 */

/**
 * Servers drawn at a time. The generator's state lives in local variables meanwhile, which an engine keeps in registers: as
 * variables that a closure shares, or as an object's, every word drawn would be stored as a number of its own on the heap.
 */
const BLOCK = 4096;

/** Seeds a generator, as the words of its state. */
function sfc32(state: Int32Array, seed: number, repetition: number): void {
  state[0] = seed;
  state[1] = repetition;
  state[2] = seed / 2 ** 32;
  state[3] = 1;
}

/** Fills a prefix with uniform integers below a bound, from 32 random bits each, by multiplication (Lemire 2019). */
function draw(state: Int32Array, bound: number, integers: Uint32Array, count: number): void {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let counter = state[3]!;
  // Products whose lower half lies below it would be a bias: they are drawn again.
  const threshold = 2 ** 32 % bound;
  for (let i = 0; i < count;) {
    const word = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + word) | 0;
    if (Math.imul(word, bound) >>> 0 < threshold) continue;
    // Exact in a float for bounds up to 2^21; storing it drops the fraction.
    integers[i++] = (word >>> 0) * bound * 2 ** -32;
  }
  state[0] = a;
  state[1] = b;
  state[2] = c;
  state[3] = counter;
}

function placeOne(loads: Uint32Array, drawn: Uint32Array, count: number): void {
  for (let i = 0; i < count; i++) {
    const server = drawn[i]!;
    loads[server] = loads[server]! + 1;
  }
}

/** The servers in pairs: the emptier takes the item, the first of two that are alike. */
function placeTwo(loads: Uint32Array, drawn: Uint32Array, count: number): void {
  for (let i = 0; i < count; i += 2) {
    const first = drawn[i]!;
    const second = drawn[i + 1]!;
    const server = loads[second]! < loads[first]! ? second : first;
    loads[server] = loads[server]! + 1;
  }
}

/** The loads of all servers over all repetitions: how many servers held 0 items, 1 item, and so on. */
export function simulate(
  strategy: 'random' | 'two-choices',
  items: number,
  servers: number,
  seed: number,
  repetitions: number,
): number[] {
  const loads = new Uint32Array(servers);
  const drawn = new Uint32Array(BLOCK);
  const state = new Int32Array(4);
  const counts: number[] = [];
  const [place, choices] = strategy === 'random' ? [placeOne, 1] : [placeTwo, 2];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    sfc32(state, seed, repetition);
    // The first words still show the seed.
    draw(state, servers, drawn, 12);
    loads.fill(0);
    for (let left = items * choices; left > 0; left -= BLOCK) {
      const count = Math.min(left, BLOCK);
      draw(state, servers, drawn, count);
      place(loads, drawn, count);
    }
    for (let server = 0; server < servers; server++) {
      const load = loads[server]!;
      while (counts.length <= load) counts.push(0);
      counts[load] = counts[load]! + 1;
    }
  }
  return counts;
}
