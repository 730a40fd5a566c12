/** The lab's words: what each step, field and check is. */
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import type { CheckName, ConnectionName, FieldName, StepName } from '@/wasm-pkg/ssh-authentication/models.js';

export const CONNECTIONS: Readonly<Record<ConnectionName, string>> = {
  first: 'connection 1',
  second: 'connection 2',
};

/** The server's checks. */
export const CHECKS: Readonly<Record<CheckName, string>> = {
  message: 'The message can be read',
  service: 'There is such a service',
  user: 'There is such a user',
  method: 'The method is offered',
  algorithm: 'The algorithm is allowed',
  key: 'The public key is valid, and of the algorithm’s type',
  listed: 'It is in the user’s authorized_keys',
  'host-key': 'The request names this server’s host key',
  'signature-form': 'The signature is well-formed',
  signature: 'It belongs to this key, this connection and this request',
};
/** Their names, in order. */
export const CHECK_NAMES: readonly CheckName[] = LIMITS.checks;

/** What happens in each step, for whoever reads it first. */
export const STEPS: Readonly<Record<StepName, { title: string; text: string }>> = {
  methods: {
    title: 'Which methods are there?',
    text: 'The client says who it wants to be and tries “none”, to be told what else there is.',
  },
  'methods-reply': {
    title: 'Public keys',
    text: '“none” is refused; the answer lists the methods that can continue.',
  },
  question: {
    title: 'Would this key do?',
    text: 'The client shows a public key, without a signature. A public key is no secret: anybody could send this.',
  },
  'question-reply': { title: 'The answer', text: 'The server looks the key up before the client signs anything.' },
  sign: {
    title: 'The client signs',
    text: 'Nothing is sent here. The private key signs these bytes, and stays where it is. This is OpenSSH’s form since 8.9; that of RFC 4252 has no host key at the end.',
  },
  proof: {
    title: 'The proof',
    text: 'The request again, with the signature. The session identifier is not in it: the server has its own.',
  },
  'proof-reply': {
    title: 'The server’s last word',
    text: 'The server puts the signed data together itself, from its own session identifier and the request that came, and verifies.',
  },
};

export const KEY_EXCHANGE = {
  title: 'Key exchange',
  text: 'Before anything else both sides agree on keys, and the server signs the exchange with its host key. Its hash is this connection’s session identifier: both sides compute it, nobody sends it. (Here it is drawn from the seed.)',
};

/** Where each field comes from. */
export const SOURCES: Readonly<Partial<Record<FieldName, string>>> = {
  'session identifier': 'the hash of this connection’s key exchange; both sides have it',
  'message number': 'which message this is',
  'user name': 'who the client wants to log in as',
  'service name': 'the service it wants after logging in',
  'method name': 'how it wants to prove it',
  'has signature': 'whether a signature follows',
  'algorithm name': 'how the signature is made',
  'public key': 'from the .pub file',
  'key type': '',
  point: '32 bytes: a point of the curve',
  signature: 'made with the private key',
  'signature format': '',
  'signature value': 'R and S, 32 bytes each',
  R: 'a point, made from the private key and the data',
  S: 'a number that nobody can compute without the private key',
  'methods that can continue': 'what the server offers',
  'partial success': 'whether more is needed',
  'host key': 'the key with which the server signed the key exchange',
} satisfies Record<FieldName, string>;
