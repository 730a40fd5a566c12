/** What the article shows: how logins ended and what they took, lengths, and times by type of key, by name. */
import { rowsOf } from '@/kit/prose/charts.ts';
import { above, below, meets, verdict, type Expectation } from '@/kit/prose/expects.ts';
import type { Charts, Value, Values, Words } from '@/kit/prose/named.ts';
import type { Settings } from '@/kit/record/queries.ts';
import { sequences } from './charts/sequences.ts';
import { signedFields } from './charts/signed-fields.ts';

const measured = (series: string, measure: string, at: Settings): Value => ({ kind: 'measured', series, measure, at });

/** How many of a case's logins were let in, … */
const letIn = (login: string): Value => measured('outcomes', 'accepted_share', { case: login });
/** … how often the client asked whether a key would do, … */
const questions = (login: string): Value => measured('outcomes', 'questions', { case: login });
/** … how many signatures it sent, … */
const signatures = (login: string): Value => measured('outcomes', 'signatures', { case: login });
/** … and how long it took from the client's request for the service on. */
const time = (login: string): Value => measured('outcomes', 'seconds', { case: login });

/** How many times as long something takes with RSA 4096 as with Ed25519. */
const rsaOverEd25519 = (what: string): Value => measured('ratios', 'seconds_ratio', { key_type: 'rsa-4096', what });

const LOGIN_TIME = 'login-time';
const COSTS = 'costs';
const SECONDS = 'seconds';
const timeToVerify = (type: string): Value => measured(COSTS, SECONDS, { key_type: type, what: 'verify' });

export const values = {
  signatureLength: { kind: 'measured', claim: 'encrypted-with-private-key', figure: 'length of the signature' },
  sessionIdentifierBytes: measured('signed', 'value_bytes', {
    case: 'agent',
    key_type: 'ed25519',
    field: 'session identifier',
  }),

  listedKeyLetIn: letIn('right-key'),
  listedKeyQuestions: questions('right-key'),
  listedKeySignatures: signatures('right-key'),
  listedKeyTime: time('right-key'),
  afterTwoKeysLetIn: letIn('several-keys'),
  afterTwoKeysQuestions: questions('several-keys'),
  afterTwoKeysSignatures: signatures('several-keys'),
  unlistedKeyLetIn: letIn('unlisted-key'),
  unlistedKeyQuestions: questions('unlisted-key'),
  unlistedKeySignatures: signatures('unlisted-key'),
  unlistedKeyTime: time('unlisted-key'),
  publicKeyAloneLetIn: letIn('public-key-only'),
  publicKeyAloneQuestions: questions('public-key-only'),
  publicKeyAloneSignatures: signatures('public-key-only'),
  noPassphraseLetIn: letIn('locked-key'),
  noPassphraseQuestions: questions('locked-key'),
  noPassphraseSignatures: signatures('locked-key'),
  otherSessionLetIn: letIn('other-session'),
  otherSessionQuestions: questions('other-session'),
  otherSessionSignatures: signatures('other-session'),
  noSuchUserLetIn: letIn('wrong-user'),
  noSuchUserQuestions: questions('wrong-user'),
  noSuchUserSignatures: signatures('wrong-user'),
  noSuchUserTime: time('wrong-user'),

  timeToAccept: measured('messages', SECONDS, { case: 'right-key', message: 'SSH_MSG_SERVICE_ACCEPT' }),
  acceptNodelay: measured(LOGIN_TIME, 'accept_seconds', { sockets: 'client-nodelay' }),
  serverSleeps: measured(LOGIN_TIME, 'slept_seconds', { sockets: 'as-openssh' }),
  connectingRsaOverEd25519: rsaOverEd25519('connect'),
  authenticatingRsaOverEd25519: rsaOverEd25519('authenticate'),
  signingRsaOverEd25519: rsaOverEd25519('sign'),
  timeToVerifyEd25519: timeToVerify('ed25519'),
  timeToVerifyRsa4096: timeToVerify('rsa-4096'),
} satisfies Values;

export const words = {
  /** Program and version, of `OpenSSH_9.2p1 Debian-2, OpenSSL 3.0.19`. */
  openssh: {
    of: (record) => (/^\w+_[\w.]+/.exec(record.provenance.programs?.['OpenSSH'] ?? '')?.[0] ?? '').replace('_', ' '),
  },
} satisfies Words;

const TYPES = [
  { name: 'Ed25519', type: 'ed25519' },
  { name: 'ECDSA P-256', type: 'ecdsa-p256' },
  { name: 'RSA 3072', type: 'rsa-3072' },
  { name: 'RSA 4096', type: 'rsa-4096' },
];

/** A row for each type of key. */
const rowsFor = (says: string, what: string) =>
  TYPES.map(({ name, type }) => ({ name: `${says}, ${name}`, at: { what, key_type: type } }));

export const charts = {
  messages: { series: ['messages'], draw: sequences },
  signed: { series: ['signed'], draw: signedFields },
  parts: rowsOf({
    title: 'How long it takes to sign, and to verify a signature',
    description:
      'Rows in two groups on a logarithmic time axis, to sign and to verify a signature, with a row for each type of key.',
    series: COSTS,
    measure: SECONDS,
    scale: 'log',
    xTitle: 'Time (logarithmic)',
    rowTitle: 'What, with which key',
    rows: [...rowsFor('Sign', 'sign'), ...rowsFor('Verify', 'verify')],
  }),
} satisfies Charts;

export const machines = [
  'listedKeyTime',
  'unlistedKeyTime',
  'noSuchUserTime',
  'connectingRsaOverEd25519',
  'authenticatingRsaOverEd25519',
  'signingRsaOverEd25519',
  'timeToVerifyEd25519',
  'timeToVerifyRsa4096',
];

export const expects: readonly Expectation[] = [
  verdict('steps', 'reproduced'),
  verdict('agent-holds-it', 'reproduced'),
  verdict('encrypted-with-private-key', 'differs'),
  verdict('question-first', 'holds'),
  verdict('signature-binds-session', 'holds'),
  verdict('key-type-cost', 'holds'),
  meets('signatureLength', 'sessionIdentifierBytes'),
  // They have the same messages, and other times.
  meets('noSuchUserQuestions', 'unlistedKeyQuestions'),
  meets('noSuchUserSignatures', 'unlistedKeySignatures'),
  {
    what: 'an unknown user is refused at another time than an unlisted key',
    check({ rangeOf }) {
      const [unknown, unlisted] = [rangeOf('noSuchUserTime'), rangeOf('unlistedKeyTime')];
      return unknown.high < unlisted.low || unlisted.high < unknown.low || 'their intervals meet';
    },
  },
  verdict('delayed-acknowledgement', 'holds'),
  above('timeToAccept', 0.03),
  below('acceptNodelay', 0.01),
  verdict('sleeps-by-design', 'holds'),
  meets('connectingRsaOverEd25519', 1),
  meets('authenticatingRsaOverEd25519', 1),
  above('signingRsaOverEd25519', 1),
  above('timeToVerifyEd25519', 'timeToVerifyRsa4096'),
];
