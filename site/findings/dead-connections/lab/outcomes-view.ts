/** The table of outcomes: what each pattern makes of each scenario, with the reader's settings. A cell is a choice of both. */
import { drawSketch } from './sketches';
import type { Outcome } from './tasks';
import { PATTERNS, SCENARIOS, SEVERITIES, callWords, outcomeTime, severity, type Severity } from './words';
import type { PatternName, ScenarioName } from '@/wasm-pkg/dead-connections/models.js';

/** A sign for each severity: a bar that grows with the time lost, so that it needs no colour. */
export function drawSign(kind: Severity): string {
  const shape = {
    'at-once': '<path class="mt-dc-sign-bar" d="M1,6h2v4h-2z"/>',
    seconds: '<path class="mt-dc-sign-bar" d="M1,6h6v4h-6z"/>',
    minutes: '<path class="mt-dc-sign-bar" d="M1,6h12v4h-12z"/>',
    hours: '<path class="mt-dc-sign-bar" d="M1,5h20v6h-20z"/>',
    never: '<path class="mt-dc-sign-never" d="M1,8H19M15,3.5L20,8L15,12.5"/>',
    well: '<path class="mt-dc-sign-well" d="M2,8.5l4,4l8,-9"/>',
  }[kind];
  return `<svg class="mt-dc-sign" viewBox="0 0 22 16" aria-hidden="true" focusable="false">${shape}</svg>`;
}

export const cellId = (scenario: ScenarioName, pattern: PatternName): string => `${scenario} ${pattern}`;

/** A long name may break after what it is about: a phone’s cell is narrow. */
const breakable = (errno: string) => errno.replace(/^E(CONN|HOST|NET)(?=REFUSED|UNREACH)/, '$&<wbr>');

/** What a cell says. */
export function drawOutcome(outcome: Outcome): string {
  const { ending, call, errno } = outcome;
  const how = ending === 'learned' ? `${callWords(call)} <b>${breakable(errno)}</b>` : '&nbsp;';
  return `${drawSign(severity(outcome))}<span class="mt-dc-when">${outcomeTime(outcome)}</span> <span class="mt-dc-how">${how}</span>`;
}

/** Which cells there are: the model says it, in the order of its list. */
export function rowsOf(outcomes: readonly Outcome[]): { scenario: ScenarioName; cells: Map<PatternName, Outcome> }[] {
  const rows = new Map<ScenarioName, Map<PatternName, Outcome>>();
  for (const outcome of outcomes) {
    const cells = rows.get(outcome.scenario) ?? new Map<PatternName, Outcome>();
    cells.set(outcome.pattern, outcome);
    rows.set(outcome.scenario, cells);
  }
  return [...rows].map(([scenario, cells]) => ({ scenario, cells }));
}

/** The body of the table as it stands in the page; `chosen` is the cell that the time line shows. */
export function drawOutcomes(outcomes: readonly Outcome[], chosen: string): string {
  const rows = rowsOf(outcomes).map(({ scenario, cells }) => {
    const { name } = SCENARIOS[scenario];
    const row = Object.keys(PATTERNS).map((pattern) => {
      const outcome = cells.get(pattern as PatternName);
      if (!outcome) return '<td class="mt-dc-none"></td>';
      const id = cellId(scenario, pattern as PatternName);
      const checked = id === chosen ? ' checked' : '';
      const words = `${name}; your program ${PATTERNS[outcome.pattern].does}: `;
      return (
        `<td data-severity="${severity(outcome)}"><label><input type="radio" name="mt-dc-fate" value="${id}"${checked}>` +
        `<span class="sr-only">${words}</span><span class="mt-dc-fate" data-fate="${id}">${drawOutcome(outcome)}</span></label></td>`
      );
    });
    return `<tr><th scope="row"><span class="mt-dc-row">${drawSketch(scenario)}<span>${name}</span></span></th>${row.join('')}</tr>`;
  });
  return rows.join('');
}

export const SEVERITY_KEY = Object.entries(SEVERITIES) as [Severity, string][];
