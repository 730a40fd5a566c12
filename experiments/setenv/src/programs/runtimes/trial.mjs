// One trial in Node.js: the main thread sets ever new variables beside others that read, until something goes wrong or the
// time is over. What it says, and its exit status, are those of child.c.
//
//   trial.mjs READER MILLISECONDS LIBRARY
import dns from 'node:dns';
import fs from 'node:fs';
import { isMainThread, SHARE_ENV, Worker } from 'node:worker_threads';

const WRONG = 3;
const BROKEN = 5;
// Requests at once, as a server has them: each is resolved by a thread of libuv's, which has four unless told so.
const RESOLVERS_AT_ONCE = 16;
// From one look at the clock, and at what has been answered, to the next.
const SETS_AT_ONCE = 100;

function end(word, status) {
  fs.writeSync(1, `${word}\n`);
  process.reallyExit(status);
}

function readOwn() {
  for (;;) {
    const value = process.env.MEASURED_ALWAYS;
    if (value === undefined) end('null', WRONG);
    if (value !== 'always the same' || process.env.MEASURED_NEVER !== undefined) end('torn', WRONG);
  }
}

function resolveAgain() {
  dns.lookup('localhost', (error) => {
    if (error) end('unanswered', WRONG);
    resolveAgain();
  });
}

function main(reader, milliseconds, library) {
  process.env.UV_THREADPOOL_SIZE = String(RESOLVERS_AT_ONCE);
  const begin = {
    own: () => new Worker(new URL(import.meta.url), { env: SHARE_ENV }).on('error', (error) => end(error, BROKEN)),
    resolver: () => Array.from({ length: RESOLVERS_AT_ONCE }, resolveAgain),
    'c-getenv': () => process.dlopen({ exports: {} }, library),
  }[reader];
  fs.writeSync(1, 'started\n');
  begin();
  const until = process.hrtime.bigint() + BigInt(milliseconds) * 1_000_000n;
  let count = 0;
  (function setOn() {
    for (const before = count; count < before + SETS_AT_ONCE; count++) process.env[`MEASURED_0_${count}`] = 'a value';
    if (process.hrtime.bigint() < until) setImmediate(setOn);
    else end('survived', 0);
  })();
}

if (isMainThread) {
  const [reader, milliseconds, library] = process.argv.slice(2);
  try {
    main(reader, milliseconds, library);
  } catch (error) {
    end(error, BROKEN);
  }
} else readOwn();
