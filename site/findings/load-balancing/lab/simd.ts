/** A module with a function that needs vectors: it takes the bits of one apart. From wasm-feature-detect. */
const PROBE = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);

/** Whether the browser loads WebAssembly with vector instructions; one that does not refuses the whole module. */
export const hasSimd = (): boolean => WebAssembly.validate(PROBE);
