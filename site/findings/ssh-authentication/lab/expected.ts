import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: ['?step=6&bit=1500', '?signing=other-session&step=7&connection=first', '?user=eve&step=7'],
  notRead: { '.mt-ssh-id': 'bytes side by side: its name has them all' },
  says: { preset: 'thief', words: /Refused at check 10 of 10/ },
  hostile: {
    query: '?signing=wrong&bit=9000&user=al',
    notes: { signing: 'must be one of', bit: '8,192', user: 'nearly that; alice is used' },
  },
  file: {
    query: '?signing=other-session',
    name: 'ssh-authentication.csv',
    header: 'kind,step,message,name,first_byte,bytes,value',
    kinds: { parameter: 7, figure: 5, verdict: 2, 'session identifier': 2, key: 2, field: 49 },
  },
} satisfies LabExpectations;
