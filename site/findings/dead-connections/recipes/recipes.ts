/**
 * The recipes of the article on dead connections: parts of programs that the experiment's tests run
 * (experiments/dead-connections/tests/recipes.rs), where what the kernel then holds is read back.
 */
import c from '../../../../experiments/dead-connections/tests/recipes/c/recipe.c?raw';
import go from '../../../../experiments/dead-connections/tests/recipes/go/recipe.go?raw';
import java from '../../../../experiments/dead-connections/tests/recipes/java/Recipe.java?raw';
import node from '../../../../experiments/dead-connections/tests/recipes/node/recipe.mjs?raw';
import grpcio from '../../../../experiments/dead-connections/tests/recipes/python/grpc_recipe.py?raw';
import python from '../../../../experiments/dead-connections/tests/recipes/python/recipe.py?raw';
import tonic from '../../../../experiments/dead-connections/tests/recipes/rust/grpc.rs?raw';
import rust from '../../../../experiments/dead-connections/tests/recipes/rust/recipe.rs?raw';

export interface Recipe {
  readonly id: string;
  readonly label: string;
  readonly program: string;
  /** Words beside the language's name while its recipe is folded away. */
  readonly short: string;
  readonly limits: string;
}

/** The part of a program between its comments “begin” and “end”, with each brace that is still open closed. */
export function recipePart(program: string): string {
  const [, part, ...rest] = program.split(/^[ \t]*(?:\/\/|#|\/\*)[ \t]*(?:begin|end)[ \t]*(?:\*\/)?[ \t]*$/m);
  if (part === undefined || rest.length !== 1)
    throw new Error('A recipe has one comment “begin”, and after it one “end”.');
  const open = part.split('{').length - part.split('}').length;
  return part.trim() + '\n}'.repeat(open);
}

export const RECIPES = {
  sockets: [
    {
      id: 'c',
      label: 'C',
      program: c,
      short: 'all five options',
      limits: 'Nothing is missing. A listening socket hands its options on to the connections that it accepts.',
    },
    {
      id: 'go',
      label: 'Go',
      program: go,
      short: 'all five; keepalive is on already',
      limits:
        'Keepalive is on for every connection that is dialled or accepted: since Go 1.23 after 15 s, every 15 s, 9 probes. There is no method for the user timeout, so it goes by the raw socket. For connections that come in, net.ListenConfig takes the same two fields.',
    },
    {
      id: 'rust',
      label: 'Rust',
      program: rust,
      short: 'all five, by the crate socket2',
      limits:
        'Neither the standard library nor Tokio turns anything on. The standard library can set none of these; the crate socket2 can, with its feature “all”.',
    },
    {
      id: 'java',
      label: 'Java',
      program: java,
      short: 'no user timeout',
      limits:
        'The three numbers came with JDK 11. The JDK has no TCP_USER_TIMEOUT: with data under way, only a deadline of your own or net.ipv4.tcp_retries2 bounds the wait. Netty’s epoll transport can set it.',
    },
    {
      id: 'python',
      label: 'Python',
      program: python,
      short: 'all five options',
      limits: 'Nothing is missing on Linux. Libraries hide their sockets: look for a parameter such as socket_options.',
    },
    {
      id: 'node',
      label: 'Node',
      program: node,
      short: 'no user timeout; in old versions no interval',
      limits:
        'Interval and count are taken by Node 26.4 and 24.21, for instance. Version 20 ignores them without a word and sends 10 probes, one a second. None can set TCP_USER_TIMEOUT.',
    },
  ],
  grpc: [
    {
      id: 'tonic',
      label: 'gRPC in Rust (tonic)',
      program: tonic,
      short: 'HTTP/2 pings',
      limits: 'With while-idle left off, a channel without a call under way is not watched.',
    },
    {
      id: 'grpcio',
      label: 'gRPC in Python (grpcio)',
      program: grpcio,
      short: 'HTTP/2 pings',
      limits:
        'Options are named by strings, and one that is misspelt is ignored. On Linux, turning pings on also sets TCP_USER_TIMEOUT, to the keepalive’s timeout; the ping’s answer has a timeout of its own, a minute by default.',
    },
  ],
} as const satisfies Record<string, readonly Recipe[]>;
