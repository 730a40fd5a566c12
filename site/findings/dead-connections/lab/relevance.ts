/** Reasons why a setting changes nothing, which dimmed controls say. The model decides whether it does, and why. */
import { LIMITS } from '@/wasm-pkg/dead-connections/limits';
import type { ReasonName } from '@/wasm-pkg/dead-connections/models.js';
import type { LabState } from './state';
import type { TimeLine } from './tasks';

type SettingName = keyof LabState;

const WHY: Readonly<Record<ReasonName, string>> = {
  'keepalive-off': 'Keepalive is off.',
  'keepalive-once-connected': 'Keepalive begins once the connection stands.',
  'keepalive-asleep': 'Asleep: keepalive does not run while data is unacknowledged.',
  'over-before-probe': 'It is over before the first probe.',
  'timeout-for-probes': 'The user timeout replaces the count of probes.',
  'nothing-to-retransmit': 'Alone it does nothing: there is nothing to retransmit.',
  'once-connected': 'Only once the connection stands.',
  'nothing-retransmitted': 'Nothing is retransmitted here.',
  'timeout-for-retries': 'The user timeout replaces it.',
  'only-connecting': 'Only while connecting.',
  'timeout-first': 'The user timeout may come first.',
  'grpc-off': 'gRPC’s keepalive is off.',
};

/** The settings that may change nothing. */
export const SETTINGS_WITH_REASONS: readonly SettingName[] = LIMITS.settings;

/** The reason in a whole sentence, or null where the setting matters to one of the time lines. */
export function whyNot(name: SettingName, lines: readonly Pick<TimeLine, 'inert'>[]): string | null {
  const found = lines.map(({ inert }) => inert.find(({ setting }) => setting === name));
  return found[0] && found.every((one) => one !== undefined) ? WHY[found[0].reason] : null;
}

/** Tells if keepalive is on and does nothing, because data is unacknowledged. */
export const isAsleep = ({ inert }: Pick<TimeLine, 'inert'>): boolean =>
  inert.some(({ reason }) => reason === 'keepalive-asleep');

/** The durations that only some stories have, and the scenarios or patterns that have each. */
const HAS: Readonly<Partial<Record<SettingName, readonly string[]>>> = LIMITS.story;

/** Tells if a part of the story has this duration. */
export const tellsOf = (name: SettingName, { scenario, pattern }: Readonly<LabState>): boolean =>
  HAS[name]?.some((each) => each === scenario || each === pattern) ?? true;
