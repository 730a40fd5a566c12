/**
 * What a page's charts and figures are drawn from, in a browser: the finding's figures.ts and the records, each fetched when a reader first
 * asks for something of it. The same functions draw here that drew the page when it was built.
 */
import { join } from '@/kit/record/join.ts';
import { together } from '@/kit/record/shown.ts';
import type { MeasurementRecord, RecordFile } from '@/kit/record/types.ts';
import type { Markup } from '@/kit/markup.ts';
import { drawChart, type Drawn, type Laid } from './drawn.ts';
import { figureNote } from './inline-figure.ts';
import { named, recordFor, type FindingFigures } from './named.ts';
import { recordAddress } from './record-address.ts';

const FIGURES = import.meta.glob<FindingFigures>('../../findings/*/figures.ts');

/** What the page says of its machines and experiments. */
export interface PageFacts {
  readonly finding: string;
  /** The experiments that it shows, its own first. */
  readonly experiments: readonly string[];
  /** The machines that have published records, by experiment, the one first that the page is drawn from. */
  readonly published: Readonly<Record<string, readonly string[]>>;
  /** What machines are called, by their ids. */
  readonly names: Readonly<Record<string, string>>;
  /** Every experiment of the site, with the title of the finding that shows it. */
  readonly titles: Readonly<Record<string, string>>;
}

export const isRecord = (laid: Laid | undefined): laid is MeasurementRecord =>
  laid !== undefined && !('lacking' in laid);

class InPage {
  readonly facts: PageFacts;
  /** What a reader has laid over the page, by experiment. */
  laid: ReadonlyMap<string, Laid> = new Map();
  /** Fetched once; what failed is asked for again. */
  readonly #fetched = new Map<string, Promise<RecordFile>>();

  constructor(facts: PageFacts) {
    this.facts = facts;
  }

  figures(): Promise<FindingFigures> {
    return FIGURES[`../../findings/${this.facts.finding}/figures.ts`]!();
  }

  /** The file of a record, with words and claims in it; of the page's own machine by default. */
  file(experiment: string, machine = this.facts.published[experiment]![0]!): Promise<RecordFile> {
    const address = recordAddress(experiment, machine);
    const known = this.#fetched.get(address) ?? fetchJson(address);
    this.#fetched.set(address, known);
    known.catch(() => this.#fetched.delete(address));
    return known;
  }

  async record(experiment: string, machine?: string): Promise<MeasurementRecord> {
    const file = await this.file(experiment, machine);
    const { id } = file.provenance.machine;
    return { ...join(file, file.words!), machineName: this.facts.names[id] ?? id };
  }

  /** The published records of an experiment that the page is drawn from: its own, and those of machines that are named. */
  async recordsOf(experiment: string, machines: readonly string[] = []): Promise<readonly MeasurementRecord[]> {
    const [own, ...others] = this.facts.published[experiment]!;
    const ids = [own!, ...others.filter((id) => machines.includes(id))];
    return Promise.all(ids.map((id) => this.record(experiment, id)));
  }

  /** A chart, with what is laid over it. */
  async chart(name: string, id: string): Promise<Drawn & { readonly proportion: number | undefined }> {
    const chart = named(await this.figures(), 'charts', name);
    const { experiment = this.facts.finding, machines, proportion } = chart;
    const published = await this.recordsOf(experiment, machines);
    return { ...drawChart(chart, id, published, this.laid.get(experiment)), proportion };
  }

  /** Everything that is known of a figure of a sentence. */
  async note(name: string): Promise<Markup> {
    const value = named(await this.figures(), 'values', name);
    const { experiment = this.facts.finding, machine } = value;
    const record = recordFor(value, await this.recordsOf(experiment, machine === undefined ? [] : [machine]));
    const laid = this.laid.get(experiment);
    return figureNote({ value, records: together(isRecord(laid) ? [record, laid] : [record]) });
  }
}

async function fetchJson(address: string): Promise<RecordFile> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as RecordFile;
}

let known: InPage | undefined;

/** What this page is drawn from. */
export function inPage(): InPage {
  known ??= new InPage(JSON.parse(document.querySelector('[data-page]')!.textContent) as PageFacts);
  return known;
}
