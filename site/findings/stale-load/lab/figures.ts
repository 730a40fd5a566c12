/** The lab's figures and what it says about them: the same at build time, on the page, in the CSV and out loud. */
import { formatRatio } from '@/kit/chart/format';
import type { Figure, Reference } from '@/kit/lab/figures';
import { formatInteger } from '@/kit/lab/state';
import type { PolicyName } from '@/wasm-pkg/stale-load/models.js';
import { isFresh, rowsOf, settles, type LabState } from './state';
import { best, linesOf, OLDEST } from './lines';
import { requestsOf, type Curves, type Figures, type Rows } from './tasks';

export interface Results {
  rows: Rows | null;
  curves: Curves | null;
}

/** A time in mean service times, or how many of them information is old. */
export const formatTime = (time: number): string => (time === 0 ? '0' : formatRatio(time));

/** An age as it was chosen. */
export const formatAge = (age: number): string => String(Number(age.toPrecision(3)));

/** A utilisation as it was chosen. */
export const formatLoad = (rho: number): string => `${Number((rho * 100).toPrecision(3))}%`;

export const sayAge = (age: number): string =>
  age === 0 ? 'fresh' : `${formatAge(age)} mean service ${age === 1 ? 'time' : 'times'}`;

export const sayBalancers = (balancers: number): string =>
  `${formatInteger(balancers)} ${balancers === 1 ? 'balancer' : 'balancers'}`;

/** Whether the policy that is looked at takes longer than choosing at random. */
function isWorse({ rows }: Rows): boolean {
  const [looked, , random] = rows;
  return best(looked!, 'mean')! > best(random!, 'mean')!;
}

export function figures(state: LabState, { rows, curves }: Results): Figure[] {
  const looked = rows?.rows[0] ?? null;
  const worse = rows !== null && settles(state) && isWorse(rows);
  const time = (name: string, label: string, hint: string, quantity: keyof Figures): Figure => {
    const value = looked?.simulated[quantity] ?? null;
    const exact = looked?.exact?.[quantity];
    const known: Reference | null = exact === undefined ? null : { value: exact, text: formatTime(exact) };
    const alarming = quantity === 'mean' && worse;
    return { name, label, hint, value, text: value === null ? '…' : formatTime(value), exact: known, alarming };
  };
  const crossing = crossingOf(state, { rows, curves });
  const none = settles(state) ? `no age up to ${OLDEST}` : 'never settles';
  return [
    time(
      'mean-time',
      'mean time',
      'mean time in system under the policy that is chosen, in mean service times',
      'mean',
    ),
    time('p50-time', 'median', 'half of the requests stay for less', 'p50'),
    time('p99-time', '99th percentile', '99% of the requests stay for less', 'p99'),
    {
      name: 'crossing-age',
      label: 'worse than random from',
      hint: 'the age from which on that policy takes longer on average than choosing at random',
      value: crossing,
      text: crossing === null ? (curves?.finished ? none : '…') : formatTime(crossing),
      partial: curves !== null && !curves.finished,
      alarming: false,
    },
  ];
}

/** The age from which on the policy that is looked at is worse than random, if there is one and it is known. */
const crossingOf = (state: LabState, { rows, curves }: Results): number | null =>
  (curves && linesOf(state, rows, curves)[0]!.crossings.mean) ?? null;

/** What the state asks, up to its policies: “10 servers at 80%, a copy of their queues up to 3 mean service times old”. */
function question(state: LabState): string {
  const { servers, rho, information, age, balancers } = state;
  const behind = balancers === 1 ? '' : ` behind ${sayBalancers(balancers)}`;
  const work = `${formatInteger(servers)} ${servers === 1 ? 'server' : 'servers'} at ${formatLoad(rho)}${behind}`;
  if (isFresh(state)) return `${work}, their queues known as they are`;
  const times = `${formatAge(age)} mean service ${age === 1 ? 'time' : 'times'}`;
  if (information === 'aged') return `${work}, their queues known as they were ${times} ago`;
  const copy = `a copy of their queues up to ${times} old`;
  return information === 'own' ? `${work}, ${copy} plus own sends` : `${work}, ${copy}`;
}

/** The headline: what the policy that is looked at comes to, beside the others. */
export function headline(state: LabState, { rows }: Rows): string {
  const [looked, two, random] = rows.map((row) => formatTime(best(row, 'mean')!)) as [string, string, string];
  const name = rowsOf(state)[0]!.name;
  const times = `a request stays ${looked} mean service times, ${random} at random, ${two} with best of 2.`;
  if (!settles(state)) {
    return `At a utilisation of 1 and more queues never settle: this is a finite run, the first ${formatInteger(requestsOf(state.servers))} requests. ${name}: ${times}`;
  }
  const verb = isWorse({ rows }) ? 'is worse than chance' : 'beats chance';
  return `${name} ${looked === random ? 'is no better than chance' : verb}: ${times}`;
}

/** The result in words, for the live region. */
export function resultSentence(state: LabState, { rows, curves }: Results): string {
  if (!rows || !curves?.finished) return '';
  const crossing = crossingOf(state, { rows, curves });
  if (!settles(state)) return `${question(state)}. ${headline(state, rows)}`;
  const from =
    crossing === null
      ? `At no age up to ${OLDEST} is it worse than random.`
      : `It is worse than random from an age of ${formatTime(crossing)} on.`;
  return `${question(state)}. ${headline(state, rows)} ${from}`;
}

/** What a policy is called, wherever it stands. */
export const nameOf = (state: LabState, policy: PolicyName): string =>
  rowsOf(state).find((row) => row.policy === policy)!.name;
