import { test as base, type Page } from '@playwright/test';

export { expect } from '@playwright/test';

interface Options {
  /** Complaints that a test provokes on purpose; any other one fails it. */
  expectedComplaints: RegExp[];
  /** The page's complaints so far. */
  complaints: string[];
}

/**
 * Playwright's `test`, whose page must not complain: no error on the console, no uncaught exception, no violation of the
 * content security policy, no request to another origin. A test that provokes one names it:
 * `test.use({ expectedComplaints: [/404/] })`.
 */
export const test = base.extend<Options>({
  expectedComplaints: [[], { option: true }],

  complaints: [
    async ({ page, baseURL, expectedComplaints }, use) => {
      const complaints: string[] = [];
      await listen(page, new URL(baseURL ?? 'http://localhost').origin, complaints);
      await use(complaints);
      const unexpected = complaints.filter((text) => !expectedComplaints.some((expected) => expected.test(text)));
      if (unexpected.length > 0) throw new Error(`The page complained:\n${unexpected.join('\n')}`);
    },
    { auto: true },
  ],
});

/**
 * Collects what a page complains of. For pages that a test opens itself; the `page` of a test is listened to already.
 *
 * @param origin where requests may go
 */
export async function listen(page: Page, origin: string, complaints: string[]): Promise<void> {
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^(https?|wss?):$/.test(url.protocol) && url.origin !== origin) {
      complaints.push(`request to another origin: ${request.url()}`);
    }
  });
  await page.exposeFunction('reportViolation', (text: string) => complaints.push(`content security policy: ${text}`));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const { reportViolation } = window as unknown as { reportViolation: (text: string) => void };
      reportViolation(`${event.effectiveDirective} blocked ${event.blockedURI} ${event.sample}`.trim());
    });
  });
}
