"""A grpcio client that notices a lost server, and a server that lets it."""

# begin
import grpc

PING_AFTER_MS = 60_000
PING_TIMEOUT_MS = 20_000

CLIENT = [
    ("grpc.keepalive_time_ms", PING_AFTER_MS),
    # To acknowledge it, which a server that hangs still does.
    ("grpc.keepalive_timeout_ms", PING_TIMEOUT_MS),
    # To answer it: a minute, if it isn't set.
    ("grpc.http2.ping_timeout_ms", PING_TIMEOUT_MS),
    # Also while no call waits for an answer, however long.
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
]
# As it comes, a server answers several pings that come sooner
# than five minutes apart (two hours without a call) with GOAWAY
# (too_many_pings). The first option has the client's name.
SERVER = [
    ("grpc.keepalive_permit_without_calls", 1),
    (
        "grpc.http2.min_ping_interval_without_data_ms",
        PING_AFTER_MS // 2,
    ),
]


def channel(server):
    return grpc.insecure_channel(server, options=CLIENT)
# end
