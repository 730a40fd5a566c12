import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: [
    '?view=time&call=1e8',
    '?view=share&share=99.9&source=urandom',
    '?byte=1000&penalty=1000&source=tcp',
    '?call=100&byte=0.01&penalty=0&source=none',
  ],
  notRead: { '[data-picture="strip"]': 'its three parts stand in words right below it' },
  says: {
    preset: 'urandom',
    words: /^With 16\u00a0MiB a call: .* of the best, measured; .* are enough for 95% of the best/,
  },
  hostile: {
    query: '?call=-5&byte=NaN&cache=1e99&penalty=%3Cimg%20src=x%3E&share=100&buffer=0&source=disk&fit=x&view=curve',
    notes: {
      call: 'must be at least',
      byte: 'is not a number',
      cache: 'must be at most 32 MiB',
      penalty: 'is not a number',
      share: 'must be at most',
      buffer: 'must be at least',
      source: 'must be one of',
      fit: 'must be one of',
      view: 'must be one of',
    },
  },
  file: {
    query: '?buffer=4096',
    name: 'buffer-size.csv',
    header: 'kind,name,bytes,value,low,high',
    kinds: { parameter: 9, figure: 8, 'part of a call': 3, law: 100, measured: 6, fitted: 6, residual: 6 },
  },
} satisfies LabExpectations;
