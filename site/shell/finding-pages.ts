/** Articles that present a finding, with their records. */
import { getCollection, type CollectionEntry } from 'astro:content';
import { formatQuantity } from '@/kit/chart/format.ts';
import { allRecords, claim, type ClaimFigure, type Estimate, type MeasurementRecord } from '@/kit/record/index.ts';
import { experimentOf, type Finding } from './findings.ts';

type Article = CollectionEntry<'articles'>;

export interface FindingPage {
  id: string;
  data: Article['data'];
  finding: Finding;
  /** The record that pages are drawn from. */
  record: MeasurementRecord;
  figure: ClaimFigure;
  measured: Estimate;
  /** The figure of the finding's sentence, in words. */
  shown: string;
}

/** All articles in their own order, then by address. Drafts are left out of the published site. */
export async function articles(): Promise<Article[]> {
  const entries = await getCollection('articles', ({ data }) => import.meta.env.DEV || !data.draft);
  return entries.sort((a, b) => a.data.finding.order - b.data.finding.order || (a.id < b.id ? -1 : 1));
}

/** Paths of pages next to each article whose finding some machine has measured, by slug, with the finding's title. */
export async function pathsBesideArticles(): Promise<{ params: { slug: string }; props: { title: string } }[]> {
  const measured = new Set((await allRecords()).map(({ experiment }) => experiment));
  return (await articles())
    .map(({ id, data }) => ({ params: { slug: experimentOf(id) }, props: { title: data.title } }))
    .filter(({ params }) => measured.has(params.slug));
}

/** The articles whose finding some machine has measured, in the same order. */
export async function findingPages(): Promise<FindingPage[]> {
  const published = await allRecords();
  return (await articles()).flatMap(({ id, data }): FindingPage[] => {
    const { finding } = data;
    const records = published.filter(({ experiment }) => experiment === experimentOf(id));
    if (records.length === 0) return [];
    const { claim: claimId, label } = finding.figure;
    const [record] = records as [MeasurementRecord];
    const { figures } = claim(record, claimId);
    const figure = label === undefined ? figures[0] : figures.find((one) => one.label === label);
    if (!figure?.measured)
      throw new Error(`content/${id}.mdx shows claim ${claimId}, whose figure ${label ?? 0} was not measured`);
    return [
      {
        id,
        data,
        finding,
        record,
        figure,
        measured: figure.measured,
        shown: formatQuantity(figure.measured.value, figure.unit),
      },
    ];
  });
}
