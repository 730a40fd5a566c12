import type { LabExpectations } from '@/e2e/labs';

export default {
  playsAt: '?view=one',
  looks: ['?strategy=two-choices&servers=14', '?view=planner&strategy=two-choices&repetitions=1000'],
  playsWhenAsked: 'items that land one by one are what it shows, and it stands still until then',
  says: {
    preset: 'fourteen',
    words: /^1,000 items on 14 servers, random\. None of these 100 placements overloads a server; the chance/,
  },
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
    kinds: { parameter: 11, figure: 10, 'share of servers': 30 },
  },
} satisfies LabExpectations;
