/** The lines of a program as they are shown. */

/** A line of a program as it is shown. */
export interface Line {
  text: string;
  isMistake: boolean;
}

const MARK = /\s*(?:\/\/|#|--|\(\*) MISTAKE(?: \*\))?\s*$/;
/** Lines that say what a program uses, and the one that would tell a guesser that its mistake is undefined. */
const LEFT_OUT = /^\s*$|^(?:#include|using|import|package|open|with) |UNDEFINED:/;

/** A program's lines without what it includes, indented by two, and the line with the mistake marked. */
export const linesOf = (source: string): Line[] =>
  source
    .split('\n')
    .filter((line) => !LEFT_OUT.test(line))
    .map((line) => ({
      text: line
        .replace(MARK, '')
        .replace(/^(?: {4}|\t)+/, (indent) => '  '.repeat(indent.replaceAll('    ', '\t').length)),
      isMistake: MARK.test(line),
    }));
