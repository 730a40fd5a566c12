import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { policyFor, withPolicy } from './csp.ts';

const sha = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const page = (body: string) => `<!doctype html><html><head><meta charset="utf-8"/></head><body>${body}</body></html>`;
const directive = (policy: string, name: string) => policy.split('; ').find((part) => part.startsWith(`${name} `));

test('inline scripts are allowed by their hash, to the byte, and each once', () => {
  const script = '<script>let a = 1 < 2;\n</script>';
  expect(directive(policyFor(page(script + script)), 'script-src')).toBe(
    `script-src 'self' 'wasm-unsafe-eval' ${sha('let a = 1 < 2;\n')}`,
  );
});

test('inline module scripts too; those with an address are the site’s own', () => {
  const policy = policyFor(page('<script type="module">go()</script><script type="module" src="/a.js"></script>'));
  expect(directive(policy, 'script-src')).toBe(`script-src 'self' 'wasm-unsafe-eval' ${sha('go()')}`);
});

test('styles and style attributes are allowed by what they say', () => {
  const policy = policyFor(page('<style>p{}</style><p class="a" style="--x: &quot;1&quot;">'));
  expect(directive(policy, 'style-src')).toBe(`style-src 'self' ${sha('p{}')}`);
  expect(directive(policy, 'style-src-attr')).toBe(`style-src-attr 'unsafe-hashes' ${sha('--x: "1"')}`);
});

test('what only looks like a script or a style gets no hash', () => {
  const inAttribute = page(
    '<p title="<script>evil()</script>" data-x=\'<style>p{}</style>\' alt="<p style=&quot;a:b&quot;>">',
  );
  const inComment = page('<!-- <script>evil()</script> <p style="a:b"> -->');
  const inText = page('<textarea><script>evil()</script></textarea>');
  for (const html of [inAttribute, inComment, inText]) expect(policyFor(html)).toBe(policyFor(page('')));
});

test.each([
  '<a href="javascript:alert(1)"></a>',
  '<a href=" JavaScript:alert(1)"></a>',
  '<a href="java&#10;script:alert(1)"></a>',
  '<a href="javascript&colon;alert(1)"></a>',
  '<form action="javascript:alert(1)"></form>',
  '<button formaction="javascript:alert(1)"></button>',
  '<svg><a xlink:href="javascript:alert(1)"></a></svg>',
  '<iframe src="vbscript:x"></iframe>',
])('a page with %s is refused', (html) => {
  expect(() => policyFor(page(html))).toThrow(/for an address, and is none of the web/);
});

test.each([
  '/a/',
  '#b',
  '?javascript:1',
  './javascript:1',
  'https://a.example/javascript:1',
  'mailto:a@b.example',
  '//[',
])('a page with a link to %j is not', (address) => {
  expect(policyFor(page(`<a href="${address}">javascript:alert(1)</a>`))).toBe(policyFor(page('')));
});

test('a page without style attributes allows none', () => {
  expect(directive(policyFor(page('')), 'style-src-attr')).toBe("style-src-attr 'none'");
});

test('nothing is ever allowed inline as such, and nothing from elsewhere', () => {
  const policy = policyFor(page('<script>1</script><style>2</style><p style="a:b">'));
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  expect(directive(policy, 'default-src')).toBe("default-src 'none'");
});

test('text becomes markup, and an address a worker, by the site’s own policies alone, each made once', () => {
  const policy = policyFor(page(''));
  expect(directive(policy, 'require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  expect(directive(policy, 'trusted-types')).toBe('trusted-types mt-markup mt-worker');
});

test('the policy stands right after the character set', () => {
  expect(withPolicy(page(''))).toContain('<meta charset="utf-8"/><meta http-equiv="Content-Security-Policy" content="');
  expect(() => withPolicy('<html></html>')).toThrow(/no <meta charset/);
});
