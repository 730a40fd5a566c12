import type { APIRoute, GetStaticPaths } from 'astro';
import { shareImagePath } from '@/shell/share-image.ts';
import { drawShareImage, type ShareImage } from '@/integrations/share-image.ts';
import { articles, findingPages, type FindingPage } from '@/shell/finding-pages.ts';

const slug = (id: string) => shareImagePath(id).replace(/^og\/|\.png$/g, '');

function figureOf(page: FindingPage | undefined): Pick<ShareImage, 'figure'> {
  if (!page) return {};
  const { finding, shown } = page;
  return { figure: { value: shown, then: finding.figure.alone } };
}

export const getStaticPaths = (async () => {
  const measured = new Map((await findingPages()).map((page) => [page.id, page]));
  const findings = (await articles()).map(({ id, data }) => ({
    params: { slug: slug(id) },
    props: { title: data.title, ...figureOf(measured.get(id)) },
  }));
  const site = { title: 'Surprising facts about real systems, measured on a machine and again in your browser' };
  return [...findings, { params: { slug: slug('') }, props: site }];
}) satisfies GetStaticPaths;

export const GET: APIRoute<ShareImage> = async ({ props }) =>
  new Response((await drawShareImage(props)) as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': 'image/png' } });
