/** The types that pages are drawn from: records as join.ts makes them of the files, with words and claims. */
import type {
  Claim,
  ClaimFigure,
  Point as PointInFile,
  PublishedPoint,
  RecordFile,
  SeriesWords,
} from './file-types.ts';

// Types declared below take precedence over those of the same name in the file's types.
export type * from './file-types.ts';

/** A point of a series. */
export interface Point extends PointInFile {
  /** Values that somebody else published, by measure. */
  published?: PublishedPoint['values'];
}

/** A series of results with its words. */
export interface Series extends Omit<SeriesWords, 'published'> {
  method: number;
  points: Point[];
}

/** A series of an older method than today's: it can be read, and is compared with nothing. */
export interface OlderSeries extends Series {
  /** Today's method. */
  method_today: number;
}

/** One machine's results of one experiment. */
export interface MeasurementRecord extends Pick<RecordFile, 'experiment' | 'provenance' | 'skipped' | 'warnings'> {
  /** Name of the machine for readers. */
  machineName: string;
  /** Series of today's method, and retired ones. */
  series: Series[];
  older: OlderSeries[];
  claims: Claim[];
  /** Derived figures, by name. */
  derived: Record<string, ClaimFigure>;
}
