/** The rule of a claim in words, from the rule and the margins in its record. */
import { formatInterval, formatQuantity, formatShareTick } from '@/kit/chart/format.ts';
import type { Bound, Claim, Margins, Part } from '@/kit/record/index.ts';

/** The rule: a lead sentence, and the parts that have to hold. */
export interface RuleInWords {
  lead: string;
  parts: string[];
}

/** The rule of a claim; undefined where the experiment cannot tell. */
export function ruleInWords({ rule, figures }: Claim): RuleInWords | undefined {
  const cases = rule.cases.map(({ name, parts }) => ({ name, parts: parts.map((part) => partInWords(part, figures)) }));
  if (cases.length === 0) return undefined;
  return typeof rule.condition === 'string'
    ? {
        lead: `The statement does not say under which condition (${rule.condition}), so it was judged under each:`,
        parts: cases.map(({ name = '', parts }) => caseInWords(name, parts.join('; '))),
      }
    : {
        lead: 'The statement stands if every line holds for the whole 95% interval, or for the exact value where one is known:',
        parts: cases.flatMap(({ parts }) => parts),
      };
}

/** Names the case, unless its parts already begin with its name. */
const caseInWords = (name: string, parts: string): string =>
  parts.startsWith(`${name}: `) ? parts : `${name}: ${parts}`;

/** Share below which an event is said not to occur; RARE of harness/src/judge/verdicts.rs. */
const RARE = 0.05;

function partInWords(part: Part, figures: Claim['figures']): string {
  const figure = figures.find(({ label }) => label === part.figure);
  // A complete count has no interval.
  const isCounted = figure?.measured ? figure.measured.low === figure.measured.high : false;
  const tries = (what: string) =>
    isCounted ? 'each was tried' : `in enough tries to say that ${what} is rarer than ${formatQuantity(RARE, 'share')}`;
  switch (part.test) {
    case 'within':
      return `${part.figure}: ${figure?.margins ? marginsInWords(figure.margins, figure.unit) : 'within its margins'}`;
    case 'above':
    case 'below':
      return `${part.figure}: ${boundInWords(part.test, part.bound, figure?.unit ?? '')}`;
    case 'occurs':
      return `${part.figure}: at least one`;
    case 'never':
      return `${part.figure}: none${isCounted ? '; ' : ', '}${tries('it')}`;
    case 'always':
      return `${part.figure}: all${isCounted ? '; ' : ', '}${tries('an exception')}`;
  }
}

function boundInWords(test: 'above' | 'below', bound: Bound, unit: string): string {
  if (typeof bound === 'number') return `${test} ${formatQuantity(bound, unit)}`;
  return `${test === 'above' ? 'larger' : 'smaller'} than: ${bound}`;
}

function marginsInWords(margins: Margins, unit: string): string {
  const range = marginsRange(margins, unit);
  return `${margins.low === margins.high ? '' : 'within '}${range} (${margins.reason})`;
}

/**
 * The range of a figure's margins. Half a unit of a published figure's last digit is a digit more than the figure has: `22.5% to 23.5%`
 * around 23%.
 */
function marginsRange({ low, high }: Margins, unit: string): string {
  if (low === high || (unit !== 'share' && unit !== '1')) return formatInterval({ low, high }, unit);
  const exactly = (value: number) => (unit === 'share' ? formatShareTick(value) : String(Number(value.toPrecision(5))));
  return `${exactly(low)} to ${exactly(high)}`;
}
