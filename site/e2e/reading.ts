/** Ways of reading a page other than on the screen as it is: the reader mode of a browser, paper, and colours of the reader's own. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** Readability, by which Firefox makes its reader mode. */
const readability = readFileSync(createRequire(import.meta.url).resolve('@mozilla/readability/Readability.js'), 'utf8');

/** Text without white space, which no two ways of reading have alike. */
export const packed = (text: string): string => text.replaceAll(/\s+/g, '');

/** The article that a reader mode makes of a page as it is now: its text, packed, and its headings. */
export async function readerMode(page: Page): Promise<{ text: string; headings: string[] }> {
  const html = await page.content();
  // The policy of the site's own pages lets no test parse text.
  const blank = await page.context().newPage();
  await blank.evaluate(readability);
  const { text, headings } = await blank.evaluate((html) => {
    const parse = (text: string) => new DOMParser().parseFromString(text, 'text/html');
    const { Readability } = window as unknown as {
      Readability: new (page: Document) => { parse(): { content: string } | null };
    };
    const article = new Readability(parse(html)).parse();
    const { body } = parse(article?.content ?? '');
    const headings = [...body.querySelectorAll('h2, h3')].map((heading) => heading.textContent);
    return { text: body.textContent, headings };
  }, html);
  await blank.close();
  return { text: packed(text), headings: headings.map(packed) };
}

/** Elements that hold a piece of text. */
const BLOCKS = 'p, li, h2, h3, h4, th, td, caption, figcaption, summary, pre';
/** Parts of an article that are no text: instruments, drawings, and what only leads elsewhere. */
const NO_TEXT = '.mt-lab, mt-guess, [data-bar], [data-drawing], [popover], [hidden], .mt-figure-links';

/** The pieces of an article's text, and which of them are headings. Of a step's text, it is the same wherever that stands. */
export const textBlocks = async (page: Page): Promise<{ text: string; isHeading: boolean }[]> => {
  const blocks = await page.evaluate(
    ([blocks, noText]) =>
      [...document.querySelectorAll(`.mt-prose :is(${blocks})`)]
        .filter((block) => !block.closest(noText) && !block.querySelector(blocks))
        // Readability takes what is called so for buttons, however it reads.
        .filter(({ id }) => !/\bshare\b/.test(id))
        .map((block) => {
          const said = block.cloneNode(true) as Element;
          for (const unsaid of said.querySelectorAll('[aria-hidden="true"]')) unsaid.remove();
          return { text: said.textContent, isHeading: block.matches('h2, h3') };
        }),
    [BLOCKS, NO_TEXT] as const,
  );
  return blocks.map(({ text, isHeading }) => ({ text: packed(text), isHeading })).filter(({ text }) => text !== '');
};

/**
 * Sentences in a page that nobody sees, such as notices of labs. Words as few as a label's may stand elsewhere as well; and those of
 * drawings say what marks do, which a reader mode shows as little as a screen reader.
 */
export const hiddenSentences = async (page: Page): Promise<string[]> => {
  const { hidden, seen } = await page.evaluate((selector) => {
    const main = document.querySelector('main')!;
    const seen = main.cloneNode(true) as Element;
    for (const one of seen.querySelectorAll(selector)) one.remove();
    const hidden = [...main.querySelectorAll(selector)].filter((one) => !one.closest('[data-drawing], legend'));
    return { hidden: hidden.map((one) => one.textContent), seen: seen.textContent };
  }, '.sr-only, .mt-note, .mt-reading, .mt-lab-noscript, [data-trouble], [popover]');
  // What a lab announces may stand in it, too.
  return hidden.map(packed).filter((text) => text.length > 30 && !packed(seen).includes(text));
};

/** Faults on paper: controls, which only work on a screen, and text that is missing. Asks the page as it is laid out for paper. */
export const wrongOnPaper = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([blocks, noText]) => {
      const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
      const name = (element: Element) => element.outerHTML.slice(0, 120);
      const controls = [...document.querySelectorAll('button, input, select, textarea')].filter(isSeen);
      // Of what is folded together, such as a program in several languages, paper has what is open.
      const lacking = [...document.querySelectorAll(`.mt-prose :is(${blocks}, [data-named]), .mt-step`)].filter(
        (block) =>
          (block.matches('.mt-step') || !block.closest(`${noText}, details[name]`)) &&
          block.textContent.trim() !== '' &&
          !isSeen(block),
      );
      return [
        ...controls.map((control) => `takes a hand: ${name(control)}`),
        ...lacking.map((block) => `is not there: ${name(block)}`),
      ];
    },
    [BLOCKS, NO_TEXT] as const,
  );

/** The width and height of what A4 leaves within the margins of the style sheet, in pixels. */
export const PAPER = { width: 665, height: 1009 };

