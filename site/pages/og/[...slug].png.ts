import type { APIRoute, GetStaticPaths } from 'astro';
import { shareImagePath } from '@/components/shell/share-image.ts';
import { drawShareImage, type ShareImage } from '@/integrations/share-image.ts';
import { formatQuantity } from '@/lib/charts/index.ts';
import { claimUnit } from '@/components/prose/figure.ts';
import { findingPages } from '@/lib/finding-pages.ts';

const slug = (id: string) => shareImagePath(id).replace(/^og\/|\.png$/g, '');

export const getStaticPaths = (async () => {
  const findings = (await findingPages()).map(({ id, data, finding, figure, measured }) => ({
    params: { slug: slug(id) },
    props: {
      title: data.title,
      figure: { value: formatQuantity(measured.value, claimUnit(figure)), then: finding.figure.then },
    },
  }));
  const site = { title: 'Surprising facts about real systems, measured on a machine and again in your browser' };
  return [...findings, { params: { slug: slug('') }, props: site }];
}) satisfies GetStaticPaths;

export const GET: APIRoute<ShareImage> = async ({ props }) =>
  new Response((await drawShareImage(props)) as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': 'image/png' } });
