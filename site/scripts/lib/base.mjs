import { Problem } from './problem.mjs';

/**
 * A base path with one slash at each end, from however it was typed: `sub`, `/sub`, `sub/`, `/sub/`.
 *
 * @param {string | undefined} typed
 */
export function normaliseBase(typed) {
  const parts = (typed ?? '').trim().split('/').filter(Boolean);
  const wrong = parts.find((part) => /^\.+$/.test(part) || !/^[\w.~-]+$/.test(part));
  if (wrong !== undefined) {
    throw new Problem(
      `SITE_BASE is '${typed}'; it must be a path of letters, digits, '-', '_', '.' and '~', such as /sub/.`,
      2,
    );
  }
  return parts.length === 0 ? '/' : `/${parts.join('/')}/`;
}
