import { fileURLToPath } from 'node:url';
import { join } from 'node:path';

/** The repository's root folder. */
export const root = fileURLToPath(new URL('../../../', import.meta.url)).replace(/[\\/]$/, '');

/** Where set-up installs the programs that npm does not carry. Ignored by git. */
export const tools = join(root, '.tools');

/** Stamps, reports and secondary builds that commands keep between runs. Ignored by git. */
export const cache = join(root, '.cache');

/** Output of `wasm-pack`, a package for each of `wasm/labs`. Ignored by git. */
export const wasmPackages = join(root, 'site', 'wasm-pkg');

/** Written once all npm packages are there; goes with them when they are removed. */
export const packagesStamp = join(root, 'node_modules', '.measured-twice');

/** Where quick runs of experiments leave their records; relative to the root, ignored by git. */
export const yourRecords = join('target', 'measurements');

/** Where the site lies that draws them beside the published ones: `dist` is for publishing. Relative to the root. */
export const siteWithYours = '.cache/site-with-yours';

/** Where the site lies as tests in a browser visit it, with test pages; relative to the root. */
export const siteForTests = '.cache/site-for-tests';
