/** The articles that present a finding, with what was measured. */
import { getCollection, type CollectionEntry } from 'astro:content';
import { machineOf } from '@/kit/chart/machines.ts';
import { allRecords, claim, type ClaimFigure, type Estimate, type MeasurementRecord } from '@/kit/record/index.ts';
import { experimentOf, type Finding } from './findings.ts';
import { overMachines, type MeasuredOn } from './over-machines.ts';

export interface FindingPage {
  id: string;
  data: CollectionEntry<'docs'>['data'];
  finding: Finding;
  /** One for each machine; the first is the one whose figure is shown. */
  records: MeasurementRecord[];
  record: MeasurementRecord;
  figure: ClaimFigure;
  measured: Estimate;
  /** What each machine measured that measured it. */
  all: MeasuredOn[];
  /** What they measured, in words: one figure where their intervals overlap, or else from the smallest to the largest. */
  shown: string;
  /** Start of the newest run. */
  measuredAt: Date;
}

/** In their own order, then that of their addresses; drafts, and findings that no machine has measured yet, are left out. */
export async function findingPages(): Promise<FindingPage[]> {
  const entries = await getCollection('docs', ({ data }) => data.finding !== undefined && !data.draft);
  const published = await allRecords();
  const pages = entries.flatMap(({ id, data }): FindingPage[] => {
    const finding = data.finding!;
    const records = published.filter(({ experiment }) => experiment === experimentOf(id));
    if (records.length === 0) return [];
    const { claim: claimId, label } = finding.figure;
    const figureOf = (record: MeasurementRecord) => {
      const { figures } = claim(record, claimId);
      return label === undefined ? figures[0] : figures.find((one) => one.label === label);
    };
    const record = records.find((candidate) => figureOf(candidate)?.measured);
    const figure = record && figureOf(record);
    if (!record || !figure?.measured)
      throw new Error(`content/${id}.mdx shows claim ${claimId}, whose figure ${label ?? 0} was not measured`);
    const all = records.flatMap((one) => {
      const measured = figureOf(one)?.measured;
      return measured ? [{ machine: machineOf(one), measured }] : [];
    });
    const times = records.map(({ provenance }) => Date.parse(provenance.time));
    const measuredAt = new Date(Math.max(...times));
    return [
      {
        id,
        data,
        finding,
        records,
        record,
        figure,
        measured: figure.measured,
        all,
        shown: overMachines(all, figure.unit),
        measuredAt,
      },
    ];
  });
  return pages.sort((a, b) => a.finding.order - b.finding.order || (a.id < b.id ? -1 : 1));
}
