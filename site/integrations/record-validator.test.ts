import { expect, test } from 'vitest';
import { validatorModule } from './record-validator.ts';

test('the check of records needs neither eval nor a module that a page does not have', () => {
  const code = validatorModule(process.cwd());
  expect(code).toMatch(/export default/);
  expect(code).not.toMatch(/\beval\(|\bFunction\(|\brequire\(|\bimport\b/);
});
