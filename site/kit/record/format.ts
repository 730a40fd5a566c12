/** The version of the records' format that this site reads. */
export const FORMAT = 3;

/** Message for a record of a newer program than the site: `what` says how it is ahead. */
export const aheadOfSite = (what: string, known: string): string =>
  `${what}, and this site, with ${known}, is older: take the newest`;

/** Message for a value of another version of the format; `undefined` where the version is the site's or missing. */
export function formatProblem(value: unknown): string | undefined {
  const version = versionOf(value);
  if (version === undefined || version === FORMAT) return undefined;
  return version < FORMAT
    ? `its format is version ${version}, and this site reads version ${FORMAT}; measure again`
    : aheadOfSite(`its format is version ${version}`, `version ${FORMAT}`);
}

const versionOf = (value: unknown): number | undefined =>
  typeof value === 'object' && value !== null && 'schema_version' in value && typeof value.schema_version === 'number'
    ? value.schema_version
    : undefined;
