/**
 * A figure in a sentence: its mark and value, a link to its place on the page of data; and its note, which a browser opens next to it on
 * hover, focus, tap or click.
 */
import { commandLine } from '@/kit/chart/command-line.ts';
import {
  formatBare,
  formatCount,
  formatDate,
  formatInterval,
  formatQuantity,
  intervalInWords,
} from '@/kit/chart/format.ts';
import { FIGURE_WORDS } from '@/kit/chart/grammar.ts';
import { hasNoInterval, intervalMade } from '@/kit/chart/interval-words.ts';
import { mark } from '@/kit/chart/key.ts';
import { machineOf, measuredWord } from '@/kit/chart/machines.ts';
import type { RecordedKind } from '@/kit/chart/record-chart.ts';
import { html, type Markup } from '@/kit/markup.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { MeasurementRecord } from '@/kit/record/types.ts';
import { idOf } from './ids.ts';
import { citedFigure, findFigure, type FigureReference, type FoundFigure } from './figure.ts';
import type { Value } from './named.ts';

export interface InlineFigure {
  readonly value: Value;
  /** The record of the value. */
  readonly record: MeasurementRecord;
  /** The value's name in the finding's figures.ts, by which its note is found. */
  readonly name?: string | undefined;
  /** Link to its place on the page of data; without one the figure is no link. */
  readonly href?: string | undefined;
  /** Leaves a counted unit to the sentence: `97` instead of `97 items`. */
  readonly bare?: boolean | undefined;
}

/** Markup of a figure in a sentence. */
export function inlineFigure({ value, record, name, href, bare = false }: InlineFigure): Markup {
  const { kind } = value;
  const figure = figureOf(value, record);
  const words = kind === 'measured' ? measuredWord(record) : FIGURE_WORDS[kind];
  const says = text(figure, kind, bare);
  const shown = html`${mark(kind)}<span class="mt-inline-value">${says}</span>`;
  const style = `mt-inline-figure mt-inline-figure--${kind}`;
  // The name of a link says what its mark shows: hidden words would stand in a copied sentence, and in the reader mode of a browser.
  return href === undefined || name === undefined
    ? html`<span class="${style}" data-figure="${kind}">${shown}<span class="sr-only">, ${words}</span></span>`
    : html`<a class="${style}" href="${href}" aria-label="${says}, ${words}" data-figure="${kind}" data-named="${name}">${shown}</a>`;
}

const figureOf = (value: Value, record: MeasurementRecord): FoundFigure =>
  value.cited ? citedFigure(value.cited) : findFigure(record, value);

function text(figure: FoundFigure, kind: RecordedKind, bare: boolean): string {
  const write = bare ? formatBare : formatQuantity;
  const value = figure[kind];
  if (value === undefined) throw new Error(`“${figure.label}” has no ${kind} value`);
  if (typeof value === 'number') return write(value, figure.unit);
  if ('value' in value) return write(value.value, figure.unit);
  if (value.low === value.high) return write(value.low, figure.unit);
  return `${formatBare(value.low, figure.unit)} to ${write(value.high, figure.unit)}`;
}

const KINDS = ['measured', 'exact', 'predicted', 'published'] as const;

interface FigureNote {
  readonly value: Value;
  /** The record of the value, and behind it a compared one. */
  readonly records: readonly MeasurementRecord[];
}

/** The note: everything known of a figure. */
export function figureNote({ value, records }: FigureNote): Markup {
  const [record, ...others] = records as [MeasurementRecord, ...MeasurementRecord[]];
  const figure = figureOf(value, record);
  const kinds = [value.kind, ...KINDS.filter((kind) => kind !== value.kind && figure[kind] !== undefined)];
  const isMeasured = kinds.includes('measured');
  const isOneOfSeveral = isMeasured && others.length > 0;
  const row = (kind: Parameters<typeof mark>[0], words: string) =>
    html`<span class="mt-note-row">${mark(kind)}<span>${words}</span></span>`;
  const measured = (own: MeasurementRecord, found: FoundFigure, words: string) =>
    row(shownAs(own), `${valueText(found, 'measured', value)}, ${words}, n = ${formatCount(found.measured!.n)}`);
  const own = `${measuredWord(record)}${isOneOfSeveral ? ` on ${machineOf(record)}` : ''}`;
  const { source } = figure;
  return html`
    <span class="mt-note-title">${figure.label}</span>
    ${kinds.map((kind) =>
      kind === 'measured'
        ? measured(record, figure, own)
        : row(kind, `${valueText(figure, kind, value)}, ${FIGURE_WORDS[kind]}`),
    )}
    ${
      isMeasured &&
      others.map((other) => {
        const found = findIn(value, other);
        return found?.measured
          ? measured(other, found, machineOf(other))
          : row(shownAs(other), `not measured on ${machineOf(other)}`);
      })
    }
    ${isMeasured && records.filter((one) => findIn(value, one)?.measured).map((one) => runMarkup(one, figure.interval))}
    ${
      source &&
      figure.published &&
      html`<span class="mt-note-source">Published by <a href="${source.url}">${source.title}</a></span>`
    }
  `;
}

/** The figure in a record; undefined where the record lacks it. */
function findIn(value: Value, record: MeasurementRecord): FoundFigure | undefined {
  try {
    return figureOf(value, record);
  } catch {
    return undefined;
  }
}

function valueText(figure: FoundFigure, kind: RecordedKind, { part }: FigureReference): string {
  const value = figure[kind];
  if (value === undefined) return '';
  if (typeof value === 'number') return formatQuantity(value, figure.unit);
  const isAlone = part !== undefined || hasNoInterval(figure.interval ?? '');
  if ('value' in value && isAlone) return formatQuantity(value.value, figure.unit);
  if ('value' in value) return `${formatQuantity(value.value, figure.unit)} (${intervalInWords(value, figure.unit)})`;
  return formatInterval(value, figure.unit);
}

/** Machine, date and method of a record. */
function runMarkup(record: MeasurementRecord, interval: string | undefined): Markup {
  const { time, command } = record.provenance;
  const made = intervalMade(interval);
  return html`
    <span class="mt-note-source">
      ${machineOf(record)}, ${formatDate(time)}${made !== undefined && `; ${made}`} ${commandLine(command)}
    </span>
  `;
}

/** The address of a value on the page of data. */
export const valueId = (name: string): string => `value-${idOf(name)}`;
