// Ajv configured for the record's schema. In plain JavaScript: commands use it too, in a Node that may know no TypeScript.
import { Ajv } from 'ajv';

/**
 * @param {import('ajv').Options} [options]
 */
export function recordAjv(options = {}) {
  const ajv = new Ajv({ strictTypes: false, ...options });
  // Number formats of the Rust types; their bounds are in the schema as minimum and maximum.
  for (const format of ['uint32', 'uint64', 'double']) ajv.addFormat(format, true);
  return ajv;
}
