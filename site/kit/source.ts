/** Where the site's source is, without a slash at the end; empty where the site is built from a checkout that does not say. */
export const REPOSITORY: string = import.meta.env.REPOSITORY ?? '';
