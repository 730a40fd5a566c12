import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { articles } from './built';
import { expect, test } from './fixtures';

const article = '/findings/load-balancing/';
/** The paper of either theme. */
const [LIGHT, DARK] = ['rgb(250, 249, 245)', 'rgb(15, 22, 32)'];
const root = (page: Page) => page.locator('html');
/** Presses a button in the menu. */
async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('group', { name: 'Reading' }).getByRole('button', { name }).click();
}
const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });

test.describe('keyboard shortcuts', { tag: '@once' }, () => {
  test('a question mark lists them, Escape closes the list', async ({ page }) => {
    await page.goto(article);
    await page.keyboard.press('?');
    await expect(help(page)).toBeVisible();
    await expect(help(page).getByText('Nothing but the article')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(help(page)).toBeHidden();
  });

  test('one key each toggles full width, toggles focus mode and opens the search', async ({ page }) => {
    await page.goto(article);
    await page.keyboard.press('w');
    await expect(root(page)).toHaveAttribute('data-mt-full');
    await page.keyboard.press('w');
    await expect(root(page)).not.toHaveAttribute('data-mt-full');
    await page.keyboard.press('f');
    await expect(root(page)).toHaveAttribute('data-mt-focus');
    await page.keyboard.press('f');
    await expect(root(page)).not.toHaveAttribute('data-mt-focus');
    await page.keyboard.press('s');
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible();
  });

  test('n and p go to the next and the previous page', async ({ page }) => {
    await page.goto(article);
    const next = await page.locator('a[rel="next"]').getAttribute('href');
    await page.keyboard.press('n');
    await expect(page).toHaveURL(new RegExp(`${next}$`));
    // The address changes before the page's script listens.
    await page.waitForLoadState();
    await page.keyboard.press('p');
    await expect(page).toHaveURL(new RegExp(`${article}$`));
  });

  test('letters typed into a field stay in the field', async ({ page }) => {
    await page.goto(article);
    for (const name of ['input', 'textarea', 'p', 'select']) {
      await page.evaluate((name) => {
        document.querySelector('#field')?.remove();
        const field = document.createElement(name);
        field.id = 'field';
        if (name === 'p') field.contentEditable = 'true';
        if (field instanceof HTMLSelectElement) field.add(new Option('f'));
        document.querySelector('main')!.append(field);
        field.focus();
      }, name);
      await page.keyboard.press('f');
      await page.keyboard.press('?');
      await expect(root(page), name).not.toHaveAttribute('data-mt-focus');
      await expect(help(page), name).toBeHidden();
    }
  });

  test('turned off, they stay off on the next page, and the list keeps its button', async ({ page }) => {
    await page.goto(article);
    await page.keyboard.press('?');
    await help(page).getByRole('switch', { name: 'Single-key shortcuts' }).uncheck();
    await page.keyboard.press('Escape');
    await page.goto('/method/');
    for (const key of ['f', 'w', 's', '?']) await page.keyboard.press(key);
    await expect(root(page)).not.toHaveAttribute('data-mt-focus');
    await expect(root(page)).not.toHaveAttribute('data-mt-full');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await chooseInMenu(page, 'Keyboard shortcuts');
    await expect(help(page).getByRole('switch')).not.toBeChecked();
  });
});

test.describe('reading modes', { tag: '@once' }, () => {
  test('full width gives figures the window, and is remembered', async ({ page }) => {
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.goto('/method/');
    const wide = page.locator('.mt-wide').first();
    const before = (await wide.boundingBox())!.width;
    await chooseInMenu(page, 'Full width');
    await expect(page.getByRole('status').filter({ hasText: 'Full width' })).toBeAttached();
    expect((await wide.boundingBox())!.width).toBeGreaterThan(before + 100);
    await page.reload();
    await expect(root(page)).toHaveAttribute('data-mt-full');
    await page.getByRole('button', { name: 'Menu' }).click();
    await expect(page.getByRole('button', { name: 'Full width' })).toHaveAttribute('aria-pressed', 'true');
  });

  test('focus mode leaves the article alone on the page, says so, and Escape ends it', async ({ page }) => {
    await page.goto(article);
    await chooseInMenu(page, 'Focus on the article');
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.locator('.mt-contents')).toBeHidden();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Focus mode' })).toBeAttached();
    await expect(page.getByRole('button', { name: 'Leave focus mode' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('banner')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  test('focus mode does not follow to the next page', async ({ page }) => {
    await page.goto(article);
    await page.keyboard.press('f');
    await page.goto('/method/');
    await expect(page.getByRole('banner')).toBeVisible();
  });
});

test('preferences hold on their page where the browser refuses storage', { tag: '@once' }, async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('refused', 'SecurityError');
        },
      });
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(article);
  await page.keyboard.press('w');
  await expect(root(page)).toHaveAttribute('data-mt-full');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(root(page)).toHaveCSS('background-color', DARK);
});

test('a chosen theme holds on the next page', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(article);
  const paper = page.locator('html');
  await expect(paper).toHaveCSS('background-color', LIGHT);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(paper).toHaveCSS('background-color', DARK);
  await page.goto('/');
  await expect(paper).toHaveCSS('background-color', DARK);
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('combobox', { name: 'Theme' })).toHaveValue('dark');
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('Auto');
  await expect(paper).toHaveCSS('background-color', LIGHT);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false, colorScheme: 'light' });
  // The complaints of a page cannot be heard without script.
  test('the theme is the system’s, and buttons that need script are not there', { tag: '@once' }, async ({ page }) => {
    await page.goto(article);
    await expect(root(page)).toHaveCSS('background-color', LIGHT);
    await expect(page.getByRole('button', { name: 'Menu' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Search' })).toHaveCount(0);
  });
});

test.describe('a script that is not the site’s own', { tag: '@once' }, () => {
  test.use({ expectedComplaints: [/script-src/] });
  test('does not run', async ({ page, complaints }) => {
    await page.route(`**${article}`, async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replace('</body>', '<script>window.intruded = true</script></body>');
      await route.fulfill({ response, body: html });
    });
    await page.goto(article);
    expect(await page.evaluate(() => 'intruded' in window)).toBe(false);
    await expect.poll(() => complaints.join()).toContain('script-src');
  });
});

