import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?buffer=1024&source=zero', '?source=urandom', '?source=unix&buffer=262144', '?buffer=64MiB'],
  notRead: { '[data-picture="bars"]': 'its times stand in it as words' },
  says: {
    query: '?buffer=32768&source=tcp-cubic',
    words: /^TCP with cubic, Zen 5 VM: writes of 32\sKiB at [\d,]+\sMiB\/s, 10\sGiB in .+; reads of 32\sKiB at /,
  },
  hostile: {
    query: '?buffer=0&source=disk&view=curve',
    notes: { buffer: 'must be at least', source: 'must be one of' },
  },
  file: {
    query: '?buffer=4096&source=unix',
    name: 'buffer-size.csv',
    header: 'kind,name,bytes,value,low,high',
    kinds: { parameter: 2, figure: 1, 'seconds for 10 GiB': 3, 'bytes per second': 28 },
  },
} satisfies LabExpectations;
