"""gRPC's own client and server: one call that may never be answered. Reads orders from standard input."""

import concurrent.futures
import json
import os
import sys
import threading

import grpc

METHOD = "/dead.Connections/Call"
NO_ANSWER = b"1"


def serve(address, options):
    done = threading.Event()

    def call(request, context):
        if request == NO_ANSWER:
            done.wait()
        return b""

    handler = grpc.method_handlers_generic_handler(
        "dead.Connections", {"Call": grpc.unary_unary_rpc_method_handler(call)}
    )
    options = [tuple(option) for option in options]
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(4), handlers=[handler], options=options)
    port = server.add_insecure_port(f"{address}:0")
    server.start()
    print(f"{address}:{port}", flush=True)
    # Until the experiment ends. Calls that wait must not keep the process.
    sys.stdin.read()
    os._exit(0)


def call(address, options, watched):
    channel = grpc.insecure_channel(address, options=[tuple(option) for option in options])
    method = channel.unary_unary(METHOD)
    method(b"0", timeout=10)
    print("called", flush=True)
    sys.stdin.readline()
    try:
        method(NO_ANSWER, timeout=watched)
        code, details = "OK", ""
    except grpc.RpcError as error:
        code, details = error.code().name, error.details()
    print(json.dumps({"code": code, "details": details}), flush=True)


if sys.argv[1] == "serve":
    serve(sys.argv[2], json.loads(sys.argv[3]))
else:
    call(sys.argv[2], json.loads(sys.argv[3]), float(sys.argv[4]))
