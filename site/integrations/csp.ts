/**
 * A content security policy in every page: scripts and styles from this site, inline ones only by the hash of the text in the file.
 * Astro's own `security.csp` knows the scripts it makes, but not those inline in a component, nor the styles of Expressive Code; so this
 * reads the finished files. `astro dev` has no policy.
 */
import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { parse, type HTMLElement } from 'node-html-parser';

const charset = /<meta charset="utf-8"\s*\/?>/i;

/** Source expressions for texts, each once, in a fixed order. */
function hashes(texts: readonly string[]): string[] {
  const sources = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(sources)].sort();
}

/** Attributes that hold an address. */
const ADDRESSES = ['href', 'src', 'action', 'formaction', 'xlink:href'];

/** Schemes that a browser fetches or hands on. Any other is refused, above all `javascript:`, which a browser would run. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'data:']);

/** Addresses of a page with another scheme, parsed as browsers do: with escaped characters, or white space within. */
function strangeAddresses(page: HTMLElement): string[] {
  const elements = page.querySelectorAll(ADDRESSES.map((name) => `[${name.replace(':', '\\:')}]`).join());
  const addresses = elements.flatMap((element) => ADDRESSES.map((name) => element.getAttribute(name) ?? ''));
  return addresses.filter((address) => {
    const url = URL.parse(address, 'https://measured-twice.example/');
    return url !== null && !SCHEMES.has(url.protocol);
  });
}

/** The least policy that a page needs. */
export function policyFor(html: string): string {
  // Text that looks like a script inside an attribute, a comment or a text field gets no hash.
  const page = parse(html, {
    comment: true,
    blockTextElements: { script: true, style: true, textarea: true, title: true },
  });
  const [strange] = strangeAddresses(page);
  if (strange !== undefined)
    throw new Error(
      `${JSON.stringify(strange)} stands for an address, and is none of the web; change what the page was made of`,
    );
  const inside = (selector: string) => hashes(page.querySelectorAll(selector).map(({ rawText }) => rawText));
  const attributes = hashes(page.querySelectorAll('[style]').map((element) => element.getAttribute('style') ?? ''));
  const directives = [
    ["default-src 'none'"],
    // For WebAssembly of search and labs; this allows no `eval`.
    ["script-src 'self' 'wasm-unsafe-eval'", ...inside('script:not([src])')],
    ["style-src 'self'", ...inside('style')],
    // Expressive Code and charts set custom properties in style attributes: only those texts are allowed.
    attributes.length > 0 ? ["style-src-attr 'unsafe-hashes'", ...attributes] : ["style-src-attr 'none'"],
    ["img-src 'self' data:"],
    ["font-src 'self'"],
    ["connect-src 'self'"],
    ["worker-src 'self'"],
    ["manifest-src 'self'"],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    // Only `setMarkup` turns text into markup, and only `startWorker` starts workers: their policies, each made once.
    ["require-trusted-types-for 'script'"],
    ['trusted-types mt-markup mt-worker'],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** Inserts a policy into a page, right after its character set: a policy does not govern what precedes it. */
export function withPolicy(html: string): string {
  const tag = charset.exec(html)?.[0];
  if (!tag) throw new Error('there is no <meta charset="utf-8">, so no place for the content security policy');
  return html.replace(tag, `${tag}<meta http-equiv="Content-Security-Policy" content="${policyFor(html)}">`);
}

/** Must follow every integration that writes or changes a page. */
export function contentSecurityPolicy(): AstroIntegration {
  return {
    name: 'content-security-policy',
    hooks: {
      'astro:build:done': async ({ dir, logger }) => {
        let pages = 0;
        for await (const file of glob('**/*.html', { cwd: fileURLToPath(dir) })) {
          const page = new URL(file, dir);
          const html = await readFile(page, 'utf8');
          try {
            await writeFile(page, withPolicy(html));
          } catch (problem) {
            throw new Error(`${file}: ${(problem as Error).message}`, { cause: problem });
          }
          pages += 1;
        }
        logger.info(`wrote the policy of ${pages} pages`);
      },
    },
  };
}
