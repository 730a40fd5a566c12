/** What the lab shows of the reader's own runs. Most readers have none, so this comes with the first. */
import type { Mark } from '@/kit/chart/chart';
import { formatBytes, formatShare } from '@/kit/chart/format';
import { placed } from '@/kit/chart/machines';
import type { Yours } from '@/kit/lab/yours';
import type { Cell } from '@/kit/record/csv';
import { sourceRows } from './csv';
import type { YourShown } from './curve-view';
import { measuredDots, measuredShare } from './marks';
import { sourceOf, type Measured, type Source } from './measured';
import type { SourceName, View } from './state';
import type { Curve } from './tasks';
import { spanOf } from './words';

/** A source as it was measured on one of the reader's machines. */
export interface YourSource {
  machine: string;
  source: Source;
}

/** A source as the reader's runs measured it: of those that did. */
export const yourSources = (yours: readonly Yours<Measured>[], name: SourceName): YourSource[] =>
  yours.flatMap(({ name: machine, measured }) => {
    const source = sourceOf(measured, name);
    return source ? [{ machine, source }] : [];
  });

/** What the reader's machine came to; its shares are of the best that was measured on it. */
const yourMark = (view: View, source: Source): Mark => ({
  mark: 'dots',
  ...placed('yours'),
  points: measuredDots(view, source, null),
});

/** What the picture and the file have of them. */
export const yourShown = (view: View, yours: readonly YourSource[]): YourShown => ({
  sources: yours.map(({ source }) => source),
  marks: yours.map(({ source }) => yourMark(view, source)),
  rows: yours.flatMap(({ machine, source }): Cell[][] => sourceRows(source, null, machine)),
});

/** What the reader's machines came to with the chosen buffer, a sentence each. */
export const yoursWords = ({ chosen: { bytes } }: Curve, yours: readonly YourSource[]): string[] =>
  yours.map(({ machine, source }) => {
    const [value, low, high] = measuredShare(source, null, bytes) ?? [null, 0, 0];
    if (value === null) return `${machine}: not measured with ${formatBytes(bytes)}.`;
    const interval = spanOf({ low, high }, formatShare);
    return `${machine}: ${formatShare(value)} (${interval}) of the best that was measured on it, with ${formatBytes(bytes)}.`;
  });
