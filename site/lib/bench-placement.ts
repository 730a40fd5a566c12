/**
 * The plain loops in JavaScript, as one would write them for speed: typed arrays, no allocation in the loop, and sfc32, a
 * good generator made of 32-bit operations (Chris Doty-Humphrey's, of PractRand). xoshiro256++ would need BigInt here.
 */

/** A generator of whole numbers below 2^32. */
function sfc32(seed: number, repetition: number): () => number {
  let a = seed | 0;
  let b = repetition | 0;
  let c = (seed / 2 ** 32) | 0;
  let counter = 1;
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) next();
  return next;
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
  const counts: number[] = [];
  // A product of 32 bits and a bound below 2^17 is exact in a float; what lies under the threshold would be a bias.
  const threshold = 2 ** 32 % servers;
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const next = sfc32(seed, repetition);
    const below = () => {
      for (;;) {
        const product = next() * servers;
        const integer = (product * 2 ** -32) | 0;
        if (product - integer * 2 ** 32 >= threshold) return integer;
      }
    };
    loads.fill(0);
    if (strategy === 'random') {
      for (let item = 0; item < items; item++) {
        const server = below();
        loads[server] = loads[server]! + 1;
      }
    } else {
      for (let item = 0; item < items; item++) {
        const first = below();
        const second = below();
        const server = loads[second]! < loads[first]! ? second : first;
        loads[server] = loads[server]! + 1;
      }
    }
    for (const load of loads) {
      while (counts.length <= load) counts.push(0);
      counts[load] = counts[load]! + 1;
    }
  }
  return counts;
}