/** An article on paper: how many pages of A4 it takes, and the headings and titles that stand on another than what they name. */
export async function onPaper(page: Page): Promise<{ pages: number; lonely: string[] }> {
  const titles = await page.evaluate(() => {
    const hasBox = (element: Element | null) => element !== null && element.getClientRects().length > 0;
    const isEmpty = (element: Element) => element.textContent.trim() === '' && !element.querySelector('svg, img');
    const follower = (element: Element): Element | undefined => {
      let next = element.nextElementSibling;
      while (next && (!hasBox(next) || isEmpty(next))) next = next.nextElementSibling;
      return next ?? undefined;
    };
    // Links anywhere in a page have the places that they lead to written into the file.
    const links = document.createElement('div');
    links.hidden = true;
    let count = 0;
    const placeOf = (element: Element): string => {
      element.id ||= `printed-${count++}`;
      const link = document.createElement('a');
      link.href = `#${element.id}`;
      links.append(link);
      return element.id;
    };
    const drawn = (figure: Element) =>
      figure.querySelector('[data-drawing] > :not(.mt-figure-key, .mt-multiples-axes)');
    const named = [
      ...[...document.querySelectorAll('.mt-prose :is(h2, h3)')].map((title) => [title, follower(title)] as const),
      ...[...document.querySelectorAll('figure.mt-figure')].map(
        (figure) => [figure.querySelector('.mt-figure-title')!, drawn(figure)] as const,
      ),
    ];
    const titles = named.flatMap(([title, what]) =>
      what && hasBox(title) ? [{ text: title.textContent.trim(), title: placeOf(title), what: placeOf(what) }] : [],
    );
    document.body.append(links);
    return titles;
  });
  const pdf = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1');
  const { pages, places } = readPdf(pdf);
  const lonely = titles.filter(({ title, what }) => pageOf(places, title) !== pageOf(places, what));
  return { pages, lonely: lonely.map(({ text }) => text) };
}

function pageOf(places: ReadonlyMap<string, number>, id: string): number {
  const page = places.get(id);
  if (page === undefined) throw new Error(`the file for paper does not say where #${id} is`);
  return page;
}

/** The number of pages of a file that Chromium has printed, and on which of them, from 0, each place is that a link leads to. */
function readPdf(pdf: string): { pages: number; places: Map<string, number> } {
  const objects = new Map(
    [...pdf.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)].map(([, number, text]) => [number!, text!]),
  );
  const referred = (text: string) => [...text.matchAll(/(\d+) 0 R/g)].map(([, number]) => number!);
  const leaves = (number: string): string[] => {
    const kids = /\/Kids \[([^\]]*)\]/.exec(objects.get(number) ?? '')?.[1];
    return kids === undefined ? [number] : referred(kids).flatMap(leaves);
  };
  const catalog = [...objects.values()].find((text) => /\/Type \/Catalog\b/.test(text)) ?? '';
  const entry = (name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(catalog)?.[1] ?? '';
  const pages = leaves(entry('Pages'));
  const destinations = objects.get(entry('Dests')) ?? '';
  const places = [...destinations.matchAll(/\/(\S+) \[(\d+) 0 R/g)].map(([, name, page]): [string, number] => [
    decodeURIComponent(name!.replaceAll('#', '%')),
    pages.indexOf(page!),
  ]);
  return { pages: pages.length, places: new Map(places) };
}

/** Controls and links that show by their look which of several is chosen, or how far. */
const CHOICES = 'input:is([type="radio"], [type="checkbox"], [type="range"]), [aria-pressed], [aria-current]';

/**
 * Choices that look the same whether they are chosen or not, one of each look. Their state is set behind the back of the page's script,
 * which need not follow.
 */
export async function indistinctChoices(page: Page): Promise<string[]> {
  await page.mouse.move(0, 0);
  const names = await page.evaluate((choices) => {
    const looks = new Map<string, Element>();
    for (const choice of document.querySelectorAll(choices)) {
      const seen = choice.matches('[type="range"]') ? choice : (choice.closest('label') ?? choice);
      const isFixed = choice.matches('[type="range"]') && choice.getAttribute('min') === choice.getAttribute('max');
      const { width, height } = seen.getBoundingClientRect();
      if (isFixed || width * height === 0 || !seen.checkVisibility({ visibilityProperty: true })) continue;
      const look = [choice, seen, seen.parentElement!]
        .map((one) => `${one.localName}.${one.getAttribute('class') ?? ''}`)
        .join(' in ');
      if (!looks.has(look)) looks.set(look, seen);
    }
    [...looks.values()].forEach((seen, index) => seen.setAttribute('data-choice-seen', String(index)));
    return [...looks.keys()];
  }, CHOICES);
  const indistinct: string[] = [];
  for (const [index, name] of names.entries()) {
    const seen = page.locator(`[data-choice-seen="${index}"]`);
    const look = async (isChosen: boolean) => {
      // Clear of the bar, which lies over the page.
      await seen.evaluate(async (one) => {
        one.scrollIntoView({ block: 'center', behavior: 'instant' });
        // A story leads its lab as the page scrolls.
        for (let drawn = 0; drawn < 4; drawn++) await new Promise(requestAnimationFrame);
      });
      await seen.evaluate(choose, { choices: CHOICES, isChosen });
      return seen.screenshot({ animations: 'disabled' });
    };
    const [chosen, other] = [await look(true), await look(false)];
    if (chosen.equals(other)) indistinct.push(name);
  }
  return indistinct;
}

/** Works in the page, and can use nothing from around it. */
function choose(seen: Element, { choices, isChosen }: { choices: string; isChosen: boolean }): void {
  // The page may have taken back what was current.
  const choice = seen.matches(choices) ? seen : (seen.querySelector(choices) ?? seen);
  if (choice instanceof HTMLInputElement && choice.type === 'range') choice.value = isChosen ? choice.max : choice.min;
  else if (choice instanceof HTMLInputElement) choice.checked = isChosen;
  else if (choice.hasAttribute('aria-pressed')) choice.setAttribute('aria-pressed', String(isChosen));
  else if (isChosen) choice.setAttribute('aria-current', 'true');
  else choice.removeAttribute('aria-current');
}
