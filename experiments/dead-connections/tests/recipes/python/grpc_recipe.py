"""A grpcio client that notices a lost server, and a server that lets it."""

# begin
import grpc

PING_AFTER_MS = 60_000
PING_TIMEOUT_MS = 20_000

CLIENT = [
    ("grpc.keepalive_time_ms", PING_AFTER_MS),
    ("grpc.keepalive_timeout_ms", PING_TIMEOUT_MS),
    # Also while no call waits for an answer, and for as long as that lasts.
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
]
# Left as it is, a server ends a connection with GOAWAY (too_many_pings) that brings pings more than once in five minutes.
SERVER = [
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.min_ping_interval_without_data_ms", PING_AFTER_MS // 2),
]


def channel(server):
    return grpc.insecure_channel(server, options=CLIENT)
# end
