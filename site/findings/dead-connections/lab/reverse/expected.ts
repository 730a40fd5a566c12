import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: [
    '?r-within=86400&r-probes=1&r-rtt=10000&r-connections=10000000&r-language=rust',
    '?r-within=2&r-probes=1&r-rtt=10000',
  ],
  says: { preset: 'seconds', words: /a lost peer is noticed within/ },
  hostile: {
    query: '?r-within=now&r-probes=1e9&r-rtt=-1&r-connections=%3Cb%3E&r-language=perl',
    notes: {
      'r-within': 'is not a number',
      'r-probes': 'must be at most 3,600',
      'r-rtt': 'must be at least',
      'r-connections': 'is not a number',
      'r-language': 'must be one of',
    },
  },
  file: {
    query: '?r-within=600',
    name: 'settings-that-notice-in-time.csv',
    header: 'kind,name,at,value',
    kinds: { parameter: 5, figure: 8, curve: 21 },
  },
} satisfies LabExpectations;
