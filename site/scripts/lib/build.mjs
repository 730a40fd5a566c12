import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { extname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { siteAddress } from './address.mjs';
import { normaliseBase } from './base.mjs';
import { cratesOf } from './crates.mjs';
import { hashSources } from './hash.mjs';
import { labSlugs } from './labs.mjs';
import { cache, root, wasmPackages, yourRecords } from './paths.mjs';
import { remove } from './remove.mjs';
import { repositoryAddress } from './repository.mjs';
import { run } from './run.mjs';
import { SiteFolder } from './site-folder.mjs';
import { unlessStamped } from './stamp.mjs';
import { step } from './steps.mjs';
import { markTarget } from './target.mjs';

const WORKSPACE = ['Cargo.toml', 'Cargo.lock', '.cargo'];

/** Inputs of the site's build. Measuring code is none of them: it changes no page, and its results lie in `content`. */
export const SITE_SOURCES = [
  ...WORKSPACE,
  'wasm',
  'experiments/lib/harness/record.schema.json',
  'experiments/lib/harness/processors.json',
  'experiments/strongly-typed/programs',
  'experiments/dead-connections/tests/recipes',
  'content',
  'public',
  'site',
  'site/wasm-pkg',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/** For wasm-opt. Readers need neither what only the build asks for, nor the names of the tools, nor the list of features. */
const FOR_READERS = ['--remove-exports=limits', '-O', '--strip-producers', '--strip-target-features'];

/** As many labs are built at once at most: each takes memory as well as a core. */
const LANES = 4;

/** Builds each of `wasm/labs` into a folder of its name in `site/wasm-pkg`, unless it is there already. */
export async function buildWasm() {
  const compiler = await run('rustc', ['--version']);
  const lanes = Math.min(LANES, availableParallelism());
  markTarget();
  // Cargo lets only one build at a time into its folder, and most of each takes one core: a folder for each lane, and the same lane
  // for a lab each time, so that it finds there what it left.
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const target = join(root, 'target', `wasm-${lane}`);
      for (const slug of labSlugs().filter((_, index) => index % lanes === lane))
        await buildLab(slug, compiler, target);
    }),
  );
}

/**
 * @param {string} slug
 * @param {string} compiler its version
 * @param {string} target Cargo's folder
 */
function buildLab(slug, compiler, target) {
  const source = join('wasm', 'labs', slug);
  const out = join(wasmPackages, slug);
  const stamp = join(cache, `wasm-${slug}`);
  return step(`wasm ${slug}`, `wasm-pack build ${source}`, async () => {
    const bytes = join(out, 'models_bg.wasm');
    if (!existsSync(bytes)) remove(stamp);
    // Not their tests: only what the build reads, so that an edit builds those labs again that it can change.
    const crates = cratesOf(source).flatMap((folder) => [join(folder, 'Cargo.toml'), join(folder, 'src')]);
    const inputs = hashSources(
      ['Cargo.toml', '.cargo', ...crates, 'package-lock.json'],
      [compiler, FOR_READERS, foreignCrates()],
    );
    return unlessStamped(stamp, inputs, async () => {
      await pack(source, out, target);
      await writeLimits(out, inputs);
      await optimise(bytes);
    });
  });
}

/**
 * Builds a lab's module and what calls it.
 *
 * @param {string} source
 * @param {string} out
 * @param {string} target Cargo's folder
 */
async function pack(source, out, target) {
  const args = ['build', source, '--mode', 'no-install', '--target', 'web', '--release', '--out-name', 'models'];
  await run('wasm-pack', [...args, '--no-opt', '--out-dir', relative(join(root, source), out)], {
    // They would replace the flags in .cargo/config.toml.
    env: { CARGO_TARGET_DIR: target, RUSTFLAGS: undefined, CARGO_ENCODED_RUSTFLAGS: undefined },
  });
}

/** @param {string} bytes the module's file */
const optimise = (bytes) => run('wasm-opt', [...FOR_READERS, bytes, '-o', bytes]);

/** The lock file's crates from elsewhere; a new crate of the checkout changes nothing for the labs that are there. */
function foreignCrates() {
  const crates = readFileSync(join(root, 'Cargo.lock'), 'utf8').split('\n\n');
  return crates.filter((crate) => crate.includes('\nsource = '));
}

/**
 * Writes what a lab's `limits()` says as a module of constants: a page knows them before, and without, loading the models.
 *
 * @param {string} out the lab's folder in `site/wasm-pkg`
 * @param {string} version what it was built from; a module is loaded once for each address
 */
