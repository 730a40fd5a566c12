import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@/scripts/lib/paths.mjs';

/** The configuration of a web server that the README shows. */
export function configurationOf(server: 'nginx' | 'caddy'): string {
  const blocks = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^```(\w+)\n(.*?)^```$/gms)];
  const found = blocks.filter(([, language]) => language === server).map(([, , text]) => text!);
  if (found.length !== 1) throw new Error(`README.md has ${found.length} configurations for ${server}, not one`);
  return found[0]!;
}
