/** How finely browsers are said to let a page read the time, with who says so. */
export interface PublishedStep {
  browser: 'Chrome' | 'Firefox' | 'Safari';
  /** Whether it holds for cross-origin isolated pages; null where a browser makes no difference. */
  isolated: boolean | null;
  seconds: number;
  source: keyof typeof SOURCES;
}

export const SOURCES = {
  chrome: {
    name: 'Chrome for Developers: Aligning timers with cross origin isolation restrictions',
    url: 'https://developer.chrome.com/blog/cross-origin-isolated-hr-timers/',
  },
  blink: {
    name: 'blink-dev: Align performance API timer resolution to cross-origin isolated capability',
    url: 'https://groups.google.com/a/chromium.org/g/blink-dev/c/k6M3HJiqmkE',
  },
} as const;

/** Background: the standard, and what it asks of all browsers. */
export const FURTHER = [
  { name: 'MDN: High precision timing', url: 'https://developer.mozilla.org/en-US/docs/Web/API/Performance_API/High_precision_timing' }, // prettier-ignore
  { name: 'MDN: performance.now()', url: 'https://developer.mozilla.org/en-US/docs/Web/API/Performance/now' },
  { name: 'W3C: High Resolution Time', url: 'https://www.w3.org/TR/hr-time-3/' },
] as const;

export const PUBLISHED_STEPS: readonly PublishedStep[] = [
  { browser: 'Chrome', isolated: false, seconds: 100e-6, source: 'chrome' },
  { browser: 'Chrome', isolated: true, seconds: 5e-6, source: 'chrome' },
  { browser: 'Firefox', isolated: false, seconds: 1e-3, source: 'blink' },
  { browser: 'Firefox', isolated: true, seconds: 20e-6, source: 'blink' },
  { browser: 'Safari', isolated: null, seconds: 1e-3, source: 'blink' },
];

/** "Chrome, isolated" */
export const stepName = ({ browser, isolated }: PublishedStep): string =>
  isolated === true ? `${browser}, isolated` : browser;

/** Published steps that a measured one agrees with, to a tenth, for pages that are isolated or not. */
export function agreeing(seconds: number, isolated: boolean): PublishedStep[] {
  return PUBLISHED_STEPS.filter(
    (step) => (step.isolated ?? isolated) === isolated && Math.abs(seconds / step.seconds - 1) < 0.1,
  );
}
