import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@/scripts/lib/paths.mjs';

const read = (name: string): string => readFileSync(join(root, 'site', 'servers', name), 'utf8');

/** Configurations of web servers that we give. */
export const CONFIGURATIONS = { nginx: read('nginx.conf'), caddy: read('Caddyfile') };
