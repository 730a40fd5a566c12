import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { articleSchema, findingSchema } from './findings.ts';

const first = (url: string) => findingSchema.shape.first.safeParse({ author: 'A', title: 'B', url }).success;

it.each(['https://a.example/b', 'http://a.example/'])('takes %s for where a finding was published', (url) => {
  expect(first(url)).toBe(true);
});

it.each(['javascript:alert(1)', 'data:text/html,a', 'file:///etc/passwd', 'a.example', ''])('refuses %j', (url) => {
  expect(first(url)).toBe(false);
});

const article = {
  title: 'A',
  description: 'B',
  finding: {
    hook: 'C',
    figure: { claim: 'd', then: 'E', alone: 'F' },
    first: { author: 'G', title: 'H', url: 'https://a.example/' },
  },
  published: new Date('2026-11-21'),
};
const problems = (data: object) => articleSchema.safeParse(data).error?.issues.map(({ path, code }) => [code, ...path]);

it('takes a finding that nobody published before', () => {
  const { first, ...own } = article.finding;
  expect(first).toBeDefined();
  expect(problems({ ...article, finding: own })).toBeUndefined();
});

it('takes an article without an order, which comes last, and is no draft', () => {
  const { draft, finding } = articleSchema.parse(article);
  expect([draft, finding.order]).toEqual([false, Number.MAX_SAFE_INTEGER]);
});

it('names what an article lacks, and what it has that means nothing', () => {
  expect(problems({ ...article, description: undefined })).toEqual([['invalid_type', 'description']]);
  expect(problems({ ...article, tilte: 'A' })).toEqual([['unrecognized_keys']]);
  expect(problems({ ...article, published: 'in November' })).toEqual([['invalid_type', 'published']]);
});

it('stands in README’s table under its title, in the order of the site, once it is measured', () => {
  const isMeasured = (file: string) => globSync(`content/measurements/${basename(file, '.mdx')}/*.json`).length > 0;
  const measured = globSync('content/findings/*.mdx').filter(isMeasured);
  const articles = measured.map((file) => {
    const text = readFileSync(file, 'utf8');
    const valueOf = (key: string) => new RegExp(`^ *${key}: (.*)$`, 'm').exec(text)?.[1];
    return { order: Number(valueOf('order')), link: `[${valueOf('title')}](${file})` };
  });
  const links = articles.sort((one, other) => one.order - other.order).map(({ link }) => link);
  expect(readFileSync('README.md', 'utf8').match(/(?<=^\| )\[[^|]*\)(?= \|)/gm)).toEqual(links);
});
