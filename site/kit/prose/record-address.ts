/** Addresses of the records that a browser compares with. */

/** The reader's own run, which the site was built with, in place of a machine's id. */
export const YOURS = 'yours';

/** Address of the record of a machine, or of the reader's own run. */
export const recordAddress = (experiment: string, machine: string): string =>
  `${import.meta.env.BASE_URL.replace(/\/?$/, '/')}records/${experiment}/${machine}.json`;
