/**
 * `<WhereMeasured series="…">` in an article: what stands in it is kept where some machine has measured the series (or, with
 * `at={{ … }}`, a point of it; with `claim="…"` instead, all the figures of a claim), and what stands in its
 * `<Fragment slot="otherwise">` where none had what it takes; `of="…"` asks the records of another experiment, which the article
 * shows too. `<WhereMeasured claim="…" verdict="reproduced holds">` is for what
 * may only be said under a verdict: it is kept where every machine that could judge the claim has one of these. It may stand
 * within a sentence as well, and within another one.
 *
 * It is decided while the article is compiled, since a component's slots are rendered whether it shows them or not, and a
 * figure that no record has ends the build.
 */
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import type { AstroIntegration } from 'astro';
import { VERDICT_WORDS } from '../kit/prose/verdict.ts';
import { recordsOnDisk } from '../kit/record/on-disk.ts';
import { points, type Settings } from '../kit/record/queries.ts';
import type { MeasurementRecord, Point } from '../kit/record/types.ts';

/** An element of an article's syntax tree, as far as it matters here. */
interface Element {
  readonly type: string;
  readonly name?: string | null;
  readonly attributes?: readonly {
    readonly name?: string;
    readonly value?: string | { readonly value: string } | null;
  }[];
  readonly children?: readonly Element[];
}

interface Context {
  parent(node: Element): Element | undefined;
  replaceNode(node: Element, by: Element[]): void;
}

export function whereMeasured(): AstroIntegration {
  return {
    name: 'where-measured',
    hooks: {
      'astro:config:setup': ({ config }) => {
        const { options } = config.markdown.processor as unknown as { options: { mdastPlugins: unknown[] } };
        options.mdastPlugins.push(
          ({ fileURL }: { fileURL: URL | undefined }) =>
            fileURL && keepMeasured((of) => recordsOnDisk(of ?? basename(fileURLToPath(fileURL), '.mdx'))),
        );
      },
    },
  };
}

/** The records of an experiment; of the article's own where none is named. */
type RecordsOf = (experiment?: string) => readonly MeasurementRecord[];

/** The part of the article's compilation that replaces such an element by what it shows. */
export const keepMeasured = (recordsOf: RecordsOf) => ({
  name: 'where-measured',
  mdxJsxFlowElement: (node: Element, context: Context) => replace(node, context, recordsOf),
  mdxJsxTextElement: (node: Element, context: Context) => replace(node, context, recordsOf),
});

function replace(node: Element, context: Context, recordsOf: RecordsOf): void {
  if (isOne(node) && !isHeld(node, context, recordsOf)) context.replaceNode(node, shownBy(node, recordsOf));
}

const isOne = ({ name }: Element): boolean => name === 'WhereMeasured';
const isOtherwise = (child: Element): boolean => attribute(child, 'slot') === 'otherwise';
const holds = (node: Element, recordsOf: RecordsOf): boolean => isSo(node, recordsOf(attribute(node, 'of')));

/** Whether it goes with another one that it stands in: that one shows what is right in it, and leaves out the half it does not show. */
function isHeld(node: Element, context: Context, recordsOf: RecordsOf): boolean {
  let [child, isRightIn] = [node, true];
  for (let parent = context.parent(node); parent; parent = context.parent(parent)) {
    if (isOne(parent) && (isRightIn || isOtherwise(child) === holds(parent, recordsOf))) return true;
    isRightIn &&= isOtherwise(parent);
    child = parent;
  }
  return false;
}

function shownBy(node: Element, recordsOf: RecordsOf): Element[] {
  const children = node.children ?? [];
  const shown = holds(node, recordsOf)
    ? children.filter((child) => !isOtherwise(child))
    : children.filter(isOtherwise).flatMap((child) => child.children ?? []);
  return shown.flatMap((child) => (isOne(child) ? shownBy(child, recordsOf) : [child]));
}

function isSo(node: Element, records: readonly MeasurementRecord[]): boolean {
  const verdicts = attribute(node, 'verdict')?.split(' ');
  if (verdicts === undefined) return records.some(knows(node));
  for (const verdict of verdicts)
    if (!(verdict in VERDICT_WORDS)) throw new Error(`<WhereMeasured> knows no verdict “${verdict}”`);
  const id = attribute(node, 'claim');
  if (id === undefined) throw new Error('<WhereMeasured verdict="…"> needs claim="…"');
  const judged = records.flatMap(({ claims }) =>
    claims.filter((claim) => claim.id === id && claim.verdict !== 'not-tested'),
  );
  return judged.length > 0 && judged.every(({ verdict }) => verdicts.includes(verdict));
}

/** Whether a record has what such an element asks for: points of a series, or all the figures of a claim. */
function knows(node: Element): (record: MeasurementRecord) => boolean {
  const [series, claim] = [attribute(node, 'series'), attribute(node, 'claim')];
  if ((series === undefined) === (claim === undefined))
    throw new Error('<WhereMeasured> needs series="…" or claim="…"');
  const at = attribute(node, 'at');
  const settings = at === undefined ? {} : (runInNewContext(`(${at})`) as Settings);
  return (record) =>
    series === undefined
      ? record.claims.some(({ id, figures }) => id === claim && figures.every(({ measured }) => measured))
      : record.series.some((known) => known.id === series && points(known, settings).some(isOfRecord));
}

/** Whether a record has a point, and not only somebody's publication. */
const isOfRecord = ({ values, exact, predicted, outcomes, predicted_outcomes: foretold }: Point): boolean =>
  [values, exact, predicted, outcomes, foretold].some((parts) => Object.keys(parts ?? {}).length > 0);

/** An attribute's text, or the source of the expression that it is. */
function attribute(node: Element, name: string): string | undefined {
  const value = node.attributes?.find((candidate) => candidate.name === name)?.value ?? undefined;
  return typeof value === 'string' ? value : value?.value;
}
