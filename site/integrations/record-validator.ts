/**
 * The validation of records for browsers, compiled from the JSON Schema when the site is built: pages forbid `eval`, which Ajv would need
 * to compile it there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'vite';
import { recordAjv } from '../kit/record/ajv.mjs';

const NAME = 'virtual:record-validator';
const RESOLVED = `\0${NAME}`;

const SCHEMA = 'experiments/lib/harness/record.schema.json';

/** Text of an ES module whose default export is Ajv's check, which stops at the first problem. */
export function validatorModule(root: string): string {
  const schema = JSON.parse(readFileSync(join(root, SCHEMA), 'utf8')) as object;
  // Each definition is a function of its own: inlined where they are used, they would be a third larger.
  const ajv = recordAjv({ inlineRefs: false, code: { source: true, esm: true } });
  return standaloneCode(ajv, ajv.compile(schema));
}

/** Serves the module as `virtual:record-validator`. */
export function recordValidator(): Plugin {
  let root = '';
  return {
    name: 'record-validator',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (source) => (source === NAME ? RESOLVED : null),
    load(id) {
      if (id !== RESOLVED) return null;
      this.addWatchFile(join(root, SCHEMA));
      return validatorModule(root);
    },
  };
}
