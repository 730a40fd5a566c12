// Pictures that findings draw when the site is built, and that are too large to be inline in their pages.
import type { APIRoute, GetStaticPaths } from 'astro';

const FINDINGS = import.meta.glob<{ pictures: () => ReadonlyMap<string, Uint8Array> }>('/site/findings/*/pictures.ts', {
  eager: true,
});

export const getStaticPaths = (() =>
  Object.entries(FINDINGS).flatMap(([file, { pictures }]) =>
    [...pictures()].map(([name, png]) => ({ params: { finding: file.split('/').at(-2)!, name }, props: { png } })),
  )) satisfies GetStaticPaths;

export const GET: APIRoute<{ png: Uint8Array<ArrayBuffer> }> = ({ props }) =>
  new Response(props.png, { headers: { 'Content-Type': 'image/png' } });
