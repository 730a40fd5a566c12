// Compiles with Cargo, and tells which crate it is at: the first time it takes minutes.
import { run } from './run.mjs';
import { step } from './steps.mjs';

/**
 * Compiles programs, optimised, as one step.
 *
 * @param {string} name of the step
 * @param {string[]} args for `cargo build`
 */
export function compile(name, args) {
  const { heard, doing } = teller('cargo build --release');
  return step(name, doing, () => run('cargo', ['build', '--release', '--locked', ...args], { heard }));
}

/**
 * Follows Cargo's output: `heard` takes a line, and `doing` tells which crate Cargo is at.
 *
 * @param {string} command Cargo's
 */
export function teller(command) {
  let crate = '';
  let count = 0;
  return {
    /** @param {string} line */
    heard(line) {
      const [, name] = /^ *Compiling (\S+) v/.exec(line) ?? [];
      if (name === undefined) return;
      crate = name;
      count += 1;
    },
    doing: () => (count === 0 ? command : `${command}: crate ${count}, ${crate}`),
  };
}
