// For tests that compare a lab's module with the native library, bit for bit.
import { execFileSync } from 'node:child_process';

/**
 * Questions and the native answers, as an example of a lab's crate prints them. Cargo compiles it as `cargo test` does for the whole
 * workspace, so that it need not be compiled again.
 */
export function printedBy(example: string): unknown {
  const program = ['run', '--locked', '--quiet', '--example', example];
  return JSON.parse(execFileSync('cargo', program, { maxBuffer: 1 << 28, encoding: 'utf8' }));
}

/** The bits of a number, in hexadecimal digits. */
export function bitsOf(value: number): string {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0).toString(16).padStart(16, '0');
}

/** The bits of each number. */
export const bits = (values: Iterable<number>): string[] => Array.from(values, bitsOf);
