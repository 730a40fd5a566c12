import { setMarkup } from '@/kit/set-markup';
// The search dialog. Pagefind's own interface weighs 26 kB of script and loads on every page; this one queries the same index.

/** A hit inside a page. */
interface Hit {
  title: string;
  url: string;
  /** HTML: text with the matches in `<mark>`. */
  excerpt: string;
}

interface Page {
  url: string;
  excerpt: string;
  meta: { title: string };
  sub_results: Hit[];
}

interface Pagefind {
  options(options: { noWorker: boolean }): Promise<void>;
  init(): Promise<void>;
  debouncedSearch(query: string): Promise<{ results: { data(): Promise<Page> }[] } | null>;
}

/** Limits of listed pages, and of hits in each. */
const MOST_PAGES = 8;
const MOST_HITS = 3;

class Search extends HTMLElement {
  #dialog = this.querySelector('dialog')!;
  #input = this.querySelector('input')!;
  #status = this.querySelector<HTMLElement>('[role="status"]')!;
  #list = this.querySelector('ol')!;
  #pagefind: Promise<Pagefind> | undefined;

  connectedCallback(): void {
    document.querySelector('[data-open-search]')!.addEventListener('click', () => this.#open());
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      if (this.#dialog.open) this.#dialog.close();
      else this.#open();
    });
    this.#input.addEventListener('input', () => void this.#search());
    // Enter follows the first result instead of closing the dialog.
    this.#input.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault();
      this.#list.querySelector('a')?.click();
    });
    this.#list.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) this.#dialog.close();
    });
  }

  #open(): void {
    if (document.querySelector('dialog[open]')) return;
    document.querySelector<HTMLElement>('#mt-menu')?.hidePopover();
    this.#dialog.showModal();
    this.#input.select();
    void this.#load();
  }

  #load(): Promise<Pagefind> {
    this.#pagefind ??= import(/* @vite-ignore */ `${import.meta.env.BASE_URL}pagefind/pagefind.js`).then(
      async (pagefind: Pagefind) => {
        // Pagefind would start its worker from an address that the page's policy does not allow.
        await pagefind.options({ noWorker: true });
        await pagefind.init();
        return pagefind;
      },
    );
    this.#pagefind.catch(() => {
      this.#pagefind = undefined;
      this.#status.textContent = 'The search index did not load. It exists in a built site only.';
    });
    return this.#pagefind;
  }

  async #search(): Promise<void> {
    const query = this.#input.value.trim();
    const found = await (await this.#load()).debouncedSearch(query);
    // Outdated: a later key press has searched again.
    if (!found || query !== this.#input.value.trim()) return;
    const pages = await Promise.all(found.results.slice(0, MOST_PAGES).map((result) => result.data()));
    if (query !== this.#input.value.trim()) return;
    this.#list.replaceChildren(...pages.map(listItem));
    const count = found.results.length;
    this.#status.textContent = query === '' ? '' : `${count === 0 ? 'Nothing' : count} found for “${query}”`;
  }
}

function listItem(page: Page): HTMLLIElement {
  const item = document.createElement('li');
  item.append(link(page.url, page.meta.title));
  const hits = page.sub_results.filter((hit) => hit.url.replace(/#_top$/, '') !== page.url).slice(0, MOST_HITS);
  item.append(excerpt(page.excerpt));
  if (hits.length > 0) {
    const inner = document.createElement('ul');
    inner.append(
      ...hits.map((hit) => {
        const innerItem = document.createElement('li');
        innerItem.append(link(hit.url, hit.title), excerpt(hit.excerpt));
        return innerItem;
      }),
    );
    item.append(inner);
  }
  return item;
}

function link(href: string, text: string): HTMLAnchorElement {
  const anchor = document.createElement('a');
  anchor.href = href;
  anchor.textContent = text;
  return anchor;
}

function excerpt(html: string): HTMLParagraphElement {
  const paragraph = document.createElement('p');
  // Pagefind escapes the page's text and adds nothing but <mark>.
  setMarkup(paragraph, html);
  return paragraph;
}

customElements.define('mt-search', Search);
