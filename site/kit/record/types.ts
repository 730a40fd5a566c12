/** What pages are drawn from: records as join.ts makes them of the files, with the words for what they have and what is said of them. */
import type {
  Claim,
  ClaimFigure,
  Point as PointInFile,
  PublishedPoint,
  RecordFile,
  SeriesWords,
} from './file-types.ts';

// Of what is declared below as well, that counts.
export type * from './file-types.ts';

/** A point of a series. */
export interface Point extends PointInFile {
  /** What somebody else published, by measure. */
  published?: PublishedPoint['values'];
}

/** A series of results with the words for it. */
export interface Series extends Omit<SeriesWords, 'published'> {
  /** The method it was measured by. */
  method: number;
  points: Point[];
}

/** A series that was measured in an older way than today's: it can be read, and is not compared with any other. */
export interface OlderSeries extends Series {
  /** The method it is measured by today. */
  method_today: number;
}

/** One machine's results of one experiment. */
export interface MeasurementRecord extends Pick<RecordFile, 'experiment' | 'provenance' | 'skipped' | 'warnings'> {
  /** What readers see the machine called. */
  machineName: string;
  /** What was measured in today's way, or what no code measures any more. */
  series: Series[];
  older: OlderSeries[];
  claims: Claim[];
  /** Figures that follow from others of the record, by name. */
  derived: Record<string, ClaimFigure>;
}
