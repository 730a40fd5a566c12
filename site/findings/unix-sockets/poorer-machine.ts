import type { PoorerMachine } from '@/e2e/machines';

/** A machine without programs that not every one has, or without root. */
export default {
  lacks: ['proxy', 'proxy-ratios', 'docker', 'docker-ratios', 'cross-check'],
  says: ['No machine of these records could start Docker'],
  without: ['containers'],
} satisfies PoorerMachine;
