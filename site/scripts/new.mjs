// npm run new -- <slug>: lays out a small finding that works, to be changed into a new one. It edits nothing that is there; Cargo
// adds the new crates to its lock file.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { command } from './lib/command.mjs';
import { checkSlug, layOut, placesOf } from './lib/new.mjs';
import { root } from './lib/paths.mjs';
import { Problem } from './lib/problem.mjs';
import { run } from './lib/run.mjs';
import { checkPrerequisites, ensurePackages } from './lib/setup.mjs';

await command(async ([slug = '', ...more]) => {
  if (more.length > 0) throw new Problem(`Name one finding, not also '${more.join(' ')}': npm run new -- ${slug}`, 2);
  checkSlug(slug);
  await checkPrerequisites();
  await ensurePackages();

  const lock = join(root, 'Cargo.lock');
  const before = readFileSync(lock);
  const takeBack = await layOut(slug);
  try {
    await run('cargo', ['update', '--workspace', '--quiet']);
  } catch (error) {
    takeBack();
    writeFileSync(lock, before);
    throw error;
  }
  console.log(`
${placesOf(slug).join('\n')}

It works as it is: npm run dev shows it at /findings/${slug}/, and npm run experiments -- ${slug} measures it.
CONTRIBUTING.md says what to change where.`);
});
