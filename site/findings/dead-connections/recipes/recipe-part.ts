/** Cuts the part of a program that an article shows out of the whole, which its tests run. */

/** A line that is nothing but a comment with the word. */
const marker = (word: 'begin' | 'end') =>
  new RegExp(String.raw`^[ \t]*(?://|#|/\*)[ \t]*${word}[ \t]*(?:\*/)?[ \t]*$`, 'm');

/** What stands between the lines that are marked as begin and end, with what hangs on a brace that is still open closed. */
export function recipePart(program: string): string {
  const [, afterBegin, ...moreBegins] = program.split(marker('begin'));
  const [part, afterEnd, ...moreEnds] = afterBegin?.split(marker('end')) ?? [];
  if (part === undefined || afterEnd === undefined || moreBegins.length + moreEnds.length > 0) {
    throw new Error('A recipe has one line that is a comment “begin”, and after it one “end”.');
  }
  const open = part.split('{').length - part.split('}').length;
  return part.trim() + '\n}'.repeat(open);
}
