// npm run experiments: all experiments, quick; `-- --profile full <slug>` runs one in full. Flags go on to the experiments.
// `-- --install` installs the Debian packages that they can use, and measures nothing; it asks before, unless `--yes` is said.
import { command } from './lib/command.mjs';
import { debianPackages, installPackages } from './lib/debian.mjs';
import { experimentSlugs, foreignCrates, readArguments, USAGE } from './lib/experiments.mjs';
import { run, tryRun } from './lib/run.mjs';
import { checkPrerequisites } from './lib/setup.mjs';
import { step } from './lib/steps.mjs';

await command(async (args) => {
  const known = experimentSlugs();
  // Which of them is asked shows only where one is named.
  if (!args.some((arg) => known.includes(arg)) && args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(`${USAGE}\n\nThe experiments: ${known.join(', ')}`);
    return;
  }
  const asked = readArguments(args, known);
  const { flags, install, yes } = asked;
  const foreign = foreignCrates();
  const slugs = asked.slugs.filter((slug) => !foreign.includes(slug));
  for (const slug of asked.slugs.filter((slug) => foreign.includes(slug))) {
    console.error(`${slug} cannot be measured on this system: it is made for another (see its Cargo.toml).`);
  }
  if (slugs.length === 0) return 1;
  if (install) return installPackages(debianPackages(slugs), yes);

  await checkPrerequisites();
  const packages = slugs.flatMap((slug) => ['--package', slug]);
  await step('experiments', 'cargo build --release', () =>
    run('cargo', ['build', '--release', '--locked', ...packages]),
  );

  const failed = [];
  for (const slug of slugs) {
    console.log(`\n${slug} ${flags.join(' ')}`);
    const cargo = ['run', '--release', '--locked', '--quiet', '--package', slug, '--', ...flags];
    const { code } = await tryRun('cargo', cargo, { direct: true });
    if (code !== 0) failed.push({ slug, code });
  }
  for (const { slug, code } of failed) console.error(`${slug} ended with status ${code}.`);
  return failed[0]?.code;
});
