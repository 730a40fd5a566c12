/**
 * Lays another machine's record over a page: over its charts, the details of its figures, its claims, its table of machines and its labs.
 * The sentences stay: they are about the page's own machine. The same functions draw that drew the page when it was built.
 */
import { dataMarkup, figureMarkup, notesMarkup, titleOf } from '@/kit/chart/figure.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { makeReadable } from '@/kit/chart/readable.ts';
import type { TakesBeside } from '@/kit/lab/beside.ts';
import { claimMarkup } from '@/kit/prose/claim.ts';
import type { Laid } from '@/kit/prose/drawn.ts';
import { inPage, isRecord } from '@/kit/prose/in-page.ts';
import { machinesTable } from '@/kit/prose/machines-table.ts';
import { YOURS } from '@/kit/prose/record-address.ts';
import { joinRead, readChosen, readFile } from '@/kit/record/read-file.ts';
import { asYours, OWN_NAME, together } from '@/kit/record/shown.ts';
import type { MeasurementRecord, RecordFile } from '@/kit/record/types.ts';
import { setMarkup } from '@/kit/set-markup.ts';
import { choose, chosen, type Choice } from './choice.ts';
import { handOver } from './hand-over.ts';
import { OwnFiles } from './own-files.ts';

const LABS = import.meta.glob<{ default: TakesBeside }>('../../findings/*/lab/beside.ts');

/** A file's name can hold anything that a system lets it. */
const printable = (name: string): string => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}').slice(0, 80);

