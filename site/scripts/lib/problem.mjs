/** Something the reader of the message can mend: shown as one line, without a stack. */
export class Problem extends Error {
  /**
   * @param {string} message what is wrong, and the command that mends it
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.name = 'Problem';
    this.exitCode = exitCode;
  }
}

/** Arguments that a script does not take. Its usage is shown behind the message. */
export class UsageProblem extends Problem {
  /** @param {string} message */
  constructor(message) {
    super(message, 2);
  }
}
