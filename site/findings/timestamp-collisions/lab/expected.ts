import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?scheme=snowflake&start=spaced&threads=4', '?view=curve&start=spaced', '?view=curve&threads=24&cores=2'],
  says: {
    preset: 'linux-two',
    words: /^2 threads that read a clock of 1\sns steps every 33\sns: 3\.0% of the readings collide/,
  },
  hostile: {
    query: '?threads=-5&cost=1e99&unit=%3Cscript%3E&jitter=1e5&scheme=magic&view=2&seed=1.5&span=1e12&samples=1e4',
    notes: {
      threads: 'must be at least 1; 1 is used instead',
      cost: 'must be at most',
      unit: 'is not a number',
      scheme: 'must be one of timestamp',
      view: 'must be one of',
      seed: 'whole number',
      span: 'is longer than',
    },
  },
  file: {
    query: '?scheme=snowflake',
    name: 'timestamp-collisions-line.csv',
    header: 'kind,name,at,value,predicted,thread,identifier',
    kinds: { parameter: 18, figure: 5, reading: 30 },
  },
} satisfies LabExpectations;