/** Lets the page answer its reader in between. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

class Comparison {
  readonly #panel: HTMLElement;
  readonly #page = inPage();
  readonly #own = new OwnFiles();
  /** What is under way: what comes next waits for it. */
  #last: Promise<void> = Promise.resolve();
  /** What the page was built with, of each part that was drawn anew. */
  readonly #built = new Map<Element, readonly ChildNode[]>();
  /** What is laid over the page; nothing is known of that while it is drawn, or where that failed. */
  #shown: string | undefined = '';

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    panel.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === 'with') this.#choose(target.value);
    });
    panel.querySelector('[data-forget]')!.addEventListener('click', () => {
      for (const experiment of this.#page.facts.experiments) this.#own.forget(experiment);
      this.#choose('');
      // The button goes, and would take the keyboard's place with it.
      panel.querySelector<HTMLInputElement>('[name="with"]')!.focus();
    });
    addEventListener('popstate', () => void this.#queue(() => this.#show([])));
  }

  get #hasYours(): boolean {
    return this.#panel.dataset['yours'] !== undefined;
  }

  /** Whether what is chosen has been shown: to open the panel changes nothing of it. */
  #isStarted = false;

  /** Takes files in, and shows what is chosen. */
  start(files: readonly File[]): Promise<void> {
    if (this.#isStarted && files.length === 0) return this.#last;
    this.#isStarted = true;
    return this.#queue(async () => {
      const says: string[] = [];
      for (const file of files) says.push(...(await this.#take(file)));
      await this.#show(says);
    });
  }

  #queue(act: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(act).catch((problem: unknown) => {
      const why = problem instanceof Error ? problem.message : String(problem);
      this.#say([`The machines could not be compared: ${why}.`]);
    });
    return this.#last;
  }

  #choose(value: string): void {
    choose(value === '' ? { kind: 'none' } : value === YOURS ? { kind: 'own' } : { kind: 'machine', id: value });
    void this.#queue(() => this.#show([]));
  }

  /** Reads a file, and keeps it in the tab. A sentence, where there is something to say. */
  async #take(file: File): Promise<string[]> {
    const name = printable(file.name);
    const read = await readChosen(file, Object.keys(this.#page.facts.titles));
    if ('problem' in read) return [`${name} ${read.problem}`];
    const { experiment } = read.record;
    const isHere = this.#page.facts.experiments.includes(experiment);
    const joined = isHere ? await this.#joined(read.record) : undefined;
    if (joined && 'problem' in joined) return [`${name} ${joined.problem}`];
    const stays = this.#own.add({ experiment, name, text: await file.text() });
    choose({ kind: 'own' });
    return [
      ...(isHere ? [] : [`${name} is laid over the page of “${this.#page.facts.titles[experiment]}”.`]),
      ...(stays ? [] : [`This browser keeps nothing: ${name} is shown until you leave the page.`]),
    ];
  }

  /** A record that was read, with the words that the site has for its experiment. */
  async #joined(record: RecordFile) {
    const { words } = await this.#page.file(record.experiment);
    return joinRead(record, words!);
  }

  /** The reader's own record of an experiment, or a sentence where it can't be drawn. */
  async #ownRecord(experiment: string): Promise<MeasurementRecord | string | undefined> {
    const file = this.#own.of(experiment) ?? (await this.#builtIn(experiment));
    if (!file) return undefined;
    const read = readFile(file.text, Object.keys(this.#page.facts.titles));
    const joined = 'record' in read ? await this.#joined(read.record) : read;
    return 'record' in joined ? asYours(joined.record) : `${file.name} ${joined.problem}`;
  }

  /** The run that the site was built with. */
  async #builtIn(experiment: string) {
    if (!this.#panel.dataset['yours']?.split(' ').includes(experiment)) return undefined;
    const text = JSON.stringify(await this.#page.file(experiment, YOURS));
    return { name: `Your run of ${experiment}`, text };
  }

  /** What is laid over each experiment of the page, by what was chosen; nothing where nothing is. */
  async #laid(choice: Choice, says: string[]): Promise<ReadonlyMap<string, Laid>> {
    const laid = new Map<string, Laid>();
    if (choice.kind === 'none') return laid;
    const name = choice.kind === 'own' ? OWN_NAME : (this.#page.facts.names[choice.id] ?? choice.id);
    for (const experiment of this.#page.facts.experiments) {
      const isPublished = choice.kind === 'machine' && this.#page.facts.published[experiment]?.includes(choice.id);
      const found =
        choice.kind === 'own'
          ? await this.#ownRecord(experiment)
          : isPublished
            ? await this.#page.record(experiment, choice.id)
            : undefined;
      if (typeof found === 'string') says.push(found);
      else laid.set(experiment, found ?? { lacking: name });
    }
    // Of a machine that has nothing at all, nothing is said at each chart.
    const isAny = [...laid.values()].some(isRecord);
    if (!isAny && choice.kind === 'machine') says.push(`No machine called ${printable(choice.id)} has a record here.`);
    return isAny ? laid : new Map();
  }

  async #show(says: string[]): Promise<void> {
    const choice = chosen(this.#hasYours);
    const laid = await this.#laid(choice, says);
    const records = [...laid.values()].filter(isRecord);
    const [record] = records;
    const shown = JSON.stringify(records.map(({ machineName, provenance: { time } }) => [machineName, time]));
    if (shown !== this.#shown) {
      this.#shown = undefined;
      if (record) await this.#draw(laid);
      else this.#restoreAll();
      await this.#showInLabs(laid.get(this.#page.facts.finding));
      this.#shown = shown;
    }
    // Links carry a machine on; a name that is none goes.
    choose(record || choice.kind === 'own' ? choice : { kind: 'none' });
    this.#tell(record ? choice : { kind: 'none' }, record && machineOf(record), says);
  }

  /** Draws all parts of the page anew. */
  async #draw(laid: ReadonlyMap<string, Laid>): Promise<void> {
    const { facts } = this.#page;
    this.#page.laid = laid;
    for (const part of document.querySelectorAll<HTMLElement>('[data-chart]')) {
      const { drawing, records, series, notes, proportion } = await this.#page.chart(part.dataset['chart']!, part.id);
      const [drawn, said, data] = ['drawing', 'notes', 'data'].map((name) => part.querySelector(`[data-${name}]`));
      if (drawn) this.#replace(drawn, String(figureMarkup(drawing, records, proportion)));
      if (said) this.#replace(said, String(notesMarkup(notes)));
      if (data) this.#replace(data, String(dataMarkup(titleOf(drawing), drawing.table, records, series)));
      makeReadable(part);
      await nextTask();
    }
    for (const part of document.querySelectorAll<HTMLElement>('[data-note]'))
      this.#replace(part, String(await this.#page.note(part.dataset['note']!)));
    for (const part of document.querySelectorAll<HTMLElement>('[data-claim]')) {
      const experiment = part.dataset['experiment']!;
      const own = laid.get(experiment);
      if (isRecord(own)) {
        const records = together([await this.#page.record(experiment), own]);
        this.#replace(part, String(claimMarkup(records, part.dataset['claim']!)));
      } else this.#restore(part);
    }
    const table = document.querySelector('[data-machines]');
    if (!table) return;
    // Published machines stand in it already.
    const isOwn = [...laid.values()].some((one) => isRecord(one) && machineOf(one) === OWN_NAME);
    if (!isOwn) this.#restore(table);
    else {
      const entries = facts.experiments.map(async (experiment) => {
        const published = await this.#page.recordsOf(experiment, facts.published[experiment]);
        return [experiment, [...published, ...[laid.get(experiment)].filter(isRecord)]] as const;
      });
      const all = new Map(await Promise.all(entries));
      const figures = await this.#page.figures();
      this.#replace(table, String(machinesTable(facts.finding, figures, (experiment) => all.get(experiment) ?? [])));
    }
  }

  /** Puts markup into a part of the page, and keeps what the page was built with. What was folded out stays so. */
  #replace(part: Element, markup: string): void {
    if (!this.#built.has(part)) this.#built.set(part, [...part.childNodes]);
    const opened = [...part.querySelectorAll('details')].map(({ open }) => open);
    setMarkup(part, markup);
    part.querySelectorAll('details').forEach((details, at) => (details.open ||= opened[at] ?? false));
  }

  /** Gives a part back what the page was built with. */
  #restore(part: Element): void {
    const nodes = this.#built.get(part);
    if (nodes) part.replaceChildren(...nodes);
    this.#built.delete(part);
  }

  #restoreAll(): void {
    this.#page.laid = new Map();
    for (const part of [...this.#built.keys()]) this.#restore(part);
  }

  async #showInLabs(laid: Laid | undefined): Promise<void> {
    const load = LABS[`../../findings/${this.#page.facts.finding}/lab/beside.ts`];
    if (!load) return;
    const { default: takes } = await load();
    for (const lab of document.querySelectorAll<HTMLElement>(takes.tag))
      handOver(lab, isRecord(laid) ? laid : undefined, takes);
  }

  /** What the panel and the buttons say. */
  #tell(choice: Choice, name: string | undefined, says: readonly string[]): void {
    const isOwnThere = this.#hasYours || this.#page.facts.experiments.some((experiment) => this.#own.of(experiment));
    const own = this.#panel.querySelector<HTMLElement>('[data-own]')!;
    own.hidden = !isOwnThere;
    own.querySelector<HTMLElement>('[data-forget]')!.hidden = this.#hasYours;
    const value = choice.kind === 'machine' ? choice.id : choice.kind === 'own' ? YOURS : '';
    for (const input of this.#panel.querySelectorAll<HTMLInputElement>('[name="with"]'))
      input.checked = input.value === value;
    for (const button of document.querySelectorAll('[popovertarget="compare"]'))
      button.textContent = name === undefined ? 'Compare with…' : `Beside it: ${name}`;
    this.#panel.toggleAttribute('data-laid', name !== undefined);
    this.#say(says);
  }

  #say(says: readonly string[]): void {
    const lines = says.map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    });
    this.#panel.querySelector('[data-says]')!.replaceChildren(...lines);
    // What came with a drop, or with the page, is said where nobody has opened the panel.
    if (says.length > 0 && !this.#panel.matches(':popover-open')) this.#panel.showPopover();
  }
}

let known: Comparison | undefined;

export const comparison = (panel: HTMLElement): Comparison => (known ??= new Comparison(panel));
