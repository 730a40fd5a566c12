// Ajv as the record's schema needs it. In plain JavaScript: commands use it too, in a Node that may know no TypeScript.
import { Ajv } from 'ajv';

/**
 * @param {import('ajv').Options} [options]
 */
export function recordAjv(options = {}) {
  const ajv = new Ajv({ strictTypes: false, ...options });
  // Rust's number types; their bounds stand in the schema as minimum and maximum.
  for (const format of ['uint32', 'uint64', 'double']) ajv.addFormat(format, true);
  return ajv;
}
