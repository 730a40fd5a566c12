/** How a claim was judged, in words, from the rule and the margins that its record keeps. */
import { formatInterval, formatQuantity, formatShareTick } from '@/kit/chart/format.ts';
import type { Claim, Margins, Part } from '@/kit/record/index.ts';

/** What the verdict depends on: a sentence, and what has to hold. */
export interface RuleInWords {
  lead: string;
  parts: string[];
}

/** The rule of a claim; none where nothing was judged, or the record is older than rules in records. */
export function ruleInWords({ rule, figures }: Claim): RuleInWords | undefined {
  const words = (part: Part) => partInWords(part, figures);
  switch (rule?.kind) {
    case 'all':
      return {
        lead: 'The statement stands if every line holds for the whole 95% interval, or for the exact value where one is known:',
        parts: rule.parts.map(words),
      };
    case 'under':
      return {
        lead: `The statement does not say under which condition (${rule.condition}), so it was judged under each:`,
        parts: rule.cases.map(({ name, parts }) => caseInWords(name, parts.map(words).join('; '))),
      };
    case 'magnitude':
      return { lead: `The figure belongs to ${rule.condition}: it is shown and not judged.`, parts: [] };
    case 'follows':
      return {
        lead: `It was not observed. It follows from ${rule.from}, if this holds:`,
        parts: rule.parts.map(words),
      };
    default:
      return undefined;
  }
}

/** What begins with the condition's name needs it no second time. */
const caseInWords = (name: string, parts: string): string =>
  parts.startsWith(`${name}: `) ? parts : `${name}: ${parts}`;

function partInWords(part: Part, figures: Claim['figures']): string {
  const figure = figures.find(({ label }) => label === part.figure);
  // What was tried in full has no interval.
  const isCounted = figure?.measured ? figure.measured.low === figure.measured.high : false;
  const quantity = (value: number) => formatQuantity(value, figure?.unit ?? '');
  const margins = figure?.margins ? marginsInWords(figure.margins, figure.unit) : '';
  switch (part.test) {
    case 'as-published':
      return `${part.figure}: ${margins}`;
    case 'predicted-as-published':
      return `${part.figure}: the model gives ${margins}`;
    case 'predicted-above':
      return `${part.figure}: the model gives more than ${quantity(part.bound)}`;
    case 'as-predicted':
      return `${part.figure}: within ${formatQuantity(part.margin_share, 'share')} of what the model predicts`;
    case 'above':
      return `${part.figure}: above ${quantity(part.bound)}`;
    case 'below':
      return `${part.figure}: below ${quantity(part.bound)}`;
    case 'exceeds':
      return `${part.figure}: larger than: ${part.other}`;
    case 'occurs':
      return `${part.figure}: at least one`;
    case 'never':
      return `${part.figure}: none${isCounted ? '; each was tried' : `, in enough tries to say that it is rarer than ${formatQuantity(part.rare, 'share')}`}`;
    case 'always':
      return `${part.figure}: all${isCounted ? '; each was tried' : `, in enough tries to say that an exception is rarer than ${formatQuantity(part.rare, 'share')}`}`;
  }
}

function marginsInWords(margins: Margins, unit: string): string {
  const range = marginsRange(margins, unit);
  return `${margins.low === margins.high ? '' : 'within '}${range} (${margins.reason})`;
}

/** Half a unit of a published figure's last digit is a digit more than the figure has: `22.5% to 23.5%` around 23%. */
function marginsRange({ low, high }: Margins, unit: string): string {
  if (low === high || (unit !== 'share' && unit !== '1')) return formatInterval({ low, high }, unit);
  const exactly = (value: number) => (unit === 'share' ? formatShareTick(value) : String(Number(value.toPrecision(5))));
  return `${exactly(low)} to ${exactly(high)}`;
}
