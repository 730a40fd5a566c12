import { expect } from '@/e2e/fixtures';
import { labOf, test } from '@/e2e/labs';
import { browserFlags, installedBrowser } from '@/scripts/lib/browser.mjs';

const executablePath = installedBrowser();
const { lab, open, figure, settled, type } = labOf('load-balancing');

// A browser that can't load vector instructions: V8 takes them only from processors with these.
test.use({
  launchOptions: {
    ...(executablePath && { executablePath }),
    args: [...browserFlags, '--js-flags=--no-enable-sse4-1'],
  },
});

test('the lab of load balancing works in a browser without vector instructions', { tag: '@once' }, async ({ page }) => {
  test.skip(process.arch !== 'x64', 'V8 can only be told so on x86-64');
  const modules: string[] = [];
  page.context().on('request', (request) => {
    const [, name] = /\/(\w+)-[^/]+\.wasm$/.exec(request.url()) ?? [];
    if (name) modules.push(name);
  });
  await open(page, '?view=many&strategy=two-choices&repetitions=10000');
  // 1,000 items on 13 servers, as everywhere.
  expect(await figure(page, 'p99')).toBe(79);
  await lab(page).getByRole('button', { name: '13 servers' }).click();
  await settled(page);
  expect(await figure(page, 'p99')).toBe(97);
  await type(page, 'servers', '14');
  expect(await figure(page, 'servers-needed')).toBe(14);
  expect(new Set(modules)).toEqual(new Set(['models_without_simd_bg']));
});