test.describe('text that a script of no policy of ours hands on', { tag: '@once' }, () => {
  test.use({ expectedComplaints: [/Trusted|trusted-types/] });
  test('becomes no markup, no script and no worker, and no further policy is made', async ({ page }) => {
    await page.goto(article);
    const refused = await page.evaluate(() => {
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): object };
      };
      const tries: Record<string, () => unknown> = {
        markup: () => Reflect.set(document.createElement('p'), 'innerHTML', '<b>x</b>'),
        script: () => (document.createElement('script').text = '1'),
        worker: () => Reflect.construct(Worker, ['/pagefind/pagefind-worker.js']),
        policy: () => trustedTypes.createPolicy('another', {}),
        twice: () => trustedTypes.createPolicy('mt-markup', {}),
      };
      return Object.entries(tries).flatMap(([name, attempt]) => {
        try {
          attempt();
          return [];
        } catch (error) {
          return [`${name}: ${(error as Error).name}`];
        }
      });
    });
    expect(refused).toEqual(['markup', 'script', 'worker', 'policy', 'twice'].map((name) => `${name}: TypeError`));
  });
});

test('a page is fetched while the mouse or the focus rests on its link', { tag: '@once' }, async ({ page }) => {
  await page.goto('/claims/');
  for (const [rel, act] of [
    ['next', 'hover'],
    ['prev', 'focus'],
  ] as const) {
    const link = page.locator(`a[rel="${rel}"]`);
    const address = await link.evaluate((link) => (link as HTMLAnchorElement).href);
    const request = page.waitForRequest(address);
    await link[act]();
    await request;
  }
});

test('search finds the article, and Enter opens the first result', async ({ page }) => {
  await page.goto('/method/');
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  const dialog = page.getByRole('dialog', { name: 'Search' });
  await dialog.getByRole('searchbox').fill('random load balancing');
  await expect(dialog.getByRole('link').first()).toHaveText('Random load balancing is uneven');
  await expect(dialog.getByRole('status')).toContainText('found');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/findings\/load-balancing\//);
});

test('search says so when nothing is found', { tag: '@once' }, async ({ page }) => {
  await page.goto('/');
  await page.keyboard.press('Control+k');
  await page.getByRole('searchbox').fill('zyxwvutsr');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('status')).toContainText('Nothing found');
});

