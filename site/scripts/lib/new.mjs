// A new finding: what lies in `site/scripts/new`, under a name of its own.
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache, root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { remove } from './remove.mjs';
import { run } from './run.mjs';

const TEMPLATE = join(root, 'site/scripts/new');

/**
 * Placeholders of the template and their values for a finding: the slug itself, the same for Rust's paths and types, and as a title.
 *
 * @param {string} slug
 * @returns {Record<string, string>}
 */
function names(slug) {
  const capital = (/** @type {string} */ word) => word.charAt(0).toUpperCase() + word.slice(1);
  const words = slug.split('-');
  return {
    __slug__: slug,
    __snake__: words.join('_'),
    __Pascal__: words.map(capital).join(''),
    __title__: capital(words.join(' ')),
    __date__: new Date().toISOString().slice(0, 10),
  };
}

/** @param {string} text @param {string} slug */
const fillIn = (text, slug) =>
  Object.entries(names(slug)).reduce((done, [from, to]) => done.replaceAll(from, to), text);

/** The template's files, by their paths in it. */
const templateFiles = () =>
  readdirSync(TEMPLATE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(TEMPLATE.length + 1))
    .sort();

/**
 * The files and folders that are a finding's own, by their paths from the root.
 *
 * @param {string} slug
 */
export function pathsOf(slug) {
  const places = templateFiles().map((file) => /^.*?__slug__[^/]*/.exec(file)?.[0] ?? file);
  return [...new Set(places)].map((place) => fillIn(place, slug));
}

/**
 * Checks that a new finding can have this name.
 *
 * @param {string} slug empty where none was given
 * @throws {Problem} where it can't
 */
export function checkSlug(slug) {
  const example = 'npm run new -- buffer-size';
  if (slug === '') throw new Problem(`Name the new finding: ${example}`, 2);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(slug) || slug.length > 40) {
    throw new Problem(
      `'${slug}' is no name for a finding: up to 40 lower-case letters, digits and hyphens, as in ${example}`,
      2,
    );
  }
  checkFree(slug, root);
  const crates = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const crate = [slug, `${slug}-model`, `${slug}-lab`].find((name) => crates.includes(`\nname = "${name}"\n`));
  if (crate) throw new Problem(`'${slug}' can't be a finding's name: there is a crate called ${crate}`, 2);
}

/** A link that leads nowhere is there, too. @param {string} path */
const isThere = (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined;

/** @param {string} slug @param {string} into */
function checkFree(slug, into) {
  const taken = pathsOf(slug).find((place) => isThere(join(into, place)));
  if (taken) throw new Problem(`There is something called '${slug}' already: ${taken}`, 2);
}

/**
 * Writes a finding's files, all of them or none, in the format that `npm run check` asks for.
 *
 * @param {string} slug
 * @param {string} [into] the root of the checkout
 * @returns {Promise<() => void>} takes everything back
 */
export async function writeFinding(slug, into = root) {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, 'new-'));
  /** @type {string[]} */
  const moved = [];
  const takeBack = () => {
    mkdirSync(draft, { recursive: true });
    moved.filter(isThere).forEach((place, index) => renameSync(place, join(draft, `${index}`)));
    remove(draft);
  };
  try {
    const files = templateFiles().map((file) => {
      const path = join(draft, fillIn(file, slug));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, fillIn(readFileSync(join(TEMPLATE, file), 'utf8'), slug));
      return path;
    });
    await format(files);
    // Moving a file would replace one that is there.
    checkFree(slug, into);
    for (const place of pathsOf(slug)) {
      mkdirSync(dirname(join(into, place)), { recursive: true });
      renameSync(join(draft, place), join(into, place));
      moved.push(join(into, place));
    }
  } catch (error) {
    takeBack();
    throw error;
  } finally {
    remove(draft);
  }
  return takeBack;
}

/** Where lines break depends on the name's length. @param {string[]} files */
async function format(files) {
  const ending = (/** @type {RegExp} */ endings) => files.filter((file) => endings.test(file));
  await run('rustfmt', ['--edition', '2024', '--config-path', join(root, 'rustfmt.toml'), ...ending(/\.rs$/)]);
  // A list of ignored files that doesn't exist: the real one names the folder of drafts.
  const config = ['--config', join(root, '.prettierrc'), '--ignore-path', join(cache, 'nothing')];
  await run('prettier', ['--write', ...config, ...ending(/\.(ts|astro)$/)]);
}
