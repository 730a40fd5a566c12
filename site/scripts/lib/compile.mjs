// What Cargo compiles, told while it does: the first time it takes minutes.
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
 * What hears Cargo's lines, and what it does by them.
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
