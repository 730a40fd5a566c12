/** Checks from the sources that the site may lie at any path. `site/e2e/site-base.spec.ts` visits one that does. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** An attribute, a link of an article, or a request whose address begins at the top of the host. */
const FROM_THE_TOP =
  /\b(?:href|src|srcset|action|poster)=[{"'`]*\/(?!\/)|\]\(\/(?!\/)|\b(?:fetch|import)\(["'`]\/(?!\/)|\burl\(["'`]?\/(?!\/)/;

function sources(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(astro|css|mdx|ts)$/.test(name) && !/\.(test|spec)\.ts$|^e2e\/|wasm-pkg/.test(name))
    .map((name) => join(folder, name));
}

describe('a place in the site', () => {
  it.each(['<a href="/claims/">', '<img src={`/a.png`}>', '[claims](/claims/)', "fetch('/data.csv')", 'url(/a.woff2)'])(
    'is named from the top of the host in %s',
    (text) => expect(text).toMatch(FROM_THE_TOP),
  );

  it('is nowhere named so, which would lead out of a site below another path', () => {
    const files = [...sources('site'), ...sources('content')];
    expect(files.length).toBeGreaterThan(100);
    expect(files.filter((file) => FROM_THE_TOP.test(readFileSync(file, 'utf8')))).toEqual([]);
  });
});