test('the menu of a narrow screen leads everywhere', { tag: '@once' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/');
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu.getByRole('link', { name: 'Method' })).toBeVisible();
  await menu.getByRole('link', { name: 'Random load balancing is uneven' }).click();
  await expect(page).toHaveURL(/\/findings\/load-balancing\//);
});

test.describe('the contents of a page', { tag: '@once' }, () => {
  const contents = (page: Page) => page.getByRole('navigation', { name: 'On this page' });

  test('mark the section that is being read', async ({ page }) => {
    await page.goto('/method/');
    await expect(contents(page).getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'true');
    await page.getByRole('heading', { name: 'Intervals', exact: true }).evaluate((heading) => heading.scrollIntoView());
    await expect(contents(page).locator('[aria-current]')).toHaveText('Intervals');
  });

  test('lie behind a line that says the section, on a narrow screen, and close when one is chosen', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto('/method/');
    const line = contents(page).getByRole('button');
    await expect(line).toHaveText(/On this page\s+Overview/);
    await expect(contents(page).getByRole('link')).toHaveCount(0);
    await line.click();
    await contents(page).getByRole('link', { name: 'Verdicts' }).click();
    await expect(contents(page).getByRole('link')).toHaveCount(0);
    await expect(line).toHaveText(/On this page\s+Verdicts/);
    await expect(page.getByRole('heading', { name: 'Verdicts', exact: true })).toBeInViewport();
  });

  test('of a heading are linked beside it as well', async ({ page }) => {
    await page.goto('/method/');
    await page.getByRole('main').getByRole('link', { name: 'Verdicts', exact: true }).click();
    await expect(page).toHaveURL(/#verdicts$/);
  });
});

/** The day in an article's front matter. */
const publishedOn = (path: string): string =>
  /^published: (\S+)$/m.exec(readFileSync(`content${path.slice(0, -1)}.mdx`, 'utf8'))![1]!;

test(
  'the feed is well formed, says where it is and lists every finding, by the day of its publication',
  { tag: '@once' },
  async ({ page, request }) => {
    await page.goto('/');
    const href = await page.locator('link[rel=alternate][type="application/rss+xml"]').first().getAttribute('href');
    const response = await request.get(new URL(href!, page.url()).pathname);
    // The policy of the site's own pages lets no test parse text.
    await page.goto('about:blank');
    const feed = await page.evaluate(
      (xml) => {
        const parsed = new DOMParser().parseFromString(xml, 'application/xml');
        const texts = (selector: string) =>
          [...parsed.querySelectorAll(selector)].map((element) => element.textContent);
        return {
          problem: parsed.querySelector('parsererror')?.textContent,
          version: parsed.documentElement.getAttribute('version'),
          own: texts('channel > title, channel > link:not([rel]), channel > description'),
          self: parsed.querySelector('channel > link[rel="self"]')?.getAttribute('href'),
          titles: texts('item > title'),
          links: texts('item > link'),
          identifiers: new Set(texts('item > guid')).size,
          dates: texts('item > pubDate').map((date) => new Date(date).toISOString().slice(0, 10)),
        };
      },
      await response.text(),
    );
    expect(feed.problem).toBeUndefined();
    expect(feed.version).toBe('2.0');
    expect(feed.own).toHaveLength(3);
    expect(feed.titles).toContain('Random load balancing is uneven');
    expect(feed.links.map((link) => new URL(link).pathname).sort()).toEqual(articles());
    expect(new URL(feed.self!).pathname).toBe(href);
    expect(feed.identifiers).toBe(feed.links.length);
    expect(feed.dates).toEqual(feed.links.map((link) => publishedOn(new URL(link).pathname)));
    expect(feed.dates).toEqual(feed.dates.toSorted().reverse());
  },
);

test.describe('a missing page', { tag: '@once' }, () => {
  test.use({ expectedComplaints: [/404/] });
  test('has the site’s own face and a way on', async ({ page }) => {
    const response = await page.goto('/no/such/page/');
    expect(response!.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Off the scale');
    await page.getByRole('main').getByRole('link', { name: 'All findings' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
  });
});

test('printing drops the bar and the contents, and prints on white', { tag: '@once' }, async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.goto('/method/');
  await expect(page.locator('.mt-header')).toBeHidden();
  await expect(page.locator('.mt-contents')).toBeHidden();
  await expect(root(page)).toHaveCSS('background-color', LIGHT);
});
