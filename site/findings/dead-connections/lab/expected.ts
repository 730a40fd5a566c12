import type { LabExpectations } from '@/e2e/labs';

export default {
  // With a connection that never ends, and settings of gRPC.
  looks: ['?keepalive=off&grpc=on&ping=20'],
  controlsAt: [
    '?pattern=connecting',
    '?scenario=peer-reboots&pattern=writes',
    '?scenario=firewall-forgets&idle=600',
    '?scenario=alive&grpc=on&ping=400&calls=on',
    '?grpc=on&ping=20',
  ],
  says: {
    query: '?keepalive=off&timeout=90000',
    words: /An idle connection never ends.*A user timeout alone does nothing/,
  },
  hostile: {
    query: '?scenario=own-link-down&pattern=writes&timeout=5000&probes=999',
    notes: { probes: 'must be at most 127' },
  },
  file: {
    name: 'dead-connections.csv',
    header: 'kind,name,pattern,at_seconds,value,timer_seconds,text',
    kinds: { parameter: 24, figure: 4, event: 5 },
  },
  figuresNotInFile: { answer: 'the file has both lanes, by the model' },
} satisfies LabExpectations;
