/** A page that is compared with the reader's machine: what is chosen is kept, and drawn in the place of what the page was built with. */
import { provide, type PublishedRecords } from '@/kit/record/in-browser.ts';
import { recordName } from '@/kit/record/queries.ts';
import { joinRead, readChosen, readFile } from '@/kit/record/read-file.ts';
import type { MeasurementRecord, RecordFile } from '@/kit/record/types.ts';
import { KeptRecords } from './kept.ts';
import { articleHtml, claimRowsHtml, FINDINGS, runsHtml } from './render.ts';
import { showInLabs } from './labs.ts';
import { replaceParts } from './parts.ts';
import { showMachines } from './machines.ts';
import { EXPERIMENTS, pathOf, subjectOf } from './subjects.ts';

const BASE = import.meta.env.BASE_URL.replace(/\/?$/, '/');

/** More records than this are of no use to anybody, and slow. */
const MOST = 30;

/** What was fetched, by subject. */
const published = new Map<string, Promise<PublishedRecords>>();

function publishedOf(slug: string): Promise<PublishedRecords> {
  const known = published.get(slug) ?? fetchPublished(slug);
  published.set(slug, known);
  known.catch(() => published.delete(slug));
  return known;
}

/** A record that was read, with the words that its finding's page has for it. */
async function joined(record: RecordFile) {
  const { words } = await publishedOf(subjectOf(record.experiment));
  return joinRead(record, words[record.experiment]!);
}

async function fetchPublished(slug: string): Promise<PublishedRecords> {
  const response = await fetch(`${BASE}data/${slug}.json`);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as PublishedRecords;
}

/** A sentence for the reader, with what it offers to forget. */
interface Said {
  readonly text: string;
  readonly forget?: string;
}

/** What is kept and can be drawn, of one finding or of all, and a sentence for each that can't. */
async function readKept(kept: KeptRecords, finding?: string) {
  const records: MeasurementRecord[] = [];
  const says: Said[] = [];
  for (const { name, file, text } of kept.all) {
    const read = readFile(text, EXPERIMENTS);
    // What is not shown here need not be fetched.
    if ('record' in read && finding !== undefined && subjectOf(read.record.experiment) !== finding) continue;
    const reading = 'record' in read ? await joined(read.record) : read;
    if ('record' in reading) records.push(reading.record);
    // The site has changed since.
    else says.push({ text: `${file}, kept from before, ${reading.problem}`, forget: name });
  }
  return { records, says };
}

/** Adds files to what is kept. A sentence for each, and whether any was added. */
async function take(kept: KeptRecords, files: readonly File[], titleOf: (experiment: string) => string) {
  const says: Said[] = [];
  let isMore = false;
  const say = (text: string) => says.push({ text });
  for (const file of files) {
    const name = printable(file.name);
    const read = await readChosen(file, EXPERIMENTS);
    const reading = 'record' in read ? await joined(read.record) : read;
    if ('problem' in reading) {
      say(`${name} ${reading.problem}`);
      continue;
    }
    const { record } = reading;
    const text = await file.text();
    const same = kept.get(recordName(record));
    if (same) {
      const other = `${same.file} is of the same machine: forget that one first`;
      say(`${name} is not drawn: ${same.text === text ? 'it is here already' : other}.`);
    } else if (kept.all.length >= MOST) {
      say(`${name} is not drawn: there are ${MOST} records already; forget one first.`);
    } else {
      isMore = true;
      const stays = await kept.keep({ name: recordName(record), file: name, text });
      say(
        `${name} is drawn as your machine, in ${titleOf(record.experiment)}${stays ? '' : ', until you leave this page: this browser keeps nothing'}.`,
      );
    }
  }
  return { says, isMore };
}

/** A file's name can hold anything that a system lets it. */
const printable = (name: string): string => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}').slice(0, 80);

class ComparePage {
  readonly #section: HTMLElement;
  readonly #says: HTMLElement;
  readonly #kept = KeptRecords.open();
  /** What is under way: what comes next waits for it. */
  #last: Promise<void> = Promise.resolve();
  #isDrawn = false;
  /** Of which subjects records were drawn: they are drawn anew when the last of them is forgotten. */
  #drawn = new Set<string>();

  constructor(section: HTMLElement) {
    this.#section = section;
    this.#says = section.querySelector<HTMLElement>('[data-says]')!;
    document.addEventListener('click', (event) => {
      const button = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-forget]') : null;
      if (button) void this.queue(() => this.#forget(button));
    });
  }

