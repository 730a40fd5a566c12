// The Debian packages that experiments can use: which there are, and how they are installed.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { tryRun } from './run.mjs';
import { which } from './setup.mjs';

/** Each experiment's own list lies beside its crate. One without it needs none. */
export const PACKAGES = 'debian-packages.txt';

/**
 * The packages that some experiments can use, each once.
 *
 * @param {string[]} slugs
 */
export function debianPackages(slugs) {
  const lists = slugs.map((slug) => join('experiments', slug, PACKAGES)).filter((list) => existsSync(join(root, list)));
  const packages = lists.flatMap((list) => readPackages(readFileSync(join(root, list), 'utf8'), list));
  return [...new Set(packages)].sort();
}

/**
 * @param {string} text one package a line; `#` starts a comment
 * @param {string} list where it was read, for messages
 */
export function readPackages(text, list) {
  const names = text
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((name) => name !== '');
  // The names that Debian's policy allows (section 5.6.7): nothing that apt-get would take for an option or a path.
  const wrong = names.find((name) => !/^[a-z0-9][a-z0-9+.-]+$/.test(name));
  if (wrong !== undefined) throw new Problem(`${list} names '${wrong}', which is no Debian package`);
  return names;
}

/** Installs packages, and leaves their services alone. */
const INSTALL = fileURLToPath(new URL('install-packages.sh', import.meta.url));

/**
 * Command that installs packages here: by root itself, by anyone else through sudo.
 *
 * @param {string[]} packages
 * @param {object} [system]
 * @param {string} [system.platform]
 * @param {number} [system.user] 0 is root
 * @param {(program: string) => boolean} [system.has] whether a program is there
 * @returns {[string, ...string[]]}
 */
export function installCommand(
  packages,
  { platform = process.platform, user = process.getuid?.(), has = onPath } = {},
) {
  const names = packages.join(' ');
  if (platform !== 'linux' || !has('apt-get') || !has('dpkg-query')) {
    throw new Problem(
      `--install works on Debian and its relatives, by apt-get. Here, install by the system's own means what these packages hold: ${names}`,
    );
  }
  // No questions while it installs. sudo would not hand the variable on by itself. In the system's root folder.
  const asRoot = /** @type {const} */ (['env', 'DEBIAN_FRONTEND=noninteractive', 'sh', INSTALL, '']);
  if (user === 0) return [...asRoot, ...packages];
  if (has('sudo')) return ['sudo', ...asRoot, ...packages];
  throw new Problem(`--install needs root, and there is no sudo; run this as root: apt-get install ${names}`);
}

/**
 * Tries to install packages, without a word. What came of it is seen by what is there then.
 *
 * @param {string[]} packages
 */
export function tryToInstall(packages) {
  const [program, ...args] = installCommand(packages);
  return tryRun(program, args);
}

/** @param {string} program */
function onPath(program) {
  return which(program) !== undefined;
}

/**
 * Installs what is not there yet. Says what it will do before, and asks whoever sits at a terminal.
 *
 * @param {string[]} packages
 * @param {boolean} yes whether not to ask
 */
export async function installPackages(packages, yes) {
  if (packages.length === 0) {
    console.log('No Debian package is needed.');
    return;
  }
  installCommand(packages);
  const missing = await missingPackages(packages);
  if (missing.length === 0) {
    console.log(`All are installed: ${packages.join(', ')}`);
    return;
  }
  const [program, ...args] = installCommand(missing);
  console.log(
    `${program === 'sudo' ? 'Through sudo' : 'As root'}, apt-get will install ${missing.join(', ')}, and what they need. ` +
      'It removes no package, and starts and enables no service; those that run are left alone.',
  );
  if (!yes && process.stdin.isTTY && !(await agrees('Install them? [y/N] ')))
    throw new Problem('Nothing was installed.');
  const { code } = await tryRun(program, args, { direct: true });
  if (code === 0) return;
  const still = await missingPackages(missing);
  throw new Problem(`apt-get ended with status ${code}; still missing: ${still.join(', ')}`);
}

/**
 * True where the next line typed agrees; no line means no.
 *
 * @param {string} question
 */
async function agrees(question) {
  process.stdout.write(question);
  for await (const line of createInterface({ input: process.stdin })) return /^y(es)?$/i.test(line.trim());
  return false;
}

/**
 * The packages that are not installed, nor provided by another that is, as npm is by the nodejs of NodeSource, which lets no other npm
 * beside it. All of them where the system is no Debian.
 *
 * @param {string[]} packages
 */
export async function missingPackages(packages) {
  // Lists every package that dpkg knows: asked for one by name, it does not say which others provide it.
  const { output } = await tryRun('dpkg-query', [
    '--show',
    '--showformat=${Package} ${db:Status-Status}|${Provides}\\n',
  ]);
  const there = new Set(output.split('\n').flatMap(installedNames));
  return packages.filter((name) => !there.has(name));
}

/** A package that is installed, and what it provides, in any version. @param {string} line */
function installedNames(line) {
  const [, name, provided = ''] = /^(\S+) installed(?:\|(.*))?$/.exec(line) ?? [];
  return name === undefined ? [] : [name, ...provided.split(',').map((each) => each.trim().replace(/[ :(].*/, ''))];
}
