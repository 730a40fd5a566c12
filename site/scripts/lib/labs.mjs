import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * Every lab that runs models: each crate under `wasm/labs`. The folder has the finding's name (with what it is for, where a
 * finding has a second module), the crate is that with `-lab`.
 */
export function labSlugs() {
  return readdirSync(join(root, 'wasm', 'labs'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(root, 'wasm', 'labs', entry.name, 'Cargo.toml')))
    .map((entry) => entry.name)
    .sort();
}
