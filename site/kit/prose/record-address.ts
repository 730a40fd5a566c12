/** Where a browser finds the records that it lays over a page. */

/** What stands for a machine's id where the site was built with a run of the reader's own. */
export const YOURS = 'yours';

/** The address of a record, on its machine or the reader's. */
export const recordAddress = (experiment: string, machine: string): string =>
  `${import.meta.env.BASE_URL.replace(/\/?$/, '/')}records/${experiment}/${machine}.json`;
