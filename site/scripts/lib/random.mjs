import { randomLcg } from 'd3';

/**
 * Numbers from 0 to 1 that differ from seed to seed. D3's generator takes no more than the whole part of a seed from 1 on, and of one below
 * that 32 bits; its first numbers lie close to these, so that the low bits of the seed, by which seeds differ, go first.
 *
 * @param {number} seed a whole number below 2^32
 */
export const randomFrom = (seed) => randomLcg((((seed << 16) | (seed >>> 16)) >>> 0) / 2 ** 32);
