import type { LabExpectations } from '@/e2e/labs';

const OTHER_VIEW = 'the file has the figures of the view that is in front';

export default {
  looks: [
    '?static=10&sound=3&safe=1&coercions=9&expressive=2&linted=on',
    '?view=matrix&a=c&mistake=printf-format&linted=on',
  ],
  controlsAt: ['?view=equality', '?view=matrix'],
  notRead: {
    '[data-picture="rank"]': 'an order, and its name has it whole; the file has every place and mean',
  },
  saysUndefined: {
    '[data-preset="defined"], [data-ruler="safe"] label, .mt-st-rank .mt-st-head': 'the meaning “never undefined”',
    '[data-headline="matrix"], [data-figure="undefined"] dt, .mt-st-key, [data-st-cell], .mt-st-detail':
      'what became of a mistake, and what was said of it',
    '[data-st-here]': 'what JavaScript goes on with',
  },
  says: { preset: 'before', words: /comes before|share place/ },
  hostile: {
    query:
      '?view=x&static=11&sound=-1&safe=1e9&coercions=0.5&expressive=many&threshold=101&linted=maybe&a=zig&b=algol&mistake=typo&operator=equals',
    notes: {
      view: 'must be one of',
      static: 'must be at most 10',
      sound: 'must be at least 0',
      safe: 'must be at most 10',
      coercions: 'must be a whole number',
      expressive: 'is not a number',
      threshold: 'must be at most 100',
      linted: 'must be one of off, on',
      a: 'must be one of',
      b: 'must be one of',
      mistake: 'must be one of text-for-number',
      operator: 'must be one of loose, strict',
    },
  },
  file: {
    query: '?static=3',
    name: 'strongly-typed.csv',
    header: 'kind,name,at,value',
    kinds: { parameter: 12, figure: 5, language: 4 },
  },
  figuresNotInFile: {
    refused: OTHER_VIEW,
    caught: OTHER_VIEW,
    silent: OTHER_VIEW,
    undefined: OTHER_VIEW,
    intransitive: OTHER_VIEW,
    'equal-pairs': OTHER_VIEW,
    trap: OTHER_VIEW,
    'as-recorded': OTHER_VIEW,
  },
} satisfies LabExpectations;
