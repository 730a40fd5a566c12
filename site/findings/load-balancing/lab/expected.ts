import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?view=rounds&strategy=least-loaded&failing=on', '?view=placements&strategy=two-choices&servers=11'],
  controlsAt: ['?view=placements'],
  playsWhenAsked: 'stacks that fill and drain are what it shows, and they stand still until then',
  hostile: {
    query: '?items=-5&servers=1e99&capacity=%3Cscript%3E&strategy=magic&view=2&seed=1.5&limit=0',
    notes: {
      items: 'must be at least 1; 1 is used instead',
      servers: 'must be at most 40',
      capacity: 'is not a number',
      strategy: 'must be one of',
      view: 'must be one of',
      seed: 'whole number',
      limit: 'must be at least 1',
    },
  },
  file: {
    query: '?view=rounds&failing=on',
    name: 'load-balancing-rounds.csv',
    header: 'kind,name,moment,server,value',
    kinds: { parameter: 8, figure: 2, load: 1040, failed: 80 },
  },
} satisfies LabExpectations;
