/** The line of `authorized_keys`, as it is typed and as the state has it. */
import type { Keys } from './tasks';

/** A typed line with the keys left out, so that an address stays short and follows the seed. */
export const templateOf = (line: string, { mine, other }: Pick<Keys, 'mine' | 'other'>): string =>
  line.replaceAll(mine, '{mine}').replaceAll(other, '{other}');

/** What the server makes of the line. */
export function lineSays({ wrong, options, comment }: Pick<Keys, 'wrong' | 'options' | 'comment'>): string {
  if (wrong !== '') return `The server skips this line: ${wrong}.`;
  const read = options === '' ? '' : ` Options read, and not enforced here: ${options}.`;
  const named = comment === '' ? 'There is no comment.' : `“${comment}” is a comment: anybody could write it.`;
  return `The holder of this key may log in, unless options forbid it. ${named}${read}`;
}
