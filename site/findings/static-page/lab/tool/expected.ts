import type { LabExpectations } from '@/e2e/labs';

// Without a book there is nothing to look at; `site/findings/static-page/lab.spec.ts` brings some.
export default {} satisfies LabExpectations;
