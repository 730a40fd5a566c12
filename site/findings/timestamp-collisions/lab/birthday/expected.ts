import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?b-granularity=none&b-bits=160&b-rate=1e12&b-machines=1e6&b-span=100y'],
  says: { preset: 'ms', words: /of a timestamp in steps of 1\sms and no random bits/ },
  hostile: {
    query: '?b-granularity=fast&b-bits=1e9&b-machines=0&b-rate=%3Cb%3E&b-span=1ns&b-risk=2&threads=1e9',
    notes: {
      'b-granularity': 'is not',
      'b-bits': 'must be at most 160',
      'b-machines': 'must be at least 1',
      'b-rate': 'is not a number',
      'b-span': 'must be at least 1',
      'b-risk': 'must be at most',
    },
  },
  file: {
    query: '?b-bits=4',
    name: 'identifiers-until-a-duplicate.csv',
    header: 'kind,name,at,value',
    kinds: { parameter: 6, figure: 6, 'risk at a rate': 100 },
  },
  figuresNotInFile: { risk: 'which is between `risk at least` and `risk at most`' },
} satisfies LabExpectations;
