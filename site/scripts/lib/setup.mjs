import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { hashSources } from './hash.mjs';
import { environment, nodeProgram } from './node.mjs';
import { cache, packagesStamp, root, tools } from './paths.mjs';
import { Problem } from './problem.mjs';
import { displayPath } from './remove.mjs';
import { run, tryRun } from './run.mjs';
import { unlessStamped } from './stamp.mjs';
import { step } from './steps.mjs';
import { findVersion, isAtLeast } from './version.mjs';

const WASM_TARGET = 'wasm32-unknown-unknown';
const WASM_PACK = '0.15.1';
const INSTALL_RUST = "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh -s -- -y";

/** The command line tool has to be exactly as old as the crate. */
function wasmBindgenVersion() {
  const pinned = /^wasm-bindgen = "=([\d.]+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'));
  if (!pinned?.[1]) throw new Error('Cargo.toml pins no exact version of wasm-bindgen');
  return pinned[1];
}

/** Characters of a path by which a linker, a search path, an address or a pattern would name another one. */
const MISREAD = /[#?%"[\\:]/;

/** Stops at once where the path of this folder is one that the programs misread, at length and after minutes. */
export function checkPath(folder = root) {
  const [character] = MISREAD.exec(folder) ?? [];
  if (character === undefined) return;
  throw new Problem(
    `The path of this folder, ${folder}, has the character ${character}, which compilers and Astro misread; move the folder to a path without # ? % " [ \\ and :`,
  );
}

/** Stops at once, with the command that mends it, where something is missing that these scripts can't install. */
export async function checkPrerequisites() {
  checkPath();
  const [npm, cargo, rustc] = await Promise.all(
    ['npm', 'cargo', 'rustc'].map((program) => tryRun(program, ['--version'])),
  );
  if (npm?.code !== 0) throw new Problem('npm was not found; it comes with Node: https://nodejs.org/');
  if (cargo?.code !== 0 || rustc?.code !== 0) {
    throw new Problem(`Rust was not found (no working cargo and rustc on the PATH); install it with: ${INSTALL_RUST}`);
  }
  const oldest = /^rust-version = "([\d.]+)"/m.exec(readFileSync(join(root, 'Cargo.toml'), 'utf8'))?.[1] ?? '0';
  const version = findVersion(rustc.output) ?? '0';
  if (!isAtLeast(version, oldest)) {
    throw new Problem(`Rust ${version} is too old; ${oldest} or newer is needed: rustup update stable`);
  }
  if (process.platform === 'linux' && (await tryRun('cc', ['--version'])).code !== 0) {
    throw new Problem(
      'No C linker (cc) was found, and Rust needs one; on Debian: sudo apt-get install build-essential',
    );
  }
}

/** Hash of the files that decide the npm packages, as their stamp has it. */
export const packagesInputs = () => hashSources(['package.json', 'package-lock.json', '.npmrc']);

/** The npm packages, exactly as the lock file names them. */
export function ensurePackages() {
  const inputs = packagesInputs();
  return step('npm packages', 'npm ci', async () => {
    const worked = await unlessStamped(packagesStamp, inputs, () => {
      claimPackages();
      // Whatever NODE_ENV or the user's npmrc say: the build needs them all.
      return run('npm', ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund']);
    });
    nodeProgram();
    return worked;
  });
}

/** Says which folder of packages an installation of ours has begun to fill, so that one that did not come to its end is known. */
const BEGUN = join(cache, 'packages-begun');

/**
 * Makes the folder of the npm packages. `npm ci` empties it first.
 *
 * @throws {Problem} where there is one that npm has not filled
 */
function claimPackages() {
  const folder = dirname(packagesStamp);
  if (!lstatSync(folder, { throwIfNoEntry: false })) mkdirSync(folder);
  const stats = lstatSync(folder);
  const identity = `${stats.dev}:${stats.ino}`;
  const isNpms =
    stats.isDirectory() &&
    (readdirSync(folder).length === 0 ||
      existsSync(join(folder, '.package-lock.json')) ||
      (existsSync(BEGUN) && readFileSync(BEGUN, 'utf8') === identity));
  if (!isNpms) {
    throw new Problem(
      'node_modules is not as npm leaves it, and `npm ci` would remove what is in it. Move it away, then run this again.',
    );
  }
  writeFileSync(BEGUN, identity);
}

/** Rust's standard library for a kind of WebAssembly. @param {string} target */
export async function ensureTarget(target) {
  await step('wasm target', `rustup target add ${target}`, async () => {
    const folder = await run('rustc', ['--print', 'target-libdir', '--target', target]);
    if (existsSync(folder.trim())) return false;
    if ((await tryRun('rustup', ['--version'])).code !== 0) {
      throw new Problem(
        `Rust's ${target} target is missing, and there is no rustup to add it; install Rust with: ${INSTALL_RUST}`,
      );
    }
    await run('rustup', ['target', 'add', target]);
    return true;
  });
}

/**
 * Environment for compiling programs from crates.io: without optimising, which would take three quarters of the time. They are at work
 * for less than a second per build.
 */
const INSTALLING = {
  CARGO_PROFILE_RELEASE_OPT_LEVEL: '0',
  RUSTFLAGS: undefined,
  CARGO_ENCODED_RUSTFLAGS: undefined,
};

/**
 * A program from crates.io in exactly this version: where it is on the PATH or was installed before, that one.
 *
 * @param {string} crate
 * @param {string} program
 * @param {string} version
 * @param {string[]} [options] for `cargo install`
 */
export async function ensureTool(crate, program, version, options = []) {
  await step(crate, `cargo install ${crate}@${version} (minutes, once)`, async () => {
    if (await hasVersion(join(tools, 'bin', program), version)) return false;
    // A wrong version in our own folder would hide the right one behind it.
    if (!existsSync(join(tools, 'bin', program)) && (await hasVersion(program, version))) return false;
    refuseForeignProgram(program);
    const install = ['install', '--locked', '--force', '--root', tools, ...options, `${crate}@${version}`];
    await run('cargo', install, { env: INSTALLING });
    return true;
  });
}

/** Cargo would replace whatever has the program's name. @param {string} program @throws {Problem} where Cargo did not put it there */
function refuseForeignProgram(program) {
  const file = join(tools, 'bin', program);
  const list = join(tools, '.crates.toml');
  const isCargos = existsSync(list) && readFileSync(list, 'utf8').includes(`"${program}"`);
  if (lstatSync(file, { throwIfNoEntry: false }) && !isCargos)
    throw new Problem(
      `${displayPath(file)} was not installed by Cargo, which would replace it. Move it away, then run this again.`,
    );
}

/** @param {string} program @param {string} version */
async function hasVersion(program, version) {
  const { code, output } = await tryRun(program, ['--version']);
  return code === 0 && findVersion(output) === version;
}

/** The programs that turn Rust into what a page can load. */
export async function ensureWasmTools() {
  await Promise.all([
    ensureTarget(WASM_TARGET),
    ensureTool('wasm-pack', 'wasm-pack', WASM_PACK),
    // The crate's other programs run tests in browsers; its default features are for them.
    ensureTool('wasm-bindgen-cli', 'wasm-bindgen', wasmBindgenVersion(), [
      '--bin',
      'wasm-bindgen',
      '--no-default-features',
    ]),
  ]);
}

/** All that a build needs, side by side. */
export async function setUp() {
  await checkPrerequisites();
  await Promise.all([ensurePackages(), ensureWasmTools()]);
}

/** Where a program of this name would be run from. @param {string} name */
export function which(name) {
  const folders = environment().PATH.split(delimiter);
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}
