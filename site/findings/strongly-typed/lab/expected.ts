import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?a=c&mistake=printf-format&linted=on', '?view=mixed&a=javascript&mistake=null'],
  saysUndefined: {
    '[data-headline], [data-figure="undefined"], [data-guess="undefined"], [data-ends], [data-st-said], [data-st-at], [data-st-guessed], [data-live]':
      'what became of a mistake, and what was said of it',
    '.mt-st-meanings, [data-st-order], [scope="rowgroup"]': 'a meaning, and the languages by it',
  },
  hostile: {
    query: '?view=best&a=zig&mistake=typo&linted=maybe',
    notes: {
      view: 'must be one of static',
      a: 'must be one of',
      mistake: 'must be one of text-for-number',
      linted: 'must be one of off, on',
    },
  },
  file: {
    query: '?linted=on',
    name: 'strongly-typed.csv',
    header: 'kind,name,at,value',
    kinds: { parameter: 4, figure: 4, mistake: 462 },
  },
} satisfies LabExpectations;
