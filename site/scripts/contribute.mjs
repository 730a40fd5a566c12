// npm run contribute: looks at a record of your own as a reviewer does.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { command } from './lib/command.mjs';
import { examine, methodsOf, ownNames } from './lib/contribution.mjs';
import { experimentSlugs } from './lib/experiments.mjs';
import { root, yourRecords } from './lib/paths.mjs';
import { Problem, UsageProblem } from './lib/problem.mjs';

const HELP = `npm run contribute -- FINDING | FILE

Looks at a record of your own as a reviewer does, and says whether it can be published, or why not, and how to send it. It writes nothing,
and sends nothing.`;
const PUBLISHED = join('content', 'measurements');

await command(HELP, async (args) => {
  const file = findRecord(readOptions(args));
  const shown = relative(root, file);
  const isCommit = (/** @type {string} */ commit) =>
    /^[0-9a-f]{7,64}$/.test(commit) && git('cat-file', '-e', `${commit}^{commit}`) !== undefined;
  const text = readFileSync(file, 'utf8');
  const { record, problems } = await examine(text, {
    slugs: experimentSlugs(),
    names: ownNames(),
    isCommit,
    methods: methodsOf,
  });
  if (!record || problems.length > 0) {
    console.error(`${shown} can't be published:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    return 1;
  }
  const { experiment: slug, provenance } = record;
  const { id } = provenance.machine;
  const destination = join(PUBLISHED, slug, `${id}.json`);
  const folder = dirname(destination);
  const lines = [
    `git switch -c record-${slug}-${id}`,
    ...(existsSync(join(root, folder)) ? [] : [`mkdir -p ${folder}`]),
    // Where the run put it, the run has judged it.
    ...(file === join(root, destination) ? [] : [`cp ${quoted(shown)} ${destination}`, `npm run judge -- ${slug}`]),
    `git add ${destination} content/words/${slug}.json content/claims/${slug}.json`,
    `git commit -m "${slug}: a record of ${id}"`,
  ];
  console.log(`${shown} can be published. Send a pull request with the record, as it is, and what is generated of it:

${lines.map((line) => `  ${line}`).join('\n')}

What to say in it, and how it is looked at, stands in CONTRIBUTING.md, under “A record of your own”.`);
  return 0;
});

/** A path as a shell takes it. @param {string} path */
function quoted(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** The one finding or file that is asked about. @param {string[]} args */
function readOptions(args) {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [asked] = positionals;
  if (asked === undefined || positionals.length > 1) throw new UsageProblem('Name one finding, or one file');
  return asked;
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
 * Output of a git command; nothing where it fails.
 *
 * @param {string[]} args
 */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
  return status === 0 ? stdout : undefined;
}
