// The TypeScript types of a record's file, of words and of claims, generated from the JSON Schema that the Rust types give.
// `node site/kit/record/generate-types.ts` writes file-types.ts; a test says when it is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const schemaPath = 'experiments/lib/harness/record.schema.json';

/** The text of file-types.ts, from the schema committed in the checkout at `root`. */
export async function generateTypes(root: string): Promise<string> {
  const schema = JSON.parse(await readFile(join(root, schemaPath), 'utf8')) as JSONSchema;
  // Otherwise the schema's title would name the type.
  const types = await compile({ ...schema, title: 'RecordFile' }, 'RecordFile', {
    additionalProperties: false,
    bannerComment: `// Generated from ${schemaPath} by \`node site/kit/record/generate-types.ts\`; do not edit.`,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  // Rust's links to other items mean nothing in TypeScript.
  return types.replaceAll(/\[(`[^`]+`)\]/g, '$1');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  await writeFile(join(root, 'site/kit/record/file-types.ts'), await generateTypes(root));
}
