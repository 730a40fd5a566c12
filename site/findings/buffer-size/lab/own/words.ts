/** What the box says of the reader's measurements. */
import { formatBytes, formatCount, formatSeconds, formatShare } from '@/kit/chart/format';
import type { NotedFigure } from '@/kit/lab/figures';
import type { Estimate, FitResult, Fitted, Parsed } from '../tasks';
import { costWords, offWords, spanOf } from '../words';
import type { OwnState } from './state';

/** Stands where there is no figure. */
const NONE = '–';

export function ownFigures({ share }: Pick<OwnState, 'share'>, fitted: Fitted | null): NotedFigure[] {
  const figure = (
    name: string,
    label: string,
    hint: string,
    estimate: Partial<Estimate> | null | undefined,
    write: (value: number) => string,
  ): NotedFigure => {
    const { value, low, high } = estimate ?? {};
    return {
      ...{ name, label, hint, alarming: false },
      value: value ?? null,
      text: value === undefined ? NONE : write(value),
      note: low === undefined || high === undefined ? '' : spanOf({ low, high }, write),
    };
  };
  return [
    figure('own-call', 'Each call', 'What each call costs', fitted?.perCallS, formatSeconds),
    figure('own-byte', 'Each byte', 'What each byte costs besides', fitted?.perByteS, formatSeconds),
    figure(
      'own-penalty',
      'More beyond the cache',
      'What each byte beyond the cache costs more',
      fitted?.cachePenaltySPerByte,
      formatSeconds,
    ),
    figure('own-cache', 'Cache ends at', 'Where bytes become dearer', fitted?.cacheBytes, formatBytes),
    figure(
      'own-smallest',
      `Enough for ${share}%`,
      'The smallest buffer that reaches this share of the best within the measured sizes',
      fitted?.smallest,
      formatBytes,
    ),
    figure(
      'own-off',
      'Typically off by',
      'The root of the mean squared residual',
      fitted && { value: fitted.rms },
      formatShare,
    ),
  ];
}

const count = (number: number, thing: string): string => `${formatCount(number)} ${thing}${number === 1 ? '' : 's'}`;

/** What was read and what is fitted to it, in a sentence or two. */
export function ownSentence(state: OwnState, parsed: Parsed, fit: FitResult | null): string {
  const { errors, bytes } = parsed;
  const unread = errors.length === 0 ? '' : ` ${count(errors.length, 'line')} could not be read.`;
  if (bytes.length === 0) return `There are no points to fit.${unread}`;
  const points = count(bytes.length, 'point');
  if (!fit) return `${points}.${unread}`;
  if (fit.kind === 'refused') return `${points}; no such fit: ${fit.why}${unread}`;
  const { value, low, high } = fit.smallest;
  return (
    `${points}: ${costWords(fit).join(' + ')}; ${offWords(fit)}. Enough for ${state.share}% of the best: ` +
    `${formatBytes(value)} (${spanOf({ low, high }, formatBytes)}). 95% intervals in parentheses.${unread}`
  );
}

/** More of them would not help to find what is wrong. */
const MOST_ERRORS = 8;

/** The lines that could not be read, each with what is wrong with it. */
export function errorLines({ errors }: Pick<Parsed, 'errors'>): string[] {
  const lines = errors.slice(0, MOST_ERRORS).map(({ line, message }) => `Line ${formatCount(line)}: ${message}`);
  const more = errors.length - lines.length;
  return more > 0 ? [...lines, `And ${count(more, 'more line')}.`] : lines;
}
