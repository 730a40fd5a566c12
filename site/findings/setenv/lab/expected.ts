import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: [
    '?at=10',
    '?library=glibc-2.41&one=set-lang&two=unset-path&locking=in-getenv',
    '?library=illumos&locking=in-getenv&one=set-home.set-lang&two=unset-path.set-tz',
  ],
  silent: { pace: 'how fast it plays' },
  says: { preset: 'illumos', words: /^illumos: none of the [\d,]+ orders goes wrong\. Step/ },
  file: {
    name: 'setenv.csv',
    header: 'kind,name,locking,value,text',
    kinds: { parameter: 10, order: 1, step: 10, count: 84 },
  },
  figuresNotInFile: {
    orders: 'the sum of the library’s counts',
    failing: 'the sum of its counts that fail',
    share: 'their ratio',
    shortest: 'in the order',
  },
} satisfies LabExpectations;
