import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?strategy=two-choices&servers=14', '?view=planner&strategy=two-choices&repetitions=1000'],
  playsWhenAsked: 'items that land one by one are what it shows, and it stands still until then',
  says: { preset: 'ten', words: /^1,000 items on 10 servers, random: 99% of servers hold at most 123 items/ },
  hostile: {
    query: '?items=-5&servers=1e99&capacity=%3Cscript%3E&strategy=magic&view=2&seed=1.5&repetitions=10',
    notes: {
      items: 'must be at least 1; 1 is used instead',
      servers: 'must be at most 100,000',
      capacity: 'is not a number',
      strategy: 'must be one of',
      view: 'must be one of',
      seed: 'whole number',
    },
  },
  file: {
    query: '?view=many&servers=14',
    name: 'load-balancing-many.csv',
    header: 'kind,name,at,value,exact',
    kinds: { parameter: 11, figure: 9, 'share of servers': 30 },
  },
} satisfies LabExpectations;
