/** Questions that are often asked. */
export const PRESETS: readonly { id: string; label: string; within: number; probes: number; hint: string }[] = [
  { id: 'minutes', label: 'a minute and a half', within: 90, probes: 240, hint: 'as often as idle 15 s would probe' },
  {
    id: 'seconds',
    label: '10 seconds',
    within: 10,
    probes: 1800,
    hint: 'servers in one building, which must fail over',
  },
  {
    id: 'phones',
    label: 'phones',
    within: 1800,
    probes: 4,
    hint: 'each packet wakes a radio: few probes, and patience',
  },
  { id: 'impossible', label: 'impossible', within: 10, probes: 60, hint: '10 seconds at a probe a minute' },
];
