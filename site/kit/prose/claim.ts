/**
 * A claim in full: its figures as published, measured and computed, the verdict and why. All figures are from one record; a compared
 * record adds its measured values and its verdict.
 */
import { formatBare, formatInterval, formatQuantity } from '@/kit/chart/format.ts';
import { FIGURE_WORDS } from '@/kit/chart/grammar.ts';
import { mark } from '@/kit/chart/key.ts';
import { machineOf, measuredWord } from '@/kit/chart/machines.ts';
import { capital } from '@/kit/chart/record-chart.ts';
import { classes, html, type Markup } from '@/kit/markup.ts';
import { claim as claimOf, roundsOf } from '@/kit/record/queries.ts';
import { shownAs } from '@/kit/record/shown.ts';
import type { ClaimFigure, MeasurementRecord } from '@/kit/record/types.ts';
import { ruleInWords } from './rule.ts';
import { verdictMarkup } from './verdict.ts';

/** Number of figures from which only the first few show at once. */
const MOST = 6;
const FIRST = 3;

/**
 * The contents of a claim's section.
 *
 * @param records the page's record, and behind it a compared one
 */
export function claimMarkup(records: readonly MeasurementRecord[], id: string): Markup {
  const [record, ...others] = records as [MeasurementRecord, ...MeasurementRecord[]];
  const claim = claimOf(record, id);
  const { source, figures } = claim;
  const rule = ruleInWords(claim);
  const columns = columnsOf(records, id);
  const shown = figures.length > MOST ? figures.slice(0, FIRST) : figures;
  const folded = figures.slice(shown.length);
  return html`
    <p class="mt-claim-statement">
      ${`${claim.statement} `}
      <span class="mt-claim-source">
        ${source ? html`<a href="${source.url}">${source.title}</a>` : 'This project’s own finding'}
      </span>
    </p>
    ${shown.length > 0 && table(shown, columns)}
    ${
      folded.length > 0 &&
      html`
        <details class="mt-claim-more">
          <summary>${folded.length} more ${folded.length === 1 ? 'figure' : 'figures'}</summary>
          ${table(folded, columns)}
        </details>
      `
    }
    <div class="mt-claim-judgement">
      ${verdictMarkup(claim.verdict)}
      <p>${claim.why}</p>
    </div>
    ${others.map((other) => {
      const own = other.claims.find((known) => known.id === id);
      return html`
        <div class="mt-claim-judgement">
          ${own ? verdictMarkup(own.verdict) : html`<span></span>`}
          <p>${mark(shownAs(other))} ${machineOf(other)}: ${own ? own.why : 'its run did not look at the claim.'}</p>
        </div>
      `;
    })}
    ${
      rule &&
      html`
        <details class="mt-claim-more">
          <summary>How it was judged</summary>
          <p class="mt-claim-rule">${rule.lead}</p>
          ${
            rule.parts.length > 0 &&
            html`<ul class="mt-claim-rule">
              ${rule.parts.map((part) => html`<li>${part}</li>`)}
            </ul>`
          }
        </details>
      `
    }
  `;
}

/** A column of a claim's figures. */
interface Column {
  readonly head: string;
  readonly kind: Parameters<typeof mark>[0];
  /** Name of the column on a narrow screen, which shows no head. */
  readonly says: string;
  readonly cell: (figure: ClaimFigure) => Markup | string;
}

function columnsOf(records: readonly MeasurementRecord[], id: string): Column[] {
  const [record, ...others] = records as [MeasurementRecord, ...MeasurementRecord[]];
  const { figures } = claimOf(record, id);
  const has = (kind: 'published' | 'exact' | 'predicted') => figures.some((figure) => figure[kind] != null);
  const word = measuredWord(record);
  const measured = ({ measured: value, unit }: ClaimFigure) =>
    value ? html`${formatQuantity(value.value, unit)}${interval(value, unit)}` : '';
  return [
    ...(has('published')
      ? [
          {
            head: capital(FIGURE_WORDS.published),
            kind: 'published' as const,
            says: 'published',
            cell: ({ published, unit }: ClaimFigure) => (published ? formatInterval(published, unit) : ''),
          },
        ]
      : []),
    { head: capital(word), kind: 'measured', says: word, cell: measured },
    ...others.map((other): Column => {
      const own = other.claims.find((known) => known.id === id)?.figures;
      const name = machineOf(other);
      return {
        head: capital(name),
        kind: shownAs(other),
        says: name,
        cell: ({ label }) => {
          const figure = own?.find((one) => one.label === label);
          return figure ? measured(figure) : '';
        },
      };
    }),
    ...(['exact', 'predicted'] as const).filter(has).map((kind): Column => ({
      head: capital(FIGURE_WORDS[kind]),
      kind,
      says: kind,
      cell: ({ [kind]: value, unit }) => (value == null ? '' : formatQuantity(value, unit)),
    })),
  ];
}

function interval(measured: NonNullable<ClaimFigure['measured']>, unit: string): Markup | string {
  // Rounds of several kinds, some of which have none: an interval of the median would describe none of them.
  const rounds = roundsOf(measured);
  if (!rounds && formatBare(measured.low, unit) === formatBare(measured.high, unit)) return '';
  const words = rounds ? `rounds ${formatInterval(rounds, unit)}` : formatInterval(measured, unit);
  return html`<span class="mt-claim-interval">${words}</span>`;
}

function table(figures: readonly ClaimFigure[], columns: readonly Column[]): Markup {
  const isPublished = columns.some(({ kind }) => kind === 'published');
  const isMeasuredOnly = columns.every(({ kind }) => kind === 'published' || kind === 'measured');
  return html`
    <table${classes(
      'mt-claim-figures',
      isMeasuredOnly && 'mt-claim-figures--measured-only',
      !isPublished && 'mt-claim-figures--unpublished',
    )}>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          ${columns.map(({ head, kind }) => html`<th scope="col">${mark(kind)} ${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${figures.map(
          (figure) => html`
            <tr>
              <th scope="row">${figure.label}</th>
              ${columns.map(({ says, cell }) => html`<td data-kind="${says}">${cell(figure)}</td>`)}
            </tr>
          `,
        )}
      </tbody>
    </table>
  `;
}