  queue(act: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(act).catch(async (problem: unknown) => {
      const why = problem instanceof Error ? problem.message : String(problem);
      const all = (await this.#kept).all.map(({ name, file }) => ({ text: file, forget: name }));
      this.#say([{ text: `Your machine could not be drawn: ${why}.` }, ...all]);
    });
    return this.#last;
  }

  async add(files: readonly File[]): Promise<void> {
    const kept = await this.#kept;
    const { says, isMore } = await take(kept, files, (experiment) => this.#titleOf(experiment));
    // What is drawn stays as it is where nothing came of the files.
    if (isMore || !this.#isDrawn) await this.#draw(kept, says);
    else this.#say(says);
  }

  async #forget(button: HTMLElement): Promise<void> {
    const kept = await this.#kept;
    const name = button.dataset['forget']!;
    const file = kept.get(name)?.file ?? name;
    await kept.forget(name);
    await this.#draw(kept, [{ text: `${file} is forgotten.` }]);
    // Its button is gone, and would take the keyboard's place on the page with it.
    this.#section.querySelector('input')!.focus({ preventScroll: true });
  }

  async #draw(kept: KeptRecords, says: readonly Said[]): Promise<void> {
    const { compare: kind, finding } = this.#section.dataset;
    const { records: own, says: unread } = await readKept(kept, finding);
    const drawn = new Set(own.map(({ experiment }) => subjectOf(experiment)));
    const subjects = [...this.#drawn.union(drawn)];
    if (subjects.length > 0) {
      provide(await Promise.all(subjects.map(publishedOf)), own);
      if (kind === 'article') await this.#drawArticle(finding!);
      if (kind === 'claims') await this.#drawClaims();
      if (kind === 'machines') await showMachines(own, (experiment) => this.#titleOf(experiment));
      await this.#showRuns(subjects);
    }
    this.#drawn = drawn;
    this.#isDrawn = true;
    this.#say([...says, ...unread]);
    this.#section.setAttribute('data-state', own.length > 0 ? 'drawn' : 'empty');
  }

  async #drawArticle(slug: string): Promise<void> {
    const article = document.querySelector<HTMLElement>('.sl-markdown-content')!;
    replaceParts(article, await articleHtml(slug));
    await showInLabs(slug);
  }

  async #drawClaims(): Promise<void> {
    const claims = document.querySelector<HTMLElement>('mt-claims')!;
    const titles = new Map(FINDINGS.map((slug) => [slug, this.#titleOf(slug)]));
    const rows = document.createElement('template');
    rows.innerHTML = await claimRowsHtml(titles);
    const keyOf = (row: HTMLElement) =>
      `${row.dataset['finding']} ${row.querySelector<HTMLElement>('[data-claim]')?.dataset['claim']}`;
    const fresh = new Map(
      [...rows.content.querySelectorAll<HTMLElement>('[data-claim-row]')].map((row) => [keyOf(row), row]),
    );
    for (const row of claims.querySelectorAll<HTMLDetailsElement>('[data-claim-row]')) {
      const by = fresh.get(keyOf(row));
      if (!by) continue;
      by.toggleAttribute('open', row.open);
      row.replaceWith(by);
    }
    // It filters what is there now.
    claims.dispatchEvent(new Event('change'));
  }

  /** Which runs are drawn, with what forgets them; on pages of several subjects below their titles. */
  async #showRuns(subjects: readonly string[]): Promise<void> {
    const place = document.querySelector<HTMLElement>('[data-runs]');
    if (!place) return;
    const parts = await Promise.all(subjects.map(async (subject) => ({ subject, html: await runsHtml(subject) })));
    place.replaceChildren();
    for (const { subject, html } of parts) {
      const runs = document.createElement('template');
      runs.innerHTML = html;
      if (runs.content.childElementCount === 0) continue;
      if (this.#section.dataset['finding'] === undefined) {
        const link = document.createElement('a');
        link.href = BASE + pathOf(subject);
        link.textContent = this.#titleOf(subject);
        place.append(link);
      }
      place.append(runs.content);
    }
  }

  /** The title of what shows an experiment, as the menu has it. */
  #titleOf(experiment: string): string {
    const subject = subjectOf(experiment);
    const entry = document.querySelector(`.mt-menu a[href$="/${pathOf(subject)}"]`);
    return entry?.textContent?.trim() ?? subject;
  }

  #say(says: readonly Said[]): void {
    const lines = says.map(({ text, forget }) => {
      const line = document.createElement('p');
      line.textContent = text;
      if (forget === undefined) return line;
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'mt-button';
      button.dataset['forget'] = forget;
      button.textContent = 'Forget it';
      line.append(' ', button);
      return line;
    });
    this.#says.replaceChildren(...lines);
  }
}

let page: ComparePage | undefined;

/** Draws what is kept, and adds files to it. */
export async function start(section: HTMLElement, files: readonly File[]): Promise<void> {
  const shown = (page ??= new ComparePage(section));
  await shown.queue(() => shown.add(files));
}
