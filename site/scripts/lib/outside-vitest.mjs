import { environment } from './node.mjs';

/** Variables that Vitest sets for its tests; a program that a test starts as a user would must not see them. */
const OF_VITEST = /^(VITEST|NODE_ENV$|TEST$|TEST_ALL$|MODE$|PROD$|DEV$|SSR$|BASE_URL$)/;

/** The environment of programs that are started as in a terminal. */
export const outsideVitest = () =>
  Object.fromEntries(Object.entries(environment()).filter(([name]) => !OF_VITEST.test(name)));
