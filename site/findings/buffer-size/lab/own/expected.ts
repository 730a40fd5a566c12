import type { LabExpectations } from '@/e2e/labs';

export default {
  // Read as something else, the record's points have no fit at all.
  controlsAt: ['?own-share=90'],
  file: {
    name: 'own-measurements.csv',
    header: 'kind,name,bytes,value,low,high',
    kinds: { parameter: 3, point: 6, fitted: 6, residual: 6 },
  },
  figuresNotInFile: {
    'own-call': 'fitted: seconds per call',
    'own-byte': 'fitted: seconds per byte',
    'own-penalty': 'fitted',
    'own-cache': 'fitted',
    'own-smallest': 'what follows from the fit',
    'own-off': 'the largest of the residuals',
  },
} satisfies LabExpectations;
