import type { LabExpectations } from '@/e2e/labs';

export default {
  looks: [
    '?pattern=awaiting&view=even',
    '?pattern=writes&keepalive=off',
    '?scenario=own-link-down-in-flight&pattern=awaiting',
  ],
  controlsAt: [
    '?pattern=connecting',
    '?pattern=connecting&synlinear=0',
    '?scenario=peer-reboots&pattern=awaiting',
    '?scenario=firewall-forgets&idle=600',
    '?pattern=writes&buffer=10000',
    '?grpc=on&pattern=awaiting',
    '?grpc=on&calls=on',
    '?scenario=alive&grpc=on&pattern=awaiting&ping=400',
    '?link=on&pattern=awaiting',
    '?link=on&pattern=awaiting&rtt=10',
  ],
  alsoPressed: { grpc: ['nothing'] },
  says: { preset: 'timeout-only', words: /never learns of it/ },
  hostile: {
    query: '?scenario=own-link-down&pattern=writes&timeout=5000&probes=999',
    notes: { probes: 'must be at most 127' },
  },
  file: {
    name: 'dead-connections.csv',
    header: 'kind,name,pattern,at_seconds,value,timer_seconds,text',
    kinds: { parameter: 28, figure: 4, event: 6, fate: 46 },
  },
} satisfies LabExpectations;
