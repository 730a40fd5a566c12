import type { PoorerMachine } from '@/e2e/machines';

/** A machine without programs that not every one has, or without root. */
export default {
  lacks: ['go', 'runtimes'],
  says: ['No machine of these records has Go'],
} satisfies PoorerMachine;
