import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?buffer=1024&source=zero', '?source=urandom', '?source=unix&buffer=262144', '?buffer=64MiB'],
  notRead: { '[data-picture="bars"]': 'its times stand in it as words' },
  says: { query: '?buffer=32768', words: /^\/dev\/zero, reads of 32\sKiB\. Zen 5 VM: \d+% of its best, 100\sGiB in / },
  hostile: {
    query: '?buffer=0&source=disk&view=curve',
    notes: { buffer: 'must be at least', source: 'must be one of' },
  },
  file: {
    query: '?buffer=4096',
    name: 'buffer-size.csv',
    header: 'kind,name,bytes,value,low,high',
    kinds: { parameter: 2, figure: 1, 'seconds for 100 GiB': 3, 'seconds per call': 75, 'share of the best': 75 },
  },
} satisfies LabExpectations;
