/**
 * Compares a page with another machine's record: in its charts, the notes of its figures, its claims, its table of machines and its labs.
 * Sentences do not change: they are about the page's own machine. The same functions draw that drew the page when it was built.
 */
import { dataMarkup, figureMarkup, notesMarkup, titleOf } from '@/kit/chart/figure.ts';
import { machineOf } from '@/kit/chart/machines.ts';
import { makeReadable } from '@/kit/chart/readable.ts';
import type { OverlaySource } from '@/kit/lab/overlay.ts';
import { claimMarkup } from '@/kit/prose/claim.ts';
import type { Overlay } from '@/kit/prose/drawn.ts';
import { inPage, isRecord } from '@/kit/prose/in-page.ts';
import { machinesTable } from '@/kit/prose/machines-table.ts';
import { YOURS } from '@/kit/prose/record-address.ts';
import { joinRead, readChosen, readFile } from '@/kit/record/read-file.ts';
import { asYours, OWN_NAME, assignMarks } from '@/kit/record/shown.ts';
import type { MeasurementRecord, RecordFile } from '@/kit/record/types.ts';
import { setMarkup } from '@/kit/set-markup.ts';
import { choose, readChoice, type Choice } from './choice.ts';
import { handOver } from './hand-over.ts';
import { OwnFiles } from './own-files.ts';

const LABS = import.meta.glob<{ default: OverlaySource }>('../../findings/*/lab/overlay.ts');

/** Makes a file's name safe to print: it can hold any characters. */
const printable = (name: string): string => name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}').slice(0, 80);

