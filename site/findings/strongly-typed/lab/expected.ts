import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?a=c&mistake=printf-format&linted=on'],
  saysUndefined: {
    '.mt-st-headline, [data-figure="undefined"] dt, .mt-st-key, [data-st-cell], .mt-st-detail':
      'what became of a mistake, and what was said of it',
  },
  says: { preset: 'arrays', words: /^Java, a number stored in an array of strings .*: caught as it ran\.$/ },
  hostile: {
    query: '?a=zig&mistake=typo&linted=maybe',
    notes: {
      a: 'must be one of',
      mistake: 'must be one of text-for-number',
      linted: 'must be one of off, on',
    },
  },
  file: {
    query: '?linted=on',
    name: 'strongly-typed.csv',
    header: 'kind,name,at,value',
    kinds: { parameter: 3, figure: 4, mistake: 484 },
  },
} satisfies LabExpectations;
