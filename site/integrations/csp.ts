/**
 * A content security policy in every page: scripts and styles from this site, inline ones only by the hash of what is
 * really in the file. Astro's own `security.csp` knows the scripts it makes, but not those that Starlight and Expressive
 * Code write inline; so this looks at the finished files. `astro dev` has no policy.
 */
import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

const charset = /<meta charset="utf-8"\s*\/?>/i;
const inlineScripts = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi;
const inlineStyles = /<style[^>]*>([\s\S]*?)<\/style>/gi;
const styleAttributes = /<[a-z][^<>]*?\sstyle="([^"]*)"/gi;

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#38;': '&',
  '&#39;': "'",
};

/** The text of an attribute as the browser reads it. */
const decode = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#34|#38|#39);/g, (entity) => entities[entity]!);

/** Source expressions for the first group of every match, each once, in a fixed order. */
function hashes(html: string, pattern: RegExp, read: (text: string) => string = (text) => text): string[] {
  const found = [...html.matchAll(pattern)].map(([, text]) => read(text!));
  const sources = found.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(sources)].sort();
}

/** The policy that a page needs, and no more. */
export function policyFor(html: string): string {
  const attributes = hashes(html, styleAttributes, decode);
  const directives = [
    ["default-src 'none'"],
    // Search and the labs compile WebAssembly; that is no `eval`.
    ["script-src 'self' 'wasm-unsafe-eval'", ...hashes(html, inlineScripts)],
    ["style-src 'self'", ...hashes(html, inlineStyles)],
    // Starlight and Expressive Code set custom properties in attributes: those texts, and no others.
    attributes.length > 0 ? ["style-src-attr 'unsafe-hashes'", ...attributes] : ["style-src-attr 'none'"],
    ["img-src 'self' data:"],
    ["font-src 'self'"],
    ["connect-src 'self'"],
    ["worker-src 'self'"],
    ["manifest-src 'self'"],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** The page with its policy, right after its character set: what stands before a policy does not answer to it. */
export function withPolicy(html: string): string {
  const tag = charset.exec(html)?.[0];
  if (!tag) throw new Error('a page has no <meta charset="utf-8">, so no place for its content security policy');
  return html.replace(tag, `${tag}<meta http-equiv="Content-Security-Policy" content="${policyFor(html)}">`);
}

/** Must stand after every integration that writes or changes a page. */
export function contentSecurityPolicy(): AstroIntegration {
  return {
    name: 'content-security-policy',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        let pages = 0;
        for await (const file of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const page = new URL(file, dir);
          await writeFile(page, withPolicy(await readFile(page, 'utf8')));
          pages += 1;
        }
        logger.info(`wrote the policy of ${pages} pages`);
      },
    },
  };
}
