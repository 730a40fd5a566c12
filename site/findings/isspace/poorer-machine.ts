import type { PoorerMachine } from '@/e2e/machines';

/** A machine without programs that not every one has, or without root. */
export default {
  lacks: ['wide-locales', 'broken'],
} satisfies PoorerMachine;
