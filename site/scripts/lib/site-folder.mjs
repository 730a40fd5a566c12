// Where a built site lies. It is built aside, below `.cache`, and takes its place as a whole: whoever serves that folder meanwhile, or
// has a build killed, has the older site. What lies there goes only if builds put all of it there.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cache, root } from './paths.mjs';
import { Problem } from './problem.mjs';
import { isWithin, remove } from './remove.mjs';

export class SiteFolder {
  #out;
  #path;
  #before;
  #list;
  /** True where the folder lies below `.cache`, in which only these commands write. */
  #isOurs;

  /** @param {string} out the folder, from the root */
  constructor(out) {
    const name = `site-${out.replaceAll(/\W+/g, '-')}`;
    this.#out = out;
    this.#path = join(root, out);
    /** Says what the site that lies there was built from. */
    this.stamp = join(cache, name);
    /** Where the next one is built. */
    this.aside = join(cache, `${name}.new`);
    this.#before = join(cache, `${name}.old`);
    /** Has every file that builds have put there, with its digest: a line each. */
    this.#list = join(cache, `${name}.files`);
    this.#isOurs = isWithin(this.#path, cache);
    // Before there was such a list, the stamp alone said that a build had made the folder.
    if (!this.#isOurs && existsSync(this.stamp) && !existsSync(this.#list)) this.#note(contents(this.#path));
  }

  /** True where a whole site lies there. */
  holdsSite() {
    return existsSync(join(this.#path, '404.html'));
  }

  /** Makes room for one that is built aside. @throws {Problem} where it could not take its place then */
  prepare() {
    this.#check();
    remove(this.aside);
  }

  /** @throws {Problem} where something lies there that no build put there */
  #check() {
    if (this.#isOurs) return;
    const known = new Set(existsSync(this.#list) ? readFileSync(this.#list, 'utf8').split('\0') : []);
    const foreign = contents(this.#path).find((line) => !known.has(line));
    if (foreign === undefined) return;
    throw new Problem(
      `${join(this.#out, foreign.replace(/^\S+ /, ''))} is not what a build put there, and a new site would take the place ` +
        `of ${this.#out}. Move it away, then run this again.`,
    );
  }

  /** Puts the one that was built aside in the place of the older one. */
  replace() {
    this.#check();
    remove(this.#before);
    // Both, until the next time: a command can be killed before or after what follows.
    if (!this.#isOurs) this.#note([...contents(this.#path), ...contents(this.aside)]);
    if (existsSync(this.#path)) renameSync(this.#path, this.#before);
    renameSync(this.aside, this.#path);
    remove(this.#before);
  }

  /** @param {string[]} lines */
  #note(lines) {
    writeFileSync(this.#list, lines.join('\0'));
  }
}

/**
 * Contents of a path: of a folder, all that is in it. A line each, of a digest and the name; `none` stands for the digest where there is
 * no file but, say, a link.
 *
 * @param {string} path
 * @param {string} [name]
 * @returns {string[]}
 */
function contents(path, name = '') {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return [];
  if (stats.isDirectory()) return readdirSync(path).flatMap((each) => contents(join(path, each), join(name, each)));
  return [`${stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : 'none'} ${name}`];
}
