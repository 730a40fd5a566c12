declare module 'virtual:record-validator' {
  import type { ValidateFunction } from 'ajv';
  import type { RecordFile } from '@/kit/record/types.ts';

  /** Tells if a value has the shape of a record; compiled from the JSON Schema by site/integrations/record-validator.ts. */
  const validate: ValidateFunction<RecordFile>;
  export default validate;
}
