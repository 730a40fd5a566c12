/** The configurations in site/servers send the headers that the site asks for in `_headers`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readHeaders } from '@/scripts/lib/serve.mjs';
import { dist, pageAt } from './built';
import { CONFIGURATIONS } from './headers';

const headersOf = readHeaders(readFileSync(join(dist, '_headers'), 'utf8'));
const everywhere = headersOf('/');
const { 'Cache-Control': caching, ...others } = headersOf('/_astro/a.js');

/** Names and values that a text sets, by a pattern of its lines; values without quotes. */
const settings = (text: string, line: RegExp) =>
  Object.fromEntries([...text.matchAll(line)].map(([, name, value]) => [name!, value!.replace(/^"(.*)"$/, '$1')]));

test('forbids framing and sniffing, and tells other sites little', () => {
  expect(everywhere).toMatchObject({
    'Content-Security-Policy': "frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
  });
  expect(others).toEqual(everywhere);
  expect(caching).toMatch(/immutable/);
});

test.each(['/', '/findings/load-balancing/'])(
  '%s says of referrers what the headers say, for hosts that send none of ours',
  (path) => {
    const metas = pageAt(path).querySelectorAll('head meta[name="referrer"]');
    expect(metas.map((meta) => meta.getAttribute('content'))).toEqual([everywhere['Referrer-Policy']]);
  },
);

describe('the configuration for nginx', () => {
  const { nginx } = CONFIGURATIONS;

  test('sends those headers with every answer', () => {
    const sent = settings(nginx, /^ {4}add_header (\S+) (.+) always;$/gm);
    expect(sent).toEqual({ ...everywhere, 'Cache-Control': '$cache_control' });
    // One deeper, in a location, would replace all of these there.
    expect(nginx.match(/add_header/g)).toHaveLength(Object.keys(sent).length);
  });

  test('has files with a hash in their names kept for good', () => {
    expect(settings(nginx, /^ {4}(\S+) +("public.*");$/gm)).toEqual({ '~/_astro/': caching });
  });
});

describe('the configuration for Caddy', () => {
  const { caddy } = CONFIGURATIONS;

  test('sends those headers with every answer', () => {
    const [, block] = /^\theader \{\n(.*?)^\t\}$/ms.exec(caddy)!;
    expect(settings(block!, /^\t\t(\S+) (.+)$/gm)).toEqual(everywhere);
  });

  test('has files with a hash in their names kept for good', () => {
    expect(caddy).toContain('\t@hashed {\n\t\tpath {$SITE_BASE:/}_astro/*\n\t\tfile\n\t}\n');
    expect(settings(caddy, /^\theader @hashed (\S+) (.+)$/gm)).toEqual({ 'Cache-Control': caching });
  });
});
