// A published record with its words and claims, in the form that a run elsewhere writes: browsers fetch it to compare. The name `yours`
// is the record of the reader's own run that the site is built with.
import { readFileSync } from 'node:fs';
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { YOURS } from '@/kit/prose/record-address.ts';
import { readYours } from '@/kit/record/yours.ts';

export async function getStaticPaths() {
  const published = (await getCollection('measurements')).map(({ data }) => ({
    params: { experiment: data.experiment, machine: data.provenance.machine.id },
  }));
  const own = readYours().runs.map(({ experiment, file }) => ({
    params: { experiment, machine: YOURS },
    props: { file },
  }));
  return [...published, ...own];
}

export const GET: APIRoute = async ({ params, props }) => {
  const { experiment, machine } = params as { experiment: string; machine: string };
  const { file } = props as { file?: string };
  const text = file === undefined ? JSON.stringify(await published(experiment, machine)) : readFileSync(file, 'utf8');
  return new Response(text, { headers: { 'content-type': 'application/json' } });
};

async function published(experiment: string, machine: string) {
  const [records, words, claims] = await Promise.all([
    getCollection('measurements'),
    getCollection('words'),
    getCollection('claims'),
  ]);
  const dataOf = <Data>(entries: readonly { id: string; data: Data }[], wanted: string) =>
    entries.find(({ id }) => id === wanted)?.data;
  return {
    ...dataOf(records, `${experiment}/${machine}`),
    words: dataOf(words, experiment),
    judged: dataOf(claims, experiment)?.[machine],
  };
}
