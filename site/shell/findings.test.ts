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
};
const problems = (data: object) => articleSchema.safeParse(data).error?.issues.map(({ path, code }) => [code, ...path]);

it('takes an article without an order, which comes last, and is no draft', () => {
  const { draft, finding } = articleSchema.parse(article);
  expect([draft, finding.order]).toEqual([false, Number.MAX_SAFE_INTEGER]);
});

it('names what an article lacks, and what it has that means nothing', () => {
  expect(problems({ ...article, description: undefined })).toEqual([['invalid_type', 'description']]);
  expect(problems({ ...article, tilte: 'A' })).toEqual([['unrecognized_keys']]);
});
