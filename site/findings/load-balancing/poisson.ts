/** The chance that any of some servers has more than its capacity, where each has a Poisson number of items of its own. */
export function anyOverIfPoisson({
  mean,
  servers,
  capacity,
}: {
  /** Of the items of all servers together. */
  mean: number;
  servers: number;
  capacity: number;
}): number {
  const each = mean / servers;
  let chance = Math.exp(-each);
  let within = chance;
  for (let items = 1; items <= capacity; items++) {
    chance *= each / items;
    within += chance;
  }
  return 1 - within ** servers;
}
