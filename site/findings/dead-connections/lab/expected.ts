import type { LabExpectations } from '@/e2e/labs';

export default {
  // With a connection that never ends, and the folded settings open.
  looks: ['?view=lanes&keepalive=off&grpc=on&ping=20'],
  controlsAt: [
    '?pattern=connecting',
    '?scenario=peer-reboots&pattern=writes&buffer=20',
    '?view=lanes&scenario=firewall-forgets&idle=600',
    '?view=lanes&scenario=alive&grpc=on&ping=400&calls=on',
    '?view=lanes&grpc=on&ping=20',
  ],
  playsAt: '?view=line',
  says: { preset: 'timeout-only', words: /An idle connection never ends.*A user timeout alone does nothing/ },
  hostile: {
    query: '?scenario=own-link-down&pattern=writes&timeout=5000&probes=999',
    notes: { probes: 'must be at most 127' },
  },
  file: {
    query: '?view=line',
    name: 'dead-connections.csv',
    header: 'kind,name,pattern,at_seconds,value,timer_seconds,text',
    kinds: { parameter: 24, figure: 4, event: 5 },
  },
  figuresNotInFile: Object.fromEntries(
    ['idle-after', 'idle-latest', 'awaiting-after', 'awaiting-latest'].map((name) => [
      name,
      'the file has the figures of the view in front',
    ]),
  ),
} satisfies LabExpectations;
