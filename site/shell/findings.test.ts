import { expect, it } from 'vitest';
import { findingSchema } from './findings.ts';

const first = (url: string) => findingSchema.shape.first.safeParse({ author: 'A', title: 'B', url }).success;

it.each(['https://a.example/b', 'http://a.example/'])('takes %s for where a finding was published', (url) => {
  expect(first(url)).toBe(true);
});

it.each(['javascript:alert(1)', 'data:text/html,a', 'file:///etc/passwd', 'a.example', ''])('refuses %j', (url) => {
  expect(first(url)).toBe(false);
});
