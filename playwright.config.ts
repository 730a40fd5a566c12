import { defineConfig, devices } from '@playwright/test';
import { browserFlags, installedBrowser } from './site/scripts/lib/browser.mjs';
import { siteForTests } from './site/scripts/lib/paths.mjs';

const port = process.env.E2E_PORT ?? '4399';
const executablePath = installedBrowser();

// The site as it was last built for tests: `npm run build -- --tests` first, or `npm test`, which does.
export default defineConfig({
  testDir: 'site',
  testMatch: '**/*.spec.ts',
  // Playwright empties it.
  outputDir: '.cache/test-results',
  fullyParallel: true,
  // One more than the smallest machine has cores: a page that loads, or rests, leaves one idle.
  workers: 3,
  forbidOnly: true,
  retries: 0,
  // Generous: a machine that is busy with something else is slow, not wrong.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { ...(executablePath && { executablePath }), args: browserFlags },
    locale: 'en-US',
    timezoneId: 'UTC',
    // Recording every test's trace would take as long as the tests themselves; `--trace on` records one that fails.
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  // A test tagged @once does not depend on the screen or the way of pointing, and one tagged @touch needs fingers.
  projects: [
    {
      name: 'desktop',
      grepInvert: /@touch/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    { name: 'phone', grepInvert: /@once/, use: { ...devices['Pixel 7'] } },
  ],
  webServer: {
    command: `node site/scripts/serve.mjs ${siteForTests}`,
    env: { PORT: port, SITE_BASE: '/' },
    url: `http://localhost:${port}/404.html`,
    reuseExistingServer: false,
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
