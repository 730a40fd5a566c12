import type { PoorerMachine } from '@/e2e/machines';

/** A machine without programs that not every one has, or without root. */
export default {
  lacks: ['iperf3'],
  says: ['No machine of these records has iperf3'],
} satisfies PoorerMachine;
