// npm run new: lays out a small finding that works.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './lib/command.mjs';
import { checkSlug, writeFinding, pathsOf } from './lib/new.mjs';
import { root } from './lib/paths.mjs';
import { UsageProblem } from './lib/problem.mjs';
import { run } from './lib/run.mjs';
import { checkPrerequisites, ensurePackages } from './lib/setup.mjs';

const HELP = `npm run new -- SLUG

Lays out a small finding that works, to be changed into a new one; SLUG is its name in addresses, such as short-ids. It edits nothing
that is there; Cargo adds the new crates to its lock file.`;

await command(HELP, async ([slug = '', ...more]) => {
  if (more.length > 0) throw new UsageProblem(`Name one finding, not also '${more.join(' ')}'`);
  checkSlug(slug);
  await checkPrerequisites();
  await ensurePackages();

  const lock = join(root, 'Cargo.lock');
  const before = readFileSync(lock);
  const takeBack = await writeFinding(slug);
  try {
    await run('cargo', ['update', '--workspace', '--quiet']);
  } catch (error) {
    takeBack();
    writeFileSync(lock, before);
    throw error;
  }
  console.log(`
${pathsOf(slug).join('\n')}

It works as it is:
  npm run experiments -- ${slug}    measures it quickly
  npm run dev    shows it at /findings/${slug}/, drawn from that run until a record is published
  npm test -- ${slug}    runs its tests
CONTRIBUTING.md says what to change where.`);
});
