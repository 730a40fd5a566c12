/** Draws in a reader's browser what the site's build draws, by the same components, from the records that were provided. */
import { renderJSX } from 'astro/runtime/server/index.js';
import { jsx } from 'astro/jsx-runtime';
import YourRuns from '@/kit/prose/YourRuns.astro';
import { VERDICT_WORDS } from '@/kit/prose/verdict.ts';
import { allRecords, findingOf, yourRuns, type Verdict } from '@/kit/record/index.ts';
import ClaimRow from '@/shell/claims/ClaimRow.astro';
import { byVerdict, claimRows } from '@/shell/claims/rows.ts';
import MachineTable from './MachineTable.astro';
import type { TableMachine } from './machine-table.ts';
import { EXPERIMENTS, experimentsOf, subjectOf } from './subjects.ts';

const ARTICLES = import.meta.glob<{ Content: (props: object) => unknown }>('../../../content/findings/*.mdx');

/** The findings that have an article and published records. */
export const FINDINGS = [...new Set(EXPERIMENTS.map(subjectOf))];

/** Draws a component, or what an article's text makes, as it would be drawn into the page of a finding when the site is built. */
async function htmlOf(node: unknown, slug?: string): Promise<string> {
  const url = new URL(globalThis.location?.href ?? 'https://measured-twice.example/');
  const request = {};
  const locals = slug === undefined ? {} : { starlightRoute: { id: `findings/${slug}` } };
  // As much of Astro's own as components of figures and text ask for.
  const result = {
    base: import.meta.env.BASE_URL,
    request,
    pathname: url.pathname,
    params: {},
    response: {},
    partial: true,
    cancelled: false,
    compressHTML: true,
    renderers: [],
    styles: new Set(),
    scripts: new Set(),
    links: new Set(),
    clientDirectives: new Map(),
    // The page has its scripts already.
    inlinedScripts: { get: () => '' },
    componentMetadata: new Map(),
    resolve: (specifier: string) => Promise.resolve(specifier),
    createAstro: (props: object) => ({ props, self: null, request, url, locals, slots: {} }),
    _metadata: {
      hasHydrationScript: false,
      rendererSpecificHydrationScripts: new Set(),
      // Pages have one; this is none.
      hasRenderedHead: true,
      renderedScripts: new Set(),
      hasDirectives: new Set(),
      hasRenderedServerIslandRuntime: false,
      headInTree: false,
      extraHead: [],
      extraStyleHashes: [],
      extraScriptHashes: [],
      propagators: new Set(),
      routeHasPropagation: false,
      pendingSlotEvaluations: [],
      templateDepth: 0,
    },
  };
  return String(await renderJSX(result as unknown as Parameters<typeof renderJSX>[0], node));
}

const component = (of: unknown, props: Record<string, unknown>) => jsx(of, props);

/** The text of an article, drawn from what was provided. Without labs. */
export async function articleHtml(slug: string): Promise<string> {
  const load = ARTICLES[`../../../content/findings/${slug}.mdx`];
  if (!load) throw new Error(`there is no article ${slug}`);
  // It asks for records as soon as it is there.
  const { Content } = await load();
  return htmlOf(await Content({}), slug);
}

/** What says which runs are drawn where a subject is shown, with what forgets them. */
export function runsHtml(subject: string): Promise<string> {
  const besides = experimentsOf(subject).filter((experiment) => experiment !== subject);
  return htmlOf(component(YourRuns, { experiment: subject, besides }));
}

/** The rows of the page of all claims, drawn from what was provided. */
export async function claimRowsHtml(titles: ReadonlyMap<string, string>): Promise<string> {
  const records = [...(await allRecords()), ...yourRuns().map(({ record }) => record)];
  const rows = byVerdict(claimRows(records), Object.keys(VERDICT_WORDS) as Verdict[]);
  const parts = rows.map((row) => {
    const slug = findingOf(row.experiment, titles.keys()) ?? row.experiment;
    return htmlOf(component(ClaimRow, { row, slug, finding: titles.get(slug) ?? slug }));
  });
  return (await Promise.all(parts)).join('');
}

/** The table of machines. */
export const machinesHtml = (machines: readonly TableMachine[]): Promise<string> =>
  htmlOf(component(MachineTable, { machines }));
