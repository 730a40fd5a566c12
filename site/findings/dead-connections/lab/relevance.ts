/** Why a setting changes nothing here: what a dimmed control says. */
import type { LabState } from './state';
import type { TimeLine } from './tasks';
import { isAsleep } from './timeline-parts';

type SettingName = keyof LabState;
type Why = (state: Readonly<LabState>, line: TimeLine) => string | null;

const has = ({ events }: TimeLine, step: string) => events.some((event) => event.step === step);

const onlyConnecting: Why = ({ pattern }) => (pattern === 'connecting' ? null : 'Only while connecting.');

/** Of the three numbers of keepalive. */
const keepalive: Why = (state, line) => {
  if (state.keepalive === 'off') return 'Keepalive is off.';
  if (state.pattern === 'connecting') return 'Keepalive begins once the connection stands.';
  if (has(line, 'keepalive-probe')) return null;
  if (isAsleep(state, line)) return 'Asleep: keepalive does not run while data is unacknowledged.';
  return line.ending === 'learned' ? 'It is over before the first probe.' : null;
};

const isGrpcOff: Why = ({ grpc }) => (grpc === 'off' ? 'gRPC’s keepalive is off.' : null);
const onlyOnLink: Why = ({ link }) => (link === 'off' ? 'Only with the peer on the same link.' : null);

const WHY: Partial<Record<SettingName, Why>> = {
  idle: keepalive,
  interval: keepalive,
  probes: (state, line) =>
    keepalive(state, line) ?? (state.timeout > 0 ? 'The user timeout replaces the count of probes.' : null),
  timeout: (state, line) => {
    if (state.timeout === 0 || state.pattern === 'connecting') return null;
    if (has(line, 'retransmission') || has(line, 'window-probe') || has(line, 'keepalive-probe')) return null;
    return state.pattern === 'idle' ? 'Alone it does nothing: there is nothing to retransmit.' : null;
  },
  retries: ({ pattern, timeout }, line) => {
    if (pattern === 'connecting') return 'Only once the connection stands.';
    if (!has(line, 'retransmission') && !has(line, 'window-probe')) return 'Nothing is retransmitted here.';
    return timeout > 0 ? 'The user timeout replaces it.' : null;
  },
  synretries: (state, line) =>
    onlyConnecting(state, line) ?? (state.timeout > 0 ? 'The user timeout may come first.' : null),
  synlinear: onlyConnecting,
  rtoinit: onlyConnecting,
  ping: isGrpcOff,
  pong: isGrpcOff,
  calls: isGrpcOff,
  allowed: isGrpcOff,
  reachable: onlyOnLink,
  requests: onlyOnLink,
};

export const SETTINGS_WITH_REASONS = Object.keys(WHY) as SettingName[];

/** The reason in a whole sentence, or null where the setting matters. */
export const whyNot = (name: SettingName, state: Readonly<LabState>, line: TimeLine): string | null =>
  WHY[name]?.(state, line) ?? null;

/** Whether a part of the story has this duration. */
export const tellsOf = (name: SettingName, { scenario, pattern }: Readonly<LabState>): boolean => {
  if (name === 'every' || name === 'buffer') return pattern === 'writes';
  if (name === 'back') return scenario === 'peer-reboots';
  if (name === 'forget') return scenario === 'firewall-forgets' || scenario === 'firewall-resets';
  return true;
};
