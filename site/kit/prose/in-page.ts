/**
 * Data of a page's charts and figures in a browser: the finding's figures.ts and the records, each fetched at first use. The same
 * functions draw here that drew the page when it was built.
 */
import { join } from '@/kit/record/join.ts';
import { assignMarks } from '@/kit/record/shown.ts';
import type { MeasurementRecord, RecordFile } from '@/kit/record/types.ts';
import type { Markup } from '@/kit/markup.ts';
import { drawChart, type Drawn, type Overlay } from './drawn.ts';
import { figureNote } from './inline-figure.ts';
import { lookUp, recordFor, type FindingFigures } from './named.ts';
import { recordAddress } from './record-address.ts';

const FIGURES = import.meta.glob<FindingFigures>('../../findings/*/figures.ts');

/** Machines and experiments of the page, as the page states them. */
export interface PageFacts {
  readonly finding: string;
  /** Its experiments, its own first. */
  readonly experiments: readonly string[];
  /** Machines that have published records, by experiment; first the one that the page is drawn from. */
  readonly published: Readonly<Record<string, readonly string[]>>;
  /** Names of machines, by id. */
  readonly names: Readonly<Record<string, string>>;
  readonly titles: Readonly<Record<string, string>>;
}

export const isRecord = (overlay: Overlay | undefined): overlay is MeasurementRecord =>
  overlay !== undefined && !('lacking' in overlay);

class InPage {
  readonly facts: PageFacts;
  /** Overlays by experiment. */
  overlays: ReadonlyMap<string, Overlay> = new Map();
  /** Cached responses; a failed request is not cached. */
  readonly #fetched = new Map<string, Promise<RecordFile>>();

  constructor(facts: PageFacts) {
    this.facts = facts;
  }

  figures(): Promise<FindingFigures> {
    return FIGURES[`../../findings/${this.facts.finding}/figures.ts`]!();
  }

  /** A record's file with its words and claims; of the page's own machine by default. */
  file(experiment: string, machine = this.facts.published[experiment]![0]!): Promise<RecordFile> {
    const address = recordAddress(experiment, machine);
    const file = this.#fetched.get(address) ?? fetchJson(address);
    this.#fetched.set(address, file);
    file.catch(() => this.#fetched.delete(address));
    return file;
  }

  async record(experiment: string, machine?: string): Promise<MeasurementRecord> {
    const file = await this.file(experiment, machine);
    const { id } = file.provenance.machine;
    return { ...join(file, file.words!), machineName: this.facts.names[id] ?? id };
  }

  /** The published records of an experiment: the page's own, and those of `machines`. */
  async recordsOf(experiment: string, machines: readonly string[] = []): Promise<readonly MeasurementRecord[]> {
    const [own, ...others] = this.facts.published[experiment]!;
    const ids = [own!, ...others.filter((id) => machines.includes(id))];
    return Promise.all(ids.map((id) => this.record(experiment, id)));
  }

  /** A chart, with its overlay. */
  async chart(name: string, id: string): Promise<Drawn & { readonly proportion: number | undefined }> {
    const chart = lookUp(await this.figures(), 'charts', name);
    const { experiment = this.facts.finding, machines, proportion } = chart;
    const published = await this.recordsOf(experiment, machines);
    return { ...drawChart(chart, id, published, this.overlays.get(experiment)), proportion };
  }

  /** The note of a figure in a sentence. */
  async note(name: string): Promise<Markup> {
    const value = lookUp(await this.figures(), 'values', name);
    const { experiment = this.facts.finding, machine } = value;
    const record = recordFor(value, await this.recordsOf(experiment, machine === undefined ? [] : [machine]));
    const overlay = this.overlays.get(experiment);
    return figureNote({ value, records: assignMarks(isRecord(overlay) ? [record, overlay] : [record]) });
  }
}

async function fetchJson(address: string): Promise<RecordFile> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return (await response.json()) as RecordFile;
}

let page: InPage | undefined;

/** The data of this page. */
export function inPage(): InPage {
  page ??= new InPage(JSON.parse(document.querySelector('[data-page]')!.textContent) as PageFacts);
  return page;
}
