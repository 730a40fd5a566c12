// npm run experiments: all experiments, quick; `-- --profile full <slug>` runs one in full. Flags go on to the experiments.
// `-- --list` says what there is, how long it takes and what it needs; it builds and measures nothing.
// `-- --install` installs the Debian packages that they can use, and measures nothing; it asks before, unless `--yes` is said.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './lib/command.mjs';
import { compile } from './lib/compile.mjs';
import { debianPackages, installPackages, missingPackages } from './lib/debian.mjs';
import { experimentSlugs, foreignCrates, formatList, formatRuns, readArguments, USAGE } from './lib/experiments.mjs';
import { makeTemporary, remove } from './lib/remove.mjs';
import { run, tryRun } from './lib/run.mjs';
import { checkPrerequisites, which } from './lib/setup.mjs';
import { shortage } from './lib/shortage.mjs';
import { markTarget } from './lib/target.mjs';

const known = experimentSlugs();
const isNamed = (/** @type {string[]} */ args) => args.some((arg) => known.includes(arg));

await command(
  `${USAGE}\n\nThe experiments: ${known.join(', ')}`,
  async (args) => {
    const asked = readArguments(args, known);
    const { flags, install, yes, list } = asked;
    if (list) {
      const packages = which('dpkg-query') === undefined ? [] : debianPackages(asked.slugs);
      console.log(formatList(asked.slugs, await missingPackages(packages)));
      return;
    }
    const foreign = foreignCrates();
    const slugs = asked.slugs.filter((slug) => !foreign.includes(slug));
    for (const slug of asked.slugs.filter((slug) => foreign.includes(slug))) {
      console.error(`${slug} cannot be measured on this system: it is made for another (see its Cargo.toml).`);
    }
    if (slugs.length === 0) return 1;
    if (install) return installPackages(debianPackages(slugs), yes);

    await checkPrerequisites();
    markTarget();
    // Scripts read what these say.
    const isForScripts = flags.some((flag) => ['--json', '--quiet', '-q'].includes(flag));
    const say = isForScripts ? () => {} : console.log;
    const packages = slugs.flatMap((slug) => ['--package', slug]);
    if (isForScripts) await run('cargo', ['build', '--release', '--locked', ...packages]);
    else await compile('experiments', packages);

    // Each shows its own table; of several, what they found also goes here, for one of all.
    const folder = makeTemporary('experiments-');
    process.once('exit', () => remove(folder));
    const runs = [];
    for (const slug of slugs) {
      say(`\n${slug} ${flags.join(' ')}`);
      const file = join(folder, `${slug}.json`);
      const summarised = slugs.length > 1 ? [`--json=${file}`] : [];
      const cargo = ['run', '--release', '--locked', '--quiet', '--package', slug, '--', ...flags, ...summarised];
      const { code, ...ending } = await tryRun('cargo', cargo, { direct: true });
      const summary = code === 0 && slugs.length > 1 ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
      runs.push({ slug, code, summary, why: shortage(slug, ending) ?? `${slug} ended with status ${code}.` });
    }
    const failed = runs.filter(({ code }) => code !== 0);
    if (runs.length > 1) say(`\n${formatRuns(runs, process.stdout.columns || undefined)}`);
    for (const { why } of failed) console.error(why);
    return failed[0]?.code;
  },
  (args) => !isNamed(args),
);
