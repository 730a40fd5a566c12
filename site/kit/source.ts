/** Address of the site's source repository, without a slash at the end; empty where the build does not know it. */
export const REPOSITORY: string = import.meta.env.REPOSITORY ?? '';
