// npm run contribute -- FINDING | FILE: lays out a record of your own for a pull request, and says what to send. It looks at the record
// as a reviewer does, and writes nothing where it can't be published. Nothing is sent.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { command } from './lib/command.mjs';
import { examine, ownNames, pullRequest } from './lib/contribution.mjs';
import { experimentSlugs } from './lib/experiments.mjs';
import { root, yourRecords } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';

const USAGE = 'npm run contribute -- FINDING | FILE [--out FOLDER]';
const PUBLISHED = join('content', 'measurements');

await command(async (args) => {
  const { asked, out } = readOptions(args);
  const file = findRecord(asked);
  const shown = relative(root, file);
  const isCommit = (/** @type {string} */ commit) =>
    /^[0-9a-f]{7,64}$/.test(commit) && git('cat-file', '-e', `${commit}^{commit}`) !== undefined;
  const text = readFileSync(file, 'utf8');
  const { record, problems } = await examine(text, { slugs: experimentSlugs(), names: ownNames(), isCommit });
  if (!record || problems.length > 0) {
    console.error(`${shown} can't be published:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    return 1;
  }
  const { experiment: slug, provenance } = record;
  const name = `${provenance.machine.id}.json`;
  const place = join(PUBLISHED, slug, name);
  const folder = out ?? join(root, 'target', 'contributions', `${slug}-${provenance.machine.id}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, dirname(place)), { recursive: true });
  writeFileSync(join(folder, place), text);
  writeFileSync(join(folder, 'pull-request.md'), pullRequest(record, publishedBeside(slug, file)));
  const branch = `record-${slug}-${provenance.machine.id}`;
  console.log(`${shown} can be published. In ${relative(process.cwd(), folder) || folder} lie

  ${place}    the record, as it is
  pull-request.md    what to say: read it, and mend what you know better

Send a pull request with the record alone:

  git switch -c ${branch}
${file === join(root, place) ? '' : `  cp ${relative(root, join(folder, place))} ${place}\n`}  git add ${place}
  git commit -m "${slug}: a record of ${provenance.machine.id}"

It is looked at as the README says under “Giving us a record”.`);
  return 0;
});

/** @param {string[]} args */
function readOptions(args) {
  try {
    const { values, positionals } = parseArgs({ args, options: { out: { type: 'string' } }, allowPositionals: true });
    const [asked] = positionals;
    if (asked === undefined || positionals.length > 1) throw new Error('name one finding, or one file');
    return { asked, out: values.out === undefined ? undefined : resolve(values.out) };
  } catch (error) {
    throw new Problem(`${/** @type {Error} */ (error).message} (${USAGE})`, 2);
  }
}

/**
 * A file; or of a finding, the newest record that is not committed yet, else that of the newest quick run, which can't be published,
 * and is told why.
 *
 * @param {string} asked
 */
function findRecord(asked) {
  if (/[./\\]/.test(asked)) {
    const file = resolve(asked);
    if (statSync(file, { throwIfNoEntry: false })?.isFile()) return file;
    throw new Problem(`There is no file ${asked}`, 2);
  }
  const slugs = experimentSlugs();
  if (!slugs.includes(asked)) throw new Problem(`There is no experiment '${asked}'; there are: ${slugs.join(', ')}`, 2);
  const changed = (git('status', '--porcelain', '--untracked-files=all', '--', join(PUBLISHED, asked)) ?? '')
    .split('\n')
    .map((line) => line.slice(3))
    .filter((path) => path.endsWith('.json') && existsSync(join(root, path)));
  const quick = recordsIn(join(yourRecords, asked));
  const [newest] = [newestOf(changed), newestOf(quick)].filter((path) => path !== undefined);
  if (newest !== undefined) return join(root, newest);
  throw new Problem(
    `There is no record of ${asked} to give: \`npm run experiments -- --profile full ${asked}\` makes one.`,
  );
}

/** @param {string} folder from the root */
function recordsIn(folder) {
  const names = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return names.filter((name) => name.endsWith('.json')).map((name) => join(folder, name));
}

/** @param {string[]} paths from the root */
function newestOf(paths) {
  const time = (/** @type {string} */ path) => statSync(join(root, path)).mtimeMs;
  return paths.toSorted((a, b) => time(b) - time(a))[0];
}

/**
 * The published records of a finding, as they were committed.
 *
 * @param {string} slug
 * @param {string} file the record that is given, which may lie among them already
 */
function publishedBeside(slug, file) {
  const paths = (git('ls-tree', '--name-only', 'HEAD', `${join(PUBLISHED, slug)}/`) ?? '').split('\n').filter(Boolean);
  return paths.flatMap((path) => {
    const text = git('show', `HEAD:${path}`);
    // A record that was committed just now takes nobody's place.
    return text === undefined || (resolve(root, path) === file && text === readFileSync(file, 'utf8'))
      ? []
      : [JSON.parse(text)];
  });
}

/**
 * What git answers; nothing where it fails.
 *
 * @param {string[]} args
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return status === 0 ? stdout : undefined;
}
