/**
 * A content security policy in every page: scripts and styles from this site, inline ones only by the hash of what is
 * really in the file. Astro's own `security.csp` knows the scripts it makes, but not those that stand inline in a component, nor
 * the styles of Expressive Code; so this looks at the finished files. `astro dev` has no policy.
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

/** What a browser fetches or hands on. Any other scheme is refused, above all `javascript:`, which it would run. */
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'data:']);

/** Those of a page's addresses that have another scheme, read as browsers do: with characters escaped, or white space within. */
function strangeAddresses(page: HTMLElement): string[] {
  const elements = page.querySelectorAll(ADDRESSES.map((name) => `[${name.replace(':', '\\:')}]`).join());
  const addresses = elements.flatMap((element) => ADDRESSES.map((name) => element.getAttribute(name) ?? ''));
  return addresses.filter((address) => {
    const url = URL.parse(address, 'https://measured-twice.example/');
    return url !== null && !SCHEMES.has(url.protocol);
  });
}

/** The policy that a page needs, and no more. */
export function policyFor(html: string): string {
  // What looks like a script inside an attribute, a comment or a text field is none, and gets no hash.
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
    // Search and the labs compile WebAssembly; that is no `eval`.
    ["script-src 'self' 'wasm-unsafe-eval'", ...inside('script:not([src])')],
    ["style-src 'self'", ...inside('style')],
    // Expressive Code and charts set custom properties in attributes: those texts, and no others.
    attributes.length > 0 ? ["style-src-attr 'unsafe-hashes'", ...attributes] : ["style-src-attr 'none'"],
    ["img-src 'self' data:"],
    ["font-src 'self'"],
    ["connect-src 'self'"],
    ["worker-src 'self'"],
    ["manifest-src 'self'"],
    ["object-src 'none'"],
    ["base-uri 'none'"],
    ["form-action 'self'"],
    // Text becomes markup by `setMarkup` alone, and a worker is started by `startWorker` alone: these are their policies, each made once.
    ["require-trusted-types-for 'script'"],
    ['trusted-types mt-markup mt-worker'],
  ];
  return directives.map((directive) => directive.join(' ')).join('; ');
}

/** The page with its policy, right after its character set: what stands before a policy does not answer to it. */
export function withPolicy(html: string): string {
  const tag = charset.exec(html)?.[0];
  if (!tag) throw new Error('there is no <meta charset="utf-8">, so no place for the content security policy');
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
