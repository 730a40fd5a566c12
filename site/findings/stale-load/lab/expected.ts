import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?policies=round-robin&information=own&age=25', '?servers=100&rho=1.1&age=1', '?information=fresh&work=tick'],
  playsWhenAsked: 'queues over time are what it shows, and it stands still until then',
  says: {
    preset: 'own',
    words:
      /^10 servers at 80%, a copy of their queues up to 25 mean service times old plus own sends\. Shortest of all beats chance: /,
  },
  hostile: {
    query: '?servers=-5&rho=1e99&age=%3Cscript%3E&policies=magic&information=old&seed=1.5',
    notes: {
      servers: 'must be at least 1; 1 is used instead',
      rho: 'must be at most 4',
      age: 'is not a number',
      policies: 'must be one of least',
      information: 'must be one of renewed',
      seed: 'whole number',
    },
  },
  file: {
    query: '?servers=20',
    name: 'stale-load.csv',
    header: 'kind,name,at,value,exact',
    kinds: {
      parameter: 9,
      figure: 4,
      beside: 6,
      curve: 64,
      'worse than random from': 4,
      queue: 60,
      'queue as known': 40,
    },
  },
} satisfies LabExpectations;