/** Yields to the browser, so that the page stays responsive. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

export class Comparison {
  readonly #panel: HTMLElement;
  readonly #page = inPage();
  readonly #own = new OwnFiles();
  /** The last task of the queue, for which the next one waits. */
  #last: Promise<void> = Promise.resolve();
  /** Nodes that the page was built with, for each part that was drawn anew. */
  readonly #built = new Map<Element, readonly ChildNode[]>();
  /** The overlay's identity; undefined while it is drawn, and where that failed. */
  #shown: string | undefined = '';

  constructor(panel: HTMLElement) {
    this.#panel = panel;
    panel.querySelector('[data-forget]')!.addEventListener('click', () => {
      const kept = this.#page.facts.experiments.filter((experiment) => !this.#own.forget(experiment));
      const words = 'This browser does not let go of the file: it is gone once you close this tab.';
      void this.choose('', kept.length > 0 ? [words] : []);
      // This button disappears, and would take the keyboard's focus with it.
      panel.querySelector<HTMLInputElement>('[name="with"]')!.focus();
    });
    addEventListener('popstate', () => void this.#queue(() => this.#show([])));
  }

  get #hasYours(): boolean {
    return this.#panel.dataset['yours'] !== undefined;
  }

  /** True once the choice has been shown: opening the panel again changes nothing. */
  #isStarted = false;

  /** Takes files in, and shows the choice. */
  start(files: readonly File[]): Promise<void> {
    if (this.#isStarted && files.length === 0) return this.#last;
    this.#isStarted = true;
    return this.#queue(async () => {
      const messages: string[] = [];
      for (const file of files) messages.push(...(await this.#addFile(file)));
      await this.#show(messages);
    });
  }

  #queue(act: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(act).catch((problem: unknown) => {
      const why = problem instanceof Error ? problem.message : String(problem);
      this.#showMessages([`The machines could not be compared: ${why}.`]);
    });
    return this.#last;
  }

  /** Shows the machine of one of the panel's inputs, by its value; and sentences for the reader. */
  choose(value: string, messages: string[] = []): Promise<void> {
    choose(value === '' ? { kind: 'none' } : value === YOURS ? { kind: 'own' } : { kind: 'machine', id: value });
    return this.#queue(() => this.#show(messages));
  }

  /** Reads a file, and stores it in the tab. Returns sentences for the reader, each of which names the file. */
  async #addFile(file: File): Promise<string[]> {
    const name = printable(file.name);
    const read = await readChosen(file, Object.keys(this.#page.facts.titles));
    if ('problem' in read) return [`${name} ${read.problem}`];
    const { experiment } = read.record;
    const isHere = this.#page.facts.experiments.includes(experiment);
    const joined = isHere ? await this.#join(read.record) : undefined;
    if (joined && 'problem' in joined) return [`${name} ${joined.problem}`];
    const stays = this.#own.add({ experiment, name, text: await file.text() });
    choose({ kind: 'own' });
    return [
      ...(isHere ? [] : [`${name} is laid over the page of “${this.#page.facts.titles[experiment]}”.`]),
      ...(stays ? [] : [`This browser keeps nothing: ${name} is shown until you leave the page.`]),
    ];
  }

  /** Joins a record with the site's words for its experiment. */
  async #join(record: RecordFile) {
    const { words } = await this.#page.file(record.experiment);
    return joinRead(record, words!);
  }

  /** The reader's own record of an experiment, or a sentence where it can't be drawn. */
  async #ownRecord(experiment: string): Promise<MeasurementRecord | string | undefined> {
    const file = this.#own.of(experiment) ?? (await this.#builtInRun(experiment));
    if (!file) return undefined;
    const read = readFile(file.text, Object.keys(this.#page.facts.titles));
    const joined = 'record' in read ? await this.#join(read.record) : read;
    return 'record' in joined ? asYours(joined.record) : `${file.name} ${joined.problem}`;
  }

  /** The run of an experiment that the site was built with. */
  async #builtInRun(experiment: string) {
    if (!this.#panel.dataset['yours']?.split(' ').includes(experiment)) return undefined;
    const text = JSON.stringify(await this.#page.file(experiment, YOURS));
    return { name: `Your run of ${experiment}`, text };
  }

  /** The overlay of each experiment of the page; empty where the choice has no record here. Adds sentences for the reader to `messages`. */
  async #overlaysFor(choice: Choice, messages: string[]): Promise<ReadonlyMap<string, Overlay>> {
    const overlays = new Map<string, Overlay>();
    if (choice.kind === 'none') return overlays;
    const name = choice.kind === 'own' ? OWN_NAME : (this.#page.facts.names[choice.id] ?? choice.id);
    for (const experiment of this.#page.facts.experiments) {
      const isPublished = choice.kind === 'machine' && this.#page.facts.published[experiment]?.includes(choice.id);
      const found =
        choice.kind === 'own'
          ? await this.#ownRecord(experiment)
          : isPublished
            ? await this.#page.record(experiment, choice.id)
            : undefined;
      if (typeof found === 'string') messages.push(found);
      else overlays.set(experiment, found ?? { lacking: name });
    }
    // One sentence for a machine without any record, instead of a note at each chart.
    const isAny = [...overlays.values()].some(isRecord);
    if (!isAny && choice.kind === 'machine')
      messages.push(`No machine called ${printable(choice.id)} has a record here.`);
    return isAny ? overlays : new Map();
  }

  async #show(messages: string[]): Promise<void> {
    const choice = readChoice(this.#hasYours);
    const overlays = await this.#overlaysFor(choice, messages);
    const records = [...overlays.values()].filter(isRecord);
    const [record] = records;
    const shown = JSON.stringify(records.map(({ machineName, provenance: { time } }) => [machineName, time]));
    if (shown !== this.#shown) {
      this.#shown = undefined;
      if (record) await this.#draw(overlays);
      else this.#restoreAll();
      await this.#showInLabs(overlays.get(this.#page.facts.finding));
      this.#shown = shown;
    }
    // Links pass the machine on; an unknown one is dropped.
    choose(record || choice.kind === 'own' ? choice : { kind: 'none' });
    this.#showStatus(record ? choice : { kind: 'none' }, record && machineOf(record), messages);
  }

  /** Draws all parts of the page anew. */
  async #draw(overlays: ReadonlyMap<string, Overlay>): Promise<void> {
    const { facts } = this.#page;
    this.#page.overlays = overlays;
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
      const own = overlays.get(experiment);
      if (isRecord(own)) {
        const records = assignMarks([await this.#page.record(experiment), own]);
        this.#replace(part, String(claimMarkup(records, part.dataset['claim']!)));
      } else this.#restore(part);
    }
    const table = document.querySelector('[data-machines]');
    if (!table) return;
    // Published machines are in the table already.
    const isOwn = [...overlays.values()].some((one) => isRecord(one) && machineOf(one) === OWN_NAME);
    if (!isOwn) this.#restore(table);
    else {
      const entries = facts.experiments.map(async (experiment) => {
        const published = await this.#page.recordsOf(experiment, facts.published[experiment]);
        return [experiment, [...published, ...[overlays.get(experiment)].filter(isRecord)]] as const;
      });
      const all = new Map(await Promise.all(entries));
      const figures = await this.#page.figures();
      this.#replace(table, String(machinesTable(facts.finding, figures, (experiment) => all.get(experiment) ?? [])));
    }
  }

  /** Replaces the contents of a part of the page, and keeps the built ones for later. Opened details stay open. */
  #replace(part: Element, markup: string): void {
    if (!this.#built.has(part)) this.#built.set(part, [...part.childNodes]);
    const opened = [...part.querySelectorAll('details')].map(({ open }) => open);
    setMarkup(part, markup);
    part.querySelectorAll('details').forEach((details, at) => (details.open ||= opened[at] ?? false));
  }

  /** Restores the built contents of a part. */
  #restore(part: Element): void {
    const nodes = this.#built.get(part);
    if (nodes) part.replaceChildren(...nodes);
    this.#built.delete(part);
  }

  #restoreAll(): void {
    this.#page.overlays = new Map();
    for (const part of [...this.#built.keys()]) this.#restore(part);
  }

  async #showInLabs(overlay: Overlay | undefined): Promise<void> {
    const load = LABS[`../../findings/${this.#page.facts.finding}/lab/overlay.ts`];
    if (!load) return;
    const { default: takes } = await load();
    for (const lab of document.querySelectorAll<HTMLElement>(takes.tag))
      handOver(lab, isRecord(overlay) ? overlay : undefined, takes);
  }

  /** Updates the panel and the buttons. */
  #showStatus(choice: Choice, name: string | undefined, messages: readonly string[]): void {
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
    this.#showMessages(messages);
  }

  #showMessages(messages: readonly string[]): void {
    const lines = messages.map((text) => {
      const line = document.createElement('p');
      line.textContent = text;
      return line;
    });
    this.#panel.querySelector('[data-says]')!.replaceChildren(...lines);
    // Opens the panel for sentences that follow a drop or the loading of the page.
    if (messages.length > 0 && !this.#panel.matches(':popover-open')) this.#panel.showPopover();
  }
}

let current: Comparison | undefined;

export const comparison = (panel: HTMLElement): Comparison => (current ??= new Comparison(panel));
