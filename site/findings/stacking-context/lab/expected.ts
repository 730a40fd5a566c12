import type { LabExpectations } from '@/e2e/labs';

export default {
  says: { preset: 'class', words: /^Of 30 people two share a birthday with a probability of 71%/ },
  hostile: {
    query: '?people=1e9&seed=-1',
    notes: { people: 'must be at most 100', seed: 'must be at least 0' },
  },
  file: {
    query: '?people=30',
    name: 'stacking-context.csv',
    header: 'kind,name,value',
    kinds: { parameter: 2, figure: 2, curve: 100 },
  },
} satisfies LabExpectations;
