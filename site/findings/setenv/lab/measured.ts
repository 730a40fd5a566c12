/** Shares of a record: of programs that do in a loop what the lab's threads do once. */
import type { LabOverlay } from '@/kit/lab/overlay';
import type { Settings } from '@/kit/record/queries';
import type { MeasurementRecord, Series, Setting } from '@/kit/record/types';
import { versionOf } from '../charts/versions';
import type { LibraryName, LockingName } from '@/wasm-pkg/setenv/models.js';
import { schema, type LabState } from './state';

/** The share of programs that failed in a condition. */
export interface MeasuredShare {
  library: LibraryName;
  locking: LockingName;
  /** The calls of the lab's threads that stand for it. */
  one: string;
  two: string;
  /** The library's name in the record: glibc 2.36. */
  version: string;
  value: number;
  low: number;
  high: number;
  programs: number;
  /** For how long each was watched. */
  seconds: number;
  /** The share of changes that moved the array. */
  moved?: number;
}

/** The experiment's conditions that are the lab's, by what its programs' threads do. */
const CONDITIONS: readonly { at: Settings; one: string; two: string }[] = [
  { at: { reader: 'getenv', writer: 'new-names' }, one: 'get-home', two: 'set-tz' },
  { at: { reader: 'getenv', writer: 'replaced-value' }, one: 'get-home', two: 'set-home' },
  { at: { reader: 'getenv', writer: 'same-names' }, one: 'get-home', two: 'unset-path.set-path' },
  { at: { reader: 'none', writer: 'two-writers' }, one: 'set-lang', two: 'set-tz' },
];
const LOCKINGS: Readonly<Record<string, LockingName>> = { none: 'as-it-is', lock: 'until-copied' };
/** The release since which glibc keeps old arrays. */
const [MENDED_MAJOR, MENDED_MINOR] = [2, 41];

/** Which of the lab's libraries one of the record's is: of the machine's own glibc its version, 2.36, decides. */
function libraryOf(library: Setting | undefined, glibc: string | undefined): LibraryName | undefined {
  if (library === 'musl') return 'musl';
  if (library === 'glibc-newer') return 'glibc-2.41';
  if (library !== 'glibc' || glibc === undefined) return undefined;
  const [major = 0, minor = 0] = glibc.split('.').map(Number);
  const isMended = major > MENDED_MAJOR || (major === MENDED_MAJOR && minor >= MENDED_MINOR);
  return isMended ? 'glibc-2.41' : 'old-glibc';
}

const pointsOf = ({ series }: MeasurementRecord, id: string): Series['points'] =>
  series.find((each) => each.id === id)?.points ?? [];

const agrees = (at: Settings, wanted: Settings): boolean =>
  Object.entries(wanted).every(([name, value]) => at[name] === value);

export function measuredFrom(record: MeasurementRecord): MeasuredShare[] {
  const glibc = record.provenance.programs?.['glibc'];
  const inC = pointsOf(record, 'cells').filter(({ at }) => (at['language'] ?? 'c') === 'c');
  return inC.flatMap(({ at, values }): MeasuredShare[] => {
    const condition = CONDITIONS.find((each) => agrees(at, each.at));
    const [library, locking] = [libraryOf(at['library'], glibc), LOCKINGS[String(at['fix'])]];
    const version = versionOf(record, String(at['library'])) ?? '';
    const { failed_share: failed, limit_seconds: limit } = values;
    if (!condition || !library || !locking || !failed || !limit) return [];
    const { one, two, at: settings } = condition;
    const move = pointsOf(record, 'moves').find((each) =>
      agrees(each.at, { library: at['library'] ?? null, writer: settings['writer'] ?? null }),
    );
    const moved = move?.values['moving_share']?.value;
    const { value, low = value, high = value, n } = failed;
    return [
      {
        ...{ library, locking, one, two, version, value, low, high, programs: n, seconds: limit.value },
        ...(moved !== undefined && { moved }),
      },
    ];
  });
}

/** The environment that the measured programs begin with. */
const SAME = ['start', 'before', 'room'] as const;

/** The measured share of just this state, if there is one. */
export function knownOf(
  measured: readonly MeasuredShare[],
  state: Readonly<LabState>,
  library = state.library,
): MeasuredShare | undefined {
  if (SAME.some((name) => state[name] !== schema.initial[name])) return undefined;
  const { locking, one, two } = state;
  return measured.find(
    (each) => each.library === library && each.locking === locking && each.one === one && each.two === two,
  );
}

/** The measured share of a machine that is laid beside. */
export interface BesideShare {
  machine: string;
  share: MeasuredShare;
}

/** The same of machines that are laid beside: of those that measured it. */
export const besideOf = (
  beside: readonly LabOverlay<MeasuredShare[]>[],
  state: Readonly<LabState>,
  library = state.library,
): BesideShare[] =>
  beside.flatMap(({ name: machine, measured }) => {
    const share = knownOf(measured, state, library);
    return share ? [{ machine, share }] : [];
  });
