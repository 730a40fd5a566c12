import type { LabExpectations } from '@/e2e/labs';

export default {
  // Among the rows of one implementation and not another all differ.
  controlsAt: ['?who=anyone'],
  says: { preset: 'javascript-python', words: /one character for a space that Python str\.isspace does not: U\+FEFF/ },
  hostile: {
    query: '?who=cobol&not=%3Cscript%3E&find=%ED%A0%80',
    notes: { who: 'must be one of', not: 'must be one of' },
  },
  figuresNotInFile: Object.fromEntries(
    ['rows', 'disputed-rows', 'implementations'].map((name) => [name, 'the file has the rows that they count']),
  ),
} satisfies LabExpectations;
