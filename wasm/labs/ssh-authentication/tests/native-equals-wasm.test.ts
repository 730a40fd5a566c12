import { beforeAll, describe, expect, it } from 'vitest';
import { modelsAtBuild } from '../../../../site/kit/lab/models-at-build';
import { plain, type Plain } from '../../../../site/kit/lab/plain';
import { LIMITS } from '@/wasm-pkg/ssh-authentication/limits';
import * as models from '@/wasm-pkg/ssh-authentication/models.js';
import { printedBy } from '../../../lib/from-js/natively';

const { play } = modelsAtBuild('ssh-authentication', models);

/** What `examples/exchange-vectors.rs` prints: the names of all fields, requests, and the native answers. */
interface Vectors {
  fields: string[];
  cases: { asked: Parameters<typeof models.play> }[];
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const fieldsOf = (fields: Plain<models.Field>[]) =>
  fields.map(({ name, start, valueStart, end, depth }) => [name, start, valueStart, end, depth]);

describe('the exchange in WebAssembly', () => {
  let vectors: Vectors;

  beforeAll(() => void (vectors = printedBy('exchange-vectors') as Vectors), 600_000);

  it('has every byte that it has natively', () => {
    expect(vectors.cases.length).toBe(49);
    for (const { asked, ...native } of vectors.cases) {
      const { steps, signed, rebuilt, keys, first, second, differing, madeIn, ...verdict } = plain(play(...asked));
      const { wasSigned, accepted, passed, reason, failed, cause, differs } = verdict;
      const { secret, mine, fingerprint, other, line, wrong, options, comment } = keys;
      const inWasm = {
        sessions: [hex(first), hex(second)],
        ...{ differing, madeIn },
        steps: steps.map(({ name, message, bytes, fields }) => [name, message, hex(bytes), fieldsOf(fields)]),
        signed: [hex(signed.bytes), fieldsOf(signed.fields)],
        rebuilt: hex(rebuilt),
        verdict: [wasSigned, accepted, passed, reason, failed ?? null, cause ?? null, differs ?? null],
        keys: [secret, mine, fingerprint, other, line, wrong, options, comment],
      };
      expect(inWasm, asked.join()).toEqual(native);
    }
  });

  it('tells what the names in its types are', () => {
    const fields: Record<models.FieldName, true> = {
      'session identifier': true, 'message number': true, 'user name': true, 'service name': true, 'method name': true,
      'has signature': true, 'algorithm name': true, 'public key': true, 'key type': true, point: true, 'host key': true,
      signature: true, 'signature format': true, 'signature value': true, R: true, S: true,
      'methods that can continue': true, 'partial success': true,
    }; // prettier-ignore
    const checks: Record<models.CheckName, true> = {
      message: true, service: true, user: true, method: true, algorithm: true, key: true, listed: true,
      'signature-form': true, signature: true,
    }; // prettier-ignore
    const steps: Record<models.StepName, true> = {
      methods: true, 'methods-reply': true, question: true, 'question-reply': true, sign: true, proof: true, 'proof-reply': true,
    }; // prettier-ignore
    const connections: Record<models.ConnectionName, true> = { first: true, second: true };
    expect(LIMITS.connections).toEqual(Object.keys(connections));
    expect(vectors.fields).toEqual(Object.keys(fields));
    expect(LIMITS.checks).toEqual(Object.keys(checks));
    expect(LIMITS.steps).toEqual(Object.keys(steps));
  });
});
