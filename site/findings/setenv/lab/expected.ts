import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: [
    '?at=10',
    '?library=glibc-2.41&one=set-lang&two=unset-path&locking=in-getenv',
    '?library=illumos&locking=in-getenv&one=set-home.set-lang&two=unset-path.set-tz',
  ],
  notRead: {
    '[data-picture="memory"]': 'what points to what, at one moment: the list of the memory says all of it in words',
    '[data-picture="order"]': 'the steps in their order: both threads have them in lists, with their numbers',
  },
  silent: { pace: 'how fast it plays' },
  says: { preset: 'lock', words: /^musl with a lock in getenv: \d+ of [\d,]+ orders go wrong\. Step/ },
  file: {
    name: 'setenv.csv',
    header: 'kind,name,locking,value,text',
    kinds: { parameter: 10, figure: 2, order: 1, step: 10, count: 28 },
  },
} satisfies LabExpectations;
