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
import { recipePart } from './recipe-part';

export interface Recipe {
  id: string;
  label: string;
  /** What code is highlighted as. */
  language: string;
  code: string;
  /** Whether it can set TCP_USER_TIMEOUT. */
  userTimeout: boolean;
  /** What stands beside the language's name while its recipe is folded away. */
  short: string;
  /** What the runtime does by itself. */
  byDefault: string;
  /** What it can't do, or what to mind. */
  limits: string;
}

export const RECIPES: readonly Recipe[] = [
  {
    id: 'c',
    label: 'C',
    language: 'c',
    code: recipePart(c),
    userTimeout: true,
    short: 'all five options',
    byDefault: 'A socket starts without keepalive and without a user timeout.',
    limits: 'Nothing is missing. A listening socket hands its options on to the connections that it accepts.',
  },
  {
    id: 'go',
    label: 'Go',
    language: 'go',
    code: recipePart(go),
    userTimeout: true,
    short: 'all five; keepalive is on already',
    byDefault:
      'Go turns keepalive on for every TCP connection that it dials or accepts: since Go 1.23 after 15 s, every 15 s, 9 probes.',
    limits:
      'There is no method for the user timeout, so it goes by the raw socket. For connections that come in, net.ListenConfig takes the same two fields.',
  },
  {
    id: 'rust',
    label: 'Rust',
    language: 'rust',
    code: recipePart(rust),
    userTimeout: true,
    short: 'all five, by the crate socket2',
    byDefault: 'Neither the standard library nor Tokio turns anything on.',
    limits: 'The standard library can set none of these. The crate is socket2, with its feature “all”.',
  },
  {
    id: 'java',
    label: 'Java',
    language: 'java',
    code: recipePart(java),
    userTimeout: false,
    short: 'no user timeout',
    byDefault: 'A socket starts without keepalive.',
    limits:
      'The three numbers came with JDK 11. The JDK has no TCP_USER_TIMEOUT: with data under way, only a deadline of your own or net.ipv4.tcp_retries2 bounds the wait. Netty’s epoll transport can set it.',
  },
  {
    id: 'python',
    label: 'Python',
    language: 'python',
    code: recipePart(python),
    userTimeout: true,
    short: 'all five options',
    byDefault: 'A socket starts without keepalive and without a user timeout.',
    limits: 'Nothing is missing on Linux. Libraries hide their sockets: look for a parameter such as socket_options.',
  },
  {
    id: 'node',
    label: 'Node',
    language: 'js',
    code: recipePart(node),
    userTimeout: false,
    short: 'no user timeout; in old versions no interval',
    byDefault: 'A socket of node:net starts without keepalive.',
    limits:
      'Interval and count are taken by Node 26.4 and 24.21, for instance. Version 20 ignores them without a word and sends 10 probes, one a second. None can set TCP_USER_TIMEOUT.',
  },
];

export type GrpcRecipe = Pick<Recipe, 'id' | 'label' | 'language' | 'code' | 'short' | 'byDefault' | 'limits'>;

export const GRPC_RECIPES: readonly GrpcRecipe[] = [
  {
    id: 'tonic',
    label: 'gRPC in Rust (tonic)',
    language: 'rust',
    code: recipePart(tonic),
    short: 'HTTP/2 pings',
    byDefault: 'tonic’s client sends no pings.',
    limits: 'With while-idle left off, a channel without a call under way is not watched.',
  },
  {
    id: 'grpcio',
    label: 'gRPC in Python (grpcio)',
    language: 'python',
    code: recipePart(grpcio),
    short: 'HTTP/2 pings',
    byDefault: 'grpcio’s client sends no pings.',
    limits:
      'Options are named by strings, and one that is misspelt is ignored. On Linux, turning pings on also sets TCP_USER_TIMEOUT, to the keepalive’s timeout; the ping’s answer has a timeout of its own, a minute by default.',
  },
];