async function writeLimits(out, version) {
  const models = await import(`${pathToFileURL(join(out, 'models.js'))}?${version}`);
  models.initSync({ module: readFileSync(join(out, 'models_bg.wasm')) });
  if (models.limits === undefined) return;
  const limits = JSON.stringify(JSON.parse(models.limits()));
  writeFileSync(
    join(out, 'limits.ts'),
    `/** The models' limits, as Rust has them. */\nexport const LIMITS = ${limits} as const;\n`,
  );
}

/** A site under a base path, for tests of that: few pages show it as well as all. */
export const SITE_AT_BASE = { base: '/sub/', out: '.cache/site-at-sub', finding: 'load-balancing' };

/**
 * Builds the site for a base path, unless it is there already.
 *
 * @param {object} [options]
 * @param {string} [options.base]
 * @param {string} [options.out] folder, relative to the root
 * @param {boolean} [options.force]
 * @param {string} [options.finding] the only finding whose article is built; all of them by default
 * @param {boolean} [options.yours] with the records of the reader's own runs drawn beside the published ones
 * @param {boolean} [options.testPages] with pages for tests besides, which no reader should get
 */
export function buildSite({
  base = normaliseBase(process.env.SITE_BASE),
  out = 'dist',
  force = false,
  finding,
  yours = false,
  testPages = false,
} = {}) {
  return step(`site at ${base}`, `astro build into ${out}/`, async () => {
    const folder = new SiteFolder(out);
    if (force || !folder.holdsSite()) remove(folder.stamp);
    const measurements = process.env.SITE_MEASUREMENTS;
    const sources = [...SITE_SOURCES, ...(measurements ? [measurements] : []), ...(yours ? [yourRecords] : [])];
    const inputs = hashSources(sources, {
      base,
      address: siteAddress() ?? null,
      repository: repositoryAddress() ?? null,
      finding,
      testPages,
      measurements,
      yours,
    });
    return unlessStamped(folder.stamp, inputs, async () => {
      folder.prepare();
      const output = await run('astro', ['build'], {
        essence: astroError,
        env: {
          SITE_URL: siteAddress(),
          SITE_BASE: base,
          SITE_OUT: folder.aside,
          SITE_FINDING: finding,
          SITE_TEST_PAGES: testPages ? '1' : undefined,
          SITE_YOURS: yours ? yourRecords : undefined,
        },
      });
      for (const [, says] of output.matchAll(/\[your-machine\] (.+)/g)) console.log(`  ${says}`);
      await compress(folder.aside, testPages || finding !== undefined ? FAST : constants.BROTLI_MAX_QUALITY);
      folder.replace();
    });
  });
}

/**
 * The error in Astro's output, without the place in Astro's own code, which is of no use to authors. All of the output where it has
 * another form.
 *
 * @param {string} output
 */
export function astroError(output) {
  const lines = output.split('\n');
  const end = lines.findLastIndex((line) => /^ +Stack trace:$/.test(line));
  if (end < 0) return output;
  // The lines before the error tell what was done so far, by the time of day or below such a line.
  const isProgress = (/** @type {string} */ line) => /^\d\d:\d\d:\d\d |^ \w+ static |^ *[▶├└]/.test(line);
  const error = lines.slice(lines.slice(0, end).findLastIndex(isProgress) + 1, end);
  const location = error.findLastIndex((line) => /^ +Location:$/.test(line));
  return error
    .slice(0, location < 0 ? undefined : location)
    .join('\n')
    .trim();
}

/** True where there is a record of a run of the reader's own. */
export function hasYours() {
  const folder = join(root, yourRecords);
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => String(name).endsWith('.json'));
}

const TEXT = new Set(['.html', '.css', '.js', '.json', '.xml', '.svg', '.txt', '.csv', '.webmanifest', '.wasm']);

/** Endings of files that every reader of a page waits for. */
const PAGE = new Set(['.html', '.css', '.js', '.wasm']);

/** Brotli's quality for files that no reader waits for. The best takes some thirty times as long, and gains a tenth. */
const FAST = 9;

/**
 * Leaves a `.gz` and a `.br` beside each file that is worth it, as web servers look for them (nginx's gzip_static, Caddy's
 * precompressed, and the server behind `npm start`).
 *
 * @param {string} folder
 * @param {number} pageQuality how well Brotli compresses pages
 */
async function compress(folder, pageQuality) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => TEXT.has(extname(name)));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(join(folder, name));
      if (bytes.length < 1024) return;
      const quality = PAGE.has(extname(name)) ? pageQuality : FAST;
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: quality } };
      writeFileSync(join(folder, `${name}.gz`), await promisify(gzip)(bytes, { level: 9 }));
      writeFileSync(join(folder, `${name}.br`), await promisify(brotliCompress)(bytes, options));
    }),
  );
}
