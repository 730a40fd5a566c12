declare module 'virtual:record-validator' {
  import type { ValidateFunction } from 'ajv';
  import type { MeasurementRecord } from '@/kit/record/types.ts';

  /** Whether a value has the shape of a record; compiled from the JSON Schema by site/integrations/record-validator.ts. */
  const validate: ValidateFunction<MeasurementRecord>;
  export default validate;
}
