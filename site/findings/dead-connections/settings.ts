/** What can be set, by the names that the record has for it. */
import type { Settings } from '@/kit/record/queries.ts';

/** Options of a socket, of the kernel and of gRPC; what is left out is not set. Times in seconds. */
export interface Options {
  readonly keepalive?: { readonly idle: number; readonly interval: number; readonly probes: number };
  readonly userTimeout?: number;
  readonly retries2?: number;
  readonly synRetries?: number;
  readonly synLinearTimeouts?: number;
  readonly grpc?: { readonly pingAfter: number; readonly timeout: number; readonly withoutCalls: boolean };
}

/** The record's settings for just these options: null for each that is not set. */
export function set({ keepalive, userTimeout, retries2, synRetries, synLinearTimeouts, grpc }: Options = {}): Settings {
  return {
    keepalive_idle_seconds: keepalive?.idle ?? null,
    keepalive_interval_seconds: keepalive?.interval ?? null,
    keepalive_probes: keepalive?.probes ?? null,
    user_timeout_seconds: userTimeout ?? null,
    tcp_retries2: retries2 ?? null,
    tcp_syn_retries: synRetries ?? null,
    tcp_syn_linear_timeouts: synLinearTimeouts ?? null,
    grpc_ping_after_seconds: grpc?.pingAfter ?? null,
    grpc_ping_timeout_seconds: grpc?.timeout ?? null,
    grpc_pings: grpc ? (grpc.withoutCalls ? 'always' : 'during-calls') : null,
    grpc_server_minimum_seconds: null,
    grpc_server_permits: null,
  };
}
